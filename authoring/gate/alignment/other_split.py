"""DS677: variables for training and for testing, the other way round."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_code
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS677",
    name="other-split",
    severity=Severity.WARNING,
    what="The question names the variables for the training set and those for the test set, and gives one the name of "
    "the other; the reference keeps them apart by their names.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Use `X_train`, `X_test` to store the training set and `y_train`, `y_test` for the test '
    'set.\n"""\n\nX_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)\n',
    good='# %%\n"""\nquestion: Use `X_train`, `y_train` to store the training set and `X_test`, `y_test` for the test '
    'set.\n"""\n\nX_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)\n',
)
_NAMES = r"(?P<{0}>`\w+`(?:(?:, | and |, and )`\w+`)*)"
_PHRASES = (
    re.compile(
        _NAMES.format("names") + r" (?:to (?:store|hold|save)|for|as|be) (?:the )?(?P<set>train|test)", re.IGNORECASE
    ),
    re.compile(
        r"\b(?P<set>train|test)(?:ing)? (?:set|data|rows|part|features|labels)s? "
        r"(?:(?:is |are |should be )?(?:stored |saved |kept )?(?:in|into|as)|named|called) " + _NAMES.format("names"),
        re.IGNORECASE,
    ),
)
_OTHER = {"train": "test", "test": "train"}


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first name of one part that the question gives to the other, where the reference binds it."""
    bound = assigned_names(subject.cell.code).bound
    for pattern in _PHRASES:
        for match in pattern.finditer(subject.problem.question):
            part = match["set"].casefold()
            for name in re.findall(r"`(\w+)`", match["names"]):
                words = name.casefold()
                if name in bound and _OTHER[part] in words and part not in words:
                    message = f"the question has `{name}` for the {part} set, and the reference for the other"
                    yield at_code(subject.problemset, subject.cell, (1, 1), INFO, message, "make the two say the same")
                    return
