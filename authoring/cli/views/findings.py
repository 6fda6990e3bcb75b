"""Findings as a compiler shows them: place, code, message, the line under it; and what a kind of finding is."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.cli.views.render import block, code, first_line, table
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records.wording import counted, visible

if TYPE_CHECKING:
    # Explaining codes imports every room that defines some; showing a finding needs none of them.
    from authoring.api.findings.codes import CodeExplanation

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "bold blue"}
WIDEST = 96
"""Columns of a source line that are shown; of a longer one, the part around the caret."""
LEAD = 24
"""Columns shown before the caret when a line is cut."""
FIRST = 2
"""Findings of a kind that a folded list shows whole."""
COMMANDS = {
    "DS4": "authoring run PATH",
    "DS6": "authoring check PATH",
    # The first beginning that fits counts.
    "DS979": "authoring draft SEED --model MODEL",
    "DS97": "authoring pilot NAME",
    "DS90": "authoring seed check",
    "DS92": "authoring seed add REF",
    "DS93": "authoring seed add REF --notebook FILE",
    "DS94": "authoring import notebook FILE",
    # So those of tables of pairs come before that of functions.
    **dict.fromkeys(("DS956", "DS957", "DS958", "DS959"), "authoring import csv FILE"),
    "DS95": "authoring import functions FILE",
    "DS96": "authoring import dseval DIR",
    # Of questions beside references speak some of those of which most speak of exports.
    **dict.fromkeys(
        (
            *(
                "DS70",
                "DS710",
                "DS711",
                "DS712",
                "DS738",
                "DS739",
                "DS740",
                "DS745",
                "DS746",
                "DS747",
                "DS748",
                "DS749",
            ),
            *("DS750", "DS753", "DS754", "DS757", "DS758", "DS759", "DS760", "DS761", "DS762"),
            *("DS763", "DS764", "DS766", "DS767", "DS768", "DS769", "DS770"),
        ),
        "authoring check PATH",
    ),
    # One that reads the tables is a rule of lint.
    "DS765": "authoring lint PATH",
    "DS7": "authoring export FORMAT DIR",
    "DS8": "authoring draft SEED",
}
"""By which command a kind of finding is found that lint does not find, by the beginning of its code."""


def gravest(findings: Sequence[Diagnostic]) -> Diagnostic:
    """Return the first of the findings that weigh most: what a person reads about next."""
    weights = [*Severity]
    return min(findings, key=lambda finding: weights.index(finding.severity))


def findings_view(findings: Sequence[Diagnostic], name: str = "") -> tuple[RenderableType, ...]:
    """Return findings, each as one block of a few lines; `name` stands for a text that is no file."""
    return tuple(finding_view(finding, name) for finding in findings)


def folded_view(findings: Sequence[Diagnostic]) -> tuple[RenderableType, ...]:
    """Return findings as `findings_view` does, but of each kind only the first; a line tells where the others are."""
    kinds: dict[tuple[str, Severity], list[Diagnostic]] = {}
    for finding in findings:
        kinds.setdefault((finding.code, finding.severity), []).append(finding)
    return tuple(view for kind in kinds.values() for view in _folded(kind))


def _folded(kind: Sequence[Diagnostic]) -> Iterator[Text]:
    yield from (finding_view(finding) for finding in kind[:FIRST])
    places: dict[str, list[str]] = {}
    for finding in kind[FIRST:]:
        number = f"line {finding.line}" if finding.problem is None else str(finding.problem)
        places.setdefault(finding.path, []).append(number)
    if places:
        locations = "; ".join(f"{path} {', '.join(numbers)}" for path, numbers in places.items())
        first = kind[0]
        text = Text.assemble((f"{first.severity.value} {first.code}", STYLES[first.severity]))
        text.append(f" also at {counted(len(kind) - FIRST, 'more place')}: {visible(locations, lines=False)}\n")
        yield text


def finding_view(finding: Diagnostic, name: str = "") -> Text:
    """Return one finding, compiler-style."""
    location = f"{finding.path or name or 'line'}:{finding.line}:{finding.column}"
    text = Text(no_wrap=True, overflow="ignore")
    text.append(visible(location, lines=False), "bold")
    text.append(": ")
    text.append(finding.severity.value, STYLES[finding.severity])
    text.append(f" {finding.code} {finding.name}", "bold")
    text.append(f": {visible(finding.message, lines=False)}\n")
    if finding.source_line.strip():
        _append_source(text, finding)
    if finding.hint:
        text.append(" " * 8 + "hint: ", "cyan")
        text.append(visible(finding.hint, lines=False) + "\n")
    return text


def _append_source(text: Text, finding: Diagnostic) -> None:
    begin = max(finding.column - 1, 0)
    end = max(finding.end_column - 1 if finding.end_column else begin + 1, begin + 1)
    before, under, after = (
        # A tab would move the caret; what hides itself is shown, before widths are counted.
        visible(part.replace("\t", "    "), lines=False)
        for part in (finding.source_line[:begin], finding.source_line[begin:end], finding.source_line[end:])
    )
    # The caret must stay in view, so the line is cut around it.
    if len(before) + len(under) + len(after) > WIDEST:
        before = before if len(before) <= LEAD else "…" + before[-LEAD:]
        under = under[: WIDEST - LEAD]
        room = WIDEST - len(before) - len(under)
        after = after if len(after) <= room else after[: max(room, 0)] + "…"
    gutter = f"{finding.line:>6} | "
    text.append(gutter, "dim")
    text.append(f"{before}{under}{after}\n")
    text.append(" " * 6 + " | ", "dim")
    # Cells and not characters: letters of some scripts take two.
    text.append(" " * cell_len(before) + "^" * max(cell_len(under), 1) + "\n", STYLES[finding.severity])


def summary(findings: Sequence[Diagnostic], *, files: int) -> Text:
    """Return the last line of a check: how many findings of each weight, in how many files."""
    scope = f" in {counted(files, 'file')}"
    if not findings:
        return Text(f"no findings{scope}", "green")
    return Text(f"{tally(findings)}{scope}")


def tally(findings: Sequence[Diagnostic]) -> str:
    """Return ``1 error, 2 warnings``, or ``no findings``."""
    parts = [
        counted(number, severity.value)
        for severity in Severity
        if (number := sum(finding.severity is severity for finding in findings))
    ]
    return ", ".join(parts) or "no findings"


def codes_table(codes: "Sequence[CodeExplanation]") -> Table:
    """Return all kinds of finding, one a line."""
    rows = table("code", "name", "weight", "what is looked for")
    for column in rows.columns[:3]:
        column.no_wrap = True
    for info in codes:
        weight = Text(info.severity.value, STYLES[info.severity])
        rows.add_row(Text(info.code, "bold"), Text(info.name), weight, block(first_line(info.what, 300)))
    return rows


def code_view(info: "CodeExplanation") -> tuple[RenderableType, ...]:
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


def finding_command(info: "CodeExplanation") -> str:
    """Return the command that finds defects of this kind."""
    commands = (command for prefix, command in COMMANDS.items() if info.code.startswith(prefix))
    return next(commands, "authoring lint PATH")


def _example(text: str) -> RenderableType:
    return code(text.rstrip()) if "# %%" in text else block(text.rstrip())
