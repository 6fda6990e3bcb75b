"""How the problems of a set and what their dry run showed are listed."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import first_line, plain, table
from authoring.records.draft import ProblemOrigin, problem_lines
from authoring.records.evidence import DryRun, Judgement, Outcome, ProblemRun, TableView, ValueView
from authoring.records.wording import counted, size

CORRECT = {"yes": ("correct", "green"), "partial": ("partial", "yellow"), "no": ("wrong", "red")}
VIEW_ROWS = 12
"""Rows of a table that are shown."""
VIEW_COLUMNS = 9
"""Columns of a table that are shown."""
VIEW_LINES = 30
"""Lines of a text that are shown."""
VIEW_WIDTH = 2_000
"""Characters of one line that are shown; a value's text may be much longer without a break."""


def problems_table(text: str, origins: Sequence[ProblemOrigin], run: DryRun | None) -> Table:
    """Return the problems of a set, one a line."""
    lines = tuple(problem_lines(text, origins, run))
    levels = any(line.level for line in lines)
    rows = table("#>", *(("level",) if levels else ()), "question", "seconds>", "memory>", "outcome")
    for line in lines:
        rows.add_row(
            Text(str(line.number), "bold"),
            *((Text(line.level, "dim"),) if levels else ()),
            plain(first_line(line.question, 60)),
            Text(f"{line.run.run.seconds:.2f}" if line.run else "-"),
            Text(size(line.run.run.peak_memory) if line.run else "-", "dim"),
            outcome_of(line.run),
        )
    return rows


def conventions_view(conventions: Sequence[str]) -> Iterator[Text]:
    """Yield the conventions of a set, one a line, as they stand beside its questions."""
    if conventions:
        yield Text("unless a question says otherwise:", "dim")
        yield from (plain(f"- {item}", "dim") for item in conventions)


def outcome_of(run: ProblemRun | None) -> Text:
    """Say in a word or two how a problem ended."""
    if run is None:
        return Text("not run", "dim")
    if run.run.outcome is not Outcome.OK:
        return Text(run.run.outcome.value, "red")
    if run.repeat is not None and run.repeat.outcome is not Outcome.OK:
        return Text(f"{run.repeat.outcome.value} when repeated", "red")
    if run.answer_side is not None and not run.answer_side.is_sound:
        return Text("fails for answers", "red")
    return verdict_of(run.judgement)


def verdict_of(judgement: Judgement | None) -> Text:
    """Say what the problem's own validator thinks of its own reference."""
    if judgement is None:
        return Text("ran", "dim")
    word, style = CORRECT[judgement.correct]
    return Text(word, style)


def value_view(value: ValueView) -> RenderableType:
    """Return a value as a person may look at it: a table as a table, anything else as text."""
    if value.table is not None:
        return table_view(value.table)
    return text_view(value.text + (" …" if value.truncated else ""))


def text_view(text: str) -> Text:
    """Return a long text cut to what fits a screen."""
    lines = text.splitlines()
    cut = (line if len(line) <= VIEW_WIDTH else f"{line[:VIEW_WIDTH]}…" for line in lines[:VIEW_LINES])
    view = Text("\n").join(plain(line.expandtabs(4)) for line in cut)
    if len(lines) > VIEW_LINES:
        view.append(f"\n… {len(lines) - VIEW_LINES} more lines", "dim")
    return view


def table_view(view: TableView) -> RenderableType:
    """Return a frame or series with its size below it."""
    rows = table("")
    rows.columns[0].no_wrap = True
    for name in view.header[:VIEW_COLUMNS]:
        rows.add_column(plain(name), justify="right", overflow="ellipsis", no_wrap=True)
    for label, row in zip(view.index[:VIEW_ROWS], view.cells, strict=False):
        rows.add_row(plain(label, "dim"), *(plain(cell) for cell in row[:VIEW_COLUMNS]))
    return Group(rows, Text(f"{counted(view.rows, 'row')} x {counted(view.columns, 'column')}", "dim"))
