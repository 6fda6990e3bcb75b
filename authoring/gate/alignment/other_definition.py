"""DS770: a word that the question defines one way, and whose opposite the reference takes for it."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, calls, nodes
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS770",
    name="other-definition",
    severity=Severity.WARNING,
    what="The question says what is `closed` by whether a column is missing and asks for what is `open`, or for "
    "another such opposite, and the reference takes the rows that the definition gives to the other word.",
    why="A solver who goes by the definition counts the other rows.",
    bad='# %%\n"""\nquestion: A job is closed as long as `end` is missing. How many jobs are open?\n"""\n\n'
    'df["end"].isna().sum()\n',
    good='# %%\n"""\nquestion: A job is open as long as `end` is missing. How many jobs are open?\n"""\n\n'
    'df["end"].isna().sum()\n',
)
_OPPOSITES = (
    *(("open", "closed"), ("active", "inactive"), ("paid", "unpaid"), ("finished", "unfinished"), ("sold", "unsold")),
    *(("complete", "incomplete"), ("resolved", "unresolved"), ("alive", "dead"), ("valid", "invalid")),
    *(("available", "unavailable"), ("answered", "unanswered"), ("delivered", "undelivered"), ("known", "unknown")),
)
_OPPOSITE_OF = {word: opposite for pair in _OPPOSITES for word, opposite in (pair, pair[::-1])}
_DEFINITION = re.compile(
    rf"\b(?:is|are|counts? as|called) (?P<word>{'|'.join(_OPPOSITE_OF)}) (?:as long as|if|when|while|where|until) "
    r"(?:its |the |their )?`(?P<column>[^`\n]+)` (?:is|are) (?P<missing>missing|empty|unknown|known|present|filled)\b",
    re.IGNORECASE,
)
_ABSENT = frozenset({"missing", "empty", "unknown"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a definition that the reference turns round."""
    question = subject.line
    match = _DEFINITION.search(question)
    if match is None:
        return
    word = match["word"].casefold()
    remainder = f"{question[: match.start()]} {question[match.end() :]}".casefold()
    if re.search(rf"\b{word}\b", remainder) or not re.search(rf"\b{_OPPOSITE_OF[word]}\b", remainder):
        return
    tests = {called_name(call) for call in calls(subject.tree)} & {"isna", "isnull", "notna", "notnull"}
    is_turned = any(isinstance(node, ast.UnaryOp | ast.BinOp | ast.Compare) for node in nodes(subject.tree))
    is_of_missing = match["missing"].casefold() in _ABSENT
    expected = {"notna", "notnull"} if is_of_missing else {"isna", "isnull"}
    if len(tests) == 1 and not is_turned and not tests & expected:
        message = f"the question says what is {word}, and the reference takes it for what is {_OPPOSITE_OF[word]}"
        hint = "make the definition and the reference say the same"
        yield at_question(subject.problemset, subject.cell, match[0], INFO, message, hint)
