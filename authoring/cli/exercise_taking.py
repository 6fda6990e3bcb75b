"""Reading exercise notebooks and tables of pairs, for ``authoring import notebook`` and ``authoring import csv``."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from authoring.cli.taking_in import Taken, data_files
from authoring.dseal.diagnostic import Severity
from authoring.errors import DraftError, SeedError
from authoring.records.imported import ImportedSet
from authoring.seeds.sources.names import safe_stem

MOST_BYTES = 20_000_000
"""Of a notebook or a table of pairs."""
MOST_OF_TITLE = 100
"""Characters."""
MOST_REASONS = 3
"""Errors that are named where nothing can be made."""


@dataclass(frozen=True, slots=True)
class Material:
    """A file to be taken in, and what a person says of it; empty where the file's own name serves."""

    file: Path
    data: tuple[Path, ...] = ()
    """Files, and folders of files, that the code reads."""
    name: str = ""
    title: str = ""
    licence: str = ""


def taken_notebook(material: Material) -> Taken:
    """Return the problem set that an exercise notebook makes.

    Raises:
        SeedError: the notebook, or a data file, cannot be read.
        DraftError: it holds no question with an answer that could be judged.
    """
    from authoring.formats.exercises.import_ import import_exercises, title_of
    from authoring.seeds.notebooks.cleaning import without_authors
    from authoring.seeds.notebooks.reading import read_notebook

    files = data_files(material.data)
    notebook = without_authors(read_notebook(_text(material.file), material.file.name))
    made = import_exercises(notebook, files=[name for name, _ in files])
    titled = material if material.title else replace(material, title=title_of(notebook)[:MOST_OF_TITLE])
    return _taken(titled, made, files, "notebook", "Exercises of")


def taken_pairs(material: Material, *, question: str, answer: str) -> Taken:
    """Return the problem set that a table of pairs makes; the columns are found by their names where none is given.

    Raises:
        SeedError: the table, or a data file, cannot be read.
        DraftError: it holds no pair that could be judged.
    """
    from authoring.formats.csv.import_ import import_pairs

    files = data_files(material.data)
    names = [name for name, _ in files]
    made = import_pairs(_bytes(material.file), files=names, question=question, answer=answer)
    return _taken(material, made, files, "csv", "Questions and answers of")


def _taken(material: Material, made: ImportedSet, files: Sequence[tuple[str, Path]], kind: str, about: str) -> Taken:
    from authoring.formats.base.exercises.codes import NO_EXERCISE

    errors = [found for found in made.findings if found.severity is Severity.ERROR]
    # That nothing was found in it needs no saying where it could not be read.
    errors = [found for found in errors if found.code != NO_EXERCISE.code] or errors
    if errors or not made.origins:
        said = "; ".join(f"{found.code} {found.message}" for found in errors[:MOST_REASONS])
        hint = next((found.hint for found in errors if found.hint), "see guides/importing.md")
        raise DraftError(f"{material.file}: no problem set can be made of it: {said}", hint=hint)
    read = set(_read_of(made.text))
    return Taken(
        name=material.name or safe_stem(material.file.stem),
        imported=made,
        source=f"{kind}:{material.file}",
        title=material.title or material.file.stem,
        description=f"{about} {material.file.name}.",
        licence=material.licence or "unknown",
        files=tuple((name, path) for name, path in files if name in read),
    )


def _read_of(text: str) -> tuple[str, ...]:
    """Return the files that a set reads; a folder of data may hold others, too."""
    from authoring.dseal.analysis.inputs import input_files_of
    from authoring.dseal.parse import parse

    return tuple(name for cell in parse(text).runnable for name in input_files_of(cell.code))


def _text(file: Path) -> str:
    content = _bytes(file)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SeedError(f"{file}: byte {error.start} is not UTF-8", hint="save the notebook as UTF-8") from error


def _bytes(file: Path) -> bytes:
    try:
        if file.exists() and not file.is_file():
            raise SeedError(f"{file}: this is no regular file", hint="name a file")
        if file.stat().st_size > MOST_BYTES:
            raise SeedError(f"{file}: is larger than {MOST_BYTES // 10**6} MB", hint="clear its outputs, or split it")
        return file.read_bytes()
    except OSError as error:
        raise SeedError(f"{file}: cannot be read: {error.strerror}", hint="check the path") from error
