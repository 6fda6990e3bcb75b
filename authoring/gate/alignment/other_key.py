"""DS758: groups by another column than the one that the question groups by."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import identifiers, keyword_of, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS758",
    name="other-key",
    severity=Severity.WARNING,
    what="The reference groups by a column of which the question has no word, and the question says `each`, `per`, "
    "`by` or `the same` before a word of which the code has none.",
    why="A solver groups by what the question says, and is refused.",
    bad='# %%\n"""\nquestion: Give the median price of the products of the same supplier.\n"""\n\n'
    'df.groupby("category")["price"].median()\n',
    good='# %%\n"""\nquestion: Give the median price of the products of the same supplier.\n"""\n\n'
    'df.groupby("supplier")["price"].median()\n',
)
_GROUP = re.compile(
    r"\b(?:each|every|per|by|(?:of|in|with|for|from|within) the same) [`'\"]?"
    r"(?!the\b|its\b|their\b|this\b|that\b|these\b|those\b|both\b|all\b|any\b|such\b)(?P<word>[A-Za-z][a-z_]{2,})",
)
_WORD, _STEM = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])"), 4
_OF_ROWS = frozenset((
    "row", "rows", "value", "valu", "them", "thes", "thos", "othe", "numb", "name", "kind", "type", "coun", "aver",
    "mean", "tota", "perc", "orde", "grou", "cate", "comb", "cell", "colu", "fiel", "reco", "entr", "obse", "item",
    "mill", "thou", "hund", "unit", "adding", "divi", "mult", "subt", "usin", "taki", "coun", "sort", "date", "time",
    "year", "mont", "week", "quar", "hour", "minu", "seco", "deca", "size", "leve", "such", "this", "that", "thei",
    "both", "cale",
    "then", "more", "less", "most", "leas", "desc", "asce", "alph", "defa", "posi", "inde", "labe", "rank",
))  # fmt: skip
"""Beginnings of words that stand there for other reasons, or for what rows or columns are called anywhere."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first grouping whose key stands in no question up to this one, beside a group that the code lacks."""
    number = subject.problem.number
    questions = [problem.question for _, problem in subject.problemset.problems if problem.number <= number]
    spoken = {_stem(word) for text in (*questions, *subject.problem.conventions) for word in _WORD.findall(text)}
    texts = [*identifiers(subject.tree), *(str(text.value) for text in strings(subject.tree))]
    written = {_stem(word) for text in texts for word in _WORD.findall(text)}
    groups = {match["word"] for match in _GROUP.finditer(subject.line)}
    missing = sorted(
        word for word in groups if not {_stem(part) for part in _WORD.findall(word)} & (written | _OF_ROWS)
    )
    if not missing:
        return
    for call in calls(subject.tree, "groupby", "pivot_table"):
        sides = (
            ("index", "columns")
            if isinstance(call.func, ast.Attribute) and call.func.attr == "pivot_table"
            else ("by",)
        )
        places = [keyword_of(call, side) for side in sides] + (call.args[:1] if sides == ("by",) else [])
        keys = [str(text.value) for place in places for text in texts_of(_plain(place))]
        for key in keys:
            if not {_stem(word) for word in _WORD.findall(key)} & spoken:
                message = f"the question speaks of groups by {missing[0]!r}, and the reference groups by {key!r}"
                yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")
                return


def _plain(place: ast.expr | None) -> ast.expr | None:
    """Return the name of a column; `df["a"]` and "a" are the same key."""
    return place.slice if isinstance(place, ast.Subscript) else place


def _stem(word: str) -> str:
    return word.casefold()[:_STEM]
