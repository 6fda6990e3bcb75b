"""DS674: another new column than the question names."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS674",
    name="other-target",
    severity=Severity.WARNING,
    what="The question names the column that the result is saved in, and the reference saves it in another one, which "
    "the question names for something else.",
    why="A solver who does what the question says makes another column, and is refused.",
    bad='# %%\n"""\nquestion: Double "b" and save it in a new column named "a".\n"""\n\ndf["b"] = df["a"] * 2\n',
    good='# %%\n"""\nquestion: Double "a" and save it in a new column named "b".\n"""\n\ndf["b"] = df["a"] * 2\n',
)
_QUOTED = re.compile(r"[`\"'“](?P<name>[^`\"'”\n]{1,60})[`\"'”]")
_NAMED = re.compile(
    rf"\bcolumn,? (?:named |called |with the name |of the name )?{_QUOTED.pattern}|"
    rf"\b(?:[Cc]reate|[Aa]dd|[Mm]ake) (?:an? |the )?(?:new )?{_QUOTED.pattern.replace('name', 'made')} column\b"
)
_SAVING = re.compile(r"\b(?:sav|stor|add|creat|put|writ|insert|assign)\w*\b[^.\n]{0,80}$", re.IGNORECASE)
"""What stands before a column that something is saved in."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first assigned column that the question has for something else, where it names the one to assign."""
    question = subject.problem.question
    named = {
        match["name"] or match["made"]
        for match in _NAMED.finditer(question)
        if match["made"] or _SAVING.search(question[: match.start()])
    }
    targets = [*_assigned_columns(subject.tree)]
    if len(named) != 1 or not named.isdisjoint(name for _, name in targets):
        return
    quoted = {match["name"] for match in _QUOTED.finditer(question)} - named
    strange = [(node, name) for node, name in targets if name in quoted]
    if strange and len(strange) == len(targets):
        node, name = strange[0]
        message = f"the question saves in the column {min(named)!r}, and the reference in {name!r}"
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "make the two say the same")


def _assigned_columns(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield the columns that code assigns, by subscript or by ``assign``; those of ``rename`` and ``insert`` too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            yield from ((node, str(text.value)) for text in strings(node.slice))
    for call in calls(tree, "assign"):
        yield from ((call, keyword.arg) for keyword in call.keywords if keyword.arg)
    for call in calls(tree, "rename", "insert"):
        yield from ((call, str(text.value)) for text in strings(call))
