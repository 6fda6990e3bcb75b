"""The only reader and writer of the folders of a workspace.

A folder with an ``authoring.toml`` is a workspace. Whatever is written appears whole or not at all: files are written
beside their place and renamed, and a problem set's own file comes last, so that a set that is there has its data.
"""

import functools
import importlib.resources
import shutil
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Self

import yaml
from pydantic import ValidationError

from authoring.errors import SeedError, WorkspaceError
from authoring.extensions import texts
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.decision import Admission
from authoring.records.draft import Example, Template
from authoring.records.format_version import current, marked
from authoring.records.seed import InputFile, Seed, TableFile
from authoring.validators.base import Dialect
from authoring.workspace.benchmark import MANIFEST, read_dialect
from authoring.workspace.documents import read_translations
from authoring.workspace.exports import write_export
from authoring.workspace.files import (
    copy_into,
    files_in,
    folder_in_place_of,
    read_text,
    sha256_of_file,
    write_file,
    write_yaml,
)
from authoring.workspace.settings import SETTINGS, SETTINGS_TEXT, read_settings

NOTEBOOK = "reference.ipynb"
"""A seed's reference notebook, which is cleaned before it is written."""
TEMPLATES = "authoring.templates"
"""The group of entry points through which installed packages add templates."""
DEFAULT_FOLDERS = ("guides", "templates", "templates/prompts")


