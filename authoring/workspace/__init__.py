"""The only reader and writer of the folders of a workspace.

A folder with an ``authoring.toml`` is a workspace. Whatever is written appears whole or not at all: files are written
beside their place and renamed, and a problem set's own file comes last, so that a set that is there has its data.

Seeds, runs with their journals, admitted sets, exports, settings, caches, locks and trust belong here, with the checks
that what lies on disk is what was written. What the records in these files mean belongs to `authoring.records`; who is
allowed to write them, and when, to `authoring.api`; the ledger of models keeps a file of its own in `authoring.llm`.
"""

import functools
import importlib.resources
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Self

from pydantic import ValidationError

from authoring.errors import AuthoringError, SeedError, WorkspaceError
from authoring.extensions import texts
from authoring.records.base import Sha256
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.decision import Admission
from authoring.records.documents import load_yaml
from authoring.records.draft import Example, Template
from authoring.records.format_version import current, marked
from authoring.records.provenance import with_benchmark
from authoring.records.seed import InputFile, Seed, TableFile
from authoring.records.synthetic_table import SyntheticTable
from authoring.validators.base import Dialect
from authoring.workspace.admitted import refuse_changed_copy, refuse_changed_set
from authoring.workspace.benchmark import mark_manifest, read_dialect, read_facts
from authoring.workspace.documents import read_translations, write_plan
from authoring.workspace.exports import write_export
from authoring.workspace.files import (
    copy_into,
    files_in,
    folder_in_place_of,
    read_bytes,
    read_text,
    refuse_changed_copies,
    sha256_of_file,
    state_of_files,
    write_file,
    write_yaml,
)
from authoring.workspace.line_log import checksums_path
from authoring.workspace.links import refuse_links_out
from authoring.workspace.read_lock import ReadLocks
from authoring.workspace.regular_file import is_present
from authoring.workspace.settings import SETTINGS, SETTINGS_TEXT, Settings, read_settings
from authoring.workspace.unfinished import locked

NOTEBOOK = "reference.ipynb"
"""A seed's reference notebook, which is cleaned before it is written."""
BROKEN_SEED = "mend the file, or add the seed again with --replace, or see what can be done: authoring doctor --repair"
TEMPLATES = "authoring.templates"
"""The group of entry points through which installed packages add templates."""
SET_ASIDE = re.compile(r"journal\.(\d+)\.jsonl")
"""The name of a journal that was set aside."""
DEFAULT_FOLDERS = (
    *("guides", "templates", "templates/prompts", "templates/prompts/solvers"),
    *("templates/prompts/solvers/blind", "templates/prompts/solvers/taskgraph", "templates/prompts/judges"),
)


