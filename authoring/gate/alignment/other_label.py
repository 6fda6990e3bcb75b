"""DS678: a label in quotes that is nearly, and not quite, one that the reference has."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import strings
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import letters, says
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS678",
    name="other-label",
    severity=Severity.WARNING,
    what="The question has a label of several words in quotes that stands in no code, and the reference has in its "
    "place one that differs by one word and that the question does not have.",
    why="A solver who takes or makes the column that the question names has another one.",
    bad='# %%\n"""\nquestion: Name the column "mean price".\n"""\n\ndf.rename(columns={"a": "median price"})\n',
    good='# %%\n"""\nquestion: Name the column "mean price".\n"""\n\ndf.rename(columns={"a": "mean price"})\n',
)
_QUOTED = re.compile(r"[`\"“](?P<name>[^`\"”\n]{3,120})[`\"”]|(?<!\w)'(?P<other>[^'\n]{3,120})'(?!\w)")
_FEWEST_WORDS = 2
_ALIKE = 0.85
"""Two words are the same in another form where they are as alike as that."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first label of the question for which the reference has a neighbour."""
    question = subject.problem.question
    before = subject.problemset.shown_before(subject.cell) + subject.cell.code
    written = [text for text in strings(subject.tree) if not says(question, str(text.value))]
    for match in _QUOTED.finditer(question):
        name = match["name"] or match["other"]
        # A name that is spelt as a literal of Python, with its escapes, is the same name.
        if says(before, name) or not letters(name) or "\\" in name:
            continue
        near = next((text for text in written if _differ_in_one_word(name, str(text.value))), None)
        if near is not None:
            message = f"the question says {name!r}, and the reference has {near.value!r}"
            yield at_node(subject.problemset, subject.cell, near, INFO, message, "make the two say the same")
            return


def _differ_in_one_word(name: str, label: str) -> bool:
    words, words_of_label = (re.findall(r"[^\W_]+", text.casefold()) for text in (name, label))
    if min(len(words), len(words_of_label)) < _FEWEST_WORDS or len(words) != len(words_of_label):
        return False
    pairs = [pair for pair in zip(words, words_of_label, strict=True) if pair[0] != pair[1]]
    # A plural, or another spelling of the same word, is no other label.
    return len(pairs) == 1 and SequenceMatcher(a=pairs[0][0], b=pairs[0][1]).ratio() < _ALIKE
