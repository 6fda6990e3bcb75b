"""Reading a benchmark that is to be run: a folder as DSEval loads it, or a single problem set with its inputs."""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import yaml

from authoring.errors import BenchmarkError, WorkspaceError
from authoring.records.provenance import read_provenance
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.validators.base import Dialect
from authoring.workspace.regular_file import is_present, read_regular, refuse_pipe
from authoring.workspace.settings import EnvironmentSettings
from authoring.workspace.unfinished import is_unfinished

MANIFEST = "_manifest.yaml"
DIALECTS = ("dseval", "strict")
ENVIRONMENT_KEYS = frozenset(EnvironmentSettings.model_fields)
HEADER_BYTES = 65_536
"""A header line longer than this is not looked at."""
DELIMITERS = {".csv": ",", ".tsv": "\t"}


def read_benchmark(path: Path) -> Benchmark:
    """Read a benchmark.

    As in DSEval: every ``NAME.py`` that does not begin with ``_``, sorted by name; a set's data stand in
    ``_inputs/NAME/`` if that exists, else in ``_inputs/``, folders included. A single set belongs to the benchmark
    whose manifest stands beside it, if one does.

    Raises:
        BenchmarkError: nothing is there, the manifest is missing or broken, or a file cannot be read as UTF-8.
    """
    try:
        return _read(path)
    except OSError as error:
        hint = "see that it is there and may be read"
        raise BenchmarkError(f"{error.filename or path}: cannot be read: {error.strerror}", hint=hint) from error


def read_dialect(folder: Path) -> Dialect:
    """Return the dialect that the manifest in a benchmark's folder names; DSEval's where there is no manifest.

    Raises:
        BenchmarkError: the manifest is broken.
    """
    manifest = folder / MANIFEST
    return _dialect(read_manifest(manifest), manifest) if is_present(manifest) else "dseval"


def read_environment(folder: Path) -> EnvironmentSettings:
    """Return the environment that the manifest in a benchmark's folder names; empty texts where it names none.

    A benchmark may come from a stranger, so it may name a version of Python and a lock of its own, with its path from
    the benchmark's folder, but no program.

    Raises:
        BenchmarkError: the manifest is broken, or names something else.
    """
    manifest = folder / MANIFEST
    environment = read_manifest(manifest).get("environment") if is_present(manifest) else None
    if environment is None:
        return EnvironmentSettings()
    if not isinstance(environment, dict) or not environment.keys() <= ENVIRONMENT_KEYS:
        keys = " and ".join(sorted(ENVIRONMENT_KEYS))
        raise BenchmarkError(f"{manifest}: environment is not understood", hint=f"it may hold {keys}")
    python, lock = (str(environment.get(key) or "") for key in ("python", "lock"))
    # A path would run a program of the benchmark's author, outside of every sandbox.
    if python and re.fullmatch(r"\d+\.\d+(\.\d+)?", python) is None:
        raise BenchmarkError(
            f"{manifest}: environment.python is {python!r}, and a benchmark may name a version only",
            hint='say for example "3.11" there, in quotes; a path stands in authoring.toml, or behind --python',
        )
    # Resolved, so that neither ".." nor a link leads to another file of the machine.
    if lock and not (folder / lock).resolve().is_relative_to(folder.resolve()):
        raise BenchmarkError(f"{manifest}: environment.lock leads out of the benchmark", hint="put the lock beside it")
    return EnvironmentSettings(python=python, lock=str(folder / lock) if lock else "")


def _read(path: Path) -> Benchmark:
    if path.is_file():
        manifest = path.parent / MANIFEST
        return _benchmark(path, manifest if is_present(manifest) else None, (path,))
    if not path.is_dir():
        raise BenchmarkError(f"{path}: no such file or folder", hint="name a benchmark's folder, or one problem set")
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith("_") and not file.is_dir())
    if not files:
        raise BenchmarkError(f"{path}: holds no problem sets", hint="a problem set is a file NAME.py in this folder")
    return _benchmark(path, path / MANIFEST, tuple(files))


def _benchmark(path: Path, manifest: Path | None, files: tuple[Path, ...]) -> Benchmark:
    read = read_manifest(manifest) if manifest is not None else {"name": path.stem, "version": ""}
    version = read["version"]
    # YAML reads `yes` as a truth value, which Python takes for a whole number.
    if isinstance(version, bool) or not isinstance(version, str | int | float):
        # YAML reads 2024-04-01 as a date.
        version = str(version)
    dialect = _dialect(read, manifest)
    sets = tuple(_read_set(file, dialect) for file in files)
    return Benchmark(name=str(read["name"]), version=version, dialect=dialect, sets=sets)


