"""Equal answers: problems of a set that gave the very same value, as the dry run saw it."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import OTHER_SET, SAME_ANSWER
from authoring.dseal.duplicates.problems import ProblemSignature, signatures_of
from authoring.dseal.duplicates.question_similarity import DECISIVE, overlap
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import called_name, calls, nodes, parse_code
from authoring.dseal.session import at_question
from authoring.gate.alignment._inputs import names_read
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
        if is_related or _read_the_same(first, second, later.run):
            return "the very same value as"
    elif _hold_the_same(earlier, later):
        return "in another container the answer of"
    return ""


def _hold_the_same(earlier: _Answer, later: _Answer) -> bool:
    """Tell whether two answers say the same in different containers, as a list and the index of a Series.

    Labels with equal values are no accident. Labels alone are one where all that there are were listed, so that both
    references have to take as many from an end, of what they computed of the same columns in ways that agree.
    """
    first, second = earlier.content, later.content
    if first is None or second is None or first.container == second.container or len(first.labels) < FEWEST_ITEMS:
        return False
    signatures = (earlier.signature, later.signature)
    columns = _columns_read(earlier.signature.code)
    if set(first.labels) != set(second.labels) or not columns or columns != _columns_read(later.signature.code):
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
    statistics = [{called_name(call) for call in calls(parse_code(code).tree)} & _STATISTICS for code in codes]
    return all(first == second or not (first and second) for first, second in pairwise(statistics))


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
    columns = _columns_read(first.code)
    if value is None or not columns or columns != _columns_read(second.code):
        return False
    digits = len(re.sub(r"\D", "", _plain(value.text)).strip("0"))
    if value.table is not None:
        return value.table.rows >= MOST_TELLING_ITEMS
    if value.type in CONTAINERS:
        return value.text.count(",") >= MOST_TELLING_ITEMS - 1
    if "float" in value.type:
        return digits >= MOST_TELLING_DIGITS
    tables = {*first.shape.free, *second.shape.free}
    names = first.words.names - tables
    return "int" in value.type and digits >= COUNTED_DIGITS and bool(names) and names == second.words.names - tables


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
                queried.update(
                    item.value
                    for item in ast.walk(condition.tree)
                    if isinstance(item, ast.Constant) and isinstance(item.value, str)
                )
    return names_read(parsed.tree) | queried
