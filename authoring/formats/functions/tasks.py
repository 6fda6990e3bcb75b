"""A function that is to become a problem: what stands in the file of it, and the calls that test it."""

import ast
import builtins
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import expression_of, parse_code
from authoring.validators.syntax_tree import expression_tree

AT_HAND = frozenset({*dir(builtins), "pd", "np", "random"})
"""Names that the text of a test case may use, as DSEval provides them."""
CaseKind = Literal["example", "corner", "random"]


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a function, as it is to be tested."""

    arguments: tuple[str, ...]
    """Python expressions, in the order of the parameters."""
    kind: CaseKind
    expected: str = ""
    """The expected output: an expression, or the text that a doctest shows; empty where none is given."""
    line: int = 1
    """The line in the source file; generated cases have that of their function."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    annotation: str = ""
    default: str | None = None
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class FunctionTask:
    """A function with all that was said of it."""

    name: str
    signature: str
    """``def name(...) -> ...``, without the colon."""
    parameters: tuple[Parameter, ...]
    description: str
    """The description of the function, examples included, as an agent is shown it."""
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
    """The functions of a file; findings are about whatever became no function, or only in part."""

    tasks: tuple[FunctionTask, ...]
    findings: tuple[Diagnostic, ...] = ()
    path: str = ""
    """The path that the person gave."""


def distinct(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return cases with every list of arguments once; one that says what it gives is preferred."""
    cases_by_arguments: dict[tuple[str, ...], Case] = {}
    for case in cases:
        if case.arguments not in cases_by_arguments or not cases_by_arguments[case.arguments].expected:
            cases_by_arguments[case.arguments] = case
    return tuple(cases_by_arguments.values())


def function_in(code: str, name: str = "") -> ast.FunctionDef | None:
    """Return the function of this name that code defines at its top, the last one without a name; None without one."""
    functions = [node for node in parse_code(code).tree.body if isinstance(node, ast.FunctionDef)]
    candidates = [node for node in functions if node.name == name] if name else functions
    return candidates[-1] if candidates else None


def signature_of(function: ast.FunctionDef) -> str:
    """Return ``def name(...) -> ...`` of a function."""
    gives = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {function.name}({ast.unparse(function.args)}){gives}"


def parameters_of(function: ast.FunctionDef) -> tuple[Parameter, ...] | None:
    """Return a function's parameters; None where it takes any number of them, so that none can be made up."""
    arguments = function.args
    if arguments.vararg or arguments.kwarg:
        return None
    usual = [*arguments.posonlyargs, *arguments.args]
    without = len(usual) - len(arguments.defaults)
    # Python lists defaults from the last parameter back.
    defaults = [None] * without + [ast.unparse(node) for node in arguments.defaults]
    keyword_defaults = [ast.unparse(node) if node else None for node in arguments.kw_defaults]
    return (
        *(_parameter(argument, default) for argument, default in zip(usual, defaults, strict=True)),
        *(
            _parameter(argument, default, by_name=True)
            for argument, default in zip(arguments.kwonlyargs, keyword_defaults, strict=True)
        ),
    )


def _parameter(argument: ast.arg, default: str | None, *, by_name: bool = False) -> Parameter:
    annotation = ast.unparse(argument.annotation) if argument.annotation else ""
    return Parameter(argument.arg, annotation, default, by_name)


def bound(call: ast.Call, parameters: tuple[Parameter, ...], values: Mapping[str, ast.expr]) -> tuple[str, ...] | None:
    """Return the arguments of a call in the order of the parameters, defaults filled in.

    Args:
        call: a call of the function.
        parameters: the function's.
        values: the expressions that names of the example stand for; they replace the names in the arguments.

    Returns:
        None where the call does not fit the function, or an argument does not stand by itself.
    """
    if any(isinstance(argument, ast.Starred) for argument in call.args) or len(call.args) > len(parameters):
        return None
    arguments = {parameter.name: node for parameter, node in zip(parameters, call.args, strict=False)}
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in arguments:
            return None
        arguments[keyword.arg] = keyword.value
    if not arguments.keys() <= {parameter.name for parameter in parameters}:
        return None
    texts = [
        settled(arguments[parameter.name], values) if parameter.name in arguments else parameter.default
        for parameter in parameters
    ]
    return None if None in texts else tuple(text for text in texts if text is not None)


class _NameReplacer(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self._known = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Put what a name stands for in its place; JSON's words stand for Python's."""
        words = {"true": "True", "false": "False", "null": "None"}
        if node.id in words and node.id not in self._known:
            return ast.Name(words[node.id], ast.Load())
        return self._known.get(node.id, node)


def settled(node: ast.expr, values: Mapping[str, ast.expr]) -> str | None:
    """Return an expression with known names put in, as text on one line; None where it does not stand by itself."""
    # A copy by way of the text: trees of `parse_code` are shared and must not be changed.
    copy = expression_tree(ast.unparse(node))
    text = ast.unparse(_NameReplacer(values).visit(copy))
    tree = expression_of(text)
    if tree is None:
        return None
    # Names that a comprehension or a lambda binds stand by themselves.
    bindings = {
        inner.id for inner in ast.walk(tree) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    }
    bindings |= {inner.arg for inner in ast.walk(tree) if isinstance(inner, ast.arg)}
    used = {inner.id for inner in ast.walk(tree) if isinstance(inner, ast.Name)}
    return text if used <= AT_HAND | bindings else None
