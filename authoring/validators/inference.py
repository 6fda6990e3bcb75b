"""Inferring the value a cell meant to return, from what it prints or, failing that, assigns last."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from authoring.validators.running import evaluate, private_copy, quiet


def shown_values(source: str, namespace: Mapping[str, Any]) -> list[Any]:
    """Return the values that the code shows without returning them.

    The arguments of top-level `print` calls are evaluated again, else the target of the last top-level assignment,
    on copies of the variables they read.

    Raises:
        Exception: what parsing or evaluating raises; the value cannot be inferred then.
    """
    body = ast.parse(source).body
    expressions = [expression for statement in body for expression in _printed(statement)]
    if not expressions:
        expressions = _assigned(body)
    with quiet():
        return [evaluate(ast.unparse(expression), _copies(expression, namespace)) for expression in expressions]


def infer_value(values: list[Any], expected: Any) -> Any:
    """Return the value that shown values stand for, or None where there are none.

    Several are packed as `expected` is: a tuple, a list, a dict by its keys; for any other the last one counts.
    """
    if len(values) <= 1:
        return values[0] if values else None
    if isinstance(expected, tuple):
        return tuple(values)
    if isinstance(expected, list):
        return values
    if isinstance(expected, dict):
        surplus = len(values) - len(expected)
        aligned = values[surplus:] if surplus > 0 else [None] * -surplus + values
        return dict(zip(expected, aligned, strict=True))
    return values[-1]


def _printed(statement: ast.stmt) -> Iterator[ast.expr]:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return
    call = statement.value
    if isinstance(call.func, ast.Name) and call.func.id == "print":
        for argument in call.args:
            yield from _computed(argument)


def _computed(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that are no constants, going into f-strings."""
    if isinstance(node, ast.expr) and not isinstance(node, ast.Constant | ast.FormattedValue | ast.JoinedStr):
        yield node
        return
    for child in ast.iter_child_nodes(node):
        yield from _computed(child)


def _assigned(body: list[ast.stmt]) -> list[ast.expr]:
    for statement in reversed(body):
        if isinstance(statement, ast.Assign):
            target = statement.targets[0]
        elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
            target = statement.target
        else:
            continue
        # `df.columns = ...` and `df["x"] = ...` are about df.
        return [target.value if isinstance(target, ast.Attribute | ast.Subscript) else target]
    return []


def _copies(expression: ast.expr, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """Return the namespace with what the expression names copied, so that evaluating it again changes nothing."""
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    memo: dict[int, Any] = {}
    return {
        name: private_copy(value, memo) if name in names and name != "__builtins__" else value
        for name, value in namespace.items()
    }
