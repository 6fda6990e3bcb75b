"""A step on the way is left out."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of

MOST_CHARACTERS = 60
"""A statement that is longer is quoted as far as this."""
SUMMARY = "leaves out a statement that changes something in place: a call, `df['x'] = ...`, `n += 1`"


def edits(code: Code) -> Iterator[Edit]:
    """Put `pass` where a statement stands that binds no new name."""
    for number, node in enumerate(code.tree.body, 1):
        if _changes(node, is_last=number == len(code.tree.body)):
            yield code.replace(node, "pass", f"the statement `{_opening(code, node)}` is left out")


def _opening(code: Code, node: ast.stmt) -> str:
    """Return how a statement begins: its line says little to who sees the whole set."""
    start, end = code.span(node)
    first = code.text[start:end].partition("\n")[0]
    return first if len(first) <= MOST_CHARACTERS else f"{first[: MOST_CHARACTERS - 1]}…"


def _changes(node: ast.stmt, *, is_last: bool) -> bool:
    match node:
        case ast.Expr(value=ast.Call() as call):
            # The last expression is the value, unless it is there for what it does.
            return not is_last or keyword_of(call, "inplace") is not None
        case ast.AugAssign() | ast.Delete():
            return True
        case ast.Assign(targets=targets):
            return all(isinstance(target, ast.Subscript | ast.Attribute) for target in targets)
        case _:
            return False
