"""Finding the answer written out in a submission's source, where it was known and not computed or not returned."""

import ast
import re
from collections.abc import Iterator
from typing import Any

from authoring.validators.base import Dialect, Opaque
from authoring.validators.running import FOREIGN_ERRORS
from authoring.validators.words import short


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
    found = any(literal == text for literal in _literals(source)) if dialect == "strict" else _is_word(text, source)
    return f"the answer {short(value)} is written out in the code" if found else ""


def _is_word(text: str, source: str) -> bool:
    return re.search(rf"\b{re.escape(text)}\b", source) is not None


def _literals(source: str) -> Iterator[str]:
    """Yield the literals that a reader could take for an answer, as text; none of code that is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for expression in _shown(tree):
        try:
            yield str(ast.literal_eval(expression))
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            continue


def _shown(tree: ast.Module) -> Iterator[ast.expr]:
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        yield tree.body[-1].value
    for node in ast.walk(tree):
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                yield value
            case ast.Call(func=ast.Name(id="print"), args=arguments):
                yield from arguments
