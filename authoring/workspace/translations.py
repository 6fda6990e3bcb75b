"""Translations of admitted sets: problemsets/_translations/LANGUAGE/NAME.yaml, one file per set and language."""

from collections.abc import Sequence
from pathlib import Path

import yaml

from authoring.errors import WorkspaceError
from authoring.records.format_version import current, marked
from authoring.records.translation import TranslatedQuestion, Translation
from authoring.workspace.files import read_text, write_file

FOLDER = "_translations"


def translation_path(root: Path, name: str, language: str) -> Path:
    """Return where a translation stands, or will stand."""
    return root / "problemsets" / FOLDER / language / f"{name}.yaml"


def read_translations(root: Path, name: str) -> tuple[Translation, ...]:
    """Return the translations of an admitted set, sorted by language.

    Raises:
        WorkspaceError: a file cannot be read, or does not say what it should.
    """
    paths = sorted((root / "problemsets" / FOLDER).glob(f"*/{name}.yaml"))
    return tuple(_read(path) for path in paths)


def write_translation(root: Path, name: str, translation: Translation) -> Path:
    """Write a translation of an admitted set whole; return its path."""
    path = translation_path(root, name, translation.language)
    text = yaml.safe_dump(
        marked("translation", translation.model_dump(mode="json")), sort_keys=False, allow_unicode=True, width=120
    )
    write_file(path, text.encode())
    return path


def keep_translated(root: Path, name: str, language: str, questions: Sequence[TranslatedQuestion]) -> Path:
    """Write translated questions of an admitted set in the place of those of the same numbers; return the path.

    Raises:
        WorkspaceError: the file that stands there cannot be read.
    """
    path = translation_path(root, name, language)
    there = _read(path).questions if path.is_file() else ()
    merged = {question.number: question for question in (*there, *questions)}
    kept = Translation(language=language, questions=tuple(merged[number] for number in sorted(merged)))
    return write_translation(root, name, kept)


def _read(path: Path) -> Translation:
    try:
        return Translation.model_validate(
            current("translation", yaml.safe_load(read_text(path)), path=path, error=WorkspaceError)
        )
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = str(error).strip().splitlines()[0]
        hint = "mend the file, or remove it and translate again: authoring translate"
        raise WorkspaceError(f"{path}: {line}", hint=hint) from error
