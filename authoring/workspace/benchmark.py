"""Reading a benchmark that is to be run: a folder as DSEval loads it, or a single problem set with its inputs."""

import csv
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from authoring.errors import BenchmarkError, WorkspaceError
from authoring.records.documents import DocumentError, load_yaml
from authoring.records.provenance import BenchmarkFacts, read_provenance
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.tables.text.dialect import guess_delimiter
from authoring.validators.base import Dialect
from authoring.workspace.files import (
    MOST_PROBLEM_SET,
    MOST_YAML,
    read_text,
    refuse_longer,
    sha256_of_file,
    write_file,
    yaml_bytes,
)
from authoring.workspace.links import open_inside, refuse_links_out
from authoring.workspace.regular_file import is_present
from authoring.workspace.settings import EnvironmentSettings
from authoring.workspace.unfinished import is_unfinished, locked

MANIFEST = "_manifest.yaml"
ADMITTED_MARK = "provenance"
"""The key of a manifest that says where the records of admission stand: no set of the benchmark is without one."""
INPUTS = "_inputs"
"""Files in this folder itself are shared by all sets without a folder of their own in it."""
OWN = (MANIFEST, INPUTS, "_meta", "_translations")
"""What may stand in a benchmark's folder beside its sets; whatever else is there is not read."""
DIALECTS = ("dseval", "strict")
ENVIRONMENT_KEYS = frozenset(EnvironmentSettings.model_fields)
HEADER_BYTES = 65_536
"""A header line longer than this is not looked at."""
DELIMITER_BYTES = 20_000
"""Rows that show which delimiter a file has."""
LEVELS_BYTES = 1_000_000
MOST_LEVELS, LONGEST_LEVEL = 200, 60
"""Texts of a column that are kept, and characters of one."""
DELIMITERS = {".csv": ",", ".tsv": "\t"}