class Workspace:
    """One workspace.

    Attributes:
        root: the folder that holds authoring.toml.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def settings(self) -> Settings:
        """What authoring.toml says, defaults filled in; read when it is needed, as what can do without it may go on.

        Raises:
            WorkspaceError: the file cannot be read, or says something it may not say.
        """
        return read_settings(self.root / SETTINGS)

    @classmethod
    def find(cls, start: Path) -> Self:
        """Return the workspace that `start` lies in.

        Raises:
            WorkspaceError: when there is none.
        """
        # Commands work in any folder of a workspace, as those of git do.
        for folder in (start.resolve(), *start.resolve().parents):
            # What is no file there is a broken workspace, not none.
            if os.path.lexists(folder / SETTINGS):
                return cls(folder)
        raise WorkspaceError(f"{start.resolve()}: no workspace here or above", hint="make one with: authoring init DIR")

    @classmethod
    def create(cls, root: Path) -> tuple[Self, tuple[Path, ...]]:
        """Make a workspace with the default guides and templates; what is there already is kept.

        Returns:
            The workspace and the files that were written.
        """
        if root.exists() and not root.is_dir():
            raise WorkspaceError(f"{root}: is a file", hint="name a folder, new or existing")
        written = []
        for folder in (*DEFAULT_FOLDERS, "seeds", "problemsets"):
            (root / folder).mkdir(parents=True, exist_ok=True)
        for folder in DEFAULT_FOLDERS:
            for name, text in _default_files(folder):
                # A second `authoring init` restores what is missing and leaves what a person edited.
                if write_file(root / folder / name, text.encode(), replace=False):
                    written.append(root / folder / name)
        # Runs, caches and scratch folders belong to one machine and stay out of version control.
        for name, text in ((".gitignore", ".authoring/\n"), (SETTINGS, SETTINGS_TEXT)):
            if write_file(root / name, text.encode(), replace=False):
                written.append(root / name)
        return cls(root.resolve()), tuple(written)

    # Seeds

    def seeds(self) -> tuple[str, ...]:
        """Return the names of the seeds, sorted."""
        return _folders_with(self.root / "seeds", "seed.yaml")

    def read_seed(self, name: str) -> Seed:
        """Return a seed.

        Raises:
            SeedError: when there is none, it cannot be read, or its files are not the ones it was made from.
        """
        path = self.root / "seeds" / name / "seed.yaml"
        if not is_present(path):
            close = get_close_matches(name, self.seeds(), n=1)
            hint = (
                f"did you mean {close[0]}?" if close else "see: authoring seed list; add one with: authoring seed add"
            )
            raise SeedError(f"no seed is called {name}", hint=hint)
        try:
            text = read_text(path, inside=self._seed_folder(name))
            seed = Seed.model_validate(current("seed", load_yaml(text), path=path, error=SeedError))
        except WorkspaceError as error:
            raise SeedError(error.message, hint=BROKEN_SEED) from error
        except ValueError as error:
            raise SeedError(f"{path}: {_first_line(error)}", hint=BROKEN_SEED) from error
        # A folder that was renamed is a seed that was renamed, whoever did it.
        return seed if seed.name == name else _renamed(seed, name, path.parent)

    def read_seeds(self, *, problems: list[AuthoringError] | None = None) -> tuple[Seed, ...]:
        """Return the seeds that can be read, by name; why others cannot is added to `problems`."""
        seeds = []
        for name in self.seeds():
            try:
                seeds.append(self.read_seed(name))
            except SeedError as error:
                if problems is not None:
                    problems.append(error)
        return tuple(seeds)

    def seed_files(self, seed: Seed) -> tuple[Path, ...]:
        """Return the paths of a seed's files, in the seed's order; of files in folders, the folders.

        Raises:
            SeedError: when one is missing, has other bytes than the seed says, or is none of the seed's.
        """
        data = self._seed_folder(seed.name) / "data"
        for file in seed.data:
            path = data / file.name
            if not path.is_file():
                raise SeedError(f"{path}: missing", hint=f"add the seed again: authoring seed add {seed.source}")
            # Reference answers were computed from these bytes; with others they would be wrong without a word.
            if sha256_of_file(path) != file.sha256:
                raise SeedError(
                    f"{path}: has changed since the seed was added",
                    hint=f"put the old file back, or add the seed again: authoring seed add {seed.source} --replace",
                )
        # A session copies a folder whole, so several files of one folder count once.
        tops = tuple(data / name for name in dict.fromkeys(file.name.partition("/")[0] for file in seed.data))
        for path in tops:
            # And with it whatever else lies there, which nobody vetted.
            for name, extra in files_in(path) if path.is_dir() else ():
                if name not in {file.name for file in seed.data}:
                    raise SeedError(f"{extra}: is no file of the seed {seed.name}", hint="move it away")
        return tops

    def state_of_seed_files(self, seed: Seed) -> Sha256:
        """Return what changes whenever a file of a seed does; none of them is read.

        Raises:
            SeedError: a link leads out of the seed's folder.
        """
        return state_of_files(self._seed_folder(seed.name) / "data")

    def reading_seed(self, *names: str) -> ReadLocks:
        """Keep other commands from replacing, renaming or removing seeds, of which those are passed over that are gone.

        Raises:
            WorkspaceError: another command has been changing one for a minute.
        """
        return ReadLocks(*(self.root / "seeds" / name for name in names))

    def _seed_folder(self, name: str) -> Path:
        """Return the folder of a seed.

        Raises:
            SeedError: a link leads out of it; whoever gave the seed could have any file of this machine shown.
        """
        folder = self.root / "seeds" / name
        refuse_links_out([folder], folder.parent)
        refuse_links_out([folder / "data"], folder)
        return folder

    def refuse_taken_seed(self, name: str) -> None:
        """Refuse a name that a seed has.

        Raises:
            SeedError: there is a seed of this name.
        """
        if (self.root / "seeds" / name).exists():
            raise SeedError(
                f"there is a seed called {name} already", hint="give another --name, or replace it with --replace"
            )

    def write_seed(
        self,
        seed: Seed,
        files: Iterable[tuple[TableFile | InputFile, Path]],
        *,
        notebook: str = "",
        plan: SyntheticTable | None = None,
        replace: bool = False,
    ) -> Path:
        """Write a seed with copies of its files, its notebook and the plan of its table where it has them.

        Returns:
            Its folder, which appears with all of them or not at all.

        Raises:
            SeedError: when there is a seed of this name and `replace` is false.
        """
        folder = self.root / "seeds" / seed.name

        def refuse_taken() -> None:
            if not replace:
                self.refuse_taken_seed(seed.name)

        # Before files are copied, and again when they are: another command may have added one meanwhile.
        refuse_taken()
        with folder_in_place_of(folder, check=refuse_taken, read_by=[folder.parent]) as new:
            (new / "data").mkdir()
            for file, path in files:
                (new / "data" / file.name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, new / "data" / file.name)
            if notebook:
                write_file(new / NOTEBOOK, notebook.encode())
            if plan is not None:
                write_plan(new, plan)
            _write_seed_record(new / "seed.yaml", seed)
        return folder

    # Templates and examples

    def templates(self) -> tuple[Template, ...]:
        """Return the problem-set templates, sorted by name; names that begin with ``_`` are left out.

        Templates of installed packages (entry points of the group ``authoring.templates``) count as if they stood in
        the folder; a file of the workspace replaces one of the same name.
        """
        paths = (self.root / "templates").glob("*.py")
        # The files come second, because a workspace may replace a template of a package.
        by_name = {**dict(texts(TEMPLATES)), **{path.stem: read_text(path, inside=self.root) for path in paths}}
        return tuple(
            Template(name=name, text=text) for name, text in sorted(by_name.items()) if not name.startswith("_")
        )

    def examples(self) -> tuple[Example, ...]:
        """Return the admitted sets that can be read as examples for a drafter, sorted by name."""
        examples = []
        for name in self.problemsets():
            # A damaged set, which `authoring status` names, keeps nobody from drafting another one.
            with suppress(WorkspaceError):
                examples.append(Example(name=name, text=read_text(self.problemset_path(name))))
        return tuple(examples)

    # Runs

    def runs(self) -> tuple[str, ...]:
        """Return the names of the drafts in progress, sorted."""
        return _folders_with(self.root / ".authoring" / "runs", "journal.jsonl")

    def journal_path(self, name: str) -> Path:
        """Return where the journal of a run stands, or will stand."""
        return self.root / ".authoring" / "runs" / name / "journal.jsonl"

    def set_aside_run(self, name: str) -> Path | None:
        """Make room for a new run of this name; return where the old journal went, None if there was none."""
        path = self.journal_path(name)
        if not path.exists():
            return None
        # Before the journal, so that they are never those of another one.
        checksums_path(path).unlink(missing_ok=True)
        # The old journal is renamed, not deleted: it holds paid replies and what a person decided.
        numbers = [int(match[1]) for file in path.parent.iterdir() if (match := SET_ASIDE.fullmatch(file.name))]
        # After the last and not after their count: a person may have removed one, and no other may be replaced.
        return path.rename(path.with_name(f"journal.{1 + max(numbers, default=0)}.jsonl"))

    # The benchmark

    def problemsets(self) -> tuple[str, ...]:
        """Return the names of the admitted sets, sorted."""
        paths = (self.root / "problemsets").glob("*.py")
        # DSEval takes no name with an underscore for a problem set; a dot marks a file that a crash left half written.
        return tuple(sorted(path.stem for path in paths if not path.name.startswith(("_", "."))))

    def problemset_path(self, name: str) -> Path:
        """Return where the text of an admitted set stands, or will stand."""
        return self.root / "problemsets" / f"{name}.py"

    def problemset_inputs(self, name: str) -> tuple[Path, ...]:
        """Return the input files and folders of an admitted set, sorted by name.

        Raises:
            WorkspaceError: a link leads out of the benchmark.
        """
        benchmark = self.root / "problemsets"
        folder = benchmark / "_inputs" / name
        refuse_links_out([folder], benchmark, error=WorkspaceError)
        # Names that begin with a dot are leftovers of a crash, or an editor's.
        return tuple(sorted(folder.glob("[!.]*"))) if folder.is_dir() else ()

    def read_problemset(self, name: str) -> AdmittedSet:
        """Return an admitted set with its data.

        Raises:
            WorkspaceError: when there is none.
        """
        benchmark, path = self.root / "problemsets", self.problemset_path(name)
        with ReadLocks(benchmark):
            return self._read_problemset(name, benchmark, path)

    def _read_problemset(self, name: str, benchmark: Path, path: Path) -> AdmittedSet:
        if not is_present(path):
            raise WorkspaceError(f"no admitted problem set is called {name}", hint="see: authoring status")
        inputs = [
            FileContent(path=called, content=read_bytes(file, inside=benchmark))
            for path in self.problemset_inputs(name)
            for called, file in files_in(path)
        ]
        meta_path = benchmark / "_meta" / f"{name}.yaml"
        return AdmittedSet(
            name=name,
            text=read_text(path, inside=benchmark),
            inputs=tuple(inputs),
            meta=_read_meta(meta_path, benchmark) if is_present(meta_path) else "",
            translations=read_translations(self.root, name),
        )

    def admitted_set(self, name: str) -> AdmittedSet:
        """Return an admitted set to be handed on, which has to be what was admitted.

        Raises:
            BenchmarkError: its text, an input or its provenance is another; the message names what differs.
            WorkspaceError: there is none of this name.
        """
        path = self.problemset_path(name)
        with ReadLocks(path.parent):
            if path.is_file():
                refuse_changed_set(path, read_text(path), is_admitted=True)
            problemset = self.read_problemset(name)
        # And of the very bytes that are handed on, which somebody may have changed in between.
        refuse_changed_copy(path, problemset)
        return problemset

    def write_admission(self, admission: Admission, files: Sequence[Path]) -> Path:
        """Put an admitted set into the benchmark: data and provenance first, the set's own file last.

        Doing it twice is doing it once.

        Raises:
            WorkspaceError: when another set of this name is there.
        """
        benchmark = self.root / "problemsets"
        path = self.problemset_path(admission.name)
        with locked(path):
            # The same text is no conflict, so that an admission that a crash cut short can be done again.
            if path.exists() and read_text(path, inside=path.parent) != admission.text:
                raise WorkspaceError(
                    f"{path}: another problem set of this name has been admitted",
                    hint=f"authoring admit {admission.name} --replace, or first: authoring set remove {admission.name}",
                )
            with folder_in_place_of(benchmark / "_inputs" / admission.name) as new:
                for file in files:
                    copy_into(new, file)
                refuse_changed_copies(new, admission.inputs)
            meta = with_benchmark(admission.meta, read_facts(benchmark))
            write_file(benchmark / "_meta" / f"{admission.name}.yaml", meta.encode())
            mark_manifest(benchmark, self.settings.benchmark.model_dump())
            # This file is what makes the set a part of the benchmark, so it comes when all it needs is there.
            write_file(path, admission.text.encode())
        return path

    def is_whole(self, admission: Admission) -> bool:
        """Say whether an admitted set stands in the benchmark with its data and a record of its origin."""
        path = self.problemset_path(admission.name)
        meta = self.root / "problemsets" / "_meta" / f"{admission.name}.yaml"
        files = {name for file in self.problemset_inputs(admission.name) for name, _ in files_in(file)}
        has_data = files >= {file.name for file in admission.inputs}
        has_text = path.is_file() and read_text(path, inside=path.parent) == admission.text
        return has_text and meta.is_file() and has_data

    @property
    def dialect(self) -> Dialect:
        """Whose rules judge: what the benchmark's ``_manifest.yaml`` says.

        Raises:
            BenchmarkError: when the manifest is broken.
        """
        return read_dialect(self.root / "problemsets")

    def write_bundle(self, folder: Path, bundle: Bundle, *, replace: bool = False) -> tuple[Path, ...]:
        """Write an export; see `authoring.workspace.exports.write_export`."""
        return write_export(folder, bundle, replace=replace)


def _default_files(folder: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of the guides or templates that come with the package.

    In an installed wheel they stand inside the package, in a checkout beside it.
    """
    package = importlib.resources.files("authoring")
    packed = package / "defaults" / folder
    home = packed if packed.is_dir() else package / ".." / folder
    for entry in sorted(home.iterdir(), key=lambda item: item.name):
        if entry.is_file() and entry.name.endswith((".md", ".py", ".yaml")):
            yield entry.name, entry.read_text("utf-8")


