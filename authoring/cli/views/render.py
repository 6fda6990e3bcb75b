"""How everything is shown: plain text made safe, consoles, JSON, errors, the next command.

Titles, questions, code, values and messages may come from strangers, so nothing is ever read as rich markup, and
characters that steer a terminal or hide themselves are shown as escapes.
"""

import json
import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from authoring.records.wording import visible

if TYPE_CHECKING:
    from rich.syntax import Syntax

Answer = TypeVar("Answer", bound=BaseModel | Sequence[BaseModel])

WIDTH_OF_A_PIPE = 100
"""Columns, where the output is no terminal and COLUMNS is not set."""

SET_APART = re.compile(r"\s|$|[-*+>|#]|\d+[.)]\s")
"""How a line begins that does not go on with the sentence before it."""


def plain(text: str, style: str = "") -> Text:
    """Return a stranger's text for one line: no markup, no line breaks, nothing hidden."""
    return Text(visible(text, lines=False), style=style)


def heading(text: str, style: str = "bold") -> Text:
    """Return a line that is never broken, however narrow the screen."""
    return Text(visible(text, lines=False), style=style, no_wrap=True, overflow="ignore")


def block(text: str, style: str = "") -> Text:
    """Return a stranger's text that may have several lines."""
    return Text(visible(text), style=style)


def flowing(text: str) -> Text:
    """Return a stranger's prose with its line breaks taken out where they are only a file's margin."""
    flown: list[str] = []
    fenced = False
    for line in visible(text).split("\n"):
        # Code between fences keeps its lines; the fences themselves do, too.
        fence = line.startswith("```")
        # Blank lines, indented lines, fenced lines and the beginnings of items keep their place.
        margin = flown and not (fence or fenced) and SET_APART.match(line) is None
        if margin and flown[-1] and not flown[-1].startswith((" ", "```")):
            flown[-1] = f"{flown[-1].rstrip()} {line}"
        else:
            flown.append(line)
        fenced ^= fence
    return Text("\n".join(flown))


def code(text: str, language: str = "python") -> "Syntax":
    """Return code, coloured where colours are on."""
    # What colours it takes a tenth of a verb's start, and most verbs show none.
    from rich.syntax import Syntax

    return Syntax(visible(text), language, theme="ansi_dark", background_color="default", word_wrap=True)


def first_line(text: str, length: int = 72) -> str:
    """Return the first line of a text, cut to `length` characters."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    # One character less than allowed makes room for the ellipsis.
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def percent(rate: float | None) -> str:
    """Return a share as a person reads it."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def out() -> Console:
    """Return the console for results."""
    return _console(error=False)


def err() -> Console:
    """Return the console for errors and progress."""
    return _console(error=True)


def _console(*, error: bool) -> Console:
    stream = sys.stderr if error else sys.stdout
    piped = not stream.isatty() and "COLUMNS" not in os.environ
    return Console(
        file=stream,
        width=WIDTH_OF_A_PIPE if piped else None,
        highlight=False,
        markup=False,
        emoji=False,
    )


def table(*columns: str, title: str = "") -> Table:
    """Return an empty table in the house's look; names that end in ``>`` are numbers and stand on the right."""
    listing = Table(box=None, padding=(0, 2, 0, 0), header_style="bold", title_justify="left", title_style="bold")
    # Not given to the table as text, which rich would read as markup.
    listing.title = plain(title, "bold") if title else None
    for column in columns:
        right = column.endswith(">")
        listing.add_column(column.rstrip(">"), justify="right" if right else "left", no_wrap=right)
    return listing


def emit(value: BaseModel | Sequence[BaseModel]) -> None:
    """Print a record, or a list of them, as one JSON document on standard output."""
    content: Any = (
        value.model_dump(mode="json")
        if isinstance(value, BaseModel)
        else [record.model_dump(mode="json") for record in value]
    )
    sys.stdout.write(json.dumps(content, indent=2) + "\n")


def show(*parts: RenderableType) -> None:
    """Print to standard output, one part below the other; lines that must not be broken may leave the screen."""
    out().print(Group(*parts), crop=False)


def callable_here(command: str) -> str:
    """Return a command that can be pasted: a program that is not on the path is called as this one was started."""
    # As it is called from a checkout or an environment that is not active.
    started = Path(sys.argv[0])
    if started.name != "authoring" or shutil.which("authoring"):
        return command
    # A chain of commands may call it more than once.
    return re.sub(r"(^|&& )authoring ", lambda match: f"{match[1]}{shlex.quote(str(started.absolute()))} ", command)


def next_command(command: str) -> None:
    """End a verb: name the command that comes next."""
    command = callable_here(command)
    out().print(Text.assemble(("next: ", "dim"), (visible(command, lines=False), "bold cyan")), soft_wrap=True)


def answer(record: Answer, view: Callable[[Answer], Iterable[RenderableType]], command: str, *, as_json: bool) -> None:
    """End a verb: print its record as JSON and nothing else, or show it and name the command that comes next."""
    if as_json:
        emit(record)
        return
    show(*view(record))
    next_command(command)


def show_error(message: str, hint: str, exit_code: int, *, as_json: bool = False) -> None:
    """Say on standard error what was wrong and what to do about it."""
    if as_json:
        document = {"error": {"message": message, "hint": hint, "exit_code": exit_code}}
        # Standard output holds the result's document or nothing.
        sys.stderr.write(json.dumps(document, indent=2) + "\n")
        return
    console = err()
    console.print(Text.assemble(("error: ", "bold red"), visible(message)), soft_wrap=True)
    if hint:
        console.print(Text.assemble(("hint: ", "bold cyan"), visible(hint)), soft_wrap=True)
