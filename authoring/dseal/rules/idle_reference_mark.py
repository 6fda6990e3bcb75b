"""DS320: the mark of a reference cell in a place where it hides nothing."""

import io
import tokenize
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Cell, ProblemSet, Surroundings
from authoring.dseal.reference_cells import MARK, MARK_LINE, is_marked
from authoring.dseal.session import at_code

_TEXT = '# %%\n{first}\n{second}\n\n# %%\n"""\nquestion: How much is `a` + 1?\n"""\na + 1\n'

INFO = RuleInfo(
    code="DS320",
    name="idle-reference-mark",
    severity=Severity.WARNING,
    what=f"The comment `{MARK}` stands in a problem, or below the first line of a context cell.",
    why="It keeps a cell from answers only as the first line of a context cell; elsewhere every answer sees what the "
    "cell binds.",
    bad=_TEXT.format(first="a = 1", second=MARK),
    good=_TEXT.format(first="a = 1", second="# counted from 0"),
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find marks that no cell begins with."""
    for cell in problemset.runnable:
        for line, column in _marks(cell):
            if is_marked(cell) and line == 1:
                continue
            message = "this mark keeps nothing from answers"
            yield at_code(problemset, cell, (line, column), INFO, message, "make it the first line of a context cell")


def _marks(cell: Cell) -> Iterator[tuple[int, int]]:
    """Yield line and column, from 1, of each comment that is a mark."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(cell.code).readline):
            if token.type == tokenize.COMMENT and MARK_LINE.fullmatch(token.string):
                yield token.start[0], token.start[1] + 1
    # What is wrong with the code is another rule's finding.
    except (tokenize.TokenError, SyntaxError):
        return
