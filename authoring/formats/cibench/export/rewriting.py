"""Small changes to the source of a cell: nothing but the places in question is touched."""

import ast
import math
import re
from collections.abc import Callable

from authoring.dseal.analysis.dependencies import effects_of_statements
from authoring.dseal.python_code import called_name, expression_of, nodes, parse_code
from authoring.formats.base.exercises.python_code import source_of, with_replacements

_REPEATING = (
    *(ast.For, ast.AsyncFor, ast.While, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
"""Syntax whose parts may run any number of times."""
# Expressions to which a dot or a star binds as a whole.
_TIGHT = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp)
_MARK = "`"
_QUOTATION = re.compile(r"`[^`]*`")
_REPLACEMENTS = ("'", r"\x60")
"""Texts that may replace a backtick: the first in comments, the second in strings."""


def assign_value(code: str, name: str) -> str | None:
    """Return code that gives its last value a name instead of showing it; None where it ends with no expression."""
    return _with_last(code, lambda source, _: f"{name} = (\n{source}\n)")


def print_value(code: str, call: str) -> str | None:
    """Return code that prints its last value; None where it ends with no expression.

    `call` has ``@`` in the place of the value.
    """

    def write(source: str, node: ast.expr) -> str:
        return call.replace("@", source if _is_tight(source, node) else f"({source})")

    return _with_last(code, write)


def suppress_value(code: str) -> str:
    """Return code that shows no value."""

    def write(source: str, node: ast.expr) -> str:
        return source if _shows_nothing(node) else f"{source};"

    # A semicolon keeps the kernel from showing the value of the last expression.
    return code if code.rstrip().endswith(";") else _with_last(code, write) or code


def join_code(*pieces: str) -> str:
    """Return pieces of code, the empty ones left out, one below the other."""
    return "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip())


def without_prints(code: str) -> str:
    """Return code that ends with a value, without the prints before it, as far as they do nothing else.

    A reference that shows its way is judged by its value all the same.
    """
    body = parse_code(code).tree.body
    if not body or not isinstance(body[-1], ast.Expr) or _is_print(body[-1]):
        return code
    lines = code.split("\n")
    # From the last to the first, so that the line numbers of those before stay true.
    for node in reversed(body[:-1]):
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        # A print that shares its lines with other statements cannot be cut out by lines.
        statements = parse_code("\n".join(lines[first : last + 1])).tree.body
        effects = effects_of_statements((node,))
        if _is_print(node) and len(statements) == 1 and not (effects.binds or effects.mutates or effects.open):
            del lines[first : last + 1]
    return "\n".join(lines)


def _is_print(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
        case _:
            return False


def prints_at_once(code: str) -> bool:
    """Return whether code prints by one call at most, as far as its own calls of `print` tell."""
    return _prints(parse_code(code).tree) <= 1


def _prints(node: ast.AST) -> float:
    """Return how many calls of `print` run at most."""
    match node:
        case ast.If(test=test, body=body, orelse=otherwise):
            return _prints(test) + max(sum(map(_prints, body)), sum(map(_prints, otherwise)))
        case ast.Call(func=ast.Name(id="print" | "pprint" | "display"), keywords=keywords):
            # What goes into a file is no output of the step.
            own = not any(keyword.arg == "file" for keyword in keywords)
        case _:
            own = False
    within = sum(_prints(child) for child in ast.iter_child_nodes(node))
    # Within a loop or a function a single call may run any number of times.
    return own + (math.inf if within and isinstance(node, _REPEATING) else within)


def _shows_nothing(node: ast.expr) -> bool:
    """Return whether a call gives nothing, as far as its name tells."""
    return isinstance(node, ast.Call) and called_name(node) in {"show", "print", "display", "append", "extend"}


def _is_tight(source: str, node: ast.expr) -> bool:
    """Return whether a dot or a star can be put to a source without parentheses around it."""
    if isinstance(node, ast.Tuple):
        # Of a tuple without parentheses a call would make several arguments.
        call = expression_of(f"f({source})")
        return isinstance(call, ast.Call) and len(call.args) == 1
    tight = isinstance(node, _TIGHT) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    return tight and expression_of(source) is not None


def _with_last(code: str, write: Callable[[str, ast.expr], str]) -> str | None:
    """Return code with its last statement written anew; None if that is no expression."""
    body = parse_code(code).tree.body
    if not body or not isinstance(body[-1], ast.Expr):
        return None
    last = body[-1]
    return with_replacements(code, [(last, write(source_of(code, last), last.value))])


def sets_figure_size(code: str) -> bool:
    """Return whether code says how large its figure is."""
    tree = parse_code(code).tree
    size_names = {"figsize", "figure.figsize"}
    for node in nodes(tree):
        match node:
            case ast.keyword(arg=str(name)) if name in size_names:
                return True
            case ast.Constant(value=str(text)) if text in size_names:
                return True
            case ast.Attribute(attr="set_size_inches" | "set_figwidth" | "set_figheight"):
                return True
            case _:
                pass
    return False


def without_backticks(code: str) -> str:
    """Return code that means the same and has no backticks, as far as there is another way to write them.

    The interpreter of CIBench's agent takes backticks for a reply in Markdown that quotes code. It runs only the text
    between the first two, or up to the first three in a row: ``t.query("`unit price` > 3")`` never runs there.
    """
    parsed = parse_code(code)
    # Whether the meaning is kept is told by the tree, which code that is no Python does not have.
    if _MARK not in code or parsed.error:
        return code
    meaning = ast.dump(parsed.tree)
    at = code.find(_MARK)
    while at >= 0:
        # Both are tried at each place, and the one that leaves the tree as it was is taken.
        tried = (code[:at] + written + code[at + 1 :] for written in _REPLACEMENTS)
        code = next((candidate for candidate in tried if ast.dump(parse_code(candidate).tree) == meaning), code)
        at = code.find(_MARK, at + 1)
    return code


def is_quotation(code: str) -> bool:
    """Return whether the interpreter would run a part of the code only."""
    return _QUOTATION.search(code) is not None
