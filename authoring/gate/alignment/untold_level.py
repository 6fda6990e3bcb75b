"""DS688: labels that the reference writes into the data, and that stand nowhere before."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._labels import compares, texts_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS688",
    name="untold-level",
    severity=Severity.WARNING,
    what="The reference fills, maps, bins or chooses values with texts of its own, its answer is compared, and neither "
    "the question nor anything before it has such a text.",
    why="A solver has to guess how the labels are called.",
    bad='# %%\n"""\nquestion: Fill missing `a`, and count its values.\n"""\n\n'
    'df["a"].fillna("Unknown").value_counts().sort_index()\n',
    good='# %%\n"""\nquestion: Fill missing `a` with "Unknown", and count its values.\n"""\n\n'
    'df["a"].fillna("Unknown").value_counts().sort_index()\n',
)
_LONGEST = 60
_WORD = re.compile(r"[^\W_]")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first text that nobody was given."""
    aliases = {check.alias for check in checks(subject.problem)}
    if not compares(subject) and "table_test" not in aliases:
        return
    before = (subject.problemset.shown_before(subject.cell) + subject.problem.question).casefold()
    for text in _levels(subject.tree):
        label = str(text.value)
        if _WORD.search(label) and len(label) <= _LONGEST and label.casefold() not in before:
            message = f"the reference writes {label!r} into the data, and nothing says this label"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "say the label in the question")
            return


def _levels(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = called_name(node)
        if name == "fillna":
            yield from texts_of(node.args[0] if node.args else keyword_of(node, "value"))
        elif name in {"cut", "qcut"}:
            yield from texts_of(keyword_of(node, "labels"))
        elif name == "where" and len(node.args) == _WHERE:
            for argument in node.args[1:]:
                yield from texts_of(argument)
        elif name == "select" and len(node.args) > 1:
            yield from texts_of(node.args[1])
            yield from texts_of(keyword_of(node, "default"))
        elif name in {"map", "replace"} and node.args and isinstance(node.args[0], ast.Dict):
            for value in node.args[0].values:
                yield from texts_of(value)


_WHERE = 3
