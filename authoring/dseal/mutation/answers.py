"""Where code gives its answer, and the edits that wrap one."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit


def last_value(code: Code) -> ast.expr | None:
    """Return the expression that the code ends with; None where there is none, or an f-string."""
    last = code.tree.body[-1] if code.tree.body else None
    if not isinstance(last, ast.Expr) or isinstance(last.value, ast.JoinedStr):
        return None
    return last.value


def returned_values(code: Code) -> Iterator[ast.expr]:
    """Give what functions return, and the expression that the code ends with."""
    for node in code.nodes:
        if isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.JoinedStr):
            yield node.value
    last = last_value(code)
    if last is not None:
        yield last


def answers(code: Code) -> Iterator[tuple[ast.expr, str]]:
    """Give every expression that may be what is judged, with words for it."""
    for node in code.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name() | ast.Subscript() as target], value=value) if not isinstance(
                value, ast.JoinedStr
            ):
                yield value, f"what is assigned to `{ast.unparse(target)}`"
            case _:
                pass
    for value in returned_values(code):
        yield value, "the value"


def wrapped(code: Code, body: str, what: str) -> Iterator[Edit]:
    """Give an edit for each answer that puts it through a function of `value`; `what` follows words for the answer."""
    for node, words in answers(code):
        yield code.replace(node, f"(lambda value: {body})({code.source(node)})", f"{words} {what}")
