"""DS759: the aggregate that is asked for is that of another column than the question says."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, calls, strings
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, last_value

INFO = RuleInfo(
    code="DS759",
    name="other-subject",
    severity=Severity.WARNING,
    what="The question asks for an aggregate of a column, as `the latest date in a`, and the answer is that of another "
    "column alone.",
    why="A solver who takes the column that the question says is refused.",
    bad='# %%\n"""\nquestion: Parse `a` and `b`. Return the latest date in `a`.\n"""\n\n'
    'df["a"] = pd.to_datetime(df["a"])\ndf["b"].max()\n',
    good='# %%\n"""\nquestion: Parse `a` and `b`. Return the latest date in `a`.\n"""\n\n'
    'df["a"] = pd.to_datetime(df["a"])\ndf["a"].max()\n',
)
_PHRASE = re.compile(
    r"\b(?:mean|median|average|sum|total|maximum|minimum|largest|smallest|latest|earliest|highest|lowest|longest|"
    r"shortest|standard deviation|variance|number of (?:distinct|different|unique)(?: values)?)"
    r"(?: (?:date|day|time|value|number|amount|entry))? (?:of|in|from) (?:the )?(?:column )?`(?P<column>[^`\n]+)`",
    re.IGNORECASE,
)
_AGGREGATES = frozenset({"mean", "median", "sum", "max", "min", "std", "var", "nunique"})


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find an answer that aggregates one column, and not the only one of which the question asks an aggregate."""
    question = subject.line
    phrases = {match["column"] for match in _PHRASE.finditer(question)}
    value = last_value(subject.tree)
    if len(phrases) != 1 or value is None:
        return
    (asked_column,) = phrases
    places = [column for call in calls(value) if called_name(call) in _AGGREGATES for column in _columns(call)]
    names = {str(text.value) for text in strings(value)}
    columns = {str(column.value) for column in places}
    # What the reference makes may be what "its largest value" is about.
    is_taken = asked_column in columns | names or not columns.isdisjoint(_new_columns(subject.tree))
    if len(columns) == 1 and not is_taken and _is_looked_up(subject, asked_column):
        message = f"the question asks for an aggregate of {asked_column!r}, and the answer is one of {min(columns)!r}"
        yield at_node(subject.problemset, subject.cell, places[0], INFO, message, "make the two say the same")


def _new_columns(tree: ast.Module) -> Iterator[str]:
    """Yield the columns that code makes, and does not only change."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))], value=value):
                if name not in {str(text.value) for text in strings(value)}:
                    yield name


def _columns(call: ast.Call) -> Iterator[ast.Constant]:
    """Yield the column of a table that a method aggregates."""
    match call.func:
        case ast.Attribute(value=ast.Subscript(slice=ast.Constant(value=str()) as column)):
            yield column


def _is_looked_up(subject: AlignmentSubject, column: str) -> bool:
    """Return whether code up to the problem takes this column from a table."""
    pattern = re.compile(rf"\[['\"]{re.escape(column)}['\"]\]")
    cells = (cell for cell in subject.problemset.runnable if cell.span.start <= subject.cell.span.start)
    return any(pattern.search(cell.code) for cell in cells)
