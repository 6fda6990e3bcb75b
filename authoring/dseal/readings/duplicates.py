"""Duplicates: rows that are left out because they repeat others, and things that are counted as often as they stand."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 50
SHORTEST_NOUN = 3
"""Letters of a word that says what a column identifies; shorter ones stand for anything."""
SETTLED = words(
    r"uniques?|uniquely|distinct\w*|different|duplicat\w*|repeat\w*|once|times|each|per|every|deduplicat\w*|kinds?|"
    r"first|last|latest|newest|various|types?|occurrences?|often|several|records?|rows?|entries|entry",
    "去重|不同|唯一|重复|每|次|种|条|行|记录",
)
_TIMES, _TIMES_CHINESE = "Count something as often as it stands in the table.", "重复出现的按出现次数计数。"
_ONCE, _ONCE_CHINESE = "Count what stands in the table several times once.", "重复出现的只计一次。"
ONCE = Choice(
    "duplicates", "leaves out what repeats other rows", "keeps all rows", _ONCE, _TIMES, _ONCE_CHINESE, _TIMES_CHINESE
)  # fmt: skip
TIMES = Choice(
    "duplicates", "counts the same thing as often as it stands in the table", "counts it once",
    _TIMES, _ONCE, _TIMES_CHINESE, _ONCE_CHINESE,
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices to leave out duplicates, and to count a thing by its rows where the question counts things."""
    if SETTLED.search(question):
        return
    for is_plain in (True, False):
        once = [
            code.replace(node, code.source(node.func.value), ONCE.other)
            for node in code.nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if node.func.attr == "drop_duplicates" and _is_plain(node, node.func.value) is is_plain
        ]
        if once:
            yield OpenChoice(ONCE, tuple(once), is_customary=not is_plain)
    times = [edit for node in code.nodes for edit in _counts(code, node, question)]
    if times:
        yield OpenChoice(TIMES, tuple(times), is_customary=False)


def _is_plain(call: ast.Call, rows: ast.expr) -> bool:
    """Return whether rows are left out that repeat others as a whole; to look at a column is to count what it names."""
    return isinstance(rows, ast.Name) and not call.args and not call.keywords


def _counts(code: Code, node: ast.AST, question: str) -> Iterator[Edit]:
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str(column))), attr="count") as function,
            args=[],
            keywords=[],
        ) if _is_counted(question, column):
            yield code.rename(function, "nunique", TIMES.other)


def _is_counted(question: str, column: str) -> bool:
    """Return whether a question asks for the number of what a column identifies."""
    noun = re.sub(r"[\W_]*(?:ids?|name|number|no|code|key)$", "", column, flags=re.IGNORECASE).replace("_", " ").strip()
    if noun == column or len(noun) < SHORTEST_NOUN:
        return False
    pattern = rf"\b(?:how many|numbers? of|count of|count the)(?: \w+)? {re.escape(noun.rstrip('s'))}s?\b"
    return re.search(pattern, question, re.IGNORECASE) is not None
