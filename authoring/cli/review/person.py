"""Puts the questions of a benchmark to the person at the terminal, who is the solver ``person``."""

import sys
from collections.abc import Callable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.cli.review.editor import edit_text
from authoring.cli.views.problems import conventions_view
from authoring.cli.views.render import code, err, flowing, plain, table
from authoring.cli.views.verdicts import run_view
from authoring.errors import AuthoringError
from authoring.records.evidence import CellRun, Variable
from authoring.records.solvers.person import Answerer, PersonQuestion

Run = Callable[[str], CellRun]
KEYS = "e edit, r run, s submit, h cells before, v variables, p pass, q quit"
INDENT = (0, 0, 0, 2)
MOST_VARIABLES = 12
"""Variables that are listed before the person asks for all."""


class PersonLeftError(AuthoringError):
    """The person at the terminal has had enough."""

    exit_code = 130


def terminal_answerer() -> Answerer | None:
    """Return what asks a person; None where there is no terminal."""
    return ask if sys.stdin.isatty() else None


def ask(question: PersonQuestion, run: Run) -> str | None:
    """Show a question, let the person write and try code, and return what they submit; None where they pass.

    Raises:
        PersonLeftError: they quit; what they answered before is kept.
    """
    _show(*question_view(question))
    written = question.last_code
    while True:
        key = _key()
        if key == "p" or (key == "s" and written.strip()):
            return written if key == "s" else None
        if key == "q":
            raise PersonLeftError("you left", hint="the same command goes on behind your last answer")
        if key == "e":
            written = _edited(written)
        _show(*_shown_for(key, question, written, run))


def _edited(written: str) -> str:
    result = edit_text(written)
    if result.text is None:
        _show(plain(result.problem, "red"))
    return written if result.text is None else result.text


def _shown_for(key: str, question: PersonQuestion, written: str, run: Run) -> Iterator[RenderableType]:
    """Yield what a key shows."""
    if key in {"e", "r"} and written.strip():
        yield from run_view(run(written))
    elif key in {"e", "r", "s"}:
        yield Text("nothing is written yet: e opens your editor, p passes", "yellow")
    elif key == "h":
        yield from (Padding(code(cell), INDENT, expand=False) for cell in question.history)
    elif key == "v":
        yield variables_view(question.variables, len(question.variables))
    else:
        yield plain(KEYS, "dim")


def _show(*parts: RenderableType) -> None:
    # On standard error, so that the document of --json stands alone.
    err().print(*parts, sep="\n")


def _key() -> str:
    """Return the letter that the person typed; ``q`` where there is nobody any more."""
    err().print(Text(f"{KEYS}: ", "bold cyan"), end="")
    try:
        return input().strip().lower()[:1]
    except EOFError:
        return "q"


def question_view(question: PersonQuestion) -> Iterator[RenderableType]:
    """Yield what a person is shown first: the question, and what the session holds."""
    attempt = f", attempt {question.attempt}" if question.attempt > 1 else ""
    yield Text()
    yield plain(f"{question.problemset} {question.index}{attempt}", "bold")
    yield Padding(flowing(question.question.strip()), INDENT, expand=False)
    yield from (Padding(line, INDENT, expand=False) for line in conventions_view(question.conventions))
    if question.variables:
        yield Padding(variables_view(question.variables, MOST_VARIABLES), INDENT, expand=False)
    for title, text in (("your last answer failed", question.last_error), ("the validators say", question.hint)):
        if text:
            yield plain(title, "bold yellow")
            yield Padding(flowing(text.strip()), INDENT, expand=False)


def variables_view(variables: tuple[Variable, ...], limit: int) -> RenderableType:
    """Return a table of variables: name, type, and shape or text."""
    listing = table("variable", "type", "holds")
    for variable in variables[:limit]:
        shape = " x ".join(map(str, variable.shape)) if variable.shape else variable.text
        listing.add_row(plain(variable.name), plain(variable.type.rpartition(".")[2]), plain(shape[:60]))
    if len(variables) > limit:
        listing.add_row(Text(f"… and {len(variables) - limit} more: v", "dim"))
    return listing
