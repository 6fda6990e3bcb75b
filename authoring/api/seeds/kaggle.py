"""What Kaggle knows: data sets that a problem set could be about, and what changed there since seeds were added."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.seeds.intake import list_seeds
from authoring.errors import SeedError, UsageError
from authoring.records.dataset_metadata import DatasetFile, DatasetInfo, DatasetQuery, SearchResult, UpstreamComparison
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.seed import Seed
from authoring.records.wording import counted, size, visible
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.errors import MissingError, NoAccessError
from authoring.seeds.sources.kaggle.search import search
from authoring.seeds.sources.kaggle.upstream import publication_of, upstream_changes
from authoring.seeds.vetting.licences import licence_of
from authoring.workspace import Workspace
from authoring.workspace.files import write_file


@dataclass(frozen=True, slots=True)
class UpstreamReport:
    """What Kaggle says today of seeds."""

    seeds: tuple[UpstreamComparison, ...]
    without_upstream: int
    """Further seeds that come from files or packages; counted only where all were asked for."""

    @property
    def exit_code(self) -> int:
        """4 when a seed could not be asked about, else 1 when one has changed, else 0."""
        if any(upstream.failure for upstream in self.seeds):
            return SeedError.exit_code
        return 1 if any(upstream.changed for upstream in self.seeds) else 0


def search_seeds(criteria: DatasetQuery, *, save: Path | None = None, reporter: Reporter = NOBODY) -> SearchResult:
    """Search Kaggle for data sets to ask about.

    Args:
        criteria: what is looked for.
        save: a file that the candidates are written to, as a list that `add_seeds` reads; not written without any.
        reporter: hears how many candidates there are.

    Raises:
        UsageError: there is a file of the name already, or no folder for one; nothing is searched for.
        SeedError: there is no client or are no credentials, or the site does not answer as it should.
    """
    # Before the search, whose results would be lost.
    if save is not None and save.exists():
        raise UsageError(f"{save}: is there already", hint="name another file, or move this one away")
    if save is not None and not save.parent.is_dir():
        raise UsageError(f"{save}: there is no folder {save.parent}", hint="make the folder first")
    with Kaggle.open() as kaggle, reporting(reporter, "searching Kaggle") as advance:
        results = search(kaggle, criteria, on_progress=advance)
    if save is not None and results.candidates:
        write_file(save, _seed_list(results).encode())
    return results


def update_seeds(
    workspace: Workspace, names: Sequence[str] = (), *, every: bool = False, reporter: Reporter = NOBODY
) -> UpstreamReport:
    """Compare seeds with what Kaggle says today of the data sets they came from; nothing is changed.

    With `every`, all seeds that come from Kaggle are compared, in place of names.

    Raises:
        UsageError: nothing is named, or names and all.
        SeedError: there is no such seed, or it has no upstream.
        NoAccessError: Kaggle cannot be asked at all.
    """
    if bool(names) == every:
        message = "no seed is named" if not names else "seeds are named and --all too"
        raise UsageError(message, hint="name seeds, or give --all")
    seeds = list_seeds(workspace, reporter=reporter) if every else tuple(map(workspace.read_seed, dict.fromkeys(names)))
    published = [seed for seed in seeds if seed.publication is not None]
    # Raises for a seed without an upstream, before the site is asked about any.
    if not every:
        for seed in seeds:
            publication_of(seed)
    if not published:
        return UpstreamReport((), len(seeds))
    results = []
    with Kaggle.open() as kaggle, reporting(reporter, "asking Kaggle") as advance:
        for index, seed in enumerate(published):
            advance(index, len(published))
            results.append(_compare(kaggle, seed))
    return UpstreamReport(tuple(results), len(seeds) - len(published))


def licence_words(info: DatasetInfo) -> str:
    """Return a data set's licence in as few words as there are."""
    licence = licence_of(info.licence)
    return licence.spdx or visible(info.licence, lines=False) or "not stated"


def _seed_list(results: SearchResult) -> str:
    """Return candidates as the text of a list, one reference a line, remarks for the person who chooses."""
    well_known = {dataset.ref: dataset.name for dataset in results.worn_out}
    lines = [f"# {counted(len(results.candidates), 'data set')}; one a line, what follows a # is a remark", ""]
    for info in results.candidates:
        publication = info.publication
        known_name = well_known.get(publication.ref)
        facts = (
            f"{publication.votes:,} votes" if publication.votes is not None else "",
            size(publication.size) if publication.size is not None else "",
            licence_words(info),
            f"worn out ({known_name})" if known_name else "",
            visible(info.title, lines=False),
        )
        lines.append(f"kaggle:{publication.ref}  # {', '.join(fact for fact in facts if fact)}")
    return "".join(f"{line}\n" for line in lines)


def _compare(kaggle: Kaggle, seed: Seed) -> UpstreamComparison:
    """Compare one seed; a failure is a result, so that the others are compared all the same."""
    publication = publication_of(seed)
    try:
        info = kaggle.dataset(publication.ref)
        today = info.publication
        before = now = None
        notes: tuple[str, ...] = ()
        if publication.version is None:
            notes = ("the seed does not say which version it is of, so files are not compared",)
        # The files of one version never change, and need not be listed.
        elif publication.version != today.version:
            now = kaggle.files(publication.ref, today.version)
            before, notes = _files_of_version(kaggle, publication.ref, publication.version)
        changes = upstream_changes(seed, info, seed_files=before, newest_files=now)
        return UpstreamComparison(
            seed=seed.name, ref=publication.ref, version=today.version, changes=changes, notes=notes
        )
    # Before its base class: what is refused for one seed is refused for all.
    except NoAccessError:
        raise
    except MissingError as error:
        return UpstreamComparison(seed=seed.name, ref=publication.ref, version=None, gone=True, notes=(error.message,))
    except SeedError as error:
        return UpstreamComparison(seed=seed.name, ref=publication.ref, version=None, failure=error.message)


def _files_of_version(kaggle: Kaggle, ref: str, version: int) -> tuple[tuple[DatasetFile, ...] | None, tuple[str, ...]]:
    """Return the files of a version, None where the site no longer lists them, and a note about that."""
    try:
        return kaggle.files(ref, version), ()
    except MissingError:
        return None, (f"the files of version {version} are no longer listed, so they are not compared",)
