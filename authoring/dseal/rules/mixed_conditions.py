"""DS238: conditions joined by `&` and by `|` without parentheses that say which belong together."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS238",
    name="mixed-conditions",
    severity=Severity.WARNING,
    what="A reference joins conditions by `&` and `|`, or by `and` and `or`, with no parentheses about the inner ones.",
    why="`&` binds more closely than `|`, which whoever wrote `a & b | c` for `a & (b | c)` did not mean.",
    bad='# %%\n"""\nquestion: How many are in a, and in b or c?\n"""\n\nint((df.a & df.b | df.c).sum())\n',
    good='# %%\n"""\nquestion: How many are in a, and in b or c?\n"""\n\nint((df.a & (df.b | df.c)).sum())\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such condition of each reference."""
    for step in steps(problemset):
        if step.cell.problem is None:
            continue
        lines = step.cell.code.encode().split(b"\n")
        for node in nodes(step.tree):
            match node:
                case ast.BinOp(op=ast.BitOr(), left=left, right=right):
                    inner = [side for side in (left, right) if _is_bit_and(side)]
                case ast.BoolOp(op=ast.Or(), values=values):
                    inner = [side for side in values if isinstance(side, ast.BoolOp) and isinstance(side.op, ast.And)]
                case _:
                    continue
            if any(not _is_enclosed(side, lines) for side in inner):
                sign = "|" if isinstance(node, ast.BinOp) else "or"
                message = f"`{'&' if sign == '|' else 'and'}` beside `{sign}` without parentheses"
                hint = "put parentheses about the conditions that belong together"
                yield at_node(problemset, step.cell, node, INFO, message, hint)
                break


def _is_bit_and(side: ast.expr) -> bool:
    return isinstance(side, ast.BinOp) and isinstance(side.op, ast.BitAnd)


def _is_enclosed(side: ast.expr, lines: list[bytes]) -> bool:
    """Return whether parentheses stand about an expression, whose own place does not tell them."""
    before = b"\n".join([*lines[: side.lineno - 1], lines[side.lineno - 1][: side.col_offset]]).rstrip()
    end_line, end_column = side.end_lineno or side.lineno, side.end_col_offset or 0
    behind = b"\n".join([lines[end_line - 1][end_column:], *lines[end_line:]]).lstrip()
    return before.endswith(b"(") and behind.startswith(b")")