def read_benchmark(path: Path) -> Benchmark:
    """Read a benchmark.

    As in DSEval: every ``NAME.py`` that does not begin with ``_``, sorted by name; a set's data stand in
    ``_inputs/NAME/`` if that exists, else in ``_inputs/``, folders included. A single set belongs to the benchmark
    whose manifest stands beside it, if one does.

    Raises:
        BenchmarkError: nothing is there, a link leads out of it, the manifest is missing or broken, or a file cannot be
            read as UTF-8.
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


def read_facts(folder: Path) -> BenchmarkFacts:
    """Return what the manifest in a benchmark's folder says that decides what its sets mean.

    Raises:
        BenchmarkError: the manifest is broken.
        WorkspaceError: its lock cannot be read.
    """
    environment = read_environment(folder)
    lock = Path(environment.lock) if environment.lock else None
    return BenchmarkFacts(
        dialect=read_dialect(folder),
        python=environment.python,
        lock=lock.relative_to(folder).as_posix() if lock else "",
        lock_sha256=sha256_of_file(lock) if lock is not None and lock.is_file() else "",
    )


def claims_admission(folder: Path) -> bool:
    """Tell whether a benchmark says of its sets that they were admitted: by their records, or by its manifest.

    Raises:
        BenchmarkError: the manifest is broken.
    """
    manifest = folder / MANIFEST
    if (folder / "_meta").is_dir():
        return True
    return is_present(manifest) and ADMITTED_MARK in read_manifest(manifest)


def mark_manifest(folder: Path, about: Mapping[str, object]) -> None:
    """Have a benchmark's manifest say where the records of admission stand; written anew where there is none.

    What a person wrote there stays as it is.

    Args:
        folder: of the benchmark.
        about: what a new manifest says besides.

    Raises:
        BenchmarkError: the manifest is broken.
    """
    manifest = folder / MANIFEST
    with locked(manifest):
        if not is_present(manifest):
            write_file(manifest, yaml_bytes({**about, ADMITTED_MARK: "_meta"}))
            return
        content = read_manifest(manifest)
        if ADMITTED_MARK in content:
            return
        text = read_text(manifest, inside=folder)
        longer = f"{text.rstrip()}\n{ADMITTED_MARK}: _meta\n"
        try:
            is_kept = load_yaml(longer, repeated_keys=True) == {**content, ADMITTED_MARK: "_meta"}
        except DocumentError:
            is_kept = False
        # A mapping in braces, or with an end of its own, takes no further line.
        write_file(manifest, longer.encode() if is_kept else yaml_bytes({**content, ADMITTED_MARK: "_meta"}))


def _read(path: Path) -> Benchmark:
    if path.is_file():
        manifest = path.parent / MANIFEST
        # The file itself may be a link, because a person named it; what is read beside it may not.
        beside = [manifest, *([folder] if (folder := _inputs_folder(path)).exists() else [])]
        refuse_links_out(beside, path.parent, error=BenchmarkError)
        return _benchmark(path, manifest if is_present(manifest) else None, (path,))
    if not path.is_dir():
        raise BenchmarkError(f"{path}: no such file or folder", hint="name a benchmark's folder, or one problem set")
    files = sorted(file for file in path.glob("*.py") if not file.name.startswith("_") and not file.is_dir())
    # A benchmark may be a stranger's; folders are looked at as well, because a description in them is read, too.
    refuse_links_out([*(path / name for name in OWN), *files], path, error=BenchmarkError)
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
    sets = tuple(_read_set(file, path if path.is_dir() else None, dialect) for file in files)
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
        # DSEval takes the last of two equal keys.
        with open_inside(path, path.parent, error=BenchmarkError) as file:
            data = file.read(MOST_YAML + 1)
        refuse_longer(path, data, MOST_YAML, error=BenchmarkError)
        manifest = load_yaml(data, repeated_keys=True)
    except FileNotFoundError as error:
        raise BenchmarkError(
            f"{path}: is missing", hint="a benchmark's folder says its `name` and `version` there"
        ) from error
    except OSError as error:
        raise BenchmarkError(
            f"{path}: cannot be read: {error.strerror}", hint="see that it is a file and may be read"
        ) from error
    except DocumentError as error:
        raise BenchmarkError(f"{path}: is no YAML: {error}", hint="it holds `name` and `version`") from error
    for key in ("name", "version"):
        if not isinstance(manifest, dict) or manifest.get(key) is None:
            raise BenchmarkError(f"{path}: has no `{key}`", hint="it holds `name` and `version`")
    return {str(key): value for key, value in manifest.items()}


def _read_set(file: Path, home: Path | None, dialect: Dialect) -> BenchmarkSet:
    try:
        with open_inside(file, home or file.resolve().parent, error=BenchmarkError) as opened:
            data = opened.read(MOST_PROBLEM_SET + 1)
        refuse_longer(file, data, MOST_PROBLEM_SET, error=BenchmarkError)
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BenchmarkError(f"{file}: is no UTF-8: {error}", hint="save it as UTF-8") from error
    folder = _inputs_folder(file)
    # What another command is writing there is no input yet.
    inputs = sorted(path for path in folder.iterdir() if not is_unfinished(path.name)) if folder.is_dir() else []
    # DSEval knows no such cells, so in its dialect a damaged file in _meta/ stops nothing.
    cells = reference_cells_of(file) if dialect == "strict" else ()
    return BenchmarkSet(name=file.stem, path=file, text=text, inputs=tuple(inputs), reference_cells=cells)


def reference_cells_of(file: Path) -> tuple[int, ...]:
    """Return the cells that the set's file in _meta/ names as the reference's alone.

    Raises:
        BenchmarkError: the file cannot be read: labels would come within reach of every answer.
    """
    meta = file.parent / "_meta" / f"{file.stem}.yaml"
    if not meta.is_file():
        return ()
    try:
        return read_provenance(_text_inside(meta, file.parent), path=str(meta)).reference_cells
    except (WorkspaceError, UnicodeDecodeError, OSError) as error:
        hint = "restore it: it may name cells that no answer may see"
        raise BenchmarkError(f"{meta}: cannot be read: {error}", hint=hint) from error


def _text_inside(path: Path, folder: Path) -> str:
    with open_inside(path, folder, error=BenchmarkError) as file:
        data = file.read(MOST_YAML + 1)
    refuse_longer(path, data, MOST_YAML, error=BenchmarkError)
    return data.decode("utf-8")


def _inputs_folder(file: Path) -> Path:
    """Return the folder of a set's own input files if there is one, else the folder that sets share."""
    shared = file.parent / INPUTS
    own = shared / file.stem
    return own if own.is_dir() else shared


