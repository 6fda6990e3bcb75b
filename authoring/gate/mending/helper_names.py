"""Helpers of drafted references that get a name of their own, where an answer might choose theirs and be refused."""

import ast
import re
from collections.abc import Collection, Iterator, Sequence

from authoring.dseal.model import Cell
from authoring.dseal.mutation.base import read_code
from authoring.dseal.parse import parse
from authoring.dseal.python_code import assigned_names, nodes, parse_code
from authoring.dseal.session import checks
from authoring.gate.alignment.common_helper import is_named, refused_helpers
from authoring.records.certificate.mend import Mend


def with_own_names(text: str, numbers: Collection[int]) -> tuple[str, tuple[Mend, ...]]:
    """Rename the helpers of some problems throughout a set; return its text, and what was done to which problem.

    A helper keeps its name where code, a question or a validator may mean it in another way than by a plain variable.
    """
    mends: list[Mend] = []
    for number in sorted(numbers):
        what: list[str] = []
        for name in _helpers(text, number):
            own_name = f"{name}_{number}"
            renamed = _renamed(text, number, name, own_name)
            if renamed is not None:
                text = renamed
                what.append(f"the helper `{name}` is called `{own_name}`")
        if what:
            mends.append(Mend(number=number, what=tuple(what), faults_before=len(what)))
    return text, tuple(mends)


def _helpers(text: str, number: int) -> tuple[str, ...]:
    problemset = parse(text)
    cells = [cell for cell, problem in problemset.problems if problem.number == number]
    return tuple(name for cell in cells for name in refused_helpers(problemset, cell, also_rare=True))


def _renamed(text: str, number: int, name: str, own_name: str) -> str | None:
    """Return a text in which a variable has another name from a problem on; None where that might change more."""
    problemset = parse(text)
    place = next(i for i, cell in enumerate(problemset.runnable) if cell.problem and cell.problem.number == number)
    cells = problemset.runnable[place:]
    if own_name in text or is_named(name, problemset.runnable) or not all(_is_plain(cell, name) for cell in cells):
        return None
    for cell in reversed(cells):
        start, end = cell.code_span.start, cell.code_span.end
        if text[start:end].strip() != cell.code.strip():
            return None
        code = _with_name(text[start:end], name, own_name)
        if code is None:
            return None
        text = text[:start] + code + text[end:]
    return text


def _is_plain(cell: Cell, name: str) -> bool:
    """Tell whether a cell speaks of a variable by plain names alone, and forbids it to no answer."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    # The validator `result` has the name of a variable, and means none.
    if cell.problem is not None and any(word.search(str(check.options)) for check in checks(cell.problem)):
        return False
    if cell.problem is not None and name in cell.problem.forbid_names:
        return False
    tree = parse_code(cell.code).tree
    if not word.search(cell.code):
        return True
    return not assigned_names(cell.code).open and not any(_may_mean(node, name, word) for node in nodes(tree))


def _may_mean(node: ast.AST, name: str, word: re.Pattern[str]) -> bool:
    match node:
        case ast.JoinedStr():
            return any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(node))
        case ast.Constant(value=str(text)):
            return word.search(text) is not None
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return name in names
        case ast.arg(arg=other) | ast.alias(asname=other) | ast.ExceptHandler(name=other) | ast.MatchAs(name=other):
            return other == name
        case ast.FunctionDef(name=other) | ast.ClassDef(name=other) | ast.AsyncFunctionDef(name=other):
            return other == name
    return False


def _with_name(code: str, name: str, own_name: str) -> str | None:
    """Return code in which a variable has another name; None for what is no Python."""
    original = read_code(code, ())
    if original is None:
        return None
    local = {id(inner) for node in original.nodes for inner in _of_own_variable(node, name)}
    spans = [
        original.span(node)
        for node in original.nodes
        if isinstance(node, ast.Name) and node.id == name and id(node) not in local
    ]
    for start, end in _from_the_end(spans):
        code = code[:start] + own_name + code[end:]
    return code


def _of_own_variable(node: ast.AST, name: str) -> Iterator[ast.AST]:
    """Yield what stands in a function that has a variable of its own under this name."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inside = [inner for statement in node.body for inner in ast.walk(statement)]
        if any(
            isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Store) for inner in inside
        ):
            yield from inside


def _from_the_end(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(set(spans), reverse=True)
