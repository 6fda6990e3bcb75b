"""DS656: a column in the part that the question gives to another: what is grouped by, sorted by, or the index."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS656",
    name="other-column",
    severity=Severity.WARNING,
    what="The question names in quotes the column to group by, to sort by or to be the index, the reference takes "
    "others for it, and uses the named one for something else.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give the mean `kind` of each `mass`.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
    good='# %%\n"""\nquestion: Give the mean `mass` of each `kind`.\n"""\n\ndf.groupby("kind")["mass"].mean()\n',
)
_NAME = r"[`\"'“](?P<name>[^`\"'”\n]{1,60})[`\"'”]"
_PARTS: Mapping[str, re.Pattern[str]] = {
    "group": re.compile(
        rf"\b(?:for each|of each|per|by each|in each|for every|of every|group(?:ed|ing)? by|broken down by)"
        rf" (?:the )?(?:column |value of |values of |unique |distinct )?{_NAME}(?! and\b| or\b|,)",
        re.IGNORECASE,
    ),
    "sort": re.compile(
        rf"\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?) by (?:the )?(?:column )?{_NAME}",
        re.IGNORECASE,
    ),
    "index": re.compile(
        rf"(?<!and )(?<!or )(?<!, ){_NAME} (?:column )?as (?:the |its )?index\b"
        r"(?! and (?:the )?(?:column|value|header))",
        re.IGNORECASE,
    ),
}
"""What a question gives a column to be, and how it says so."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first part that another column plays."""
    used = {str(text.value) for text in strings(subject.tree)}
    for part, pattern in _PARTS.items():
        said = {match["name"] for match in pattern.finditer(subject.problem.question)}
        taken = [*_columns_of(part, subject.tree)]
        columns = {column for _, names in taken for column in names}
        if len(said) == 1 and taken and columns and said.isdisjoint(columns) and said <= used:
            name, other = said.pop(), min(columns)
            words = {"group": "grouped by", "sort": "sorted by", "index": "as the index"}[part]
            message = f"the question names {name!r} {words}, and the reference takes {other!r}"
            yield at_node(subject.problemset, subject.cell, taken[0][0], INFO, message, "make the two say the same")
            return


def _columns_of(part: str, tree: ast.Module) -> Iterator[tuple[ast.expr, frozenset[str]]]:
    """Yield what plays a part in the code, with its columns; nothing at all where one is not a literal."""
    places = {
        "group": [*_arguments(tree, ("groupby",), ("by",)), *_arguments(tree, ("pivot_table", "pivot"), ("index",))],
        "sort": [*_arguments(tree, ("sort_values", "nlargest", "nsmallest"), ("by", "columns"))],
        "index": [*_arguments(tree, ("rename_axis", "set_index"), ("keys", "index"))],
    }[part]
    if all(names is not None for _, names in places):
        yield from ((call, names) for call, names in places if names is not None)


def _arguments(
    tree: ast.Module, names: tuple[str, ...], keywords: tuple[str, ...]
) -> Iterator[tuple[ast.expr, frozenset[str] | None]]:
    for call in calls(tree, *names):
        given = next((word.value for word in call.keywords if word.arg in keywords), None)
        # The number of rows stands before the columns of `nlargest`.
        place = call.args[-1] if call.args else None
        yield call, _literals(given if given is not None else place)


def _literals(node: ast.expr | None) -> frozenset[str] | None:
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    if all(isinstance(element, ast.Constant) and isinstance(element.value, str) for element in elements):
        return frozenset(str(element.value) for element in elements if isinstance(element, ast.Constant))
    return None