def inputs_beside(path: Path) -> tuple[Path, ...] | None:
    """Return the input files and folders beside a set, sorted by name; None where it has no folder of them.

    In the folder that sets share, the folders of other sets are left out.

    Raises:
        BenchmarkError: a link leads out of the folder that the set stands in.
    """
    shared, folder = path.parent / INPUTS, _inputs_folder(path)
    if not folder.is_dir():
        return None
    refuse_links_out([folder], path.parent, error=BenchmarkError)
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    if folder != shared:
        return tuple(entries)
    return tuple(entry for entry in entries if not (entry.is_dir() and (path.parent / f"{entry.name}.py").is_file()))


def columns_of(path: Path) -> tuple[str, ...] | None:
    """Return a table's column names where the first line tells them cheaply, else None.

    Only csv and tsv are looked at. Where the first line does not hold the usual delimiter, the rows below it show which
    one the file has; without rows it tells nothing.
    """
    with path.open("rb") as file:
        line = file.readline(HEADER_BYTES)
        rows = file.read(DELIMITER_BYTES)
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
        usual = DELIMITERS.get(path.suffix)
        # Without its end the line was cut off, or the table has no rows.
        if usual is None or not line.endswith(b"\n"):
            return None
        delimiter = _delimiter(text, rows.decode("utf-8", "ignore"), usual)
        if delimiter not in text or delimiter == " ":
            return None
        return tuple(next(csv.reader([text], delimiter=delimiter, strict=True)))
    except (UnicodeDecodeError, csv.Error):
        return None


def _delimiter(header: str, rows: str, usual: str) -> str:
    """Return the usual delimiter where the header holds it, else the one that splits header and rows alike."""
    if usual in header:
        return usual
    # The last row may be cut off.
    whole_rows = rows[: rows.rfind("\n") + 1]
    guess = guess_delimiter(f"{header}\n{whole_rows}", usual)
    return guess if guess in whole_rows else usual


@lru_cache(maxsize=64)
def _levels(path: Path, _changed: int, _size: int) -> tuple[str, ...]:
    with path.open("rb") as file:
        text = file.read(LEVELS_BYTES).decode("utf-8-sig", "ignore")
    columns: dict[int, set[str]] = {}
    header, _, below = text.partition("\n")
    try:
        delimiter = _delimiter(header, below[:DELIMITER_BYTES], DELIMITERS.get(path.suffix, ","))
        for row in csv.reader(below.splitlines(), delimiter=delimiter):
            for place, cell in enumerate(row):
                texts = columns.setdefault(place, set())
                if len(texts) < MOST_LEVELS and len(cell) <= LONGEST_LEVEL and not cell.isdecimal():
                    texts.add(cell.strip())
    except csv.Error:
        # What was read up to there are values all the same.
        pass
    return tuple(sorted(set[str]().union(*columns.values()) - {""}))


def levels_of(path: Path) -> tuple[str, ...]:
    """Return texts that stand in the cells of a csv or tsv file, up to two hundred of each column, sorted.

    Only the first megabyte is looked at; a file in another form has none.
    """
    if path.suffix not in DELIMITERS:
        return ()
    state = path.stat()
    return _levels(path, state.st_mtime_ns, state.st_size)
