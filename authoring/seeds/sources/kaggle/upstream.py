"""What is not upstream as a seed has it: a seed held against what the site says today."""

from collections.abc import Sequence
from typing import Literal

from authoring.errors import SeedError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, UpstreamChange
from authoring.records.seed import Publication, Seed
from authoring.records.wording import counted, listed
from authoring.seeds.vetting.licences import licence_of

_MAX_NAMED = 8
"""Files of each kind of change that are named."""


def publication_of(seed: Seed) -> Publication:
    """Return what the site said of a seed when it was added.

    Raises:
        SeedError: the seed comes from no site.
    """
    if seed.publication is None:
        raise SeedError(
            f"{seed.name} comes from {seed.source or 'nowhere that is known'}, which is no published data set",
            hint="only seeds that were added with kaggle:OWNER/SLUG have an upstream; authoring seed list shows all",
        )
    return seed.publication


def upstream_changes(
    seed: Seed,
    info: DatasetInfo,
    *,
    seed_files: Sequence[DatasetFile] | None,
    newest_files: Sequence[DatasetFile] | None,
) -> tuple[UpstreamChange, ...]:
    """Return what has changed between a seed and the data set of today, what is about the data first.

    Files of a version are None where they need not or cannot be had.
    """
    seeded, today = publication_of(seed), info.publication
    changes = [
        # Who chose an older version knew of newer ones.
        _numbers("version", seeded.version, today.version, news=not seeded.pinned),
        _files(seed_files, newest_files),
        None if seeded.pinned else _size(seeded, today, seed_files, newest_files),
        # A person may have given a seed a title and a licence of its own.
        _licence(seeded.licence or seed.licence, info.licence),
        _title(seeded.title or seed.title, info.title),
        _numbers("votes", seeded.votes, today.votes),
        _numbers("usability", seeded.usability, today.usability, form=".2f"),
        _numbers("downloads", seeded.downloads, today.downloads),
        _numbers("notebooks", seeded.notebooks, today.notebooks),
    ]
    return tuple(change for change in changes if change)


def _title(seeded: str, today: str) -> UpstreamChange | None:
    return UpstreamChange(about="title", before=seeded, now=today, news=False) if seeded != today else None


def _numbers(
    about: Literal["version", "votes", "usability", "downloads", "notebooks"],
    seeded: float | None,
    today: float | None,
    *,
    form: str = ",",
    news: bool = False,
) -> UpstreamChange | None:
    # What the site does not state today is no change that anybody could name.
    if today is None or seeded == today:
        return None
    before = "" if seeded is None else f"{seeded:{form}}"
    return UpstreamChange(about=about, before=before, now=f"{today:{form}}", news=news)


def _files(
    seed_files: Sequence[DatasetFile] | None, newest_files: Sequence[DatasetFile] | None
) -> UpstreamChange | None:
    if seed_files is None or newest_files is None:
        return None
    seeded, today = ({file.name: file.size for file in files} for files in (seed_files, newest_files))
    kinds = (
        ("new", sorted(today.keys() - seeded.keys())),
        ("gone", sorted(seeded.keys() - today.keys())),
        ("of another size", sorted(name for name in seeded.keys() & today.keys() if seeded[name] != today[name])),
    )
    differences = [f"{kind}: {listed(names, _MAX_NAMED)}" for kind, names in kinds if names]
    if not differences:
        return None
    return UpstreamChange(
        about="files",
        before=counted(len(seeded), "file"),
        now=f"{counted(len(today), 'file')}; {'; '.join(differences)}",
        news=True,
    )


def _size(
    seeded: Publication,
    today: Publication,
    seed_files: Sequence[DatasetFile] | None,
    newest_files: Sequence[DatasetFile] | None,
) -> UpstreamChange | None:
    old, new = seeded.size, today.size
    if seed_files is not None and newest_files is not None:
        old, new = sum(file.size for file in seed_files), sum(file.size for file in newest_files)
    # A seed may be older than this field.
    if old is None or new is None or old == new:
        return None
    return UpstreamChange(about="size", before=f"{old:,} bytes", now=f"{new:,} bytes", news=True)


def _licence(seeded: str, words: str) -> UpstreamChange | None:
    """Compare what is meant: the site has a long label where a seed has an identifier."""
    if not words or seeded == words or licence_of(seeded).name == licence_of(words).name != "unknown":
        return None
    return UpstreamChange(about="licence", before=seeded, now=licence_of(words).spdx or words, news=True)
