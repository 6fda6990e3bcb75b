"""DS648: tables are joined otherwise than the question says."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS648",
    name="other-join",
    severity=Severity.WARNING,
    what="The question names a kind of join, and every join of the reference is of another kind.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Do a left join of a and b.\n"""\n\na.merge(b, on="key")\n',
    good='# %%\n"""\nquestion: Do a left join of a and b.\n"""\n\na.merge(b, on="key", how="left")\n',
)
_USUAL = {"merge": "inner", "join": "left", "merge_ordered": "outer"}
# With the tables exchanged, a left join is a right one.
_ALIKE = {"left": ("right",), "right": ("left",), "keeping": ("left", "right", "outer", "cross")}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find joins of which none is of a kind that the question names."""
    joins = [(call, kind) for call in calls(subject.tree, *_USUAL) if (kind := _kind(call)) is not None]
    kinds, kinds_of_code = subject.reading.joins, {kind for _, kind in joins}
    possible = {"", *kinds, *(kind for name in kinds for kind in _ALIKE.get(name, ()))}
    if kinds and joins and possible.isdisjoint(kinds_of_code):
        words = "says that all rows stay" if kinds == {"keeping"} else f"names the join {min(kinds - {'keeping'})}"
        message = f"the question {words}, the reference joins {joins[0][1]}"
        yield at_node(subject.problemset, subject.cell, joins[0][0], INFO, message, "make the two say the same")


def _kind(call: ast.Call) -> str | None:
    """Return the kind of a join, empty where the code does not show it; None for what joins no tables."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name == "join" and not _joins_tables(call):
        return None
    how = keyword_of(call, "how")
    if how is None:
        is_open = any(keyword.arg is None for keyword in call.keywords) or len(call.args) > _MOST_TABLES
        return "" if is_open or not name else _USUAL[name]
    return how.value if isinstance(how, ast.Constant) and isinstance(how.value, str) else ""


def _joins_tables(call: ast.Call) -> bool:
    """Whether a call of `join` may be that of a table; texts and paths are joined, too."""
    if not isinstance(call.func, ast.Attribute) or isinstance(call.func.value, ast.Constant | ast.JoinedStr):
        return False
    is_path = isinstance(call.func.value, ast.Attribute) and call.func.value.attr == "path"
    keywords = {keyword.arg for keyword in call.keywords}
    return not is_path and (bool(keywords) or (len(call.args) == 1 and isinstance(call.args[0], ast.Name | ast.Call)))


_MOST_TABLES = 2
"""Arguments without a keyword behind which `how` cannot stand."""
