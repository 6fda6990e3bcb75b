"""What a cell takes from its session and what it leaves there, as far as its code tells without running it.

Where the code does not tell, more is assumed rather than less: a problem that is needlessly called dependent is lost,
one that is needlessly called independent would be judged by a wrong truth. The state of random generators is not
followed: reference and submission start from the same one, whatever it is.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from authoring.dseal.analysis.aliasing import (
    BUILTINS,
    IN_PLACE_FUNCTIONS,
    Link,
    arguments,
    links,
    roots,
    works_in_place,
)
from authoring.dseal.analysis.flow import free_names, outer_nodes, parameters, reads_before_binding
from authoring.dseal.analysis.read_only import CONVERSIONS
from authoring.dseal.python_code import assigned_names, nodes, parse_code

UNKNOWABLE = frozenset({"exec", "eval", "globals", "locals", "vars"})
# Methods of a frame whose text may name variables of the session, as ``@limit``.
QUERIES = frozenset({"query", "eval"})
# Functions and methods that write a file, by the last part of their name.
SAVING = re.compile(r"to_\w+|save\w*|dump|write\w*|open|imsave|touch|copyfile|move|unlink")
CONVERTING = CONVERSIONS - {"to_string"}
"""Those of them that never write a file; what `to_string` is given may be the name of one."""
FILE = "file "
"""Begins the name under which a file that a cell writes stands among the names; no variable holds a space."""


@dataclass(frozen=True, slots=True)
class Callee:
    """A function or class that a cell defines: what calling it does."""

    reads: frozenset[str]
    mutates: frozenset[str]
    changes_arguments: bool


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A call of a bare name, with the names its arguments may be."""

    name: str
    arguments: frozenset[str]


@dataclass(frozen=True, slots=True)
class Effects:
    """What a cell takes and leaves; names are those of the session, or files."""

    reads: frozenset[str]
    """Needed from before: looked up before the cell has bound them itself."""
    loaded: frozenset[str]
    """Looked up at all, by what runs with the cell."""
    binds: frozenset[str]
    """Bound or deleted, on some path at least."""
    definite: frozenset[str]
    """Bound on every path."""
    mutates: frozenset[str]
    """Their objects may be changed in place."""
    imports: frozenset[str]
    links: tuple[Link, ...]
    calls: tuple[NamedCall, ...]
    methods: tuple[NamedCall, ...]
    """Method calls: the method's name, and what it is called on and with."""
    callees: Mapping[str, Callee]
    defined_methods: frozenset[str]
    open: bool
    """Whether it also does what cannot be known, as `exec` does."""


@lru_cache(maxsize=256)
def effects_of(code: str) -> Effects:
    """Return what a cell does; of code that is no Python, which does nothing, that this cannot be known."""
    return effects_of_statements(tuple(parse_code(code).tree.body), broken=parse_code(code).error is not None)


