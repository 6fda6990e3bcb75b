"""What reference code calls: the places of calls, and the public dotted names of what is called there.

Imports say what ``pd.read_csv`` is; what ``frame.groupby(...).mean`` is depends on the type of an object. Run where
`watched` has put a call of `WATCHER` around the object at each place, code tells the types itself. Without a run only
objects whose type shows in the code are known: literals, and what a class was called for.
"""

import ast
import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from authoring.dseal.python_code import dotted_name, import_aliases, nodes, parse_code

WATCHER = "__seen__"
"""The name under which a session holds `authoring.sandbox.inside.receivers.record_receiver`."""
OWN_LIBRARY = "__main__"
"""The library of what problem sets define themselves."""
_LITERALS: Mapping[type[ast.expr], str] = {
    ast.JoinedStr: "str",
    ast.List: "list",
    ast.ListComp: "list",
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Tuple: "tuple",
}
_ACCESSORS: Mapping[str, str] = {
    "StringMethods": "Series.str",
    "DatetimeProperties": "Series.dt",
    "TimedeltaProperties": "Series.dt",
    "PeriodProperties": "Series.dt",
    "CombinedDatetimelikeProperties": "Series.dt",
    "CategoricalAccessor": "Series.cat",
    "PlotAccessor": "DataFrame.plot",
}
"""Classes of pandas that users reach through an attribute only, and the attribute."""
_MOVED: Mapping[str, str] = {"numpy.random.mtrand": "numpy.random"}
"""Modules whose things are known under another."""
_TYPING = ("GroupBy", "Resampler", "Rolling", "Expanding", "Window")
"""Ends of the names of pandas' classes whose public home is ``pandas.api.typing``."""


@dataclass(frozen=True, slots=True)
class CallSite:
    """One call in a cell's code."""

    call: ast.Call
    method: str
    """The attribute that is called; empty where it is none."""
    name: str
    """Public dotted name as the code alone shows it; empty where it does not."""

    @property
    def subject(self) -> ast.expr:
        """The object whose method is called, or what is called."""
        return self.call.func.value if isinstance(self.call.func, ast.Attribute) else self.call.func


@dataclass(frozen=True, slots=True)
class Receiver:
    """What stood at a call when it ran."""

    kind: str
    """``module``, ``class``, ``function`` or ``instance``."""
    module: str
    """Where the thing, or the instance's class, says it was defined."""
    name: str
    """Its qualified name there; empty for a module."""


