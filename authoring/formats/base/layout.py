"""Long values over several lines, as IPython shows them: a container that does not fit has a line for every item.

Only the text of a value is known here, so it is read as an expression and laid out; it is never evaluated. What is no
container, or no expression, stays as it is.
"""

import ast
import re
from collections import deque
from dataclasses import dataclass, field

from authoring.validators.syntax_tree import expression_tree

CUT_LINES = re.compile(r"[\r\f]")
"""Characters that Python's parser takes for the end of a line as well."""
WIDTH = 79
"""Characters of a line."""


def lay_out(text: str) -> str:
    """Return the representation of a value as a notebook shows it.

    Source of the rules: `IPython.lib.pretty`, which an export must not need.
    """
    try:
        # A text with such characters is handed over empty, and so fails: lines and columns of its tree would not fit
        # it.
        tree = expression_tree("" if CUT_LINES.search(text) else text)
    # The text comes out of a session, and may be nested too deep or too large for the parser.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
    if not _is_container(tree):
        return text
    page = _Page()
    try:
        _Reader(_Source(text), page).lay_out_node(tree)
    except RecursionError:
        return text
    return page.read()


@dataclass(slots=True, eq=False)
class _Group:
    """A container: once it is broken, each of its later breaks ends a line."""

    depth: int
    broken: bool = False
    waiting: int = 0
    """Breaks of it of which nothing is decided yet."""


@dataclass(frozen=True, slots=True)
class _Break:
    """A place where a line may end."""

    group: _Group
    indent: int


@dataclass(slots=True)
class _Page:
    """Text that breaks its outermost container first, when a line gets too long."""

    settled: list[str] = field(default_factory=list)
    column: int = 0
    indent: int = 0
    pending: deque[str | _Break] = field(default_factory=deque)
    width: int = 0
    """The number of pending characters."""
    open: list[_Group] = field(default_factory=lambda: [_Group(0)])
    undecided: list[_Group] = field(default_factory=list)
    """Groups that may still be broken, in the order in which they began."""

    def write(self, text: str) -> None:
        """Go on with a text."""
        if not self.pending:
            self._append(text)
            return
        self.pending.append(text)
        self.width += len(text)
        self._fit()

    def may_break(self) -> None:
        """A space, or the end of a line."""
        group = self.open[-1]
        if group.broken:
            self._end_pending()
            return
        # Whether the line ends here shows only when what follows does not fit.
        group.waiting += 1
        self.pending.append(_Break(group, self.indent))
        self.width += 1
        self._fit()

    def must_break(self) -> None:
        """End a line in the midst of an item: that breaks the outermost container that is whole so far."""
        # `break_` of IPython's printer does so before it ends the line.
        if (group := self._outermost()) is not None:
            self._break(group)
        self._end_pending()

    def begin(self, text: str) -> None:
        """Begin a container; its lines start behind this text."""
        self.write(text)
        group = _Group(len(self.open))
        self.open.append(group)
        self.undecided.append(group)
        self.indent += len(text)

    def end(self, text: str, indent: int) -> None:
        """End it."""
        self.indent -= indent
        group = self.open.pop()
        if not group.waiting and group in self.undecided:
            self.undecided.remove(group)
        self.write(text)

    def read(self) -> str:
        """Return the whole text."""
        while self.pending:
            self._settle()
        return "".join(self.settled)

    def _fit(self) -> None:
        while self.column + self.width > WIDTH and (group := self._outermost()) is not None:
            self._break(group)

    def _break(self, group: _Group) -> None:
        while group.waiting:
            self._settle()
        while self.pending and isinstance(self.pending[0], str):
            self._settle()

    def _end_pending(self) -> None:
        while self.pending:
            self._settle()
        self._end_line(self.indent)

    def _outermost(self) -> _Group | None:
        """Return the outermost container that has a break pending; it is broken then, and all around it."""
        for depth in sorted({group.depth for group in self.undecided}):
            groups = [group for group in self.undecided if group.depth == depth]
            for place, group in enumerate(reversed(groups)):
                if group.waiting:
                    # The last is broken, and the first forgotten: IPython counts from the wrong end here.
                    self.undecided.remove(groups[place])
                    group.broken = True
                    return group
            # None of this depth can break any more, so the next depth is looked at.
            for group in groups:
                group.broken = True
                self.undecided.remove(group)
        return None

    def _settle(self) -> None:
        """Decide on the first of what is pending."""
        first = self.pending.popleft()
        if isinstance(first, str):
            self.width -= len(first)
            self._append(first)
            return
        self.width -= 1
        group = first.group
        group.waiting -= 1
        if group.broken:
            self._end_line(first.indent)
            return
        if not group.waiting and group in self.undecided:
            self.undecided.remove(group)
        self._append(" ")

    def _append(self, text: str) -> None:
        self.settled.append(text)
        self.column += len(text)

    def _end_line(self, indent: int) -> None:
        self.settled.append("\n" + " " * indent)
        self.column = indent


