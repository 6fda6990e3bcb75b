"""Similar columns: a question's words, or a date that it speaks of, fit two columns, and the reference takes one."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code
from authoring.dseal.readings.base import Choice, OpenChoice
from authoring.dseal.readings.missing import mentions

RANK = 35
_WORD = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])")
_DATE = re.compile(r"(?i:(?:^|[_ ])(?:at|on|date|time|day|datetime|timestamp))$|(?:Date|Time)$|^(?i:date|time)[_ ]")
_SMALL = frozenset(
    ["in", "the", "of", "and", "to", "for", "per", "by", "is", "on", "at", "or", "from", "with", "no", "id"]
)


_KINDS = frozenset((
    "count", "number", "num", "total", "sum", "code", "flag", "rank", "share", "percent", "pct", "ratio", "rate", "url",
    "link", "index", "has", "color", "colour", "name", "average", "avg", "mean", "median", "std", "deviation", "min",
    "max", "minimum", "maximum", "variance", "var",
))  # fmt: skip
"""Words that say of which kind a column is: nobody takes a count for a name."""


def similar_column(column: str, code: Code, question: str) -> str:
    """Return the column of a table that fits a question as well as the one that the reference reads; empty for none.

    A column that the question names in full is meant. Of two others, that with fewer words of which the question says
    nothing is the better one.
    """
    spoken = {_stem(word) for word in _WORD.findall(question)}
    own = _words(column)
    shared = own & spoken
    if not shared or mentions(question, column):
        return ""
    strings = {node.value for node in code.nodes if isinstance(node, ast.Constant)}
    candidates = [
        (len(words - spoken), candidate)
        for candidate in code.columns
        if candidate not in strings and shared <= (words := _words(candidate)) and not (words - own - spoken) & _KINDS
    ]
    extra, candidate = min(candidates, default=(0, ""))
    return candidate if extra <= len(own - spoken) else ""


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice between two columns that share words with the question, where it does not name the one taken."""
    for column in unnamed_columns(code, question):
        # A column that code makes on the way, by `assign` or `rename`, is in no table that a solver has.
        if column not in code.columns:
            continue
        candidate = similar_column(column, code, question) or _second_date(column, code, question)
        if candidate:
            edits = tuple(
                code.replace(node, repr(candidate), f"takes {candidate!r}")
                for node in code.nodes
                if isinstance(node, ast.Constant) and node.value == column
            )
            yield OpenChoice(_choice(column, candidate), edits, is_customary=False)
            return


def _second_date(column: str, code: Code, question: str) -> str:
    """Return another column that is called a date or a time, as the one is that a question has no word of."""
    spoken = {_stem(word) for word in _WORD.findall(question)}
    is_date = _DATE.search(column) is not None and any(
        isinstance(node, ast.Attribute)
        and node.attr == "dt"
        and isinstance(node.value, ast.Subscript)
        and isinstance(node.value.slice, ast.Constant)
        and node.value.slice.value == column
        for node in code.nodes
    )
    if not is_date or _words(column) & spoken:
        return ""
    strings = {node.value for node in code.nodes if isinstance(node, ast.Constant)}
    return next((name for name in code.columns if name not in strings and _DATE.search(name)), "")


def unnamed_columns(code: Code, question: str) -> tuple[str, ...]:
    """Return the columns that code looks up, does not make, and that the question does not name in full."""
    stored, looked_up = set[str](), dict[str, None]()
    for node in code.nodes:
        match node:
            case ast.Subscript(slice=ast.Constant(value=str(name)), ctx=ast.Store()):
                stored.add(name)
            case ast.Subscript(slice=ast.Constant(value=str(name)), ctx=ast.Load()):
                looked_up[name] = None
    return tuple(name for name in looked_up if name not in stored and not mentions(question, name))


def _words(column: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in _WORD.findall(column)) - _SMALL


def _stem(word: str) -> str:
    return word.casefold().rstrip("s")


def _choice(column: str, candidate: str) -> Choice:
    return Choice(
        "similar-column", f"takes the column {column!r}", f"takes {candidate!r}",
        f"Take the column `{column}`.", f"Take the column `{candidate}`.",
        f"使用列 `{column}`。", f"使用列 `{candidate}`。",
    )  # fmt: skip
