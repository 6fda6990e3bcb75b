"""Equal answers: problems of a set that gave the very same value, as the dry run saw it."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import SAME_ANSWER
from authoring.dseal.duplicates.problems import ProblemSignature, signatures_of
from authoring.dseal.duplicates.question_similarity import DECISIVE, overlap
from authoring.dseal.parse import parse
from authoring.dseal.python_code import called_name, nodes, parse_code
from authoring.dseal.session import at_question
from authoring.gate.alignment._inputs import names_read
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
            if _are_equal(known, answer) and (
                _are_related(earlier, signature, tells=_tells(answer)) or _read_the_same(earlier, signature, answer)
            ):
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
