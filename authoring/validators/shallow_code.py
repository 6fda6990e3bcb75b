"""Comparing code that looks at the outside of its two values only: their type, their length, their text, their sum."""

import ast

from authoring.validators.syntax_tree import module_tree

FUNCTIONS = frozenset({"type", "len", "str", "repr", "isinstance", "callable", "hasattr", "sum", "max", "min"})
"""Functions that say nothing of what a value holds, element by element."""
METHODS = frozenset({"sum", "mean", "max", "min", "median", "std", "var", "count", "nunique", "prod"})
"""Methods that make one number of many; values under other labels, or in other places, give the same one."""
ATTRIBUTES = frozenset({"shape", "size", "ndim", "dtype", "dtypes", "columns"})
_FEWEST_PARAMETERS = 2


def shallow_looks(code: str) -> tuple[str, ...]:
    """Return the functions, methods and attributes by which `compare_fn` looks at its values, where it looks no deeper.

    Empty where it does, and where the code is no Python.
    """
    try:
        body = module_tree(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    function = next((node for node in body if isinstance(node, ast.FunctionDef) and node.name == "compare_fn"), None)
    if function is None or len(function.args.args) < _FEWEST_PARAMETERS:
        return ()
    values = {argument.arg for argument in function.args.args[:_FEWEST_PARAMETERS]}
    looks: dict[int, str] = {}
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in FUNCTIONS:
                looks[id(first)] = name
            # What is called with an argument, as `a.max(axis=1)` is, may give many numbers.
            case ast.Call(func=ast.Attribute(attr=name, value=value), args=[], keywords=[]) if name in METHODS:
                looks[id(value)] = name
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name(id="np" | "numpy")), args=[first]) if (
                name in METHODS
            ):
                looks[id(first)] = name
            case ast.Attribute(attr=name, value=value) if name in ATTRIBUTES:
                looks[id(value)] = name
    uses = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id in values]
    if {node.id for node in uses} != values or not all(id(node) in looks for node in uses):
        return ()
    return tuple(sorted({looks[id(node)] for node in uses}))
