"""DS693: numbers that stand together in the question and in the code, and differ in one place."""

import ast
import re
from collections.abc import Iterator
from typing import TypeAlias

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_question, steps
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS693",
    name="other-literal",
    severity=Severity.WARNING,
    what="The question writes a list, a shape, a slice or a range of numbers; the code up to its reference has none "
    "like it, and has one of as many numbers that differs in one of them and stands nowhere in the question; or it "
    "writes several dates, and the code looks up another year instead of one of them.",
    why="A solver who takes the numbers of the question is refused.",
    bad='# %%\n"""\nquestion: Make an array of the shape (8, 5).\n"""\n\nnp.full((5, 5), -1.0)\n',
    good='# %%\n"""\nquestion: Make an array of the shape (8, 5).\n"""\n\nnp.full((8, 5), -1.0)\n',
)
_NUMBER = r"-?\d{1,9}(?:\.\d{1,6})?"
_SEQUENCE = re.compile(rf"(?<![\w.])[(\[](\s*{_NUMBER}(?:\s*[,:]\s*{_NUMBER})+\s*,?\s*)[)\]]")
_RANGE = re.compile(rf"(?<![\w.,:-])({_NUMBER}) ?(?:to|and|-|\u2013|:) ?({_NUMBER})(?![\w%:]|[.,]\d)")
_COMPARED = re.compile(rf"(?<![\w.])({_NUMBER})\s*(?:<=?|≤)\s*[A-Za-z_]\w*\s*(?:<=?|≤)\s*({_NUMBER})")
_DATE = re.compile(r"(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])")
_CUTTING = re.compile(r"\b(?:between|clip|clamp|limit|within)\b|介于|截断", re.IGNORECASE)
_LONGEST, _MOST = 4_000, 40
Numbers: TypeAlias = tuple[float, ...]


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first group of numbers for which the code has a neighbour alone."""
    question = subject.problem.question[:_LONGEST]
    if (dates := _other_date(question, subject)) is not None:
        message = f"the question writes {dates[0]}, and the code has {dates[1]}"
        yield at_question(subject.problemset, subject.cell, dates[0], INFO, message, "make the two say the same")
        return
    groups = [*_groups_said(question)]
    if not groups:
        return
    written = [group for tree in _trees(subject) for group in _groups_of(tree)]
    in_question = {numbers for _, numbers in groups}
    for phrase, group in groups:
        if group in written or any(_contains(neighbour, group) for neighbour in written):
            continue
        near = next((pair for pair in written if _differ_in_one(group, pair) and pair not in in_question), None)
        if near is not None:
            message = f"the question writes {_text(group)}, and the code has {_text(near)}"
            yield at_question(subject.problemset, subject.cell, phrase, INFO, message, "make the two say the same")
            return


def _other_date(question: str, subject: AlignmentSubject) -> tuple[str, str] | None:
    """Return the only date of the question that the code lacks, and the only one that stands there instead."""
    in_question = {*_DATE.findall(question)}
    looked_up = {
        node.value
        for part in nodes(subject.tree)
        if isinstance(part, ast.Subscript | ast.Compare)
        for node in ast.walk(part)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _DATE.fullmatch(node.value)
    }
    absent, replacing = in_question - looked_up, looked_up - in_question
    is_exchange = len(absent) == len(replacing) == 1 and bool(in_question & looked_up)
    # A bound that the question includes may be the day before or behind in the code.
    is_far = is_exchange and min(absent)[5:] == min(replacing)[5:]
    return (min(absent), min(replacing)) if is_far else None


def _trees(subject: AlignmentSubject) -> Iterator[ast.Module]:
    for step in steps(subject.problemset):
        if step.cell.span.start <= subject.cell.span.start:
            yield step.tree


def _groups_said(question: str) -> Iterator[tuple[str, Numbers]]:
    for match in _SEQUENCE.finditer(question):
        yield match[0], tuple(float(part) for part in re.findall(_NUMBER, match[1]))
    for match in _COMPARED.finditer(question):
        yield match[0], (float(match[1]), float(match[2]))
    if _CUTTING.search(question):
        for match in _RANGE.finditer(question):
            yield match[0], (float(match[1]), float(match[2]))


def _groups_of(tree: ast.Module) -> Iterator[Numbers]:
    """Yield the numbers that stand together: in a list or tuple, among arguments, in a slice, in a pair of limits."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        match node:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                parts = elements
            case ast.Call(args=arguments):
                parts = arguments
            case ast.Subscript(slice=ast.Tuple(elts=elements)) if all(isinstance(part, ast.Slice) for part in elements):
                ends = [(part.lower, part.upper) for part in elements if isinstance(part, ast.Slice)]
                parts = [end for pair in ends for end in pair if end is not None]
            case ast.Slice(lower=ast.expr() as lower, upper=ast.expr() as upper):
                parts = [lower, upper]
            case ast.BinOp(left=ast.Compare() as first, op=ast.BitAnd(), right=ast.Compare() as second):
                sides = (first.left, *first.comparators, second.left, *second.comparators)
                parts = [side for side in sides if number_of(side) is not None]
            case ast.Compare(left=left, comparators=[_, last]):
                parts = [left, last]
            case ast.Constant(value=str(text)) if re.fullmatch(rf"{_NUMBER}(?:[ ,]+{_NUMBER})+", text):
                yield tuple(float(part) for part in re.findall(_NUMBER, text))
        numbers = [number for part in parts[:_MOST] if (number := number_of(part)) is not None]
        if len(numbers) == len(parts) > 1:
            yield tuple(numbers)


def _differ_in_one(first: Numbers, second: Numbers) -> bool:
    return len(first) == len(second) and sum(a != b for a, b in zip(first, second, strict=True)) == 1


def _contains(whole: Numbers, part: Numbers) -> bool:
    return any(whole[start : start + len(part)] == part for start in range(len(whole) - len(part) + 1))


def _text(numbers: Numbers) -> str:
    return f"({', '.join(f'{number:g}' for number in numbers)})"
