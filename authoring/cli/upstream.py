"""Seeds held against what Kaggle says of them today."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.cli.progress import progress_bar
from authoring.errors import SeedError, UsageError
from authoring.records.dataset_metadata import DatasetFile, Upstream
from authoring.records.seed import Seed
from authoring.seeds.sources.kaggle.changes import changes_of, publication_of
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.refusals import MissingError, NoAccessError
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Chosen:
    """Seeds to ask about."""

    seeds: tuple[Seed, ...]
    without_upstream: int
    """Further seeds that come from files or packages; only where all were asked for."""


def chosen(place: Workspace, names: Sequence[str], *, every: bool) -> Chosen:
    """Return the seeds that are named, or all that have an upstream.

    Raises:
        UsageError: nothing is named, or names and all.
        SeedError: there is no such seed, or it has no upstream.
    """
    if bool(names) == every:
        message = "no seed is named" if not names else "seeds are named and --all too"
        raise UsageError(message, hint="name seeds, or give --all")
    seeds = [place.read_seed(name) for name in (place.seeds() if every else dict.fromkeys(names))]
    if every:
        published = tuple(seed for seed in seeds if seed.publication is not None)
        return Chosen(published, len(seeds) - len(published))
    for seed in seeds:
        publication_of(seed)
    return Chosen(tuple(seeds), 0)


def ask_upstream(seeds: Sequence[Seed]) -> tuple[Upstream, ...]:
    """Ask Kaggle about each seed; what fails for one keeps nothing of the others back.

    Raises:
        NoAccessError: Kaggle cannot be asked at all.
    """
    if not seeds:
        return ()
    found = []
    with Kaggle.open() as kaggle, progress_bar("asking Kaggle") as move:
        for done, seed in enumerate(seeds):
            move(done, len(seeds))
            found.append(_asked(kaggle, seed))
    return tuple(found)


def _asked(kaggle: Kaggle, seed: Seed) -> Upstream:
    then = publication_of(seed)
    try:
        info = kaggle.dataset(then.ref)
        today = info.publication
        before = now = None
        notes: tuple[str, ...] = ()
        if then.version is None:
            notes = ("the seed does not say which version it is of, so files are not compared",)
        elif then.version != today.version:
            now = kaggle.files(then.ref, today.version)
            before, notes = _files_then(kaggle, then.ref, then.version)
        changes = changes_of(seed, info, before=before, now=now)
        return Upstream(seed=seed.name, ref=then.ref, version=today.version, changes=changes, notes=notes)
    except NoAccessError:
        raise
    except MissingError as error:
        return Upstream(seed=seed.name, ref=then.ref, version=None, gone=True, notes=(error.message,))
    except SeedError as error:
        return Upstream(seed=seed.name, ref=then.ref, version=None, failure=error.message)


def _files_then(kaggle: Kaggle, ref: str, version: int) -> tuple[tuple[DatasetFile, ...] | None, tuple[str, ...]]:
    try:
        return kaggle.files(ref, version), ()
    except MissingError:
        return None, (f"the files of version {version} are no longer listed, so they are not compared",)


def after_update(found: Sequence[Upstream]) -> str:
    """Return the command that comes next: to take the first seed anew that has another version, where there is one."""
    for one in found:
        if one.changed and not one.gone:
            pinned = f"@{one.version}" if one.version else ""
            return f"authoring seed add kaggle:{one.ref}{pinned} --name {one.seed} --replace"
    return f"authoring seed show {found[0].seed}" if found else "authoring seed add kaggle:OWNER/SLUG"


def exit_code_of(found: Sequence[Upstream]) -> int:
    """Return 4 when one could not be asked about, else 1 when one has changed, else 0."""
    if any(one.failure for one in found):
        return SeedError.exit_code
    return 1 if any(one.changed for one in found) else 0
