"""How a kind of finding is explained: what it looks for, why it matters, bad and good examples."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.api.codes import CodeExplanation
from authoring.cli.views.findings import STYLES
from authoring.cli.views.render import block, code, first_line, table

COMMANDS = {
    "DS4": "authoring run PATH",
    "DS90": "authoring seed check",
    "DS92": "authoring seed add REF",
    "DS93": "authoring seed add REF --notebook FILE",
    "DS94": "authoring import notebook FILE",
    "DS957": "authoring import csv FILE",
    "DS956": "authoring import csv FILE",
    "DS958": "authoring import csv FILE",
    "DS959": "authoring import csv FILE",
    "DS95": "authoring import functions FILE",
    "DS96": "authoring import dseval DIR",
}
"""By which command a kind of finding is found that lint does not find, by the beginning of its code."""


def codes_table(codes: Sequence[CodeExplanation]) -> Table:
    """Return all kinds of finding, one a line."""
    rows = table("code", "name", "weight", "what is looked for")
    for column in rows.columns[:3]:
        column.no_wrap = True
    for info in codes:
        weight = Text(info.severity.value, STYLES[info.severity])
        rows.add_row(Text(info.code, "bold"), Text(info.name), weight, block(first_line(info.what, 300)))
    return rows


def code_view(info: CodeExplanation) -> tuple[RenderableType, ...]:
    """Return everything about one kind of finding."""
    title = Text.assemble((info.code, "bold"), " ", (info.name, "bold"), " ")
    title.append(info.severity.value, STYLES[info.severity])
    return (
        title,
        Text("\nWhat it finds", "bold"),
        Padding(block(info.what), (0, 2)),
        Text("\nWhy it matters", "bold"),
        Padding(block(info.why), (0, 2)),
        Text("\nBad", "bold red"),
        Padding(_example(info.bad), (0, 2)),
        Text("\nGood", "bold green"),
        Padding(_example(info.good), (0, 2)),
        Text(),
    )


def finding_command(info: CodeExplanation) -> str:
    """Return the command that finds defects of this kind."""
    commands = (command for prefix, command in COMMANDS.items() if info.code.startswith(prefix))
    return next(commands, "authoring lint PATH")


def _example(text: str) -> RenderableType:
    return code(text.rstrip()) if "# %%" in text else block(text.rstrip())
