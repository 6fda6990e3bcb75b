"""Answers whose order is that of a set of texts, which another process has otherwise."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import SET_ORDER
from authoring.dseal.model import ProblemSet
from authoring.dseal.python_code import called_name, literal_of, nodes, parse_code
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment.base import bound_value, last_value
from authoring.records.evidence import DryRun, Outcome

_ORDERED = frozenset({"list", "tuple", "enumerate"})
_SETS = frozenset({"set", "frozenset"})
_OF_SETS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
FEWEST_TEXTS = 2
_MOST_LINKS = 10


def set_orders(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find lists and tuples of texts that stand in the order of a set, and are compared as they stand."""
    for cell_run in run.cells:
        cell, answer = problemset.cells[cell_run.cell], cell_run.run
        if cell.problem is None or answer.value is None or answer.outcome is not Outcome.OK:
            continue
        literal = literal_of(answer.value.text)
        items = literal[0] if literal is not None else None
        texts = {item for item in items if isinstance(item, str)} if isinstance(items, list | tuple) else set[str]()
        if len(texts) < FEWEST_TEXTS:
            continue
        # A function of its own, and a flag, say how far the order counts.
        if any(
            "compare_fn" in str(check.options) or "ignore_order" in str(check.options) for check in checks(cell.problem)
        ):
            continue
        tree = parse_code(cell.code).tree
        value = last_value(tree)
        # A list of its own is sorted in place; what is sorted anew is another value.
        is_sorted = any(
            isinstance(node, ast.Call) and called_name(node) == "sort" and isinstance(node.func, ast.Attribute)
            for node in nodes(tree)
        )
        if value is not None and not is_sorted and _is_in_order_of_set(tree, value):
            message = "the answer stands in the order of a set of texts, which differs from process to process"
            yield at_node(problemset, cell, value, SET_ORDER, message, "sort it, or use `dict.fromkeys` or `unique`")


def _is_in_order_of_set(tree: ast.Module, value: ast.expr) -> bool:
    """Tell whether an expression makes a list or tuple of what a set holds, as it comes."""
    match value:
        case ast.Call(func=ast.Name(id=name), args=[inner]) if name in _ORDERED:
            return _is_set(tree, inner) or _is_in_order_of_set(tree, inner)
        case ast.List(elts=[ast.Starred(value=inner)]) | ast.Tuple(elts=[ast.Starred(value=inner)]):
            return _is_set(tree, inner)
        case ast.ListComp(generators=[first, *_]) | ast.GeneratorExp(generators=[first, *_]):
            return _is_set(tree, first.iter)
        case ast.Subscript(value=inner, slice=ast.Slice()):
            return _is_in_order_of_set(tree, bound_value(tree, inner))
    return False


def _is_set(tree: ast.Module, node: ast.expr) -> bool:
    """Tell whether an expression plainly is a set."""
    for _ in range(_MOST_LINKS):
        match bound_value(tree, node):
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in _SETS
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _OF_SETS:
                node = inner
            case ast.BinOp(left=left, op=ast.BitOr() | ast.BitAnd() | ast.BitXor() | ast.Sub()):
                node = left
            case _:
                return False
    return False
