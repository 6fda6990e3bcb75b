"""Reference code as a syntax tree, and what can be said of it without running it."""

import ast
import re
import threading
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from authoring.validators.syntax_tree import module_tree

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

CUSTOMARY: Mapping[str, str] = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib.pyplot",
    "sns": "seaborn",
}
"""What a short name stands for where no import says otherwise."""


_FILTERS = threading.Lock()
"""Filters of warnings are the whole program's, and sets are parsed in threads."""


@dataclass(frozen=True, slots=True)
class CodeError:
    """Why code has no syntax tree. `line` and `column` are from 1, in the code."""

    message: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ParsedCode:
    """Code with its tree, or with the reason why there is none."""

    tree: ast.Module
    error: CodeError | None


@lru_cache(maxsize=256)
def parse_code(code: str) -> ParsedCode:
    """Parse Python code; the tree is empty when it is no Python. Callers must not change the tree."""
    empty = ast.Module(body=[], type_ignores=[])
    try:
        with _FILTERS, warnings.catch_warnings():
            # Doubtful escapes in strings are the author's affair, and a warning may be set to raise.
            warnings.simplefilter("ignore")
            return ParsedCode(module_tree(code), None)
    except SyntaxError as error:
        # Some syntax errors have no place, or one before the first line.
        return ParsedCode(empty, CodeError(error.msg, max(1, error.lineno or 1), max(1, error.offset or 1)))
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        # Null characters and lone surrogates; code nested deeper than Python reads.
        reason = str(error) or "the code is nested too deep"
        return ParsedCode(empty, CodeError(reason, 1, 1))


@lru_cache(maxsize=128)
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree from the outside in; kept, because every rule asks for those of every cell."""
    return tuple(ast.walk(tree))


def expression_of(code: str) -> ast.expr | None:
    """Return the tree of code that is one expression, else None."""
    body = parse_code(code.strip()).tree.body
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None


def literal_of(code: str) -> tuple[object] | None:
    """Return the value of a Python literal, in a tuple because it may be None; None for what is no literal."""
    node = expression_of(code)
    if node is None:
        return None
    try:
        return (ast.literal_eval(node),)
    except (ValueError, TypeError, RecursionError, MemoryError):
        return None


def dotted_name(node: ast.AST, aliases: Mapping[str, str]) -> str:
    """Return what a name or attribute refers to, as ``numpy.random.rand``; empty for anything else.

    The first part is looked up in `aliases`, as `import_aliases` gives them; an unknown one stands for itself.
    """
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    parts.append(aliases.get(node.id, node.id))
    return ".".join(reversed(parts))


def import_aliases(tree: ast.AST) -> dict[str, str]:
    """Return what each imported name stands for: ``np`` to ``numpy``, ``sample`` to ``random.sample``."""
    aliases: dict[str, str] = {}
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                top = name.name.partition(".")[0]
                # ``import a.b`` binds a, ``import a.b as c`` binds c to a.b.
                aliases[name.asname or top] = name.name if name.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for name in node.names:
                aliases[name.asname or name.name] = f"{node.module}.{name.name}"
    return aliases


def imports_of(code: str) -> tuple[str, ...]:
    """Return the dotted names of the modules that code imports, sorted; ``from a import b`` gives ``a``."""
    return tuple(sorted({module for module, _ in _imports(code)}))


def loads_of(code: str) -> tuple[str, ...]:
    """Return the dotted names of what code loads by its imports, sorted; ``from a import b`` gives ``a`` and ``a.b``.

    Whether ``a.b`` is a module, as in ``from scipy import stats``, is known only where it is installed.
    """
    return tuple(sorted({name for module, names in _imports(code) for name in (module, *names)}))


def _imports(code: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each module that is imported, with the dotted names of what is taken from it."""
    for node in nodes(parse_code(code).tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, ()) for name in node.names)
        # A relative import is of a package that reference code does not have.
        elif isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
            yield node.module, tuple(f"{node.module}.{name.name}" for name in node.names if name.name != "*")


