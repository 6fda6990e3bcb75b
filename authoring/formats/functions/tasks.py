"""A function that is to become a problem: what stands in the file of it, and the calls that test it."""

import ast
import builtins
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from authoring.dseal.code import expression_of, parse_code
from authoring.dseal.diagnostic import Diagnostic

AT_HAND = frozenset({*dir(builtins), "pd", "np", "random"})
"""Names that the text of a test case may use, as DSEval provides them."""
CaseKind = Literal["example", "corner", "random"]


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a function, as it is to be tested.

    `arguments` are Python expressions, in the order of the parameters. `by_name` holds a name for each of them where
    the function takes them by name only.
    """

    arguments: tuple[str, ...]
    kind: CaseKind
    expected: str = ""
    """What the call gives: an expression, or the text that a doctest shows; empty where nothing is said."""
    line: int = 1
    """In the file it was read from; the task's for those that were generated."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    annotation: str = ""
    default: str | None = None
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """A function with all that was said of it."""

    name: str
    signature: str
    """``def name(...) -> ...``, without the colon."""
    parameters: tuple[Parameter, ...]
    description: str
    """What the function does, examples included, as they are shown to an agent."""
    reference: str
    """Code that defines the function, and the helpers that it calls."""
    context: str = ""
    """Imports, constants and classes that stand before it."""
    input_validator: str = ""
    """Python that defines ``_validate``; empty where there is none."""
    examples: tuple[Case, ...] = ()
    line: int = 1


@dataclass(frozen=True, slots=True)
class FunctionFile:
    """What a file of functions holds; findings are about what is in no task, or in part only."""

    tasks: tuple[Task, ...]
    findings: tuple[Diagnostic, ...] = ()
    path: str = ""
    """As the person named it."""


def distinct(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return cases with every list of arguments once; one that says what it gives is preferred."""
    found: dict[tuple[str, ...], Case] = {}
    for case in cases:
        if case.arguments not in found or not found[case.arguments].expected:
            found[case.arguments] = case
    return tuple(found.values())


def function_in(code: str, name: str = "") -> ast.FunctionDef | None:
    """Return the function of this name that code defines at its top, the last one without a name; None without one."""
    found = [node for node in parse_code(code).tree.body if isinstance(node, ast.FunctionDef)]
    named = [node for node in found if node.name == name] if name else found
    return named[-1] if named else None


def signature_of(function: ast.FunctionDef) -> str:
    """Return ``def name(...) -> ...`` of a function."""
    gives = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {function.name}({ast.unparse(function.args)}){gives}"


def parameters_of(function: ast.FunctionDef) -> tuple[Parameter, ...] | None:
    """Return a function's parameters; None where it takes any number of them, so that none can be made up."""
    given = function.args
    if given.vararg or given.kwarg:
        return None
    usual = [*given.posonlyargs, *given.args]
    without = len(usual) - len(given.defaults)
    defaults = [None] * without + [ast.unparse(node) for node in given.defaults]
    named = [ast.unparse(node) if node else None for node in given.kw_defaults]
    return (
        *(_parameter(each, default) for each, default in zip(usual, defaults, strict=True)),
        *(_parameter(each, default, by_name=True) for each, default in zip(given.kwonlyargs, named, strict=True)),
    )


def _parameter(argument: ast.arg, default: str | None, *, by_name: bool = False) -> Parameter:
    annotation = ast.unparse(argument.annotation) if argument.annotation else ""
    return Parameter(argument.arg, annotation, default, by_name)


def bound(call: ast.Call, parameters: tuple[Parameter, ...], known: Mapping[str, ast.expr]) -> tuple[str, ...] | None:
    """Return the arguments of a call in the order of the parameters, defaults filled in.

    Args:
        call: a call of the function.
        parameters: the function's.
        known: what names of the example stand for; they are put into the arguments.

    Returns:
        None where the call does not fit the function, or an argument does not stand by itself.
    """
    if any(isinstance(each, ast.Starred) for each in call.args) or len(call.args) > len(parameters):
        return None
    given = {parameter.name: node for parameter, node in zip(parameters, call.args, strict=False)}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    if not given.keys() <= {parameter.name for parameter in parameters}:
        return None
    found = [
        settled(given[parameter.name], known) if parameter.name in given else parameter.default
        for parameter in parameters
    ]
    return None if None in found else tuple(text for text in found if text is not None)


class _Put(ast.NodeTransformer):
    def __init__(self, known: Mapping[str, ast.expr]) -> None:
        self._known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Put what a name stands for in its place; JSON's words stand for Python's."""
        words = {"true": "True", "false": "False", "null": "None"}
        if node.id in words and node.id not in self._known:
            return ast.Name(words[node.id], ast.Load())
        return self._known.get(node.id, node)


def settled(node: ast.expr, known: Mapping[str, ast.expr]) -> str | None:
    """Return an expression with known names put in, as text on one line; None where it does not stand by itself."""
    text = ast.unparse(_Put(known).visit(_copy(node)))
    tree = expression_of(text)
    if tree is None:
        return None
    bindings = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    bindings |= {each.arg for each in ast.walk(tree) if isinstance(each, ast.arg)}
    used = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)}
    return text if used <= AT_HAND | bindings else None


def _copy(node: ast.expr) -> ast.expr:
    # A copy by way of the text: trees of `parse_code` are shared and must not be changed.
    return ast.parse(ast.unparse(node), mode="eval").body
