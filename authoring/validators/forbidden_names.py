"""`forbid_names` read as a rule about text: which forbidden names a piece of code writes, and on which line.

A rule about text keeps nobody from a value: it can be reached through a frame, the garbage collector or another name,
and code that was shown can be written again. It says what an answer may be written with, and is checked as such.
"""

import ast
from collections.abc import Iterator, Sequence

from authoring.validators.syntax_tree import module_tree

FORBIDDEN = "forbidden"
"""Stands in the place of an outcome where a submission's code was not run for what its text writes."""
_RUN_TEXT = frozenset({"eval", "exec", "compile"})
_LOOK_UP_TEXT = frozenset({"getattr", "__import__", "import_module"})
_NAMESPACES = frozenset({"globals", "locals", "vars"})
_BUILTIN_MODULES = frozenset({"builtins", "__builtins__", "__main__"})
_BOUND_AS: dict[type[ast.AST], tuple[str, ...]] = {
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler), ("name",)),
    **dict.fromkeys((ast.MatchAs, ast.MatchStar), ("name",)),
    **dict.fromkeys((ast.Global, ast.Nonlocal), ("names",)),
    ast.MatchMapping: ("rest",),
    ast.Name: ("id",),
}
"""Fields of syntax nodes that hold a name of the namespace; attributes, parameters and keywords of a call are none."""
_DEPTH = 5
"""How deep code stands in texts of code that are looked at."""


class ForbiddenNameError(NameError):
    """Code writes a name that its problem forbids."""


def forbidden_uses(code: str, names: Sequence[str]) -> list[tuple[str, int]]:
    """Return the forbidden names that the text of code writes, each with the first line that does; none of no Python.

    Read, bound, imported, taken from `builtins`, or written out in a text that is looked up or run at that place. What
    only happens to be spelt alike does not count: an attribute, a parameter, a keyword of a call, any other text.
    """
    lines: dict[str, int] = {}
    if names:
        for name, line in _written(code, _DEPTH):
            if name in names:
                lines[name] = min(line, lines.get(name, line))
    return sorted(lines.items(), key=lambda use: (use[1], use[0]))


def refuse_forbidden(code: str, names: Sequence[str]) -> None:
    """Raise ForbiddenNameError where the text of code writes a forbidden name."""
    if reason := refusal_of(code, names):
        raise ForbiddenNameError(reason)


def refusal_of(code: str, names: Sequence[str]) -> str:
    """Return why code is not run, by its text; empty where it writes no forbidden name."""
    places = " and ".join(f"`{name}` (line {line})" for name, line in forbidden_uses(code, names))
    return f"the problem forbids the name {places}, so the code was not run" if places else ""


def _written(code: str, depth: int) -> Iterator[tuple[str, int]]:
    try:
        tree = module_tree(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 1)
        for name in _names_of(node):
            yield name, line
        for text in _texts_run(node) if depth else ():
            yield from ((name, line) for name, _ in _written(text, depth - 1))


def _names_of(node: ast.AST) -> Iterator[str]:
    """Yield the names of the namespace that one node of the syntax writes."""
    for field in _BOUND_AS.get(type(node), ()):
        value = getattr(node, field)
        yield from (value,) if isinstance(value, str) else value or ()
    match node:
        case ast.Import(names=modules):
            for module in modules:
                yield from (*module.name.split("."), module.asname or "")
        case ast.ImportFrom(module=module, names=members):
            yield from (module or "").split(".")
            for member in members:
                yield from (member.name, member.asname or "")
        case ast.Attribute(value=ast.Name(id=owner), attr=name) if owner in _BUILTIN_MODULES:
            yield name
        case ast.Subscript(value=ast.Call(func=ast.Name(id=function)), slice=ast.Constant(value=str(name))):
            if function in _NAMESPACES:
                yield name
        case ast.Call(args=arguments) if _called(node) in _LOOK_UP_TEXT:
            yield from (part for text in _texts(arguments) for part in text.split("."))


def _texts_run(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call) and _called(node) in _RUN_TEXT:
        yield from _texts(node.args)


def _texts(arguments: Sequence[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