class Workspace:
    """One workspace.

    Attributes:
        root: the folder that holds authoring.toml.
        settings: what authoring.toml says, defaults filled in.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.settings = read_settings(root / SETTINGS)

    @classmethod
    def find(cls, start: Path) -> Self:
        """Return the workspace that `start` lies in.

        Raises:
            WorkspaceError: when there is none.
        """
        # Commands work in any folder of a workspace, as those of git do.
        for folder in (start.resolve(), *start.resolve().parents):
            if (folder / SETTINGS).is_file():
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
                if not (root / folder / name).exists():
                    write_file(root / folder / name, text.encode())
                    written.append(root / folder / name)
        # Runs, caches and scratch folders belong to one machine and stay out of version control.
        for name, text in ((".gitignore", ".authoring/\n"), (SETTINGS, SETTINGS_TEXT)):
            if not (root / name).exists():
                write_file(root / name, text.encode())
                written.append(root / name)
        return cls(root.resolve()), tuple(written)

    # Seeds

    def seeds(self) -> tuple[str, ...]:
        """Return the names of the seeds, sorted."""
        return tuple(sorted(path.parent.name for path in (self.root / "seeds").glob("*/seed.yaml")))

    def read_seed(self, name: str) -> Seed:
        """Return a seed.

        Raises:
            SeedError: when there is none, it cannot be read, or its files are not the ones it was made from.
        """
        path = self.root / "seeds" / name / "seed.yaml"
        if not path.is_file():
            close = get_close_matches(name, self.seeds(), n=1)
            hint = (
                f"did you mean {close[0]}?" if close else "see: authoring seed list; add one with: authoring seed add"
            )
            raise SeedError(f"no seed is called {name}", hint=hint)
        try:
            return Seed.model_validate(
                current("seed", yaml.safe_load(path.read_text("utf-8")), path=path, error=SeedError)
            )
        except (ValueError, yaml.YAMLError) as error:
            raise SeedError(f"{path}: {_first_line(error)}", hint="mend the file, or add the seed again") from error

    def seed_files(self, seed: Seed) -> tuple[Path, ...]:
        """Return the paths of a seed's files, in the seed's order; of files in folders, the folders.

        Raises:
            SeedError: when one is missing or has other bytes than the seed says.
        """
        data = self.root / "seeds" / seed.name / "data"
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
        names = dict.fromkeys(file.name.partition("/")[0] for file in seed.data)
        return tuple(data / name for name in names)

    def write_seed(
        self,
        seed: Seed,
        files: Iterable[tuple[TableFile | InputFile, Path]],
        *,
        notebook: str = "",
        replace: bool = False,
    ) -> Path:
        """Write a seed with copies of its files, and its reference notebook where it has one; return its folder.

        Raises:
            SeedError: when there is a seed of this name and `replace` is false.
        """
        folder = self.root / "seeds" / seed.name
        if folder.exists() and not replace:
            raise SeedError(
                f"there is a seed called {seed.name} already",
                hint="give another --name, or replace it with --replace",
            )
        with folder_in_place_of(folder) as new:
            (new / "data").mkdir()
            for file, path in files:
                (new / "data" / file.name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, new / "data" / file.name)
            if notebook:
                write_file(new / NOTEBOOK, notebook.encode())
            _write_seed_record(new / "seed.yaml", seed)
        return folder

    def update_seed(self, seed: Seed) -> Seed:
        """Write what is known of a seed that stands here, its files left as they are; return it."""
        _write_seed_record(self.root / "seeds" / seed.name / "seed.yaml", seed)
        return seed

    # Templates and examples

    def templates(self) -> tuple[Template, ...]:
        """Return the problem-set templates, sorted by name; names that begin with ``_`` are left out.

        Templates of installed packages (entry points of the group ``authoring.templates``) count as if they stood in
        the folder; a file of the workspace replaces one of the same name.
        """
        paths = (self.root / "templates").glob("*.py")
        # The files come second, because a workspace may replace a template of a package.
        by_name = {**dict(texts(TEMPLATES)), **{path.stem: path.read_text("utf-8") for path in paths}}
        return tuple(
            Template(name=name, text=text) for name, text in sorted(by_name.items()) if not name.startswith("_")
        )

    def examples(self) -> tuple[Example, ...]:
        """Return the admitted sets as examples for a drafter, sorted by name."""
        return tuple(Example(name=name, text=self.read_problemset(name).text) for name in self.problemsets())

    # Runs

    def runs(self) -> tuple[str, ...]:
        """Return the names of the drafts in progress, sorted."""
        return tuple(sorted(path.parent.name for path in (self.root / ".authoring/runs").glob("*/journal.jsonl")))

    def journal_path(self, name: str) -> Path:
        """Return where the journal of a run stands, or will stand."""
        return self.root / ".authoring" / "runs" / name / "journal.jsonl"

    def set_aside_run(self, name: str) -> Path | None:
        """Make room for a new run of this name; return where the old journal went, None if there was none."""
        path = self.journal_path(name)
        if not path.exists():
            return None
        # The old journal is renamed, not deleted: it holds paid replies and what a person decided.
        number = 1 + len(list(path.parent.glob("journal.*.jsonl")))
        return path.rename(path.with_name(f"journal.{number}.jsonl"))

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
        """Return the input files and folders of an admitted set, sorted by name."""
        folder = self.root / "problemsets" / "_inputs" / name
        # Names that begin with a dot are leftovers of a crash, or an editor's.
        return tuple(sorted(folder.glob("[!.]*"))) if folder.is_dir() else ()

    def read_problemset(self, name: str) -> AdmittedSet:
        """Return an admitted set with its data.

        Raises:
            WorkspaceError: when there is none.
        """
        path = self.problemset_path(name)
        if not path.is_file():
            raise WorkspaceError(f"no admitted problem set is called {name}", hint="see: authoring status")
        inputs = [
            FileContent(path=called, content=file.read_bytes())
            for path in self.problemset_inputs(name)
            for called, file in files_in(path)
        ]
        meta_path = self.root / "problemsets" / "_meta" / f"{name}.yaml"
        return AdmittedSet(
            name=name,
            text=read_text(path),
            inputs=tuple(inputs),
            meta=read_text(meta_path) if meta_path.is_file() else "",
            translations=read_translations(self.root, name),
        )

    def write_admission(self, admission: Admission, files: Sequence[Path]) -> Path:
        """Put an admitted set into the benchmark: data and provenance first, the set's own file last.

        Doing it twice is doing it once.

        Raises:
            WorkspaceError: when another set of this name is there.
        """
        benchmark = self.root / "problemsets"
        path = self.problemset_path(admission.name)
        # The same text is no conflict, so that an admission that a crash cut short can be done again.
        if path.exists() and read_text(path) != admission.text:
            raise WorkspaceError(
                f"{path}: another problem set of this name has been admitted",
                hint="draft under another --name, or remove the old set first",
            )
        with folder_in_place_of(benchmark / "_inputs" / admission.name) as new:
            for file in files:
                copy_into(new, file)
        write_file(benchmark / "_meta" / f"{admission.name}.yaml", admission.meta.encode())
        # Only the first admission writes the manifest, because a person may have edited it since.
        if not (benchmark / MANIFEST).exists():
            write_yaml(benchmark / MANIFEST, self.settings.benchmark.model_dump())
        # This file is what makes the set a part of the benchmark, so it comes when all it needs is there.
        write_file(path, admission.text.encode())
        return path

    @property
    def dialect(self) -> Dialect:
        """Whose rules judge: what the benchmark's ``_manifest.yaml`` says.

        Raises:
            BenchmarkError: when the manifest is broken.
        """
        return read_dialect(self.root / "problemsets")

    def write_bundle(self, folder: Path, bundle: Bundle) -> tuple[Path, ...]:
        """Write an export; see `authoring.workspace.exports.write_export`."""
        return write_export(folder, bundle)


def _default_files(folder: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of the guides or templates that come with the package.

    In an installed wheel they stand inside the package, in a checkout beside it.
    """
    package = importlib.resources.files("authoring")
    packed = package / "defaults" / folder
    home = packed if packed.is_dir() else package / ".." / folder
    for entry in sorted(home.iterdir(), key=lambda item: item.name):
        if entry.is_file() and entry.name.endswith((".md", ".py")):
            yield entry.name, entry.read_text("utf-8")


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


def _write_seed_record(path: Path, seed: Seed) -> None:
    write_yaml(path, marked("seed", seed.model_dump(mode="json", exclude_defaults=True)))


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        # The whole text of a ValidationError names our classes and an address, which help nobody to mend a file.
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg'].lower()}"
    return str(error).strip().splitlines()[0]
