"""DS708: a file that the reference reads, and that nothing names."""

import ast
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, calls
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import letters
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS708",
    name="untold-file",
    severity=Severity.WARNING,
    what="The reference reads a file whose name stands neither in the question nor in anything before it.",
    why="A solver has to look for it, and may take another one.",
    bad='# %%\n"""\nquestion: Load the data set as `df`.\n"""\n\ndf = pd.read_csv("inputs/shops.csv")\n',
    good='# %%\n"""\nquestion: Load `inputs/shops.csv` as `df`.\n"""\n\ndf = pd.read_csv("inputs/shops.csv")\n',
)
_READING = re.compile(r"read_\w+\Z|open\Z|load\w*\Z|genfromtxt\Z|fromfile\Z|imread\Z|ExcelFile\Z")
_FOLDER = "inputs/"


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first file that nobody was given; of a long name, any word of it is enough."""
    spoken = letters(subject.problemset.shown_before(subject.cell) + subject.problem.question)
    for call in calls(subject.tree):
        argument = call.args[0] if call.args and _READING.match(called_name(call)) else None
        path = argument.value if isinstance(argument, ast.Constant) else None
        if isinstance(path, str) and path.startswith(_FOLDER) and not any(word in spoken for word in _words(path)):
            message = f"the reference reads {path!r}, and nothing names this file"
            yield at_node(subject.problemset, subject.cell, call, INFO, message, "name the file in the question")
            return


_SHORTEST = 3


def _words(path: str) -> list[str]:
    """Return the words of a file's name, without its ending."""
    stem = PurePosixPath(path).stem
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", stem)]
    return [word for word in words if len(word) >= _SHORTEST] or [letters(stem)]
