"""DS242: a reference function that changes what it is given."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import keyword_of, nodes
from authoring.dseal.rules.unasked_change import CHANGES
from authoring.dseal.session import at_node, checks, steps

_TEXT = (
    '# %%\n"""\nquestion: Write `low(x)`, which gives the smallest member of the list `x`.\nvalidator:\n'
    "  template: basic\n  table_test:\n    function_name: low\n    test_cases: [[[3, 1]], [[2]], [[5, 9]]]\n"
    '"""\n\ndef low(x):\n    {0}\n'
)

INFO = RuleInfo(
    code="DS242",
    name="changed-argument",
    severity=Severity.WARNING,
    what="The function of a `table_test` changes a list, a mapping or a table that it is given (a method such as "
    "`remove` or `sort`, a place that is assigned to, `inplace=True`), and the question forbids it, or has no word for "
    "a change and the function does not give the argument back.",
    why="Whoever calls the function loses data without being told, and the case that a test draws is no longer the one "
    "that the other function is called with.",
    bad=_TEXT.format("x.sort()\n    return x[0]"),
    good=_TEXT.format("return sorted(x)[0]"),
)
_CHANGING = frozenset({"append", "extend", "insert", "remove", "clear", "update", "sort", "reverse", "discard"})
"""Methods that change what they are called on, where nothing is done with what they give."""
_POPPING = frozenset({"pop", "popitem", "setdefault"})
"""Methods that change what they are called on and give something."""
_FORBIDDEN = re.compile(
    r"\b(?:must|should|may|is|are|shall|can)(?: to)? ?not (?:to )?be (?:modified|changed|altered|mutated|touched)\b|"
    r"\b(?:without|not|never|avoid) (?:to )?(?:modify|chang|alter|mutat|touch)\w*(?: the| its| any| either)? "
    r"(?:original |given )?(?:`|arguments?\b|inputs?\b|list|dict|frame|data ?frame|table|series|array|sets?\b)|"
    r"\b(?:stays?|remains?|leave|leaves|left|keeps?|kept)\b[^.;?!]{0,40}\b(?:unchanged|untouched|unmodified|intact|"
    r"as (?:it|they) (?:is|are|was|were))\b|不(?:得|能|要|可)(?:修改|改变)",
    re.IGNORECASE,
)
_WRITING = re.compile(
    r"\b(?:write|define|create|make|build|implement|construct)s?\b(?: \w+){0,3}? (?=function|method|helper|`)",
    re.IGNORECASE,
)
"""How a question asks for a function, which says nothing of what the function does."""
_REQUESTS = re.compile(rf"{CHANGES.pattern}|\b(?:mutat|sort|revers|pop)")


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first change of an argument in each function that is tried."""
    for step in steps(problemset):
        problem = step.cell.problem
        names = {*_tried_functions(problem)} if problem is not None else set()
        functions = [node for node in step.tree.body if isinstance(node, ast.FunctionDef) and node.name in names]
        change = next(((*change, function) for function in functions for change in _changes(function)), None)
        if problem is None or change is None:
            continue
        name, node, function = change
        is_forbidden = _FORBIDDEN.search(problem.question) is not None
        is_asked = _gives(function, name) or _REQUESTS.search(_WRITING.sub("", problem.question)) is not None
        if is_forbidden or not is_asked:
            reason = "which the question forbids" if is_forbidden else "which the question does not ask for"
            message = f"the function changes its argument '{name}', {reason}"
            yield at_node(problemset, step.cell, node, INFO, message, "work on a copy")


def _tried_functions(problem: Problem) -> Iterator[str]:
    for check in checks(problem):
        if check.alias == "table_test" and isinstance(check.options, dict):
            yield str(check.options.get("function_name"))


def _changes(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield the arguments that a function certainly changes, with the place; one that is bound anew is its own."""
    arguments = function.args
    names = {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    inner = [
        node for node in nodes(function) if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not function
    ]
    hidden = {argument.arg for node in inner for argument in node.args.args}
    bound = {
        node.id
        for node in nodes(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in names
    }
    for node in nodes(function):
        name, place = _changed(node)
        if place is not None and name in names - hidden - bound:
            yield name, place


def _gives(function: ast.FunctionDef, name: str) -> bool:
    """Tell whether a function gives its argument back, which then is the answer."""
    returned = [node.value for node in nodes(function) if isinstance(node, ast.Return)]
    return any(isinstance(value, ast.Name) and value.id == name for value in returned)


def _changed(node: ast.AST) -> tuple[str, ast.expr | None]:
    """Return the variable that a piece of code changes in place, and where; an empty name for any other."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) as call):
            inplace = keyword_of(call, "inplace")
            if method in _CHANGING or (isinstance(inplace, ast.Constant) and inplace.value is True):
                return name, call
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _POPPING:
            return name, node
        case (
            ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del())
            | ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=name), attr="loc" | "iloc" | "at" | "iat"), ctx=ast.Store()
            )
            | ast.Attribute(value=ast.Name(id=name), ctx=ast.Store())
        ):
            return name, node
    return "", None
