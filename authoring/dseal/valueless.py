"""Code that certainly ends without a value: then `result` has nothing to compare with."""

import ast
from collections.abc import Mapping

from authoring.dseal.code import dotted_name, keyword_of

_METHODS = frozenset({"reverse", "extend", "seed", "info", "shuffle"})
_FUNCTIONS = frozenset({
    "print", "display", "setattr", "delattr", "exec", "matplotlib.pyplot.show", "random.seed", "numpy.random.seed",
    "random.shuffle", "numpy.random.shuffle", "warnings.warn", "warnings.filterwarnings", "warnings.simplefilter",
    "pandas.set_option", "time.sleep",
})  # fmt: skip
_RETURNING = frozenset({"bfill", "clip", "ffill", "fillna", "interpolate", "mask", "replace", "where"})
"""Methods that return the table itself from pandas 3 on, also with ``inplace=True``."""
_LIST_METHODS = frozenset({"append", "clear", "extend", "insert", "remove", "reverse", "sort"})
"""Of lists; other classes have methods of these names that do return something."""


def why_no_value(tree: ast.Module, aliases: Mapping[str, str]) -> str:
    """Return why code gives no value, where its text tells; an empty text where it may give one.

    Args:
        tree: of the code.
        aliases: what imported names stand for, as `import_aliases` gives them.
    """
    if not tree.body:
        return "the reference holds no statement"
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        return "the reference's last statement is no expression"
    value = last.value
    if isinstance(value, ast.Constant) and value.value is None:
        return "the reference ends with None"
    return _why_call_gives_none(value, tree, aliases) if isinstance(value, ast.Call) else ""


def _why_call_gives_none(call: ast.Call, tree: ast.Module, aliases: Mapping[str, str]) -> str:
    name = dotted_name(call.func, aliases)
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    inplace = keyword_of(call, "inplace")
    if isinstance(inplace, ast.Constant) and inplace.value is True and method not in _RETURNING:
        return "a method with inplace=True gives None"
    if name in _FUNCTIONS or method in _METHODS or (method in _LIST_METHODS and _is_list(call.func, tree)):
        return f"'{name or method}' gives None"
    return ""


def _is_list(method: ast.expr, tree: ast.Module) -> bool:
    """Tell whether a method's object is a name that the code itself binds to a list, and to nothing else."""
    if not isinstance(method, ast.Attribute) or not isinstance(method.value, ast.Name):
        return False
    name = method.value.id
    bound = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name and _is_stored(node)]
    values = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(target in bound for target in node.targets)
    ]
    return len(values) == len(bound) > 0 and all(isinstance(value, ast.List | ast.ListComp) for value in values)


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)
