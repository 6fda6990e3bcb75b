"""``authoring demo``: the whole way, from a real table to an exported benchmark."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson

if TYPE_CHECKING:
    from authoring.workspace import Workspace

Folder = Annotated[
    Path | None, typer.Argument(metavar="[DIR]", help="Where the workspace is made; a temporary folder if not given.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Admit the draft without looking at it, as reviewer 'demo'.")]


def demo(folder: Folder = None, *, yes: Yes = False, as_json: AsJson = False) -> None:
    """Turn a table of penguins into a problem set, prove it, admit it, and export it for DSEval.

    Needs no key and no network.

    Example: authoring demo
    """
    from rich.text import Text

    from authoring.api.demo import demonstrate, sample_problem
    from authoring.cli.review.screen import cell_view
    from authoring.cli.views.exports import file_tree
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import emit, next_command, show
    from authoring.records.decision import Waiting

    parts: list[object] = []

    def show_part(part: object) -> None:
        parts.append(part)
        if not as_json:
            _show_part(part)

    reporter = IntermittentReporter(show_part)
    # Standard output belongs to the JSON document, so nobody is asked.
    if yes or as_json:
        result = demonstrate(folder, reporter=reporter)
    else:
        result = demonstrate(folder, offer_review=_offer_review, reporter=reporter)
    if as_json:
        emit(result)
        return
    (waiting,) = (part for part in parts if isinstance(part, Waiting))
    show(
        Text(),
        file_tree(Path(result.export), result.files),
        Text("\nOne of the problems, with its real output:", "bold"),
        cell_view(sample_problem(waiting)),
        Text.assemble(("Your own table: ", "bold"), "authoring seed add my.csv && authoring draft my"),
    )
    next_command(f"cd {result.workspace} && authoring status")


def _show_part(part: object) -> None:
    """Show where the demo begins, every step when it is done, and what is wrong with a draft that has errors."""
    from rich.text import Text

    from authoring.api.demo import DemoStart, DemoStep
    from authoring.cli.views.findings import findings_view
    from authoring.cli.views.render import out, plain
    from authoring.records.decision import Waiting

    if isinstance(part, DemoStart):
        title = Text.assemble(("From a table to a benchmark", "bold"), (f"  in {part.folder}", "dim"))
        out().print(title, "", sep="\n")
    elif isinstance(part, DemoStep):
        line = Text.assemble((" ✓ ", "bold green"), (f"{part.step:<10}", "bold"), (f"{part.seconds:5.1f} s  ", "dim"))
        out().print(line.append(plain(part.outcome)), soft_wrap=True)
    elif isinstance(part, Waiting) and part.evidence.errors:
        out().print(*findings_view(part.evidence.errors), sep="\n")


def _offer_review(workspace: "Workspace", name: str) -> bool:
    """Let the person review if they want to; return whether they did."""
    from authoring.api.review.session import review
    from authoring.cli.options import reviewer_name
    from authoring.cli.review.dialogue import hold_review
    from authoring.cli.views.live import IntermittentReporter
    from authoring.errors import UsageError

    if not sys.stdin.isatty() or not typer.confirm("   review the problems yourself?", default=False):
        return False
    try:
        person = reviewer_name(None)
    except UsageError:
        # A demo is not published, and asks nobody for a name.
        person = "demo"
    review(workspace, name, reviewer=person, conduct=hold_review, reporter=IntermittentReporter())
    return True
