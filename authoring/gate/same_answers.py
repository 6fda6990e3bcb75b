"""Equal answers: problems of a set that gave the very same value, as the dry run saw it."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import OTHER_SET, SAME_ANSWER
from authoring.dseal.duplicates.problems import ProblemSignature, signatures_of
from authoring.dseal.duplicates.question_similarity import DECISIVE, overlap
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import called_name, calls, nodes, parse_code, strings
from authoring.dseal.session import at_question
from authoring.gate.alignment._inputs import names_given, names_read
from authoring.gate.answer_contents import AnswerContent, content_of
from authoring.records.evidence import CellRun, DryRun, Outcome, TableView

ALIKE, ALIKE_OF_LITTLE = 0.3, 0.4
"""Share of their telling words that two questions must have in common: with a value that tells, and with any other."""
FEWEST_DIGITS = 5
"""Digits of a number that two problems do not share by chance."""
FEWEST_ITEMS = 3
"""Items of a list, and rows of a table, that two problems do not share by chance."""
MOST_TELLING_ITEMS, MOST_TELLING_DIGITS, COUNTED_DIGITS = 6, 4, 3
"""Items of a list or rows of a table, digits of a float, and digits of a whole number, that are no accident where two
references read the same columns, whatever the words of their questions."""
FEWEST_CHOSEN = 5
"""Labels taken from an end that two problems do not share by chance, whatever the words of their questions."""
_CUTTING = frozenset({"head", "tail", "nlargest", "nsmallest", "most_common"})
_STATISTICS = frozenset({"mean", "median", "std", "var", "max", "min", "quantile", "nunique", "prod", "corr", "mode"})
_ENDS = frozenset({"max", "min"})
_INPUT = re.compile(r"inputs/([^\"'\s]+)")
_HINT = "Ask for something else, drop one of the two, or have data on which they differ."
_HINT_ACROSS = "Ask for something else, or drop one of the two."
CONTAINERS = frozenset({"list", "tuple", "set", "dict", "numpy.ndarray"})
_SCALAR = re.compile(r"(?:np|numpy)\.\w+\((.*)\)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class AnsweredSet:
    """A set with its dry run, among others."""

    name: str
    text: str
    run: DryRun


@dataclass(frozen=True, slots=True)
class _Answer:
    """A problem with what its reference gave."""

    signature: ProblemSignature
    run: CellRun
    content: AnswerContent | None


def same_answers(text: str, run: DryRun) -> Iterator[Diagnostic]:
    """Find problems whose value an earlier problem of the set gave, where that is no accident."""
    problemset = parse(text)
    answers: list[_Answer] = []
    for cell, answer in _answers_of(problemset, run):
        for earlier in answers:
            if relation := _relation(earlier, answer):
                message = f"{answer.signature.place} gives {relation} {earlier.signature.place}"
                yield at_question(problemset, cell, "", SAME_ANSWER, message, _HINT)
                break
        answers.append(answer)


def same_answers_across_sets(sets: Iterable[AnsweredSet]) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return for each set, by its name, the problems that give what one of a set before it gives.

    Both have to read the same file and the same columns, and the answer has to be one that tells; what their questions
    and their code have in common is left to `repeats_across_sets`.
    """
    earlier: list[tuple[str, frozenset[str], _Answer]] = []
    findings: dict[str, tuple[Diagnostic, ...]] = {}
    texts = set[str]()
    for answered in sets:
        # The same text under another name is no second set.
        if answered.text in texts:
            continue
        texts.add(answered.text)
        problemset, files = parse(answered.text), frozenset(_INPUT.findall(answered.text))
        answers = [*_answers_of(problemset, answered.run)]
        repeats = [
            (cell, answer, double)
            for cell, answer in answers
            if (double := _double(answer, files, earlier)) is not None
        ]
        findings[answered.name] = tuple(
            at_question(problemset, cell, "", OTHER_SET, f"{answer.signature.place} gives {double}", _HINT_ACROSS)
            for cell, answer, double in repeats
        )
        earlier += ((answered.name, files, answer) for _, answer in answers)
    return {name: of_set for name, of_set in findings.items() if of_set}


