"""DS688: labels, or numbers for labels, that the reference writes into the data, and that stand nowhere before."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.question_reading import numbers_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of
from authoring.dseal.session import at_node, checks
from authoring.gate.alignment._labels import compares, texts_of
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject, bound_value, calls

INFO = RuleInfo(
    code="DS688",
    name="untold-level",
    severity=Severity.WARNING,
    what="The reference fills, maps, bins or chooses values with texts of its own, or maps labels to numbers, its "
    "answer is compared, and neither the question nor anything before it has such a text, or the question any such "
    "number.",
    why="A solver has to guess how the labels are called.",
    bad='# %%\n"""\nquestion: Fill missing `a`, and count its values.\n"""\n\n'
    'df["a"].fillna("Unknown").value_counts().sort_index()\n',
    good='# %%\n"""\nquestion: Fill missing `a` with "Unknown", and count its values.\n"""\n\n'
    'df["a"].fillna("Unknown").value_counts().sort_index()\n',
)
_LONGEST = 60
_WORD = re.compile(r"[^\W_]")


_LETTERS = re.compile(r"\b([A-Za-z])[\"'`]? ?(?:to|through|until|-|\u2013) ?[\"'`]?([A-Za-z])\b")
"""Letters of which only the first and the last are said: ``A to E``."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first text that nobody was given."""
    aliases = {check.alias for check in checks(subject.problem)}
    if not compares(subject) and not aliases & {"table_test", "stream"}:
        return
    before = (subject.problemset.shown_before(subject.cell) + subject.problem.question).casefold()
    printed = _printed(subject.tree) if "stream" in aliases else ()
    ranges = _LETTERS.findall(subject.problem.question)
    for text in (*_levels(subject.tree), *printed):
        label = str(text.value)
        if len(label) == 1 and any(first <= label <= last for first, last in ranges):
            continue
        if _WORD.search(label) and len(label) <= _LONGEST and label.casefold() not in before:
            message = f"the reference writes {label!r} into the data, and nothing says this label"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "say the label in the question")
            return

    numbers_said = numbers_of(subject.problem.whole_question)
    for node, keys, codes in _codes(subject.tree):
        settled = _CODED if _YES.intersection(keys) else _RANKED
        strange = codes - numbers_said - {0, 1}
        is_scale = sorted(codes) == [*range(int(min(codes)), int(min(codes)) + len(codes))]
        is_told = bool(numbers_said & codes) and (
            is_scale or len(strange) < _FEWEST_STRANGE or _in_labels(strange, keys)
        )
        if not is_told and not settled.search(subject.problem.question):
            untold = strange if numbers_said & codes else codes
            numbers = ", ".join(f"{code:g}" for code in sorted(untold)[:_MOST_SHOWN])
            message = f"the reference maps labels to the numbers {numbers}, and the question says none of them"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the numbers in the question")
            return


_FEWEST_STRANGE = 2


def _in_labels(codes: frozenset[float], labels: frozenset[str]) -> bool:
    """Return whether the labels themselves say all numbers but one."""
    label_numbers = frozenset(number for label in labels for number in numbers_of(label))
    return len(codes - label_numbers) < _FEWEST_STRANGE


_YES = frozenset(["yes", "y", "true", "t", "present", "positive", "on", "success", "是", "有"])
_RANKED = re.compile(
    r"\bsort|\brank|\bbest\b|\bworst\b|\btrue\b|dummy|one-?hot|alphabet|\border\b|ordinal|\bmonths?\b|"
    r"weekday|roman|numeral|in words|序",
    re.IGNORECASE,
)
_CODED = re.compile(rf"binary|boolean|二进制|{_RANKED.pattern}", re.IGNORECASE)
"""Words by which a question says the numbers of labels without naming one."""
_MOST_SHOWN, _FEWEST_LABELS = 4, 2


def _codes(tree: ast.Module) -> Iterator[tuple[ast.Call, frozenset[str], frozenset[float]]]:
    """Yield where labels are mapped to numbers, the labels in small letters, and the numbers."""
    for call in calls(tree, "map", "replace"):
        mapping = bound_value(tree, call.args[0]) if call.args else None
        if isinstance(mapping, ast.Dict) and len(mapping.values) >= _FEWEST_LABELS:
            numbers = [number_of(value) for value in mapping.values]
            keys = [str(text.value).casefold() for key in mapping.keys for text in texts_of(key)]
            if len(keys) == len(mapping.keys) and None not in numbers:
                yield call, frozenset(keys), frozenset(abs(number) for number in numbers if number is not None)


def _printed(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the words that are printed beside values."""
    for call in calls(tree, "print"):
        for argument in call.args:
            parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
            yield from (text for part in parts for text in texts_of(part))


def _sentences(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the words that the code ends with around values; a unit or a mark is no word."""
    lookups = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Subscript) for part in ast.walk(node.slice)}
    last = tree.body[-1] if tree.body else None
    for node in ast.walk(last) if isinstance(last, ast.Expr) else ():
        if isinstance(node, ast.JoinedStr) and id(node) not in lookups:
            parts = [part for part in node.values if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            yield from (part for part in parts if re.search(r"[^\W\d_]{3,}", str(part.value)))


_LABELLING = {"cut": "labels", "qcut": "labels", "Series": "index", "DataFrame": "index"}
"""Calls that take labels, and by which argument."""


def _levels(tree: ast.Module) -> Iterator[ast.Constant]:
    yield from _sentences(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = called_name(node)
        if name == "fillna":
            yield from texts_of(node.args[0] if node.args else keyword_of(node, "value"))
        elif name in _LABELLING:
            yield from texts_of(keyword_of(node, _LABELLING[name]))
        elif name in {"where", "mask"}:
            for argument in node.args[1:]:
                yield from texts_of(argument)
        elif name == "select" and len(node.args) > 1:
            yield from texts_of(node.args[1])
            yield from texts_of(keyword_of(node, "default"))
        elif name in {"map", "replace"} and node.args and isinstance(node.args[0], ast.Dict):
            for value in node.args[0].values:
                yield from texts_of(value)
