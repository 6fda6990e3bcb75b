"""What mutation operators share: the code they are given, their edits, and where code gives its answer."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from authoring.dseal.python_code import CUSTOMARY, dotted_name, import_aliases, parse_code

ATOMS = (
    *(ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant),
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp),
)
"""Expressions that need no brackets wherever they are put."""

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A submission that is wrong in one place."""

    operator: str
    code: str
    description: str
    """What was done to the original, in words."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of the text and what stands there instead; offsets in characters, end exclusive."""

    start: int
    end: int
    text: str
    description: str
    """What the edit does, in words."""


@dataclass(frozen=True, slots=True)
class Code:
    """Code that is to be spoiled, with its tree. Operators edit the text, so that all else stays as it was written."""

    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """All nodes but those inside f-strings, whose quotes an edit could break."""
    aliases: Mapping[str, str]
    columns: tuple[str, ...]
    """Names of columns that are known from elsewhere."""
    starts: tuple[int, ...]
    """Offset of each line's first character."""

    def span(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        """Return where a node stands."""
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno or 0, node.end_col_offset or 0)

    def source(self, node: ast.expr) -> str:
        """Return an expression as it is written, in brackets unless it needs none."""
        start, end = self.span(node)
        text = self.text[start:end]
        return text if isinstance(node, ATOMS) else f"({text})"

    def replace(self, node: ast.expr | ast.stmt, text: str, description: str) -> Edit:
        """Return the edit that puts a text where a node stands."""
        return Edit(*self.span(node), text, description)

    def rename(self, node: ast.Attribute, name: str, description: str) -> Edit:
        """Return the edit that changes the last name of ``a.b.c``."""
        _, end = self.span(node)
        return Edit(end - len(node.attr), end, name, description)

    def add_argument(self, call: ast.Call, argument: str, description: str) -> Edit:
        """Return the edit that adds an argument behind the last one of a call."""
        arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        if not arguments:
            end = self.span(call)[1] - 1
            return Edit(end, end, argument, description)
        end = max(self.span(item)[1] for item in arguments)
        return Edit(end, end, f", {argument}", description)

    def between(self, left: ast.expr, right: ast.expr, sign: str, text: str, description: str) -> Iterator[Edit]:
        """Give the edit of an operator's sign between two operands, where it can be told from brackets and comments."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.text[start:end]
        # With another sign or a comment between the operands, nobody can tell which one is the operator.
        if gap.count(sign) == 1 and "#" not in gap:
            at = start + gap.index(sign)
            yield Edit(at, at + len(sign), text, description)

    def dotted(self, node: ast.AST) -> str:
        """Return what a name or attribute refers to, as ``numpy.round``."""
        return dotted_name(node, self.aliases)

    def _offset(self, line: int, byte_column: int) -> int:
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        # Python counts columns in bytes of UTF-8; a character holds at least one.
        characters = self.text[start : min(end, start + byte_column)]
        return start + len(characters.encode()[:byte_column].decode(errors="ignore"))


class Operator(Protocol):
    """What an operator's module offers."""

    SUMMARY: str
    """What it does, in a few words."""

    def edits(self, code: Code, /) -> Iterator[Edit]:
        """Give each way to spoil the code; none where there is no chance to."""


def read_code(text: str, columns: tuple[str, ...]) -> Code | None:
    """Return code for the operators; None for what is no Python."""
    parsed = parse_code(text)
    if parsed.error is not None:
        return None
    starts = (0, *(match.end() for match in _LINE_END.finditer(text)))
    tree = parsed.tree
    return Code(text, tree, tuple(_outside_of_fstrings(tree)), {**CUSTOMARY, **import_aliases(tree)}, columns, starts)


def _outside_of_fstrings(tree: ast.Module) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        yield node
        # Before Python 3.12, nodes of an f-string have no true place in the source either.
        pending.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.JoinedStr))


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
    for value in returned_values(code):
        yield value, "the value"


def wrapped(
    code: Code, body: str, description: str, *, spares: Callable[[ast.expr], bool] = lambda _: False
) -> Iterator[Edit]:
    """Yield, for each answer, the edit that puts it through an expression of `value`, which stands for the answer.

    Answers that are to be spared, because the expression changes nothing about them, are left out.
    """
    for node, words in answers(code):
        if not spares(node):
            yield code.replace(node, f"(lambda value: {body})({code.source(node)})", f"{words} {description}")
