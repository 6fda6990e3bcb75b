"""DS690: a text or a date that the reference compares with, and of which the question has no word."""

import ast
import calendar
import re
from collections.abc import Iterable, Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS690",
    name="untold-value",
    severity=Severity.WARNING,
    what="The reference compares with a text, such as the name of a group, and the question has no word that begins "
    "like one of it, or with a date, and the question has neither its year nor its month; where it refers to what was "
    "said before, neither has any earlier question.",
    why="The question means another value, or none: a solver takes other rows.",
    bad='# %%\n"""\nquestion: How many rows are of the kind Adelie?\n"""\n\n(df["kind"] == "Gentoo").sum()\n',
    good='# %%\n"""\nquestion: How many rows are of the kind Gentoo?\n"""\n\n(df["kind"] == "Gentoo").sum()\n',
)
_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_LETTERS, _STEM = 2, 4
_GENERIC = re.compile(
    r"(?:yes|no|true|false|none|nan|null|object|category|string|int\d*|float\d*|number|datetime\w*|positive|negative|male|"
    r"female|unknown|both|left_only|right_only|first|last)\Z",
    re.IGNORECASE,
)
"""Texts by which data say what a question says in other words."""
_REFERS_BACK = re.compile(
    r"\b(?:same|again|above|previous\w*|before|likewise|similar\w*|description|as follows)\b|"
    r"同样|相同|上述|这些|之前|前面|同上",
    re.IGNORECASE,
)
_BEGINS_WITH_REFERENCE = re.compile(
    r"[^.?!\n]*\b(?:these|those|this|that|also|still|such|it|they|them)\b", re.IGNORECASE
)
"""A pronoun behind the first sentence stands for something in the question itself."""
_COMPARING = frozenset({"isin", "eq", "ne", "startswith", "endswith"})
_LONGEST = 40
_DATE = re.compile(
    r"(?P<year>(?:19|20)\d\d)[-/](?P<month>\d{1,2})(?:[-/]\d{1,2})?(?:[ T][\d:.]+)?|"
    r"\d{1,2}[-/.](?P<other>\d{1,2})[-/.](?P<end>(?:19|20)\d\d)"
)
_MONTHS = [name.casefold() for name in calendar.month_abbr[1:]]


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first text that the code compares with and no question has a word of."""
    number, question = subject.problem.number, subject.problem.question
    if any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in nodes(subject.tree)):
        return
    first = 1 if _REFERS_BACK.search(question) or _BEGINS_WITH_REFERENCE.match(question) else number
    questions = [problem.question for _, problem in subject.problemset.problems if first <= problem.number <= number]
    spoken = {_stem(word) for text in questions for word in _WORD.findall(text)}
    for text in _compared(subject.tree):
        words = _WORD.findall(str(text.value))
        is_plain = any(len(word) >= _FEWEST_LETTERS for word in words) and not _GENERIC.match(str(text.value))
        if is_plain and len(str(text.value)) <= _LONGEST and not any(_stem(word) in spoken for word in words):
            message = f"the reference compares with {text.value!r}, and the question has no word of it"
            hint = f"name {text.value!r} in the question, or compare with what the question names"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, hint)
            return
    letter = next((text for text in _letters(subject.tree) if not _has_letter(questions, str(text.value))), None)
    if letter is not None:
        message = f"the reference looks for texts with {letter.value!r} at an end, and the question does not say so"
        hint = f"name {letter.value!r} in the question, or compare with what the question names"
        yield at_node(subject.problemset, subject.cell, letter, INFO, message, hint)
        return
    yield from _exchanged(subject)
    for text in _dates(subject.tree):
        if not any(
            _has_date(spoken_text, str(text.value)) for spoken_text in (*questions, *subject.problem.conventions)
        ):
            message = f"the reference compares with {text.value!r}, and the question says no such time"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "say the date in the question")
            return


def _letters(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield single letters or digits that texts begin or end with."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Constant(value=str(text)) as place, *_]) if len(text) == 1 and text.isalnum():
                if called_name(node) in {"startswith", "endswith"}:
                    yield place


def _has_letter(questions: Iterable[str], letter: str) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(letter)}(?!\w)", question, re.IGNORECASE) for question in questions)


_QUOTED = re.compile(r"[`\"“](?P<text>[^\W\d][\w -]{1,39})[`\"”]")


def _exchanged(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a text that the code compares with, and no word of its question, where that quotes one it has no use for."""
    question, code = subject.problem.question, subject.cell.code.casefold()
    before = subject.problemset.shown_before(subject.cell).casefold()
    unused = [
        match["text"]
        for match in _QUOTED.finditer(question)
        if match["text"].casefold() not in code and match["text"].casefold() in before
    ]
    spoken = {word.casefold() for word in _WORD.findall(question)}
    for text in _compared(subject.tree):
        words = {word.casefold() for word in _WORD.findall(str(text.value))}
        if len(set(unused)) == 1 and words and not words & spoken:
            message = f"the question names {unused[0]!r}, and the reference compares with {text.value!r}"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "make the two say the same")
            return


def _dates(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield dates that stand in comparisons and slices."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=sides):
                places = [left, *sides]
            case ast.Slice(lower=lower, upper=upper):
                places = [place for place in (lower, upper) if place is not None]
            case ast.Call(args=arguments) if called_name(node) in {"between", "gt", "ge", "lt", "le", "eq", "ne"}:
                places = arguments
            case _:
                continue
        # `pd.Timestamp("2024-06-01")` is a date as well.
        inner = [place.args[0] if isinstance(place, ast.Call) and place.args else place for place in places]
        yield from (text for place in inner for text in texts_of(place) if _DATE.fullmatch(str(text.value)))


def _has_date(question: str, date: str) -> bool:
    """Return whether a question has a year of a date, or its month by name."""
    match = _DATE.fullmatch(date)
    if match is None:
        return True
    month = int(match["month"] or match["other"])
    names = [_MONTHS[month - 1], f"{month}月"] if 1 <= month <= len(_MONTHS) else []
    return (match["year"] or match["end"]) in question or any(name in question.casefold() for name in names)


def _stem(word: str) -> str:
    return word.casefold().rstrip("s")[:_STEM]


def _compared(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                yield from (*texts_of(left), *texts_of(right))
            case ast.Call(args=[argument, *_]) if called_name(node) in _COMPARING:
                yield from texts_of(argument)
