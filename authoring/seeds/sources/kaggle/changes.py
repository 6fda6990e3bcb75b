"""What is not upstream as a seed has it: a seed held against what the site says today."""

from collections.abc import Sequence
from typing import Literal

from authoring.errors import SeedError
from authoring.records.dataset_metadata import Change, DatasetFile, DatasetInfo
from authoring.records.seed import Publication, Seed
from authoring.seeds.vetting.licences import licence_of

_SHOWN = 8
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


def changes_of(
    seed: Seed, info: DatasetInfo, *, before: Sequence[DatasetFile] | None, now: Sequence[DatasetFile] | None
) -> tuple[Change, ...]:
    """Return what has changed, what is about the data first.

    Args:
        seed: with the publication it was added with.
        info: what the site says of the data set today.
        before: files of the seed's version; None where they need not or cannot be had.
        now: files of today's version; None as above.
    """
    then, today = publication_of(seed), info.publication
    found = [
        _numbers("version", then.version, today.version, news=True),
        _files(before, now),
        _size(then, today, before, now),
        # A person may have given a seed a title and a licence of its own.
        _licence(then.licence or seed.licence, info.licence),
        _title(then.title or seed.title, info.title),
        _numbers("votes", then.votes, today.votes),
        _usability(then.usability, today.usability),
        _numbers("downloads", then.downloads, today.downloads),
        _numbers("notebooks", then.notebooks, today.notebooks),
    ]
    return tuple(change for change in found if change)


def _title(then: str, today: str) -> Change | None:
    return Change(about="title", before=then, now=today, news=False) if then != today else None


def _numbers(
    about: Literal["version", "votes", "downloads", "notebooks"],
    then: int | None,
    today: int | None,
    *,
    news: bool = False,
) -> Change | None:
    if today is None or then == today:
        return None
    return Change(about=about, before="" if then is None else f"{then:,}", now=f"{today:,}", news=news)


def _usability(then: float | None, today: float | None) -> Change | None:
    if today is None or then == today:
        return None
    return Change(about="usability", before="" if then is None else f"{then:.2f}", now=f"{today:.2f}", news=False)


def _files(before: Sequence[DatasetFile] | None, now: Sequence[DatasetFile] | None) -> Change | None:
    if before is None or now is None:
        return None
    then, today = ({file.name: file.size for file in files} for files in (before, now))
    kinds = (
        ("new", sorted(today.keys() - then.keys())),
        ("gone", sorted(then.keys() - today.keys())),
        ("of another size", sorted(name for name in then.keys() & today.keys() if then[name] != today[name])),
    )
    said = [f"{what}: {_named(names)}" for what, names in kinds if names]
    if not said:
        return None
    return Change(
        about="files", before=_counted(len(then)), now=f"{_counted(len(today))}; {'; '.join(said)}", news=True
    )


def _size(
    then: Publication, today: Publication, before: Sequence[DatasetFile] | None, now: Sequence[DatasetFile] | None
) -> Change | None:
    old, new = then.size, today.size
    if before is not None and now is not None:
        old, new = sum(file.size for file in before), sum(file.size for file in now)
    if old is None or new is None or old == new:
        return None
    return Change(about="size", before=f"{old:,} bytes", now=f"{new:,} bytes", news=True)


def _licence(said: str, words: str) -> Change | None:
    """Compare what is meant: the site has a long label where a seed has an identifier."""
    if not words or said == words or licence_of(said).name == licence_of(words).name != "unknown":
        return None
    return Change(about="licence", before=said, now=licence_of(words).spdx or words, news=True)


def _named(names: Sequence[str]) -> str:
    further = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {further:,} more" if further > 0 else "")


def _counted(number: int) -> str:
    return f"{number:,} {'file' if number == 1 else 'files'}"
