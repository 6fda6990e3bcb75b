"""Options and arguments that several verbs share, how sizes and days in them are read, and what completes them."""

import contextlib
import os
import re
import shlex
from calendar import monthrange
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.errors import AuthoringError, UsageError

if TYPE_CHECKING:
    from authoring.api.models import ModelAccess


def _completion(*kinds: str) -> Callable[[typer.Context, str], list[str]]:
    """Return what completes the names of these kinds: ``seeds``, ``drafts`` or ``sets``."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        from authoring.api.workspaces import workspace_names

        # Completion must stay silent: no workspace means no suggestions.
        with contextlib.suppress(AuthoringError, OSError):
            by_kind = workspace_names(context.params.get("workspace"))
            names = sorted({name for kind in kinds for name in by_kind[kind]})
            return [name for name in names if name.startswith(incomplete)]
        return []

    return complete


complete_seed = _completion("seeds")
complete_draft = _completion("drafts")
complete_set = _completion("sets")
complete_runnable = _completion("drafts", "sets")


def complete_code(incomplete: str) -> list[str]:
    """Complete the code of a finding."""
    from authoring.api.findings.codes import all_codes

    return [code for code in all_codes() if code.startswith(incomplete.upper())]


def complete_format(incomplete: str) -> list[str]:
    """Complete the name of an export format."""
    from authoring.api.exports import list_formats

    return [line.name for line in list_formats() if line.name.startswith(incomplete)]


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
Budget = Annotated[
    str | None,
    typer.Option(
        metavar="LIMIT", help='Stop before it is exceeded: "200k" tokens, or "2.50$".', rich_help_panel=BY_MODEL
    ),
]
DraftName = Annotated[str, typer.Argument(metavar="NAME", help="Name of a draft.", autocompletion=complete_draft)]
Reviewer = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who decides; else git's user.name."),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
ChangeReason = Annotated[str, typer.Option(metavar="TEXT", help="Why; kept in the journal.")]
NewName = Annotated[str, typer.Argument(metavar="NEW", help="The new name.")]
Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings make the command fail as well.")]
SetJobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        help="Sets that run at once; half as many as there are processors if not given.",
    ),
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


def model_access(*, model: str | None = None, base_url: str | None = None, budget: str | None = None) -> "ModelAccess":
    """Return which model is asked, and how: options first, then authoring.toml, then the environment's variables."""
    from authoring.api.models import ModelAccess

    return ModelAccess(
        model=model,
        base_url=base_url,
        budget=budget,
        default_model=os.environ.get("OPENAI_MODEL", ""),
        default_base_url=os.environ.get("OPENAI_BASE_URL", ""),
        default_key=os.environ.get("OPENAI_API_KEY", ""),
    )


def model_options(model: str | None, base_url: str | None) -> str:
    """Return the options that choose this model again."""
    # Names of models may hold characters that a shell reads.
    options = (("--model", model), ("--base-url", base_url))
    return "".join(f" {option} {shlex.quote(value)}" for option, value in options if value)


def reviewer_name(name: str | None) -> str:
    """Return the name a decision is kept under: this one, else git's.

    The account's name is not taken: decisions are published with a benchmark, and it would tell whose machine made it.

    Raises:
        UsageError: when nobody can be named.
    """
    name = name or _name_in_git()
    if not name.strip():
        hint = 'say who you are: --reviewer NAME, or once: git config --global user.name "NAME"'
        raise UsageError("nobody to keep the decision under", hint=hint)
    return name.strip()


def _name_in_git() -> str:
    import shutil
    import subprocess

    git = shutil.which("git")
    if git is None:
        return ""
    try:
        process = subprocess.run([git, "config", "user.name"], capture_output=True, text=True, timeout=5, check=False)  # noqa: S603 - a fixed command
    except (subprocess.TimeoutExpired, UnicodeDecodeError, OSError):
        return ""
    return process.stdout.strip()


BYTES_OF = {"": 1, "b": 1, "k": 10**3, "kb": 10**3, "m": 10**6, "mb": 10**6, "g": 10**9, "gb": 10**9} | {
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}
"""Bytes of each unit; the decimal ones are those in which sizes are shown."""
# A number with at most one point, and letters for the unit; ASCII, as \d has digits of many scripts.
_AMOUNT = re.compile(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([a-z]*)\s*", re.IGNORECASE | re.ASCII)
# A year, or with a month, or with a month and a day.
_DAY = re.compile(r"\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?\s*", re.ASCII)


def bytes_of(text: str) -> int:
    """Return the bytes that ``10MB``, ``1.5 GiB`` or ``4096`` stand for, rounded down.

    Raises:
        UsageError: it is no size, or none at all.
    """
    match = _AMOUNT.fullmatch(text)
    if match is None or match[2].lower() not in BYTES_OF:
        raise UsageError(f"{text!r} is no size", hint="write a number and a unit: 500kB, 10MB, 1.5GB, 20MiB")
    whole, _, part = match[1].partition(".")
    # In whole numbers, since a fraction of a decimal unit is seldom exact as a float.
    number = int(whole + part) * BYTES_OF[match[2].lower()] // int(f"1{len(part) * '0'}")
    if not number:
        raise UsageError(f"{text!r}: nothing is that small", hint="give at least one byte")
    return number


def day_of(text: str) -> date:
    """Return the first day of ``2023`` or ``2023-04``, or the day ``2023-04-17`` itself.

    Raises:
        UsageError: it is no day.
    """
    hint = "write a year, a month or a day: 2023, 2023-04, 2023-04-17"
    match = _DAY.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no date", hint=hint)
    year, month, day = int(match[1]), int(match[2] or 1), int(match[3] or 1)
    if not 1 <= month <= 12 or year < 1:  # noqa: PLR2004 - the months of a year
        raise UsageError(f"{text!r} is no date: there is no such month", hint=hint)
    # The standard library would say it less clearly, and not for a year or a month alone.
    last = monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise UsageError(f"{text!r} is no date: that month has {last} days", hint=hint)
    return date(year, month, day)
