"""Problem sets named on the command line, as files or as names of the workspace."""

from collections.abc import Sequence
from pathlib import Path

from authoring import dseal
from authoring.errors import UsageError
from authoring.workspace import read_text
from authoring.workspace.beside import columns_of, inputs_beside
from authoring.workspace.files import files_in


def dseal_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the problem-set files that paths name; of a folder, those DSEval would load.

    Raises:
        UsageError: when a path is not there, or a folder holds no problem set.
    """
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file or folder", hint="check the path")
        inside = (
            sorted(file for file in path.glob("*.py") if not file.name.startswith(("_", ".")))
            if path.is_dir()
            else [path]
        )
        if not inside:
            raise UsageError(f"{path}: holds no problem set", hint="name a folder with NAME.py files, or a file")
        files.extend(inside)
    return tuple(dict.fromkeys(files))


def lint_file(path: Path, *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> tuple[dseal.Diagnostic, ...]:
    """Lint one file, with its input files in view where they stand beside it."""
    inputs = inputs_beside(path)
    known = None if inputs is None else tables_of(inputs)
    surroundings = None if known is None else dseal.Surroundings(inputs=known)
    return dseal.lint(
        read_text(path), path=str(path), surroundings=surroundings, select=tuple(select), ignore=tuple(ignore)
    )


def tables_of(files: Sequence[Path]) -> tuple[dseal.InputTable, ...]:
    """Return what can be known of input files without reading more than their first line."""
    return tuple(dseal.InputTable(name, columns_of(path)) for file in files for name, path in files_in(file))
