"""Reading functions and trying their cases, for ``authoring import functions``."""

from pathlib import Path

from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.cli.taking_in import Taken
from authoring.cli.views.render import counted
from authoring.errors import DraftError, SeedError
from authoring.formats.functions.import_ import import_functions, read_functions
from authoring.formats.functions.try_cases import try_cases
from authoring.seeds.sources.names import safe_stem
from authoring.workspace import Workspace

MOST_BYTES = 20_000_000
"""Of a file of functions."""
MOST_REASONS = 3
"""Findings that are named where no problem can be made."""


def taken_functions(place: Workspace, file: Path, name: str, *, title: str, licence: str) -> Taken:
    """Return the problem set that a file of functions makes.

    Args:
        place: the workspace, whose sandbox and limits hold.
        file: as the person named it.
        name: of the draft; after the file when empty.
        title: for people; after the file when empty.
        licence: of the file.

    Raises:
        SeedError: the file cannot be read.
        DraftError: no function in it makes a problem.
    """
    read = read_functions(_text(file), str(file))
    limits = place.settings.limits
    with progress_bar("trying cases") as move, open_sandbox(place) as sandbox:
        tried = try_cases(read.tasks, sandbox=sandbox, limits=limits, progress=move)
    imported = import_functions(read, tried)
    if not imported.origins:
        said = "; ".join(f"line {found.line}: {found.message}" for found in imported.findings[:MOST_REASONS])
        more = len(imported.findings) - MOST_REASONS
        said += f"; and {counted(more, 'more finding')}" if more > 0 else ""
        raise DraftError(
            f"{file}: no function makes a problem" + (f": {said}" if said else ""),
            hint="a function needs a description, a body and an example; see guides/importing.md",
        )
    return Taken(
        name=name or safe_stem(file.stem),
        imported=imported,
        source=f"functions:{file}",
        title=title or file.stem,
        description=f"Functions of {file.name}, each with examples.",
        licence=licence or "unknown",
    )


def _text(file: Path) -> str:
    try:
        if file.exists() and not file.is_file():
            raise SeedError(f"{file}: this is no regular file", hint="name a file")
        if file.stat().st_size > MOST_BYTES:
            raise SeedError(f"{file}: is larger than {MOST_BYTES // 10**6} MB", hint="take it in as several files")
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise SeedError(f"{file}: cannot be read: {error.strerror}", hint="check the path") from error
    except UnicodeDecodeError as error:
        raise SeedError(f"{file}: byte {error.start} is not UTF-8", hint="save the file as UTF-8") from error
