"""What Kaggle knows: data sets that a problem set could be about, and what changed there since seeds were added."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.seeds.description import list_seeds
from authoring.drafting.prompts.notebook import digest_notebook
from authoring.errors import SeedError, UsageError
from authoring.records.base import Record
from authoring.records.dataset_metadata import (
    DatasetFile,
    DatasetInfo,
    DatasetQuery,
    DatasetVersion,
    NotebookInfo,
    SearchResult,
    UpstreamComparison,
)
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.seed import Seed
from authoring.records.wording import counted, size, visible
from authoring.seeds.notebooks.cleaning import clean_notebook
from authoring.seeds.sources.file import fetch_local_notebook
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.errors import MissingError, NoAccessError, RestError
from authoring.seeds.sources.kaggle.references import dataset_reference, notebook_reference
from authoring.seeds.sources.kaggle.search import search
from authoring.seeds.sources.kaggle.upstream import publication_of, upstream_changes
from authoring.seeds.vetting.licences import licence_of
from authoring.workspace import Workspace
from authoring.workspace.files import scratch_folder, write_file
from authoring.workspace.guidance import read_notebook


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


class DatasetVersions(Record):
    """Answer of ``seed versions``."""

    ref: str
    """``OWNER/SLUG``."""
    newest: int | None
    seed_version: int | None = None
    """The version that the seed is of; None where a data set was named, or the seed does not say."""
    versions: tuple[DatasetVersion, ...]


class DatasetNotebooks(Record):
    """Answer of ``seed notebooks``."""

    ref: str
    """``OWNER/SLUG`` of the data set."""
    seed_notebook: str = ""
    """The notebook that the seed has; empty where it has none, or a data set was named."""
    notebooks: tuple[NotebookInfo, ...]


class DigestedNotebook(Record):
    """Answer of ``seed digest``."""

    seed: str
    notebook: str
    """``OWNER/SLUG`` or the name of a file."""
    digest: str
    """What a model is told of it."""


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
        rest: RestError | None = None
        for index, seed in enumerate(published):
            advance(index, len(published))
            # Each further call while Kaggle wants rest makes the rest longer.
            if rest is not None:
                results.append(_not_asked(seed, rest))
                continue
            try:
                results.append(_compare(kaggle, seed))
            except RestError as error:
                rest = error
                results.append(_not_asked(seed, rest))
    return UpstreamReport(tuple(results), len(seeds) - len(published))


def list_versions(workspace: Workspace, reference: str) -> DatasetVersions:
    """Return the versions of the data set that a seed came from, or of ``kaggle:OWNER/SLUG``, the newest first.

    Raises:
        SeedError: there is no such seed, it comes from no site, or Kaggle cannot be asked.
    """
    ref, seed = _dataset_of(workspace, reference)
    with Kaggle.open() as kaggle:
        info = kaggle.dataset(ref)
    publication = info.publication
    newest = DatasetVersion(number=publication.version, created=publication.updated) if publication.version else None
    return DatasetVersions(
        ref=publication.ref,
        newest=publication.version,
        seed_version=publication_of(seed).version if seed else None,
        # A page that lists none still says which is the newest.
        versions=info.versions or ((newest,) if newest else ()),
    )


def list_notebooks(workspace: Workspace, reference: str) -> DatasetNotebooks:
    """Return the Python notebooks about the data set of a seed, or of ``kaggle:OWNER/SLUG``, most votes first.

    Raises:
        SeedError: there is no such seed, it comes from no site, or Kaggle cannot be asked.
    """
    ref, seed = _dataset_of(workspace, reference)
    with Kaggle.open() as kaggle:
        notebooks = kaggle.notebooks(ref)
    return DatasetNotebooks(
        ref=ref, seed_notebook=seed.notebook.ref if seed and seed.notebook else "", notebooks=notebooks
    )


def digest_seed_notebook(workspace: Workspace, name: str, *, notebook: str = "") -> DigestedNotebook:
    """Return what a model is told of a seed's reference notebook; no model is asked.

    Args:
        workspace: where the seed is.
        name: the seed's.
        notebook: a file or an ``OWNER/SLUG`` of Kaggle's to look at in the place of the seed's own.

    Raises:
        SeedError: there is no such seed, it has no notebook, or the one that is named cannot be had or read.
    """
    seed = workspace.read_seed(name)
    ref, text = notebook, ""
    if not notebook:
        ref, text = seed.notebook.ref if seed.notebook else "", read_notebook(workspace.root, name)
    elif Path(notebook).is_file():
        with scratch_folder(workspace.root, "notebook") as scratch:
            text = fetch_local_notebook(Path(notebook), scratch).path.read_text("utf-8")
    else:
        with Kaggle.open() as kaggle:
            text = kaggle.read_notebook(notebook_reference(notebook)).text
    if not text:
        raise SeedError(
            f"{name} has no reference notebook",
            hint=f"name one: --notebook FILE.ipynb, or --notebook OWNER/SLUG out of authoring seed notebooks {name}",
        )
    cleaned = clean_notebook(text, Path(ref).name if Path(ref).suffix else "")
    if not cleaned.text:
        raise SeedError(
            f"{ref}: {cleaned.findings[0].message}", hint=cleaned.findings[0].hint or "name another notebook"
        )
    columns = tuple(dict.fromkeys(column for file in seed.files for column in file.columns))
    return DigestedNotebook(seed=name, notebook=ref, digest=digest_notebook(cleaned.text, columns=columns))


def _dataset_of(workspace: Workspace, reference: str) -> tuple[str, Seed | None]:
    """Return the data set that a seed, or a reference to Kaggle, is about, and the seed where one is named."""
    if reference.startswith("kaggle:") or "/" in reference:
        return dataset_reference(reference.removeprefix("kaggle:")).ref, None
    seed = workspace.read_seed(reference)
    return publication_of(seed).ref, seed


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
        elif publication.pinned:
            notes = (f"version {publication.version} was chosen, so that newer ones are no news",)
            notes += _files_of_version(kaggle, publication.ref, publication.version)[1]
        elif publication.version != today.version:
            now = kaggle.files(publication.ref, today.version)
            before, notes = _files_of_version(kaggle, publication.ref, publication.version)
        changes = upstream_changes(seed, info, seed_files=before, newest_files=now)
        return UpstreamComparison(
            seed=seed.name, ref=publication.ref, version=today.version, changes=changes, notes=notes
        )
    # Before their base class: what is refused for one seed is refused for all.
    except (NoAccessError, RestError):
        raise
    except MissingError as error:
        return UpstreamComparison(seed=seed.name, ref=publication.ref, version=None, gone=True, notes=(error.message,))
    except SeedError as error:
        return UpstreamComparison(seed=seed.name, ref=publication.ref, version=None, failure=error.message)


def _not_asked(seed: Seed, rest: RestError) -> UpstreamComparison:
    failure = f"{rest.message}; {rest.hint}"
    return UpstreamComparison(seed=seed.name, ref=publication_of(seed).ref, version=None, failure=failure)


def _files_of_version(kaggle: Kaggle, ref: str, version: int) -> tuple[tuple[DatasetFile, ...] | None, tuple[str, ...]]:
    """Return the files of a version, None where the site no longer lists them, and a note about that."""
    try:
        return kaggle.files(ref, version), ()
    except MissingError:
        return None, (f"the files of version {version} are no longer listed, so they are not compared",)