def _folders_with(folder: Path, name: str) -> tuple[str, ...]:
    """Return the folders in a folder that hold something of a name, be it whole or not; sorted."""
    folders = folder.iterdir() if folder.is_dir() else ()
    return tuple(sorted(path.name for path in folders if path.name[0] != "." and is_present(path / name)))


def _read_meta(path: Path, benchmark: Path) -> str:
    text = read_text(path, inside=benchmark)
    if not text.strip():
        raise WorkspaceError(f"{path}: is empty", hint="see what can be restored: authoring doctor --repair")
    return text


@functools.cache
def shipped_texts() -> frozenset[str]:
    """Return the texts of the templates that come with this package or an installed one, and of its problem sets.

    A wheel brings templates; the sets stand in a checkout only.
    """
    package = Path(str(importlib.resources.files("authoring")))
    sets = [
        path for path in (package.parent / "problemsets").glob("*.py") if (package.parent / "pyproject.toml").is_file()
    ]
    return frozenset(
        (
            *(text for _, text in _default_files("templates")),
            *(text for _, text in texts(TEMPLATES)),
            *(path.read_text("utf-8") for path in sets),
        )
    )


def _renamed(seed: Seed, name: str, folder: Path) -> Seed:
    try:
        return Seed.model_validate({**seed.model_dump(), "name": name})
    except ValueError as error:
        hint = f"call it {seed.name}, or another name of small letters, digits, - and _"
        raise SeedError(f"{folder}: a seed cannot be called {name}", hint=hint) from error


def _write_seed_record(path: Path, seed: Seed) -> None:
    write_yaml(path, marked("seed", seed.model_dump(mode="json", exclude_defaults=True)))


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        # The whole text of a ValidationError names our classes and an address, which help nobody to mend a file.
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg'].lower()}"
    return str(error).strip().splitlines()[0]