def _dialect(read: Mapping[str, object], manifest: Path | None) -> Dialect:
    dialect = read.get("dialect", "dseval")
    if dialect not in DIALECTS:
        raise BenchmarkError(
            f"{manifest}: dialect {dialect!r} is not known", hint=f"known are {' and '.join(DIALECTS)}"
        )
    return "strict" if dialect == "strict" else "dseval"


def read_manifest(path: Path) -> Mapping[str, object]:
    """Return what a benchmark's manifest says: a name, a version, and whatever else.

    Raises:
        BenchmarkError: it is missing or broken.
    """
    try:
        # utf-8-sig takes off the mark that some editors on Windows put in front.
        refuse_pipe(path)
        manifest = yaml.safe_load(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"{path}: is missing", hint="a benchmark's folder says its `name` and `version` there"
        ) from error
    except OSError as error:
        raise BenchmarkError(
            f"{path}: cannot be read: {error.strerror}", hint="see that it is a file and may be read"
        ) from error
    # ValueError is what PyYAML raises on an impossible date, RecursionError on nesting without end.
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BenchmarkError(f"{path}: is no YAML: {error}", hint="it holds `name` and `version`") from error
    for key in ("name", "version"):
        if not isinstance(manifest, dict) or manifest.get(key) is None:
            raise BenchmarkError(f"{path}: has no `{key}`", hint="it holds `name` and `version`")
    return {str(key): value for key, value in manifest.items()}


def _read_set(file: Path, dialect: Dialect) -> BenchmarkSet:
    try:
        text = read_regular(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise BenchmarkError(f"{file}: is no UTF-8: {error}", hint="save it as UTF-8") from error
    folder = _inputs_folder(file)
    # What another command is writing there is no input yet.
    inputs = sorted(path for path in folder.iterdir() if not is_unfinished(path.name)) if folder.is_dir() else []
    # DSEval knows no such cells, so in its dialect a damaged file in _meta/ stops nothing.
    cells = _reference_cells(file) if dialect == "strict" else ()
    return BenchmarkSet(name=file.stem, path=file, text=text, inputs=tuple(inputs), reference_cells=cells)


def _reference_cells(file: Path) -> tuple[int, ...]:
    """Return the cells that the set's file in _meta/ names as the reference's alone.

    Raises:
        BenchmarkError: the file cannot be read: labels would come within reach of every answer.
    """
    meta = file.parent / "_meta" / f"{file.stem}.yaml"
    if not meta.is_file():
        return ()
    try:
        return read_provenance(meta.read_text("utf-8"), path=str(meta)).reference_cells
    except (WorkspaceError, UnicodeDecodeError) as error:
        hint = "restore it: it may name cells that no answer may see"
        raise BenchmarkError(f"{meta}: cannot be read: {error}", hint=hint) from error


def _inputs_folder(file: Path) -> Path:
    """Return the folder of a set's own input files if there is one, else the folder that sets share."""
    shared = file.parent / "_inputs"
    own = shared / file.stem
    return own if own.is_dir() else shared


def inputs_beside(path: Path) -> tuple[Path, ...] | None:
    """Return the input files and folders beside a set, sorted by name; None where it has no folder of them.

    In the folder that sets share, the folders of other sets are left out.
    """
    shared, folder = path.parent / "_inputs", _inputs_folder(path)
    if not folder.is_dir():
        return None
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    if folder != shared:
        return tuple(entries)
    return tuple(entry for entry in entries if not (entry.is_dir() and (path.parent / f"{entry.name}.py").is_file()))


def columns_of(path: Path) -> tuple[str, ...] | None:
    """Return a table's column names where the first line tells them cheaply, else None.

    Only csv and tsv are looked at, and only their first line; a line that does not hold the usual delimiter may be in
    another dialect, so it tells nothing.
    """
    with path.open("rb") as file:
        line = file.readline(HEADER_BYTES)
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
        delimiter = DELIMITERS.get(path.suffix)
        # Without its end the line was cut off, or the table has no rows.
        if delimiter is None or delimiter not in text or not line.endswith(b"\n"):
            return None
        return tuple(next(csv.reader([text], delimiter=delimiter, strict=True)))
    except (UnicodeDecodeError, csv.Error):
        return None