def _double(
    answer: _Answer, files: frozenset[str], earlier: Sequence[tuple[str, frozenset[str], _Answer]]
) -> str | None:
    """Return, in words, the first answer of another set that says the same."""
    for name, other_files, other in earlier:
        if files & other_files and (relation := _relation(other, answer, across=True)):
            return f"{relation} {other.signature.place} of {name}"
    return None


def _answers_of(problemset: ProblemSet, run: DryRun) -> Iterator[tuple[Cell, _Answer]]:
    """Yield the problems that ended well with a value."""
    signatures = dict(zip((cell.span.start for cell, _ in problemset.problems), signatures_of(problemset), strict=True))
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        if cell.problem is not None and answer.value is not None and answer.outcome is Outcome.OK:
            yield cell, _Answer(signatures[cell.span.start], answer, content_of(answer.value))


def _relation(earlier: _Answer, later: _Answer, *, across: bool = False) -> str:
    """Return in words how an answer repeats an earlier one; empty where it does not, or by accident."""
    first, second = earlier.signature, later.signature
    if _are_equal(earlier.run, later.run):
        is_related = not across and _are_related(first, second, tells=_tells(later.run))
        if is_related or _read_the_same(first, second, later.run) or _choose_the_same(earlier, later):
            return "the very same value as"
    elif _hold_the_same(earlier, later):
        return "in another container the answer of"
    elif scale := _scale(earlier, later):
        return f"{scale} the answer of"
    return ""


def _scale(earlier: _Answer, later: _Answer) -> str:
    """Return in words how an answer is another one turned into other numbers; empty where it is not, or by accident."""
    if not _read_alike(earlier.signature.code, later.signature.code):
        return ""
    pairs = [*_paired_numbers(earlier, later)]
    digits = [sum(len(re.sub(r"\D", "", pair[side]).strip("0")) for pair in pairs) for side in (0, 1)]
    # A number that is rounded to nothing is a hundredth of many.
    if not pairs or min(digits) < COUNTED_DIGITS:
        return ""
    numbers = [(Decimal(first), Decimal(second)) for first, second in pairs]
    for factor, words in _SCALES.items():
        if all(_is_scaled(first, second, factor) for first, second in numbers):
            return words
    return ""


_SCALES = {
    Decimal(-1): "with the other sign",
    Decimal(100): "in hundredths of its unit",
    Decimal("0.01"): "a hundredfold of its unit",
}


def _is_scaled(first: Decimal, second: Decimal, factor: Decimal) -> bool:
    """Tell whether a number is another one times a factor, as exactly as both of them are written."""
    half = Decimal("0.5")
    slack = max(abs(factor) * half.scaleb(_exponent(first)), half.scaleb(_exponent(second)))
    return abs(first * factor - second) <= (slack if abs(factor) != 1 else 0) and first != second


def _exponent(number: Decimal) -> int:
    return int(number.as_tuple().exponent)


def _paired_numbers(earlier: _Answer, later: _Answer) -> Iterator[tuple[str, str]]:
    """Yield the numbers of two answers that belong together: two lone fractions, or the values of the same labels."""
    if earlier.content is not None and later.content is not None:
        first, second = (dict(zip(part.labels, part.values, strict=False)) for part in (earlier.content, later.content))
        pairs = (
            [(first[label], second[label]) for label in first] if len(first) and first.keys() == second.keys() else []
        )
        if len(pairs) >= FEWEST_ITEMS:
            yield from pairs if all(_FRACTION.fullmatch(text) for pair in pairs for text in pair) else ()
    elif earlier.run.value is not None and later.run.value is not None:
        texts = _plain(earlier.run.value.text), _plain(later.run.value.text)
        if all(_FRACTION.fullmatch(text) and "." in text for text in texts):
            yield texts


_FRACTION = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")


def _hold_the_same(earlier: _Answer, later: _Answer) -> bool:
    """Tell whether two answers say the same in different containers, as a list and the index of a Series.

    Labels with equal values are no accident. Labels alone are one where all that there are were listed, so that both
    references have to take as many from an end, of what they computed of the same columns in ways that agree.
    """
    first, second = earlier.content, later.content
    if first is None or second is None or first.container == second.container or len(first.labels) < FEWEST_ITEMS:
        return False
    return _say_the_same(earlier, later, first, second)


