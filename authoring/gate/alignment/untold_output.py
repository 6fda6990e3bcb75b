"""DS762: a validator that compares what is printed, where the question asks for nothing to be printed."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question, checks
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS762",
    name="untold-output",
    severity=Severity.WARNING,
    what="The validator compares the printed text, and the question has no word for printing or showing.",
    why="A solver who gives the value as the result of the cell, as is usual, is refused.",
    bad='# %%\n"""\nquestion: What is the mean of a?\nvalidator:\n  stream:\n"""\n\nprint(df.a.mean())\n',
    good='# %%\n"""\nquestion: Print the mean of a.\nvalidator:\n  stream:\n"""\n\nprint(df.a.mean())\n',
)
_PRINTING = re.compile(
    r"\b(?:print|output|display|show|stdout|standard out|console|write|list out|log|message|draw|plot|describe|info|"
    r"screen|announce|echo|emit|dump|stream)|打印|输出|显示|展示",
    re.IGNORECASE,
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a problem that is judged by what nobody asked to be printed."""
    demands = {check.alias for check in checks(subject.problem) if "or" not in (check.path or ())}
    if "stream" in demands and _PRINTING.search(subject.problem.whole_question) is None:
        message = "the validator compares what is printed, and the question asks for nothing to be printed"
        hint = "Compare the `result`, or have the question say what is to be printed."
        yield at_question(subject.problemset, subject.cell, "", INFO, message, hint)
