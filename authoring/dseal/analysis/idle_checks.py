"""Idle checks: validators that refuse no submission which runs to its end and changes nothing on the way.

Such a check looks as if it tested something. Whether a reference gives a value at all is told here as well, because
`result` has nothing to compare without one.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from authoring.dseal.model import Json, Problem, YamlPath
from authoring.dseal.python_code import dotted_name, keyword_of, parse_code
from authoring.validators import DEFAULT_TEMPLATE, PAPER_NAMES, TEMPLATES

_TOP: YamlPath = ("validator",)
_JUDGING_NO_ANSWER = {alias: f"'{alias}' judges no answer" for alias in ("crash", "namespace_intact")}
_MATCHES_ALWAYS = "says that everything matches"


@dataclass(frozen=True, slots=True)
class ReferenceFacts:
    """What is known of a reference from its text or from its run; the defaults stand for knowing nothing."""

    no_value: str = ""
    """Why it gives no value; empty where it gives one, or nobody knows."""
    no_output: bool = False
    """Whether it certainly writes nothing."""
    unchanged: frozenset[str] = frozenset()
    """Variables that hold after it what they held before."""
    unbound: frozenset[str] = frozenset()
    """Variables that it binds to no other object, so that they keep their type."""


class IdleCheck(NamedTuple):
    """A check that refuses nothing: the path of its key, why, and what to do."""

    path: YamlPath
    message: str
    hint: str


def accepts_everything(problem: Problem, facts: ReferenceFacts) -> str:
    """Return why no validator of a problem refuses anything; an empty text where one may."""
    members = _members(problem)
    if members.keys() <= _JUDGING_NO_ANSWER.keys():
        return "no validator of this problem compares anything"
    return _if_all(_reasons(problem, members, facts))


def idle_checks(problem: Problem, facts: ReferenceFacts) -> tuple[IdleCheck, ...]:
    """Return the checks that a block names and that refuse nothing; those of its template are named by nobody."""
    return tuple(_idle(problem, problem.validator or {}, _TOP, facts))


def _idle(problem: Problem, block: Mapping[str, Json], at: YamlPath, facts: ReferenceFacts) -> Iterator[IdleCheck]:
    for name, options in block.items():
        alias, path = PAPER_NAMES.get(name, name), (*at, name)
        reason = "" if alias in _JUDGING_NO_ANSWER else _why_idle(problem, alias, options, facts)
        if reason and alias in {"result", "stream"}:
            yield IdleCheck(path, reason, "leave it out, or give it something to compare")
        elif reason and alias == "or":
            yield IdleCheck(path, reason, "take that one out of the 'or', or mend it")
        elif alias in {"and", "or"} and isinstance(options, dict):
            yield from _idle(problem, options, path, facts)
        elif isinstance(options, dict):
            yield from _idle_inside(problem, alias, options, path, facts)


def _idle_inside(
    problem: Problem, alias: str, options: Mapping[str, Json], at: YamlPath, facts: ReferenceFacts
) -> Iterator[IdleCheck]:
    """Find single variables, and a checker of outputs."""
    if alias == "namespace_check":
        for variable, comparison in options.items():
            reason = _why_variable_idle(problem, variable, comparison, facts)
            if reason:
                yield IdleCheck((*at, variable), reason, _hint(comparison))
    elif alias == "table_test" and _always_matches(options.get("output_checker")):
        message = f"'output_checker' {_MATCHES_ALWAYS}, whatever the function gives"
        yield IdleCheck((*at, "output_checker"), message, "compare what it is given")


def _members(problem: Problem) -> Mapping[str, Json]:
    """Return a problem's validators under their released names, its template's first."""
    block = problem.validator or {}
    implied = TEMPLATES.get(str(block.get("template", DEFAULT_TEMPLATE)), ())
    # Named ones last, so that their options replace the template's and keep its place.
    named_validators = {PAPER_NAMES.get(name, name): options for name, options in block.items() if name != "template"}
    return {**dict.fromkeys(implied), **named_validators}


def _why_idle(problem: Problem, alias: str, options: Json, facts: ReferenceFacts) -> str:
    """Return why a validator refuses nothing; an empty text where it may refuse something."""
    reason = ""
    match alias, options:
        case (("crash" | "namespace_intact"), _):
            reason = _JUDGING_NO_ANSWER[alias]
        case "result", _:
            if _always_matches(options.get("compare_fn") if isinstance(options, dict) else options):
                reason = f"'compare_fn' {_MATCHES_ALWAYS}, whatever it is given"
            elif facts.no_value:
                reason = f"'result' has nothing to compare: {facts.no_value}"
        case "stream", _ if facts.no_output:
            reason = "'stream' refuses only what prints: the reference writes nothing"
        case "namespace_check", dict():
            reason = _if_all([_why_variable_idle(problem, *item, facts) for item in options.items()])
        case "and", dict():
            reason = _if_all(_reasons(problem, options, facts))
        case "or", dict():
            cause = next((reason for reason in _reasons(problem, options, facts) if reason), "")
            reason = f"'or' refuses nothing, because one of its validators does not: {cause}" if cause else ""
    return reason


def _reasons(problem: Problem, members: Mapping[str, Json], facts: ReferenceFacts) -> list[str]:
    return [_why_idle(problem, PAPER_NAMES.get(name, name), options, facts) for name, options in members.items()]


def _if_all(reasons: Sequence[str]) -> str:
    """Return the most telling of several reasons; an empty text where one is empty, or there are none."""
    if not all(reasons):
        return ""
    # That crash judges no answer is true and says little; another validator's reason tells an author what to change.
    plain = _JUDGING_NO_ANSWER.values()
    return next((reason for reason in reasons if reason not in plain), next(iter(reasons), ""))


def _why_variable_idle(problem: Problem, name: str, comparison: Json, facts: ReferenceFacts) -> str:
    if _always_matches(comparison):
        return f"the function that compares '{name}' {_MATCHES_ALWAYS}"
    if not _is_protected(problem, name):
        return ""
    if name in facts.unchanged:
        return f"'namespace_check' has nothing to find in '{name}', which the reference leaves as it was"
    if name in facts.unbound and isinstance(comparison, dict) and comparison.get("type_only") is True:
        return f"'type_only' has nothing to find in '{name}', whose type was the same before"
    return ""


def _hint(comparison: Json) -> str:
    if isinstance(comparison, str):
        return "compare what it is given"
    return "check what the reference assigns or changes; 'namespace_intact' looks after the rest"


def _is_protected(problem: Problem, name: str) -> bool:
    """Tell whether `namespace_intact` refuses a submission that changes a variable which the reference does not.

    Where it does not, a check of such a variable is what protects it.
    """
    members = _members(problem)
    if "namespace_intact" not in members:
        return False
    options = members["namespace_intact"]
    allowed = [options.get(key) for key in ("update", "replacement", "deletion")] if isinstance(options, dict) else []
    return not any(allowance is True or (isinstance(allowance, list) and name in allowance) for allowance in allowed)


def _always_matches(text: Json) -> bool:
    """Tell whether Python text defines a compare_fn whose every way out says that the values match."""
    if not isinstance(text, str):
        return False
    definitions = [
        node for node in parse_code(text).tree.body if isinstance(node, ast.FunctionDef) and node.name == "compare_fn"
    ]
    # A comparison that raises, yields or defines further functions may refuse something; only plain ones are judged.
    if len(definitions) != 1 or not isinstance(definitions[0].body[-1], ast.Return) or definitions[0].decorator_list:
        return False
    inside = list(ast.walk(definitions[0]))
    if any(isinstance(node, ast.Raise | ast.Assert | ast.Yield | ast.YieldFrom | ast.Lambda) for node in inside):
        return False
    if sum(isinstance(node, ast.FunctionDef) for node in inside) > 1:
        return False
    return all(_says_match(node.value) for node in inside if isinstance(node, ast.Return))


def _says_match(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Dict):
        return False
    return any(
        isinstance(key, ast.Constant) and key.value == "match" and isinstance(item, ast.Constant) and item.value is True
        for key, item in zip(value.keys, value.values, strict=True)
    )


# Methods and functions that give None whatever they are called on.
_METHODS = frozenset({"reverse", "extend", "seed", "info", "shuffle"})

_FUNCTIONS = frozenset({
    "print", "display", "setattr", "delattr", "exec", "matplotlib.pyplot.show", "random.seed", "numpy.random.seed",
    "random.shuffle", "numpy.random.shuffle", "warnings.warn", "warnings.filterwarnings", "warnings.simplefilter",
    "pandas.set_option", "time.sleep",
})  # fmt: skip

_RETURNING = frozenset({"bfill", "clip", "ffill", "fillna", "interpolate", "mask", "replace", "where"})
"""Methods that return the table itself from pandas 3 on, also with ``inplace=True``."""

_LIST_METHODS = frozenset({"append", "clear", "extend", "insert", "remove", "reverse", "sort"})
"""Methods that give None on a list; other classes have methods of these names that return something."""


def why_no_value(tree: ast.Module, aliases: Mapping[str, str]) -> str:
    """Return why code gives no value, where its text tells; an empty text where it may give one."""
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
    uses = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == name]
    bound = [node for node in uses if isinstance(node.ctx, ast.Store)]
    values = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and any(target in bound for target in node.targets)
    ]
    # Names that are bound in other ways as well, by a loop for example, may be anything.
    return len(values) == len(bound) > 0 and all(isinstance(value, ast.List | ast.ListComp) for value in values)