def _say_the_same(earlier: _Answer, later: _Answer, first: AnswerContent, second: AnswerContent) -> bool:
    """Tell whether the same labels, with the same values if there are any, are no accident."""
    signatures = (earlier.signature, later.signature)
    if set(first.labels) != set(second.labels) or not _read_alike(earlier.signature.code, later.signature.code):
        return False
    if first.values and second.values:
        return first.pairs == second.pairs
    words, words_too = (signature.words.words for signature in signatures)
    if words ^ words_too >= _ENDS:
        return False
    alike = overlap(*(signature.words for signature in signatures))
    amount = len(first.labels)
    return (
        (amount >= FEWEST_CHOSEN or alike >= ALIKE)
        and all(_takes(signature.code, amount) for signature in signatures)
        and _agree(*(signature.code for signature in signatures))
    )


def _choose_the_same(earlier: _Answer, later: _Answer) -> bool:
    """Tell whether two equal lists of labels come in one order by the same statistic of the same columns."""
    first, second = earlier.content, later.content
    if first is None or second is None or len(first.labels) < FEWEST_ITEMS or first.values:
        return False
    codes = earlier.signature.code, later.signature.code
    statistics = [_statistics(code) for code in codes]
    words, later_words = (signature.words.words for signature in (earlier.signature, later.signature))
    return (
        bool(statistics[0])
        and _read_alike(*codes)
        and statistics[0] == statistics[1]
        and not words ^ later_words >= _ENDS
        and all(_takes(code, len(first.labels)) for code in codes)
    )


def _takes(code: str, amount: int) -> bool:
    """Tell whether code takes so many from an end: `head(5)`, `nlargest(5)`, `[:5]`."""
    for node in nodes(parse_code(code).tree):
        match node:
            case ast.Call() if called_name(node) in _CUTTING:
                arguments = (*node.args[:1], *(word.value for word in node.keywords if word.arg == "n"))
                if any(isinstance(part, ast.Constant) and part.value == amount for part in arguments):
                    return True
            case ast.Slice(lower=None, upper=ast.Constant(value=number)) if number == amount:
                return True
            case ast.Slice(lower=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=number)), upper=None):
                if number == amount:
                    return True
    return False


def _agree(*codes: str) -> bool:
    """Tell whether no two codes compute different statistics: the highest means are not the highest medians."""
    statistics = [_statistics(code) for code in codes]
    return all(first == second or not (first and second) for first, second in pairwise(statistics))


def _statistics(code: str) -> set[str]:
    """Return the statistics that code computes, those among them that a call is given by their name."""
    tree = parse_code(code).tree
    texts = {str(text.value) for call in calls(tree) for word in call.keywords for text in strings(word.value)}
    return ({called_name(call) for call in calls(tree)} | texts) & _STATISTICS


def _are_equal(first: CellRun, second: CellRun) -> bool:
    """Tell whether two cells gave one value, whatever kind of number holds it."""
    if first.value is None or second.value is None or first.value.truncated or second.value.truncated:
        return False
    if first.value.table is None or second.value.table is None:
        return first.value.table is second.value.table and _plain(first.value.text) == _plain(second.value.text)
    if first.value_digest and first.value_digest == second.value_digest:
        return True
    # Of a larger table the view shows a part, which may be what the two have in common.
    views = (first.value.table, second.value.table)
    return all(map(_is_whole, views)) and views[0].cells == views[1].cells and views[0].index == views[1].index


def _is_whole(table: TableView) -> bool:
    return table.rows == len(table.cells) and table.columns <= len(table.header)


def _plain(text: str) -> str:
    scalar = _SCALAR.fullmatch(text)
    return scalar[1] if scalar else text


def _tells(answer: CellRun) -> bool:
    """Tell whether two problems would hardly give this value by accident."""
    value = answer.value
    if value is None:
        return False
    if value.table is not None:
        return value.table.rows >= FEWEST_ITEMS
    if value.type in CONTAINERS:
        return value.text.count(",") >= FEWEST_ITEMS - 1
    return "float" in value.type and len(re.sub(r"\D", "", _plain(value.text)).strip("0")) >= FEWEST_DIGITS


