"""DS673: another number for a label than the question gives it."""

import ast
import re
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_node
from authoring.gate.alignment._thresholds import number_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS673",
    name="other-mapping",
    severity=Severity.WARNING,
    what="The question gives labels numbers, as in `low = 1, high = 3`, and the reference has a dictionary with the "
    "same labels and other numbers.",
    why="A solver who maps the labels as the question says is refused.",
    bad='# %%\n"""\nquestion: Map a with "low" = 1 and "high" = 2.\n"""\n\ndf.a.map({"low": 1, "high": 3})\n',
    good='# %%\n"""\nquestion: Map a with "low" = 1 and "high" = 3.\n"""\n\ndf.a.map({"low": 1, "high": 3})\n',
)
_NUMBER = r"-?\d{1,6}(?:\.\d{1,4})?"
_LABEL = r"[\"'`“]?(?P<label>[^\W\d][\w -]{0,40}?)[\"'`”]?"
_PAIR = re.compile(rf"(?<![\w\"'`“]){_LABEL}(?: ?[=:→] ?| ?-> ?| as | to | becomes )(?P<number>{_NUMBER})(?![\w.%]?\w)")
"""A label and its number: ``"low" = 1``, ``male: 0``, ``low -> 1``."""
_QUOTED = r"[\"'`“][^\"'`”\n]{1,40}[\"'`”]"
_LISTED = re.compile(
    rf"(?P<numbers>{_NUMBER}(?:, (?:and )?{_NUMBER}| and {_NUMBER})+) for "
    rf"(?P<labels>{_QUOTED}(?:, (?:and )?{_QUOTED}| and {_QUOTED})+),? respectively"
)
"""Numbers and labels in two lists: ``1, 2 and 3 for "low", "middle" and "high" respectively``."""
_FEWEST = 2
"""Labels of the dictionary that the question has to give a number, or the pairs are about something else."""


_OF_NUMBER = re.compile(rf"(?<![\w.]){_NUMBER.join(('(?P<number>', ')'))} for {_QUOTED.join(('(?P<label>', ')'))}")
"""A number and its label: ``0 for "low" and 1 for "high"``."""
_OF_TEXT = re.compile(
    r"\b(?:re)?(?:categori[sz]e|classif(?:y|ies)|label|map|code|name|place|treat|consider|chang\w+|convert)\w* "
    rf"(?P<label>{_QUOTED}) (?:as|to|with|by|into) (?P<text>{_QUOTED})",
    re.IGNORECASE,
)
"""A text and the one that takes its place: ``rename `a` to `b` ``, ``treat "N/A" as "none"``."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first dictionary that gives a label of the question another number, or another text."""
    yield from _other_numbers(subject)
    texts = {
        match["label"][1:-1].casefold(): match["text"][1:-1] for match in _OF_TEXT.finditer(subject.problem.question)
    }
    for node in nodes(subject.tree) if texts else ():
        for key, value in zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ():
            match key, value:
                case ast.Constant(value=str(label)), ast.Constant(value=str(text)) if label.casefold() in texts:
                    stated = texts[label.casefold()]
                    if stated.casefold() != text.casefold():
                        message = f"the question puts {stated!r} in place of {label!r}, and the reference {text!r}"
                        yield at_node(
                            subject.problemset, subject.cell, value, INFO, message, "make the two say the same"
                        )
                        return


def _other_numbers(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first dictionary that gives a label of the question another number."""
    stated = _numbers_of_labels(subject.problem.question)
    for node in nodes(subject.tree):
        if not isinstance(node, ast.Dict):
            continue
        pairs = [
            (key, str(key.value), number)
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and (number := number_of(value)) is not None
        ]
        shared = [(key, label, number) for key, label, number in pairs if label.casefold() in stated]
        if len(shared) < _FEWEST:
            continue
        for key, label, number in shared:
            if number not in stated[label.casefold()]:
                numbers = " or ".join(f"{value:g}" for value in sorted(stated[label.casefold()]))
                message = f"the question gives {label!r} the number {numbers}, and the reference {number:g}"
                yield at_node(subject.problemset, subject.cell, key, INFO, message, "make the two say the same")
                return


def _numbers_of_labels(question: str) -> Mapping[str, frozenset[float]]:
    """Return the numbers that a question gives each label, which it may name more than once."""
    pairs = [(match["label"], match["number"]) for match in _PAIR.finditer(question)]
    pairs += [(match["label"][1:-1], match["number"]) for match in _OF_NUMBER.finditer(question)]
    for match in _LISTED.finditer(question):
        labels, numbers = re.findall(_QUOTED, match["labels"]), re.findall(_NUMBER, match["numbers"])
        if len(labels) == len(numbers):
            pairs += zip((label[1:-1] for label in labels), numbers, strict=True)
    numbers_by_label: dict[str, set[float]] = {}
    for label, number in pairs:
        numbers_by_label.setdefault(label.strip().casefold(), set()).add(float(number))
    return {label: frozenset(numbers) for label, numbers in numbers_by_label.items()}
