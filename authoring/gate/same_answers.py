"""Equal answers: problems of a set that gave the very same value, as the dry run saw it."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import SAME_ANSWER
from authoring.dseal.duplicates.problems import ProblemSignature, signatures_of
from authoring.dseal.duplicates.question_similarity import DECISIVE, overlap
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question
from authoring.records.evidence import CellRun, DryRun, Outcome, TableView

ALIKE, ALIKE_OF_LITTLE = 0.3, 0.4
"""Share of their telling words that two questions must have in common: with a value that tells, and with any other."""
FEWEST_DIGITS = 5
"""Digits of a number that two problems do not share by chance."""
FEWEST_ITEMS = 3
"""Items of a list, and rows of a table, that two problems do not share by chance."""
CONTAINERS = frozenset({"list", "tuple", "set", "dict", "numpy.ndarray"})
_SCALAR = re.compile(r"(?:np|numpy)\.\w+\((.*)\)", re.DOTALL)


def same_answers(text: str, run: DryRun) -> Iterator[Diagnostic]:
    """Find problems whose value an earlier problem of the set gave, where that is no accident."""
    problemset = parse(text)
    signatures = dict(zip((cell.span.start for cell, _ in problemset.problems), signatures_of(problemset), strict=True))
    answers: list[tuple[ProblemSignature, CellRun]] = []
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        if cell.problem is None or answer.value is None or answer.outcome is not Outcome.OK:
            continue
        signature = signatures[cell.span.start]
        for earlier, known in answers:
            if _are_equal(known, answer) and _are_related(earlier, signature, tells=_tells(answer)):
                message = f"{signature.place} gives the very same value as {earlier.place}"
                hint = "Ask for something else, drop one of the two, or have data on which they differ."
                yield at_question(problemset, cell, "", SAME_ANSWER, message, hint)
                break
        answers.append((signature, answer))


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
