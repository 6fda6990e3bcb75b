"""DS763: groups that are sorted by their values where the question sorts them by their labels, or the reverse."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name
from authoring.dseal.session import at_node
from authoring.gate.alignment._ends import elements, sorts
from authoring.gate.alignment._labels import says
from authoring.gate.alignment.base import AlignmentSubject, calls, last_value

INFO = RuleInfo(
    code="DS763",
    name="other-sort-key",
    severity=Severity.WARNING,
    what="The question sorts an answer by what its rows are grouped by, and the reference sorts it by the values, or "
    "the question sorts it by the values and the reference by the labels.",
    why="A solver who sorts as the question says is refused.",
    bad='# %%\n"""\nquestion: Give the mean a of each kind, sorted by kind.\n"""\n\n'
    'df.groupby("kind")["a"].mean().sort_values()\n',
    good='# %%\n"""\nquestion: Give the mean a of each kind, sorted by kind.\n"""\n\n'
    'df.groupby("kind")["a"].mean().sort_index()\n',
)
_SORTED_BY = re.compile(
    r"\b(?:sort|order|arrang)(?:ed)?(?: \w+ly)? by (?:the |their |its )?(?:column |value of |values of )?[`\"']?"
    r"(?P<key>[^.;,`\"'()\n]{1,60})",
    re.IGNORECASE,
)
_VALUE = re.compile(
    r"(?:mean|median|average|sum|total|count|number of|share|percentage|ratio|rate|values?|frequency|"
    r"maximum|minimum)\b",
    re.IGNORECASE,
)
_ALPHABETICAL = re.compile(r"\balphabetical(?:ly| order)\b", re.IGNORECASE)
_BY_VALUE = re.compile(
    r"\b(?:descending|(?:high|larg|great|bigg|small|low|long|short)\w*est|"
    r"most|fewest|ties?|equal|same|top)\b",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only sort of code, where it goes by the other of the two."""
    yield from _counted(subject)
    ordering = sorts(subject.tree)
    keys = _keys(ordering[0][0]) if len(ordering) == 1 else ()
    if not keys:
        return
    call = ordering[0][0]
    phrases = [match["key"] for match in _SORTED_BY.finditer(subject.line)]
    by_label = [phrase for phrase in phrases if any(_begins_with(phrase, key) for key in keys)]
    by_value = [phrase for phrase in phrases if _VALUE.match(phrase) and not any(says(phrase, key) for key in keys)]
    message = ""
    is_of_values = called_name(call) == "sort_values" and not call.args and not _has_keyword(call, "by")
    if is_of_values and phrases and len(by_label) == len(phrases):
        message = f"the question sorts by {by_label[0].strip()!r}, and the reference by the values"
    elif is_of_values and not phrases and _is_alphabetical(subject.line) and any(calls(call, *_OF_NUMBERS)):
        message = "the question asks for an alphabetical order, and the reference sorts by the values"
    elif called_name(call) == "sort_index" and phrases and len(by_value) == len(phrases):
        message = f"the question sorts by {by_value[0].strip()!r}, and the reference by the labels"
    if message:
        yield at_node(subject.problemset, subject.cell, call, INFO, message, "make the two say the same")


def _counted(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find counts that stand in the order of their size, and nothing that sorts them."""
    value, phrases = last_value(subject.tree), [match["key"] for match in _SORTED_BY.finditer(subject.line)]
    match value:
        case ast.Call(
            func=ast.Attribute(
                value=ast.Subscript(slice=ast.Constant(value=str(key))) | ast.Attribute(attr=key), attr="value_counts"
            )
        ) if phrases and not sorts(subject.tree) and not _has_keyword(value, "sort"):
            if all(_begins_with(phrase, key) for phrase in phrases):
                message = f"the question sorts by {phrases[0].strip()!r}, and the reference by the counts"
                yield at_node(subject.problemset, subject.cell, value, INFO, message, "make the two say the same")


_OF_NUMBERS = ("mean", "sum", "count", "size", "nunique", "median", "std", "var")
"""Aggregates that are numbers, which have no alphabetical order."""


def _is_alphabetical(question: str) -> bool:
    return _ALPHABETICAL.search(question) is not None and _BY_VALUE.search(question) is None


def _begins_with(phrase: str, key: str) -> bool:
    """Return whether a phrase begins with the name of a column, and does not say a value of its groups."""
    words = phrase.split()
    return any(says(" ".join(words[:count]), key) for count in (1, 2)) and not _VALUE.match(phrase)


def _has_keyword(call: ast.Call, name: str) -> bool:
    return any(word.arg == name for word in call.keywords)


def _keys(call: ast.Call) -> tuple[str, ...]:
    """Return the columns that the groups are made by whose aggregate is sorted; nothing where that is not plain."""
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else None
    groupings = [*calls(receiver, "groupby")] if receiver is not None else []
    if len(groupings) != 1 or not groupings[0].args or any(True for _ in calls(receiver or call, "reset_index")):
        return ()
    keys = elements(groupings[0].args[0])
    names = [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return tuple(names) if len(names) == len(keys) else ()
