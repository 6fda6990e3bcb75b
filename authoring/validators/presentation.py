"""An answer that is there but not returned: printed, assigned, or written out in the source.

DSEval counts such a submission as partly right, with the sub-verdicts MISSING_RETURN and NON_CODE.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from authoring.validators.base import Dialect, Opaque
from authoring.validators.display import short_repr
from authoring.validators.foreign_code import FOREIGN_ERRORS, evaluate, private_copy, quiet
from authoring.validators.syntax_tree import module_tree


def shown_values(source: str, namespace: Mapping[str, Any]) -> list[Any]:
    """Return the values that the code shows without returning them.

    The arguments of top-level `print` calls are evaluated again, else the target of the last top-level assignment,
    on copies of the variables they read.

    Raises:
        Exception: what parsing or evaluating raises; the value cannot be inferred then.
    """
    expressions = _shown(source)
    with quiet():
        return [evaluate(ast.unparse(expression), _copies(expression, namespace)) for expression in expressions]


def shows_something(source: str) -> bool:
    """Return whether code shows values without returning them, or cannot be parsed."""
    try:
        return bool(_shown(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True


def _shown(source: str) -> list[ast.expr]:
    body = module_tree(source).body
    return [expression for statement in body for expression in _printed(statement)] or _assigned(body)


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
        # The last values count; what is lacking is lacking at the front.
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
    # One memo for all names, so that those which share an object share its copy.
    memo: dict[int, Any] = {}
    return {
        name: private_copy(value, memo) if name in names and name != "__builtins__" else value
        for name, value in namespace.items()
    }


def answer_in_source(source: str, value: Any, dialect: Dialect = "dseval") -> str:
    """Return in words where the reference's value stands in the source, or an empty text.

    In DSEval's dialect anywhere, as a word of its own: the 2 of a comment or of ``axis=2`` is an answer too. Strictly,
    as a literal of its own: assigned, printed or the last expression. None is never found, nor what cannot be shown as
    text.
    """
    if value is None or isinstance(value, Opaque):
        return ""
    try:
        text = str(value)
    except FOREIGN_ERRORS:
        return ""
    is_found = any(literal == text for literal in _literals(source)) if dialect == "strict" else _is_word(text, source)
    return f"the answer {short_repr(value)} is written out in the code" if is_found else ""


def _is_word(text: str, source: str) -> bool:
    # DSEval's own search: a text that begins or ends with a sign has no word's bounds and is never found.
    return re.search(rf"\b{re.escape(text)}\b", source) is not None


def _literals(source: str) -> Iterator[str]:
    """Yield the literals that a reader could take for an answer, as text; none of code that is no Python."""
    try:
        tree = module_tree(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for expression in _answer_expressions(tree):
        try:
            yield str(ast.literal_eval(expression))
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            continue


def _answer_expressions(tree: ast.Module) -> Iterator[ast.expr]:
    # The value of the last expression, as `result` would take it.
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        yield tree.body[-1].value
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                yield value
            case ast.Call(func=ast.Name(id="print"), args=arguments):
                yield from arguments