class _Source:
    """A text whose parts are found by line and byte, as a syntax tree counts them."""

    def __init__(self, text: str) -> None:
        self._bytes = text.encode("utf-8", "surrogatepass")
        self._lines = [0, *(place + 1 for place, byte in enumerate(self._bytes) if byte == ord("\n"))]

    def of(self, node: ast.expr) -> str:
        """Return the text of a node; of a complex number with its parentheses."""
        # Trees count columns in bytes of UTF-8, not in characters.
        begin = self._lines[node.lineno - 1] + node.col_offset
        end = self._lines[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        # The node of a complex number such as `(1+2j)` begins behind the parenthesis that its text begins with.
        if isinstance(node, ast.BinOp) and begin and self._bytes[begin - 1 : begin] == b"(":
            begin, end = begin - 1, end + 1
        return self._bytes[begin:end].decode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Puts the parts of an expression on a page."""

    source: _Source
    page: _Page

    def lay_out_node(self, node: ast.expr) -> None:
        """Put an expression, containers item by item."""
        match node:
            case ast.List():
                self._sequence("[", node.elts, "]")
            # Without its comma a tuple of one would read as parentheses around a value.
            case ast.Tuple(elts=[only]):
                self._sequence("(", [only], ",)")
            case ast.Tuple():
                self._sequence("(", node.elts, ")")
            case ast.Set():
                self._sequence("{", _in_order(node.elts), "}")
            case ast.Call(func=ast.Name("frozenset"), args=[ast.Set(elts=items)]):
                self._sequence("frozenset({", _in_order(items), "})")
            case ast.Dict():
                self._mapping(node)
            case _:
                self._leaf(node)

    def _sequence(self, begin: str, items: list[ast.expr], end: str) -> None:
        self.page.begin(begin)
        for number, item in enumerate(items):
            if number:
                self.page.write(",")
                self.page.may_break()
            self.lay_out_node(item)
        self.page.end(end, len(begin))

    def _mapping(self, node: ast.Dict) -> None:
        self.page.begin("{")
        for number, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
            if number:
                self.page.write(",")
                self.page.may_break()
            # A key is missing where a mapping is unpacked into the dict.
            if key is not None:
                self.lay_out_node(key)
                self.page.write(": ")
            self.lay_out_node(value)
        self.page.end("}", 1)

    def _leaf(self, node: ast.expr) -> None:
        first, *following = self.source.of(node).split("\n")
        self.page.write(first)
        for line in following:
            self.page.must_break()
            self.page.write(line)


def _is_container(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name("frozenset"), args=[ast.Set()]):
            return True
        case _:
            return isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict)


def _in_order(items: list[ast.expr]) -> list[ast.expr]:
    """Return the items of a set sorted: by their values, or as texts where those cannot be compared."""
    try:
        values = {item: ast.literal_eval(item) for item in items}
    except ValueError:
        return items
    try:
        return sorted(items, key=values.__getitem__)
    # IPython sorts sets as well, and by their texts where values of several types cannot be compared.
    except TypeError:
        return sorted(items, key=lambda item: str(values[item]))
