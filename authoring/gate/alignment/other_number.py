"""DS655: a number of the question in whose place the reference has another."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.prose import prose
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import number_key, number_of, thresholds
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS655",
    name="other-number",
    severity=Severity.WARNING,
    what="The question says one number that the reference does not have, and the reference has one of that size that "
    "the question does not have. Numbers that follow from one another, by a unit, an offset of one in a slice, or as "
    "parts of a whole, are the same; so it is with the hours of times, as 17:00, that code compares with, "
    "and with a parameter that counts one for each, of which code takes one off.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Give the 12 most frequent a.\n"""\n\ndf.a.value_counts().head(15)\n',
    good='# %%\n"""\nquestion: Give the 12 most frequent a.\n"""\n\ndf.a.value_counts().head(12)\n',
)
_STATED_NUMBER = re.compile(
    r"(?<![\w.,/:$€£#\"'`\[(=+*^-])(?P<number>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,6})?)"
    r"(?![\w:/\"'`\])*^]|[.,]\d|-\d|-(?!(?:day|row|order|period|point|bin|item|word|letter|step)s?\b)\w|(?:st|nd|rd|th)\b)"
)
"""A number that stands free in prose: no part of a name, a date, a time, a range, a formula or a list."""
_SPOKEN = {
    word: number
    for number, word in enumerate(("three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=3)
}
_IN_WORDS = re.compile(
    rf"(?<![\w-])(?P<word>{'|'.join(_SPOKEN)})(?= \w)(?! (?:hundred|thousand|million))", re.IGNORECASE
)
_FACTORS = (1e-9, 1e-6, 1e-3, 0.01, 1, 100, 1e3, 1e6, 1e9, 60, 1 / 60, 3600, 24, 7, 12, 1024)
_COMMON = frozenset({0, 1, 2, 10, 100, 1000, 0.5, 1e6, 1e9, 12, 24, 7, 60, 3600, 365, 1024, 42})
"""Numbers that code has for reasons of its own: ends, signs, halves, units, seeds."""
_OWN_WORDS = (
    "axis level random_state seed figsize dpi max_iter n_jobs fontsize alpha rotation linewidth width height "
    "color s lw "
    "palette label_rotation pad tight_layout subplots nrows ncols index_col header skiprows ddof verbose cv max_depth "
    "n_estimators chunksize parse_dates"
)
_OWN_KEYWORDS = frozenset(_OWN_WORDS.split())
"""Arguments whose numbers no question has to say, or which other rules look at."""
_IN_NAMES = re.compile(r"(?<![\d.])(?:(?<=_)\d{2,4}(?=_)|(?:19|20)\d{2})(?![\d.])")
_VARIABLE = re.compile(r"(?<![\w.\"'`])[A-Za-z_]+_\d{1,4}(?:_\w+)?\b(?![\w\"'`])")
_COUNTS: Mapping[str, int] = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_PARTS: Mapping[str, int] = {"third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_LARGEST_PART = 10
_NEARLY = 0.004
_FRACTION = re.compile(
    r"\b(?:above|below|over|under|exceed(?:s|ing)?|more than|less than|fewer than|at least|at most|reach(?:es)?|up to) "
    r"(?:(?P<half>half)|(?P<count>an?|one|two|three|four)[ -](?P<part>third|quarter|fifth|tenth)s?) (?:of|the)\b",
    re.IGNORECASE,
)
"""A bound that is a part of something: ``above half of the capacity``."""
_FEWEST, _MOST = 3, 2**40
_LONGEST_QUESTION = 4000
_OFFSET = 1


@dataclass(frozen=True, slots=True)
class _CodeNumber:
    node: ast.expr
    number: float
    is_place: bool
    """Whether it is a place in a sequence, at which counting from zero or a half-open end takes one off."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only pair of numbers that have no partner on the other side."""
    question = subject.problem.question
    if len(question) > _LONGEST_QUESTION:
        return
    text = prose(question)
    in_question = {float(match["number"].replace(",", "")) for match in _STATED_NUMBER.finditer(text)}
    in_question |= {float(_SPOKEN[match["word"].casefold()]) for match in _IN_WORDS.finditer(text)}
    in_question = {number for number in in_question if _FEWEST <= number <= _MOST}
    code = [*_numbers_in(subject.tree)]
    if not in_question or not code:
        yield from _other_bounds(subject, text)
        return
    # A number in the name of a variable or a function is none that the code computes with.
    anything = numbers_of(_VARIABLE.sub("", subject.cell.code))
    offsets = _all_offsets(code)
    lonely = [
        number
        for number in in_question
        if not _has_partner(number, anything, _year_offsets(number, code) if _is_year(number) else offsets)
    ]
    known = numbers_of(subject.problem.whole_question)
    strange = [
        place
        for place in code
        if (place.number not in _COMMON or any(_is_nearly(place.number, number) for number in in_question))
        and not _has_partner(place.number, known, (_OFFSET,) if place.is_place else ())
    ]
    numbers = {place.number for place in strange}
    lonely = [number for number in lonely if strange and _are_alike(number, strange[0].number)]
    if len(lonely) == len(numbers) == 1:
        message = f"the question says {lonely[0]:g}, and the reference has {strange[0].number:g}"
        yield at_node(subject.problemset, subject.cell, strange[0].node, INFO, message, "make the two say the same")
        return
    yield from _other_bounds(subject, text)


def _other_bounds(subject: AlignmentSubject, text: str) -> Iterator[Diagnostic]:
    yield from _other_threshold(subject)
    yield from _other_fraction(subject, text)
    yield from _other_hour(subject)
    yield from _offset(subject)


def _other_threshold(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only comparison with a number, small as it is, where the only one of the question has another."""
    compared, comparisons = [*thresholds(subject.tree)], subject.reading.comparisons
    if len(compared) != 1 or len(comparisons) != 1 or compared[0].is_count:
        return
    place, comparison = compared[0], comparisons[0]
    # More than two are at least three; two hours are 120 minutes.
    steps = (0,) if place.operator == comparison.operator else (-1, 0, 1)
    near = {number_key(place.number + step) for step in steps}
    spoken = {number_key(number) for number in numbers_of(subject.problem.whole_question)}
    written = {number_key(number) for number in numbers_of(subject.cell.code)}
    is_alike = any(number and _are_alike(number, place.number) for number in comparison.thresholds)
    is_missing = not spoken & near and not written & {number_key(number) for number in comparison.thresholds}
    if is_missing and is_alike and place.operator[:1] == comparison.operator[:1]:
        message = f"the question says {comparison.phrase!r}, and the reference compares with {place.number:g}"
        yield at_node(subject.problemset, subject.cell, place.node, INFO, message, "make the two say the same")


def _other_fraction(subject: AlignmentSubject, text: str) -> Iterator[Diagnostic]:
    """Find a bound that is a fraction in words, where the only fraction that code has is another."""
    said = {(_fraction(match), match[0]) for match in _FRACTION.finditer(text)}
    written = [
        (node, fraction)
        for node in nodes(subject.tree)
        if isinstance(node, ast.expr) and (fraction := _written_fraction(node)) is not None
    ]
    if len(said) != 1 or not written or len({fraction for _, fraction in written}) > 1:
        return
    (fraction, phrase), (node, other) = min(said), written[0]
    alike = (fraction, 1 - fraction, 100 * fraction, 1 / fraction)
    numbers = numbers_of(subject.problem.whole_question) | {fraction}
    is_said = any(abs(other - number) < _NEARLY for number in (*alike, *numbers, *(number / 100 for number in numbers)))
    if not is_said:
        message = f"the question says {phrase!r}, and the reference takes {other:.4g} of it"
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")


def _other_hour(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only hour that code compares with and no question says, where the question has one that code has not."""
    times = {(float(match["hour"]), match["minute"]) for match in _TIME.finditer(subject.line)}
    places = [place for place in thresholds(subject.tree) if "hour" in ast.unparse(place.node).casefold()]
    if not places or any(minute != "00" for _, minute in times):
        return
    hours, numbers = {hour for hour, _ in times}, numbers_of(subject.problem.whole_question)
    # Up to five o'clock are the hours up to four.
    written = {place.number + step for place in places for step in _steps_of_hour(place.operator)}
    strange = [
        place for place in places if numbers.isdisjoint(place.number + step for step in _steps_of_hour(place.operator))
    ]
    lonely = hours - written
    if len(lonely) == 1 and len({place.number for place in strange}) == 1:
        message = (
            f"the question says {min(lonely):g}:00, and the reference compares with the hour {strange[0].number:g}"
        )
        yield at_node(subject.problemset, subject.cell, strange[0].node, INFO, message, "make the two say the same")


def _steps_of_hour(operator: str) -> tuple[int, ...]:
    return (0,) if operator in {"<", ">="} else (0, 1)


def _offset(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a parameter that one is taken from, or added to, of which the question counts each without an exception."""
    parameters = {node.arg for node in nodes(subject.tree) if isinstance(node, ast.arg)}
    for match in _COUNTED.finditer(subject.line):
        for node in nodes(subject.tree) if match["name"] in parameters else ():
            match node:
                case ast.BinOp(left=ast.Name(id=name), op=ast.Sub() | ast.Add(), right=ast.Constant(value=1)):
                    if name == match["name"] and not _EXCEPTION.search(match["rest"]):
                        message = f"the question says {match['each']!r}, and the reference takes `{ast.unparse(node)}`"
                        hint = "make the two say the same"
                        yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
                        return


_COUNTED = re.compile(
    r"\b(?P<each>(?:one|a point|1) (?:point )?for (?:each|every)(?: one)?(?: of the)? `(?P<name>\w+)`)"
    r"(?P<rest>[^.;?!,]*)",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:beyond|above|over|after|before|behind|besides|except|but|other|further|additional|extra|more|less|first|last|"
    r"second|minus|plus|without|from)\b",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?<![\d:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?![\d:])")


def _fraction(match: re.Match[str]) -> float:
    if match["half"]:
        return 0.5
    return _COUNTS[match["count"].casefold()] / _PARTS[match["part"].casefold()]


def _written_fraction(node: ast.AST) -> float | None:
    """Return the fraction that an expression takes of another: `/ 2`, `* 0.75`."""
    match node:
        case ast.BinOp(op=ast.Div(), left=whole, right=ast.Constant(value=int(part))) if 1 < part <= _LARGEST_PART:
            # Three times something, by four.
            times = whole.right if isinstance(whole, ast.BinOp) and isinstance(whole.op, ast.Mult) else None
            return (number_of(times) or 1.0) / part if times is not None else 1 / part
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            for side in (left, right):
                if isinstance(side, ast.Constant) and isinstance(side.value, float) and 0 < side.value < 1:
                    return side.value
        case ast.Compare(comparators=[ast.Constant(value=float(bound))]) if 0 < bound < 1:
            return bound
    return None


def _has_partner(number: float, others: frozenset[float], offsets: tuple[int, ...]) -> bool:
    """Tell whether one of the others is the number in another unit, its rest to a whole, or one beside it."""
    keys = {number_key(other) for other in others}
    values = {number * factor for factor in _FACTORS}
    # The rest to a whole, of a share and of a percentage.
    rest = 1 - number if number < 1 else 100 - number
    values |= {rest, rest / 100} if rest > 0 else set()
    values |= {number + sign * offset for offset in offsets for sign in (1, -1)}
    return any(number_key(value) in keys for value in values)


def _is_nearly(number: float, other: float) -> bool:
    """Tell whether a number is a rounded other one, as 365 is of 365.25."""
    return number != other and number == round(other)


def _all_offsets(code: list[_CodeNumber]) -> tuple[int, ...]:
    return (_OFFSET,) if any(place.is_place for place in code) else ()


def _year_offsets(year: float, code: list[_CodeNumber]) -> tuple[int, ...]:
    """Return by how much a year may differ from one of the code: by one where that is the end of a range."""
    return _all_offsets([place for place in code if abs(place.number - year) == _OFFSET])


def _is_year(number: float) -> bool:
    return number.is_integer() and 1800 <= number <= 2100  # noqa: PLR2004 - the years that data are of


def _are_alike(said: float, written: float) -> bool:
    """Tell whether two numbers may stand for one: both years, or neither and of one size, percent aside."""
    if _is_year(said) or _is_year(written):
        return _is_year(said) and _is_year(written)
    sizes = [abs(said / written) * factor for factor in (1, 0.01) if written]
    return any(1 / 3 <= size <= 3 for size in sizes)  # noqa: PLR2004 - within a factor of three


def _numbers_in(tree: ast.Module) -> Iterator[_CodeNumber]:
    """Yield the numbers of a cell's code, those of arguments that say how and not what left out."""
    pending: list[tuple[ast.AST, bool]] = [(tree, False)]
    while pending:
        node, is_place = pending.pop()
        if isinstance(node, ast.expr) and (number := number_of(node)) is not None:
            yield _CodeNumber(node, abs(number), is_place)
            continue
        if isinstance(node, ast.keyword) and node.arg in _OWN_KEYWORDS:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # The name of a column says a year, or a number of days.
            yield from (_CodeNumber(node, float(number), is_place=False) for number in _IN_NAMES.findall(node.value))
            continue
        # What is compared within brackets chooses rows by their values, and is no place.
        is_place = not isinstance(node, ast.Compare) and (is_place or isinstance(node, ast.Slice | ast.Subscript))
        is_place = is_place or _is_sequence(node)
        value = node.value if isinstance(node, ast.Subscript) else None
        pending.extend((child, is_place and child is not value) for child in ast.iter_child_nodes(node))


def _is_sequence(node: ast.AST) -> bool:
    """Tell whether a call makes a sequence of numbers, or cuts at some, or compares."""
    if isinstance(node, ast.Compare):
        # Being equal to a number leaves no room for counting from zero, or for "more than" instead of "at least".
        return not any(isinstance(operator, ast.Eq | ast.NotEq) for operator in node.ops)
    if isinstance(node, ast.List | ast.Tuple):
        return True
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return name in {
        "range",
        "arange",
        "linspace",
        "nth",
        "iloc",
        "shift",
        "rolling",
        "between",
        "gt",
        "ge",
        "lt",
        "le",
        "randint",
        "integers",
    }