def _are_related(first: ProblemSignature, second: ProblemSignature, *, tells: bool) -> bool:
    """Tell whether two problems with one answer ask for one thing."""
    alike = overlap(first.words, second.words)
    # A question need not name the table that it is about.
    tables = {*first.shape.free, *second.shape.free}
    names, others = first.words.names - tables, second.words.names - tables
    if tells:
        return alike >= ALIKE or (bool(names) and names == others)
    # A small number, a word and a truth value are the answer to many questions.
    decisive = (first.words.words ^ second.words.words) & DECISIVE
    is_same_table = {*first.shape.free} == {*second.shape.free}
    return is_same_table and not decisive and names == others and alike >= ALIKE_OF_LITTLE


def _read_the_same(first: ProblemSignature, second: ProblemSignature, answer: CellRun) -> bool:
    """Tell whether two references read the same columns and gave a value that then is no accident.

    Paraphrases may have no word in common, so their words do not count. A whole number is often shared by
    chance, so there the questions have to name the same things as well.
    """
    value = answer.value
    if value is None or not _read_alike(first.code, second.code):
        return False
    digits = len(re.sub(r"\D", "", _plain(value.text)).strip("0"))
    if value.table is not None:
        return value.table.rows >= MOST_TELLING_ITEMS
    if value.type in CONTAINERS and value.text.count(",") < MOST_TELLING_ITEMS - 1:
        return _has_telling_numbers(first, second, value.text)
    if value.type in CONTAINERS:
        return True
    if "float" in value.type:
        return digits >= MOST_TELLING_DIGITS
    tables = {*first.shape.free, *second.shape.free}
    names, later_names = (_names_alone(signature.words.names - tables) for signature in (first, second))
    return "int" in value.type and digits >= COUNTED_DIGITS and bool(names) and names == later_names


def _has_telling_numbers(first: ProblemSignature, second: ProblemSignature, text: str) -> bool:
    """Tell whether the numbers of a short container are no accident where both questions name the same things."""
    names, later_names = _names_alone(first.words.names), _names_alone(second.words.names)
    digits = sum(len(re.sub(r"\D", "", number).strip("0")) for number in re.findall(r"\d+(?:\.\d+)?", text))
    return digits >= COUNTED_DIGITS and bool(names & later_names) and (names <= later_names or later_names <= names)


def _read_alike(earlier: str, later: str) -> bool:
    """Tell whether two codes read the same columns; a value that one of them looks up may be compared by the other."""
    columns, later_columns = _columns_read(earlier), _columns_read(later)
    texts = [{str(text.value) for text in strings(parse_code(code).tree)} for code in (earlier, later)]
    return bool(columns & later_columns) and columns ^ later_columns <= texts[0] & texts[1]


def _columns_read(code: str) -> frozenset[str]:
    """Return the columns and levels that a reference reads, those in the text of a query among them."""
    parsed = parse_code(code)
    if parsed.error is not None:
        return frozenset()
    queried = set[str]()
    for node in nodes(parsed.tree):
        match node:
            case ast.Call(args=[ast.Constant(value=str(text)), *_]) if called_name(node) in {"query", "eval"}:
                condition = parse_code(text)
                queried.update(item.id for item in ast.walk(condition.tree) if isinstance(item, ast.Name))
    compared = {
        str(text.value)
        for node in nodes(parsed.tree)
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        for text in ([side] if isinstance(side, ast.Constant) else [])
    }
    parts = {
        node.attr
        for node in nodes(parsed.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "dt"
    }
    # A column that is assigned may be one that was there.
    assigned = {word.arg for call in calls(parsed.tree) if called_name(call) == "assign" for word in call.keywords}
    read = names_read(parsed.tree) - compared - parts - (names_given(parsed.tree) - assigned)
    return read | queried


def _names_alone(names: Iterable[str]) -> set[str]:
    """Return names without the numbers among them, which two ways to ask for one thing need not share."""
    return {name for name in names if not re.fullmatch(r"[\d.,]+", name)}