@dataclass(frozen=True, slots=True)
class AssignedNames:
    """The names a cell binds in its session, and those it deletes; `open` when that cannot be known."""

    bound: frozenset[str]
    deleted: frozenset[str]
    open: bool


@lru_cache(maxsize=256)
def assigned_names(code: str) -> AssignedNames:
    """Return what a cell does to the names of its session."""
    parsed = parse_code(code)
    bound: set[str] = set()
    deleted: set[str] = set()
    is_open = parsed.error is not None
    for node in _session_nodes(parsed.tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                bound.add(name)
                deleted.discard(name)
            case ast.Name(id=name, ctx=ast.Del()):
                deleted.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                bound.update((item.asname or item.name).partition(".")[0] for item in names)
                is_open |= any(item.name == "*" for item in names)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                bound.add(name)
            # Whether the function is called at all is not followed, so its global names count as bound.
            case ast.Global(names=global_names):
                bound.update(global_names)
            # Any of these may bind names that do not stand in the code.
            case ast.Call(func=ast.Name(id="exec" | "eval" | "globals" | "locals" | "vars" | "setattr")):
                is_open = True
    return AssignedNames(frozenset(bound), frozenset(deleted), is_open)


def _session_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Walk the nodes that run in the session's own scope, in source order, and `global` statements of functions."""
    pending: list[tuple[ast.AST, bool]] = [(tree, True)]
    while pending:
        node, outer = pending.pop()
        # Of what stands in a function, `global` and calls such as `exec` reach the session.
        if outer or isinstance(node, ast.Global | ast.Call):
            yield node
        inner = outer and not isinstance(
            node, Function | ast.ClassDef | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
        )
        if isinstance(node, ast.NamedExpr):
            # A walrus inside a comprehension binds outside of it.
            yield node.target
        pending.extend((child, inner) for child in reversed(list(ast.iter_child_nodes(node))))


def identifiers(tree: ast.AST) -> frozenset[str]:
    """Return every identifier in code: names, attributes, arguments, keywords, imports, definitions."""
    words: set[str] = set()
    for node in nodes(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                words.add(name)
            case ast.keyword(arg=str(name)):
                words.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                words.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                for item in names:
                    words.update(item.name.split("."))
                    words.add(item.asname or item.name)
                if isinstance(node, ast.ImportFrom) and node.module:
                    words.update(node.module.split("."))
    return frozenset(words)


def strings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Walk the string constants of code, parts of f-strings included."""
    return (node for node in nodes(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Walk the calls in code, in no particular order."""
    return (node for node in nodes(tree) if isinstance(node, ast.Call))


def called_name(call: ast.Call) -> str:
    """Return the name of the function or method that a call calls; empty where it has none."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def names_in(node: ast.AST) -> set[str]:
    """Return the variables that stand in code, read or bound."""
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def keyword_of(call: ast.Call, *names: str) -> ast.expr | None:
    """Return the value of the first keyword of a call that has one of these names."""
    return next((keyword.value for keyword in call.keywords if keyword.arg in names), None)


# Comments and short strings are matched to be skipped: quotes inside them open nothing.
_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\r\n]*)
  | (?P<quotes>\"{3}|'{3})
  | (?P<string>"(?:\\(?:\r\n|[\s\S])|[^"\\\r\n])*"? | '(?:\\(?:\r\n|[\s\S])|[^'\\\r\n])*'?)
    """,
    re.VERBOSE,
)

# Up to the next quotes of the same kind that no backslash stands before.
_ENDS = {
    '"""': re.compile(r'(?:\\[\s\S]|[^\\])*?"""'),
    "'''": re.compile(r"(?:\\[\s\S]|[^\\])*?'''"),
}


def open_string(code: str) -> str:
    """Return the triple quotes of a string that the code leaves open at its end, or an empty text."""
    position = 0
    while (token := _TOKEN.search(code, position)) is not None:
        position = token.end()
        if token["quotes"]:
            end = _ENDS[token["quotes"]].match(code, position)
            if end is None:
                return token["quotes"]
            position = end.end()
    return ""
