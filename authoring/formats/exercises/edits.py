"""Changing code at the places of its syntax tree, so that comments and everything else stay as they are."""

import ast
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

Edit = tuple[ast.expr | ast.stmt, str]
"""A node of the code's tree, and the text that takes its place."""


def replaced(code: str, edits: Iterable[Edit]) -> str:
    """Return code with nodes replaced; nodes must not lie inside one another."""
    spans = sorted((*_span(code, node), text) for node, text in edits)
    parts: list[str] = []
    end = 0
    for start, stop, text in spans:
        parts += [code[end:start], text]
        end = stop
    return "".join((*parts, code[end:]))


def source_of(code: str, node: ast.expr | ast.stmt) -> str:
    """Return the text of a node of the code's tree."""
    start, end = _span(code, node)
    return code[start:end]


def without(code: str, statements: Sequence[ast.stmt]) -> str:
    """Return code without some of its outermost statements; the lines they leave empty go too."""
    if not statements:
        return code
    mark = "\0"
    code = replaced(code, ((statement, mark) for statement in statements))
    lines: list[str] = []
    for line in re.sub(rf"[ \t]*{mark}[ \t]*;?[ \t]*", mark, code).split("\n"):
        left = line.replace(mark, "").rstrip(" \t;") if mark in line else line.rstrip()
        if left or mark not in line:
            lines.append(left)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _span(code: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """Return where a node begins and ends in the code."""
    last, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return _offset(code, node.lineno, node.col_offset), _offset(code, last, end)


def _offset(code: str, line: int, column: int) -> int:
    """Return where a place of a tree stands in the code; trees count columns in bytes of UTF-8."""
    lines, starts = _lines(code)
    return starts[line - 1] + len(lines[line - 1].encode("utf-8", "surrogatepass")[:column].decode(errors="ignore"))


@lru_cache(maxsize=8)
def _lines(code: str) -> tuple[list[str], list[int]]:
    """Return the lines of code, and where each begins."""
    lines = code.split("\n")
    return lines, list(accumulate((len(line) + 1 for line in lines), initial=0))
