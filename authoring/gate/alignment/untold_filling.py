"""DS711: what the reference fills missing values with, of which the question has no word."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.session import at_node, checked_variables, checks
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject, bound_value, calls

INFO = RuleInfo(
    code="DS711",
    name="untold-filling",
    severity=Severity.WARNING,
    what="The reference fills missing values with a mean, a median, a mode, a neighbour or by interpolation, or with a "
    "number where the question asks to fill them, and the question, or an earlier one that it refers to, has no word "
    "of it.",
    why="Missing values may be filled in many ways, and each gives other values.",
    bad='# %%\n"""\nquestion: Fill the missing `age`.\n"""\n\ndf["age"].fillna(df["age"].median())\n',
    good='# %%\n"""\nquestion: Fill the missing `age` with the median.\n"""\n\ndf["age"].fillna(df["age"].median())\n',
)
_WORDS: Mapping[str, tuple[str, re.Pattern[str]]] = {
    name: (words, re.compile(pattern, re.IGNORECASE))
    for name, words, pattern in (
        ("mean", "the mean", r"\bmeans?\b|averag|\bavg\b|均"),
        ("median", "the median", r"median|中位"),
        ("mode", "the most frequent value", r"\bmode\b|most (?:frequent|common)|众数"),
        ("ffill", "the value before", r"\bf-?fill|\bpad\b|forward|previous|last|preced|before|carr|down|前"),
        ("bfill", "the value behind", r"\bb-?fill|back|next|follow|after|behind|后"),
        ("interpolate", "an interpolation", r"interpol|linear|插值"),
    )
}
"""How code fills, how a finding calls it, and the words by which questions do."""
_STRATEGIES = {"mean": "mean", "median": "median", "most_frequent": "mode"}
_REFERS_BACK = re.compile(
    r"\b(?:same (?:way|manner|method|as|for|with|strateg\w*|approach)|do the same|again|above|previous\w*|before|"
    r"likewise|similar\w*|also|as follows|steps?|strateg\w*|method)\b|同样|相同|上述",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first filling of which nobody was told."""
    question, number = subject.problem.question, subject.problem.number
    aliases = {check.alias for check in checks(subject.problem)}
    if not aliases & {"result", "namespace_check", "table_test"}:
        return
    compared = checked_variables(subject.problem)
    # How a model prepares its features is its own matter: its predictions are judged by how good they are.
    searched = subject.tree if "model" not in aliases else ast.Module(_stored(subject.tree, compared), [])
    first = 1 if _REFERS_BACK.search(question) else number
    questions = [problem.question for _, problem in subject.problemset.problems if first <= problem.number <= number]
    spoken = "\n".join((*questions, *subject.problem.conventions))
    filling = _number_filled(searched)
    if filling is not None and _FILLS.search(question) and not numbers_of(spoken):
        message = f"the reference fills missing values with {filling[1]:g}, and the question does not say so"
        yield at_node(subject.problemset, subject.cell, filling[0], INFO, message, "say what they are filled with")
        return
    for node, name in _fillings(searched):
        words, pattern = _WORDS[name]
        if pattern.search(spoken) is None:
            message = f"the reference fills missing values with {words}, and the question does not say so"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say what they are filled with")
            return


def _stored(tree: ast.Module, variables: frozenset[str]) -> list[ast.stmt]:
    """Return the statements that store a column in one of these variables."""
    return [
        statement
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(target := statement.targets[0], ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id in variables
    ]


_FILLS = re.compile(r"\bfill\b|\bfilled\b|\bimput|\breplac|填[充补]|补全", re.IGNORECASE)


def _number_filled(tree: ast.Module) -> tuple[ast.Call, float] | None:
    """Return the first call that fills missing values with a literal number, and the number."""
    for call in calls(tree, "fillna"):
        value = call.args[0] if call.args else keyword_of(call, "value")
        number = number_of(value) if value is not None else None
        if number is not None:
            return call, number
    return None


def _fillings(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Yield calls that fill missing values, and with what."""
    for node in ast.walk(tree):
        name = called_name(node) if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call):
            continue
        if name in {"ffill", "bfill", "interpolate"}:
            yield node, name
        elif name == "fillna":
            yield from ((node, used) for used in _statistics(tree, node))
        elif name == "SimpleImputer":
            strategy = keyword_of(node, "strategy")
            used = strategy.value if isinstance(strategy, ast.Constant) else "mean" if strategy is None else None
            if isinstance(used, str) and used in _STRATEGIES:
                yield node, _STRATEGIES[used]


def _statistics(tree: ast.Module, call: ast.Call) -> Iterator[str]:
    """Yield the statistics, or the direction, by which a call of `fillna` fills."""
    method = keyword_of(call, "method")
    if isinstance(method, ast.Constant) and method.value in {"ffill", "bfill"}:
        yield str(method.value)
    value = call.args[0] if call.args else keyword_of(call, "value")
    if value is not None:
        inner = ast.walk(bound_value(tree, value))
        for node in inner:
            match node:
                case ast.Call(func=ast.Attribute(attr="transform"), args=[ast.Constant(value=str(name)), *_]):
                    names = [name]
                case ast.Call():
                    names = [called_name(node)]
                case _:
                    continue
            yield from (name for name in names if name in {"mean", "median", "mode"})