def modules_used(code: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return the modules outside the standard library whose names a cell uses, in an order that no wording changes.

    `aliases` are the names that stand for modules or their parts, each with its full name.
    """
    effects = effects_of(code)
    parents = (aliases.get(name, "").partition(".")[0] for name in sorted(effects.loaded | effects.imports))
    return tuple(dict.fromkeys(module for module in parents if module and module not in sys.stdlib_module_names))


def effects_of_statements(body: tuple[ast.stmt, ...], *, broken: bool = False) -> Effects:
    """Return what a part of a cell does; of code nested too deeply to be followed, that this cannot be known."""
    try:
        return _effects(body, broken=broken)
    # A sum of a few thousand terms is as deep as it has terms, and submissions are anybody's.
    except RecursionError:
        return _effects((), broken=True)


def _effects(body: tuple[ast.stmt, ...], *, broken: bool) -> Effects:
    tree = ast.Module(body=list(body), type_ignores=[])
    outer = tuple(outer_nodes(tree))
    flow = reads_before_binding(tree)
    # Through text, because a part of a cell has none of its own.
    assigned = assigned_names(ast.unparse(tree)) if body else assigned_names("")
    written = frozenset(_files_written(tree))
    calls = [node for node in outer if isinstance(node, ast.Call)]
    return Effects(
        # Texts count as files that an earlier cell may have written; no variable is called like one.
        reads=flow.reads | frozenset(_queried(calls)) | ({FILE + text for text in _constants(tree)} - written),
        loaded=frozenset(node.id for node in outer if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)),
        binds=assigned.bound | assigned.deleted | written,
        definite=flow.definite | written,
        mutates=frozenset(name for node in outer for name in _mutated(node)),
        imports=frozenset(
            (item.asname or item.name).partition(".")[0]
            for node in outer
            if isinstance(node, ast.Import | ast.ImportFrom)
            for item in node.names
        ),
        links=tuple(link for node in outer for link in links(node)),
        calls=tuple(_bare_calls(calls)),
        methods=tuple(_method_calls(calls)),
        callees={name: _callee(node) for name, node in _definitions(outer)},
        defined_methods=frozenset(_defined_methods(outer)),
        open=broken or any(_is_unknowable(node) for node in outer),
    )


def _mutated(node: ast.AST) -> Iterator[str]:
    """Give the names whose objects a node, taken alone, changes in place."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
            yield from roots(node.value)
        case ast.AugAssign(target=target):
            yield from roots(target)
        case ast.Call(func=ast.Attribute(value=value, attr=attr)):
            # A flag that is computed may be true.
            inplace = any(keyword.arg == "inplace" and not _is_false(keyword) for keyword in node.keywords)
            if inplace or works_in_place(node):
                yield from roots(value)
            if attr in IN_PLACE_FUNCTIONS and node.args:
                yield from roots(node.args[0])
        case ast.Call(func=ast.Name(id=name)) if name in IN_PLACE_FUNCTIONS and node.args:
            yield from roots(node.args[0])


def _is_false(keyword: ast.keyword) -> bool:
    return isinstance(keyword.value, ast.Constant) and keyword.value.value is False


def _bare_calls(calls: Iterable[ast.Call]) -> Iterator[NamedCall]:
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id not in BUILTINS:
            yield NamedCall(call.func.id, frozenset().union(*map(roots, arguments(call))))


def _method_calls(calls: Iterable[ast.Call]) -> Iterator[NamedCall]:
    for call in calls:
        if isinstance(call.func, ast.Attribute):
            yield NamedCall(call.func.attr, roots(call.func.value).union(*map(roots, arguments(call))))


def _definitions(outer: Iterable[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Give the functions and classes that get a name in the session; methods stay with their class."""
    outer = list(outer)
    inside = {
        id(inner) for node in outer if isinstance(node, ast.ClassDef) for inner in ast.walk(node) if inner is not node
    }
    for node in outer:
        if id(node) in inside:
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))


def _defined_methods(outer: Iterable[ast.AST]) -> Iterator[str]:
    for node in outer:
        if isinstance(node, ast.ClassDef):
            yield from (
                inner.name for inner in nodes(node) if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)
            )


def _callee(node: ast.AST) -> Callee:
    inside = frozenset(name for inner in nodes(node) for name in _mutated(inner))
    rebound = frozenset(name for inner in nodes(node) if isinstance(inner, ast.Global) for name in inner.names)
    own = frozenset(parameters(node)) | frozenset(
        inner.id for inner in nodes(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    )
    # What a class does with its arguments shows in its methods, so it is assumed to change them.
    return Callee(free_names(node), (inside - own) | rebound, bool(inside & own) or isinstance(node, ast.ClassDef))


def _is_unknowable(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in UNKNOWABLE
        case ast.ImportFrom(names=names):
            return any(item.name == "*" for item in names)
        case _:
            return False


def _queried(calls: Iterable[ast.Call]) -> Iterator[str]:
    """Give the variables that the text of a `query` names, as ``@limit``."""
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr in QUERIES:
            for argument in arguments(call):
                for text in _constants(argument):
                    yield from re.findall(r"@(\w+)", text)


def _files_written(tree: ast.Module) -> Iterator[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Call) and _saves(node):
            # A text with a dot is taken for a file name; modes and formats have none.
            yield from (FILE + text for argument in arguments(node) for text in _constants(argument) if "." in text)


def _saves(call: ast.Call) -> bool:
    name = _last_name(call.func)
    return SAVING.fullmatch(name) is not None and name not in CONVERTING and not _opens_for_reading(call)


def _opens_for_reading(call: ast.Call) -> bool:
    modes = [text for argument in arguments(call)[1:2] for text in _constants(argument)]
    return _last_name(call.func) == "open" and not set("wax+") & set("".join(modes))


def _constants(node: ast.AST) -> Iterator[str]:
    return (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant) and isinstance(inner.value, str))


def _last_name(function: ast.expr) -> str:
    match function:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""
