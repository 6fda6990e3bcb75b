"""DS747: rows with a value where the question asks for those without one."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS747",
    name="other-presence",
    severity=Severity.WARNING,
    what="The question asks how many rows, or which share of them, have no value of a column, and the reference takes "
    "those that have one, or the other way round, also where a word of the question is "
    "defined by it; or it says whether missing values count as a group, and the "
    "reference does otherwise.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: How many tickets have no `closed_at`?\n"""\n\nint(df["closed_at"].notna().sum())\n',
    good='# %%\n"""\nquestion: How many tickets have no `closed_at`?\n"""\n\nint(df["closed_at"].isna().sum())\n',
)
_COUNT = (
    r"\b(?:how many|number of|count(?: of)?|(?:what|which) (?:share|percentage|proportion|part|fraction))\b[^.?!;]*?"
)
_ABSENT = re.compile(
    rf"{_COUNT}\b(?:ha(?:s|ve|d) no|with no|ha(?:s|ve|d) (?:a )?missing|"
    rf"without (?:an?|any)|lack(?:s|ing)?(?: an?)?|with (?:a )?missing) "
    rf"`(?P<column>[^`\n]+)`",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    rf"{_COUNT}\b(?:ha(?:s|ve|d)|with) (?:an?|any|a known) `(?P<column>[^`\n]+)`(?! of\b)", re.IGNORECASE
)
_STATE = (
    r"`(?P<column>[^`\n]+)` (?:is|are|was|were) (?:still )?(?P<turn>not )?"
    r"(?P<state>missing|empty|null|nan|known|given|present|set|filled)\b"
)
_STATED = re.compile(rf"{_COUNT}\b(?:where|whose|for which|in which|with) (?:the |their |its )?{_STATE}", re.IGNORECASE)
_DEFINED = re.compile(
    rf"\b(?:is|are|counts? as|called|considered) (?P<word>[a-z]+)(?: \w+)?,? (?:as long as|so long as|if|when|while|"
    rf"whenever|where) (?:the |their |its )?{_STATE}",
    re.IGNORECASE,
)
"""A word for the rows that have, or lack, a value: ``a job is open as long as `returned` is missing``."""
_TURNING = re.compile(r"\b(?:ignor|exclud|skip|drop|leav|except|omit|besides|other than|not count)", re.IGNORECASE)
_OF_PRESENT, _OF_ABSENT = frozenset({"notna", "notnull", "dropna", "count"}), frozenset({"isna", "isnull"})


_WITHOUT_MISSING = re.compile(
    r"\b(?:missing|null|nan)\b(?: \w+){0,2} (?:(?:is|are|do|does) )?"
    r"(?:not (?:be )?count(?:ed)?|ignored|left out|excluded|skipped|dropped)\b|"
    r"\b(?:ignoring|excluding|leaving out|without(?: counting)?|not counting|skipping|dropping)"
    r"(?: \w+){0,2} (?:missing|null|nan)\b",
    re.IGNORECASE,
)
_WITH_MISSING = re.compile(
    r"\b(?:missing|null|nan)\b[^.;?!]{0,30}\b(?:as|are|is|form|get|have|make)\b[^.;?!]{0,20}"
    r"\b(?:own (?:group|level|category)|(?:group|level|category) of (?:its|their) own)\b|"
    r"\b(?:including|counting|keeping)(?: \w+){0,2} (?:missing|null|nan)\b",
    re.IGNORECASE,
)
_GROUPING = frozenset({"value_counts", "groupby", "crosstab", "pivot_table", "nunique"})
_MARKING = frozenset({"fillna", "isna", "isnull", "replace", "mask", "where", "notna", "dropna", "na_values", "count"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first such question whose only look at the column is for the other rows."""
    question = subject.line
    yield from _other_groups(subject, question)
    if _TURNING.search(question) or _turns_round(subject.tree):
        return
    for pattern, methods, words in (
        (_ABSENT, _OF_PRESENT, "without a value of {}, and the reference takes those with one"),
        (_PRESENT, _OF_ABSENT, "with a value of {}, and the reference takes those without one"),
    ):
        match = pattern.search(question)
        calls = [*_looks_at(subject.tree, match["column"])] if match is not None else []
        if match is not None and calls and all(called_name(call) in methods for call in calls):
            message = f"the question asks for rows {words.format(repr(match['column']))}"
            yield at_node(subject.problemset, subject.cell, calls[0], INFO, message, "make the two say the same")
            return
    yield from _other_state(subject, question)


def _other_state(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    """Find rows with a missing value where the question says, or defines by a word, that it is not, or the reverse."""
    stated = [*_STATED.finditer(question)]
    stated += [
        match
        for match in _DEFINED.finditer(question)
        if re.search(rf"{_COUNT}(?<!not )\b{match['word']}\b", question, re.IGNORECASE)
    ]
    for match in stated:
        is_absent = (match["state"].casefold() in _ABSENT_STATES) == (match["turn"] is None)
        calls = [*_looks_at(subject.tree, match["column"])]
        if calls and all(called_name(call) in (_OF_PRESENT if is_absent else _OF_ABSENT) for call in calls):
            rows = "those with one" if is_absent else "those without one"
            message = f"the question says “{match[0].strip()}”, and the reference takes {rows}"
            yield at_node(subject.problemset, subject.cell, calls[0], INFO, message, "make the two say the same")
            return


_ABSENT_STATES = frozenset({"missing", "empty", "null", "nan"})


def _other_groups(subject: AlignmentSubject, question: str) -> Iterator[Diagnostic]:
    """Find groups with missing values where the question leaves these out, or without where it counts them."""
    groupings = [node for node in nodes(subject.tree) if isinstance(node, ast.Call) and called_name(node) in _GROUPING]
    kept = [
        call
        for call in groupings
        if isinstance(option := keyword_of(call, "dropna"), ast.Constant) and option.value is False
    ]
    names = {node.attr for node in nodes(subject.tree) if isinstance(node, ast.Attribute)}
    message = ""
    if kept and _WITHOUT_MISSING.search(question) and not _WITH_MISSING.search(question) and not names & _MARKING:
        message = "the question leaves missing values out, and the reference counts them as a group"
    elif len(groupings) == 1 and not kept and _WITH_MISSING.search(question) and not names & _MARKING:
        message = "the question counts missing values as a group, and the reference leaves them out"
    if message:
        yield at_node(subject.problemset, subject.cell, groupings[0], INFO, message, "make the two say the same")


def _looks_at(tree: ast.Module, column: str) -> Iterator[ast.Call]:
    """Yield the calls that tell the rows of a column that have a value, or count them."""
    for node in nodes(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=name)), attr=method)) if (
                name == column and method in _OF_PRESENT | _OF_ABSENT
            ):
                yield node


def _turns_round(tree: ast.Module) -> bool:
    """Return whether code turns truths round, compares them with false, or takes what is left of a whole."""
    return any(
        (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert | ast.Not))
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub))
        or (isinstance(node, ast.Constant) and node.value is False)
        for node in nodes(tree)
    )
