"""Options and arguments that several verbs share, and what the shell completes them with."""

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.errors import AuthoringError, UsageError, WorkspaceError

if TYPE_CHECKING:
    from authoring.workspace import Workspace


def open_workspace(given: Path | None) -> "Workspace":
    """Return the workspace a verb works in: the one named, else the one around the current folder.

    Raises:
        WorkspaceError: when there is none.
    """
    from authoring.workspace import Workspace

    if given is None:
        return Workspace.find(Path.cwd())
    if not (given / "authoring.toml").is_file():
        raise WorkspaceError(f"{given}: is no workspace", hint=f"make it one with: authoring init {given}")
    return Workspace(given.resolve())


def checked_name(name: str) -> str:
    """Return a name for a seed, draft or set as it was given.

    Raises:
        UsageError: when it cannot be a file name of the benchmark.
    """
    from pydantic import TypeAdapter, ValidationError

    from authoring.records.base import Name

    try:
        return TypeAdapter[str](Name).validate_python(name)
    except ValidationError as error:
        raise UsageError(
            f"{name!r} cannot be a name",
            hint="use lower-case letters, digits, - and _, beginning with a letter or digit, at most 64",
        ) from error


def _completing(context: typer.Context, incomplete: str, *kinds: str) -> list[str]:
    # Completion must stay silent: no workspace means no suggestions.
    with contextlib.suppress(AuthoringError, OSError):
        workspace = open_workspace(context.params.get("workspace"))
        known = {
            "seeds": workspace.seeds(),
            "drafts": workspace.runs(),
            "sets": workspace.problemsets(),
        }
        names = sorted({name for kind in kinds for name in known[kind]})
        return [name for name in names if name.startswith(incomplete)]
    return []


def complete_seed(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a seed."""
    return _completing(context, incomplete, "seeds")


def complete_draft(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a draft."""
    return _completing(context, incomplete, "drafts")


def complete_set(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of an admitted set."""
    return _completing(context, incomplete, "sets")


def complete_runnable(context: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a draft or an admitted set."""
    return _completing(context, incomplete, "drafts", "sets")


def complete_code(incomplete: str) -> list[str]:
    """Complete the code of a finding."""
    from authoring.cli.codes import all_codes

    return [code for code in all_codes() if code.startswith(incomplete.upper())]


def complete_format(incomplete: str) -> list[str]:
    """Complete the name of an export format."""
    from authoring.formats.base.registry import EXPORTERS

    return [name for name in EXPORTERS if name.startswith(incomplete)]


BY_MODEL = "By a language model"
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON document and nothing else.")]
InWorkspace = Annotated[
    Path | None,
    typer.Option("--workspace", metavar="DIR", help="The workspace to work in; else the one around this folder."),
]
SeedName = Annotated[str, typer.Argument(metavar="SEED", help="Name of a seed.", autocompletion=complete_seed)]
SeedNames = Annotated[
    list[str] | None, typer.Argument(metavar="SEED", help="Names of seeds.", autocompletion=complete_seed)
]
ModelName = Annotated[
    str | None,
    typer.Option(
        "--model", metavar="NAME", help="The model to ask; else what authoring.toml says.", rich_help_panel=BY_MODEL
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url", metavar="URL", help="A server that speaks OpenAI's interface.", rich_help_panel=BY_MODEL
    ),
]
DraftName = Annotated[str, typer.Argument(metavar="NAME", help="Name of a draft.", autocompletion=complete_draft)]
Reviewer = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who decides; else git's user.name, else $USER."),
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CODE", help="Only codes that begin so; repeat, or separate by commas.", autocompletion=complete_code
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(metavar="CODE", help="No codes that begin so; as --select.", autocompletion=complete_code),
]