@dataclass(slots=True)
class CallReader:
    """Reads the cells of one set in order, and remembers what they import, define and construct."""

    _aliases: dict[str, str] = field(default_factory=dict)
    _own: set[str] = field(default_factory=set)
    _types: dict[str, str] = field(default_factory=dict)
    """By variable: the class it is an instance of."""

    def read(self, code: str) -> tuple[CallSite, ...]:
        """Return the calls of the next cell in source order; none where it is no Python."""
        tree = parse_code(code).tree
        for node in nodes(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._own.add(node.name)
        sites = []
        for node in sorted((node for node in nodes(tree) if isinstance(node, _Event)), key=_moment):
            match node:
                case ast.Call():
                    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                    sites.append(CallSite(node, method, self._name(node.func)))
                case ast.Import() | ast.ImportFrom():
                    self._aliases |= import_aliases(node)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    # Before the name is forgotten: in ``df = df.copy()`` the value still knows the old one.
                    kind = self._class_of(node.value)
                    self._forget(node.targets)
                    self._types[name] = kind
                case ast.Assign():
                    self._forget(node.targets)
                case ast.For():
                    self._forget([node.target])
        return tuple(sites)

    def _forget(self, targets: Sequence[ast.expr]) -> None:
        """Forget what was known of names that are bound anew."""
        for target in targets:
            for node in ast.walk(target):
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                    self._types.pop(node.id, None)
                    self._aliases.pop(node.id, None)

    def _name(self, function: ast.expr) -> str:
        """Return the public name of what is called, as far as the code shows it."""
        root = function
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id in self._aliases:
            return dotted_name(function, self._aliases)
        if isinstance(function, ast.Name):
            if function.id in self._own:
                return f"{OWN_LIBRARY}.{function.id}"
            return f"builtins.{function.id}" if hasattr(builtins, function.id) else ""
        if isinstance(function, ast.Attribute) and (kind := self._class_of(function.value)):
            return f"{kind}.{function.attr}"
        return ""

    def _class_of(self, value: ast.expr) -> str:
        """Return the dotted class of a value that shows it: a literal, a class's instance, a table that was read."""
        if isinstance(value, ast.Name):
            return self._types.get(value.id, "")
        if isinstance(value, ast.Constant):
            return "builtins.str" if isinstance(value.value, str) else ""
        if isinstance(value, ast.Call):
            name = self._name(value.func)
            # These two may give a list of tables, or whatever was stored.
            if name.startswith("pandas.read_") and name not in {"pandas.read_html", "pandas.read_hdf"}:
                return "pandas.DataFrame"
            last = name.rpartition(".")[2]
            # A class is written like this; what is in capitals throughout is a constant.
            return name if last[:1].isupper() and not last.isupper() else ""
        kind = _LITERALS.get(type(value), "")
        return f"builtins.{kind}" if kind else ""


_Event: TypeAlias = ast.Call | ast.Assign | ast.For | ast.Import | ast.ImportFrom


def _moment(node: _Event) -> tuple[int, int, int]:
    """Return when a node takes effect: an assignment at its end, behind the calls of its value."""
    if isinstance(node, ast.Assign):
        return node.end_lineno or 0, node.end_col_offset or 0, 1
    if isinstance(node, ast.Call):
        # Of a chain, all calls begin at the same place; the order is that of their closing.
        return node.end_lineno or 0, node.end_col_offset or 0, 0
    return node.lineno, node.col_offset, 0


def watched(code: str, sites: tuple[CallSite, ...], *, first: int = 0) -> str:
    """Return code that does the same and tells `WATCHER` the object at each call.

    Every subject ``x`` becomes ``__seen__(N, (x))``, which gives x back; lines stay where they are. N counts from
    `first` through `sites`, the calls of this code.
    """
    # In bytes, because Python counts columns in bytes of UTF-8.
    data = code.encode()
    starts = [0]
    for line in data.split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    # Before Python 3.12, what stands in an f-string has no true place in the source.
    hidden = {
        id(inner)
        for node in nodes(parse_code(code).tree)
        if isinstance(node, ast.JoinedStr)
        for inner in ast.walk(node)
    }
    pieces: list[tuple[int, int, bytes]] = []
    for number, site in enumerate(sites, start=first):
        subject = site.subject
        if id(site.call) in hidden or (isinstance(subject, ast.Name) and subject.id == "super"):
            continue
        start = starts[subject.lineno - 1] + subject.col_offset
        end = starts[(subject.end_lineno or subject.lineno) - 1] + (subject.end_col_offset or 0)
        pieces.append((start, -end, f"{WATCHER}({number}, (".encode()))
        # A subject that ends sorts before one that begins at the same place.
        pieces.append((end, -len(data) - 1, b"))"))
    pieces_in_order: list[bytes] = []
    position = 0
    for place, _, piece in sorted(pieces):
        pieces_in_order.extend((data[position:place], piece))
        position = place
    return b"".join((*pieces_in_order, data[position:])).decode()


def names_of(site: CallSite, receivers: tuple[Receiver, ...]) -> frozenset[str]:
    """Return the public names of what a call reached; `receivers`, what stood there, is empty where it never ran."""
    return frozenset(_reached(site, receiver) for receiver in receivers) or frozenset({site.name} - {""})


def _reached(site: CallSite, receiver: Receiver) -> str:
    static_name = site.name if not site.name.startswith("builtins.") else ""
    if not site.method:
        # The name people know a function or class by is the one they import, not where it was defined.
        imported_name = public_name(receiver.module, receiver.name)
        return static_name or (f"{imported_name}.__call__" if receiver.kind == "instance" else imported_name)
    if receiver.kind != "instance" and static_name:
        return static_name
    return f"{public_name(receiver.module, receiver.name)}.{site.method}"


def public_name(module: str, name: str) -> str:
    """Return the dotted name users know: private parts of the path left out, what pandas shows elsewhere put there.

    `module` and `name` are what ``__module__`` and ``__qualname__`` say; the name is empty for the module itself.
    """
    name = name.replace(".<locals>", "").replace(".<lambda>", ".lambda").replace("<lambda>", "lambda")
    top, *segments = _MOVED.get(module, module).split(".")
    path = [
        top.lstrip("_") if top != OWN_LIBRARY else OWN_LIBRARY,
        *(part for part in segments if not part.startswith("_")),
    ]
    if top == "pandas" and name:
        head = name.partition(".")[0]
        if head in _ACCESSORS:
            return f"pandas.{_ACCESSORS[head]}"
        if head.endswith(_TYPING):
            return f"pandas.api.typing.{name}"
        # pandas defines nearly all in these two, and shows it at the top.
        if segments[:1] == ["core"] or segments[:1] == ["_libs"]:
            path = ["pandas"]
    return ".".join([*path, name] if name else path)


def library_of(name: str) -> str:
    """Return the library that a dotted name belongs to."""
    return name.partition(".")[0]
