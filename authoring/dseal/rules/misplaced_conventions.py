"""DS240: conventions that stand where they hold for nothing, or say nothing."""

from collections.abc import Iterator

from authoring.dseal.conventions import HEADING, ConventionList, convention_list
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Cell, CellKind, ProblemSet, Surroundings
from authoring.dseal.positions import NEWLINE, finding, lines_of
from authoring.dseal.session import number_of

MOST_ITEMS = 10
"""Conventions of a set: exports put all of them behind each question."""
MOST_WORDS = 90
INFO = RuleInfo(
    code="DS240",
    name="misplaced-conventions",
    severity=Severity.WARNING,
    what="A comment begins with `# Conventions:` and is no list of conventions at the top of a context cell: it stands "
    "before the first cell, in a problem or behind code, has no item that begins with `# - `, or is too long to stand "
    "behind each question.",
    why="It looks as if it held for every question, and no export and no solver is given it.",
    bad='# Conventions:\n# - Tables are numbered from 0.\n# %%\nimport pandas as pd\n\n# %%\n"""\n'
    'question: Which rows have a above 3?\n"""\n\ndf[df.a > 3]\n',
    good='# %%\n# Conventions:\n# - Tables are numbered from 0.\nimport pandas as pd\n\n# %%\n"""\n'
    'question: Which rows have a above 3?\n"""\n\ndf[df.a > 3].reset_index(drop=True)\n',
)
_HINT = "put it at the top of the first context cell: `# Conventions:`, then a line `# - ...` for each"


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find every heading that begins no list that holds, and lists that are too long."""
    for cell in problemset.cells:
        stated = convention_list(cell.code) if cell.kind is CellKind.CONTEXT else None
        lines = lines_of(problemset.text)
        for offset, line in enumerate(NEWLINE.split(cell.source)):
            if not HEADING.fullmatch(line):
                continue
            number = cell.span.line + offset
            is_list = stated is not None and number == cell.code_span.line + stated.first
            message = _fault(stated, cell) if is_list else "these conventions hold for no question"
            if message:
                start = lines.starts[number - 1]
                hint = "keep what several questions need" if is_list and stated and stated.items else _HINT
                yield finding(
                    INFO, problemset.text, start, start + len(line), message, hint=hint, problem=number_of(cell)
                )


def _fault(stated: ConventionList | None, cell: Cell) -> str:
    """Return what is wrong with a list at the top of a context cell; empty where nothing is."""
    items = stated.items if stated is not None and cell.kind is CellKind.CONTEXT else ()
    if not items:
        return "the list of conventions has no item"
    words = sum(len(item.split()) for item in items)
    if len(items) > MOST_ITEMS or words > MOST_WORDS:
        return f"{len(items)} conventions with {words} words stand behind each question of an export"
    return ""
