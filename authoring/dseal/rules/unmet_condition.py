"""DS765: a condition of the question on a column of the data that no code reads."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import called_name, identifiers, nodes, strings
from authoring.dseal.session import SessionStep, at_question, steps

INFO = RuleInfo(
    code="DS765",
    name="unmet-condition",
    severity=Severity.WARNING,
    what="A question keeps rows by a number, a level or the truth of a column of the input tables (`for at least two "
    "persons`, `on the route X`, `the uncontaminated blocks`, `jobs that were returned`), and neither the reference "
    "nor what it builds on reads this column.",
    why="The reference counts rows that the question leaves out: a solver who leaves them out is refused.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: What is the mean of `a` where `b` is at least 3?\n"""\n\ndf["a"].mean()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: What is the mean of `a` where `b` is at least 3?\n"""\n\ndf.loc[df["b"] >= 3, "a"].mean()\n',
)
_NUMBER = r"(?:\d{1,9}(?:\.\d{1,6})?|one|two|three|four|five|six|seven|eight|nine|ten)"
_BOUND = (
    r"(?:at least|at most|exactly|more than|fewer than|less than|no more than|no fewer than|over|under|above|below)"
)
_BE = r"(?:is|are|was|were|has been|have been|had been)"
_SHORTEST = 5
"""Letters of a column that a question may speak of without quotes."""
_AT_NUMBER = re.compile(rf"\b(?:for|with|having|has|have|had|of|by) {_BOUND} {_NUMBER} (?P<word>\w+)", re.IGNORECASE)
"""As in "for at least two persons"."""
_CONDITIONS = (
    _AT_NUMBER,
    re.compile(
        rf"\b(?:where|whose|with|and|for which|in which) (?:the |an? |its |their )?(?:column )?`(?P<column>[^`\n]+)` "
        rf"(?:(?:{_BE}|of|lies|exceed(?:s|ed)|equals?|equal to) )*(?:not )?"
        rf"(?:{_BOUND} |exceeding |equal to |between )?(?:`|\"|'|-?\d|missing\b|known\b)",
        re.IGNORECASE,
    ),
    # "On the route `Kalvag-Smola`".
    re.compile(
        r"\b(?:on|in|of|for|at|from|with|by) (?:the |an? )?(?P<word>\w+) [`\"'“](?P<level>[^`\"'”\n]{1,60})[`\"'”]",
        re.IGNORECASE,
    ),
    # "The uncontaminated blocks", "jobs that were returned".
    re.compile(r"\b(?:un|non-?)(?P<word>[a-z]{5,}) \w+s\b", re.IGNORECASE),
    re.compile(
        r"\b(?:how many|number of|counts? of|share of|proportion of) (?:the |all )*"
        r"(?P<word>[a-z]{3,}(?:ed|ive)) \w+s\b",
        re.IGNORECASE,
    ),
    re.compile(rf"\b\w+s (?:that|which|who) {_BE} (?:not |never )?(?P<word>[a-z]{{5,}})\b", re.IGNORECASE),
)
_SHOWING = re.compile(
    r"\b(?:such as|e\.g\.|like|for example|for instance|called|named|as)\b[^.;]{0,30}\Z", re.IGNORECASE
)
_COUNTING = frozenset({"size", "count", "value_counts", "nunique", "len", "Counter", "cumcount", "duplicated"})
"""Names of what counts rows: "at least 3 orders" may speak of their number."""
_ANY_COLUMN = frozenset({"columns", "select_dtypes", "query", "eval", "filter", "iloc", "exec", "sql", "get_dummies"})
"""Names by which code reads columns that it does not name."""


def check(problemset: ProblemSet, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such condition of each question; silent where the tables are unknown."""
    columns = {column for table in surroundings.inputs or () for column in table.columns or ()}
    levels = {level for table in surroundings.inputs or () for level in table.levels}
    passed: list[SessionStep] = []
    for step in steps(problemset):
        passed.append(step)
        problem = step.cell.problem
        matches = [*_conditions(problem, columns, levels)] if problem is not None and columns else []
        words = _words_behind(passed) if matches else frozenset()
        for column, phrase in matches:
            is_number = _AT_NUMBER.match(phrase) is not None and words & _COUNTING
            if words and not is_number and not words & _ANY_COLUMN and not any(column in word for word in words):
                message = f"the question says '{phrase}', and no code that leads to the answer reads {column!r}"
                yield at_question(problemset, step.cell, phrase, INFO, message, "make the two say the same")
                break


def _conditions(problem: Problem, columns: set[str], levels: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the columns on which a question sets a condition, with its words."""
    question = " ".join(problem.question.split())
    for pattern in _CONDITIONS:
        for match in pattern.finditer(question):
            groups = match.groupdict()
            column = groups.get("column") or _column_of(groups["word"], columns, is_noun="level" in groups)
            is_level = "level" not in groups or groups["level"] in levels
            if column in columns and is_level and not _SHOWING.search(question[: match.start()]):
                yield column, match[0]


def _column_of(word: str, columns: set[str], *, is_noun: bool) -> str:
    """Return the column that a word of the question is; a noun before a level may be one of its words."""
    if word in columns:
        return word if is_noun or len(word) >= _SHORTEST else ""
    return ""


def _words_behind(passed: list[SessionStep]) -> frozenset[str]:
    """Return the names and texts of a reference and of the statements before it that bind what it reads."""
    tree = passed[-1].tree
    words = _words_of(tree)
    for step in reversed(passed[:-1]):
        for statement in reversed(step.tree.body):
            if isinstance(statement, ast.Import | ast.ImportFrom) or not words & _bound(statement):
                continue
            words |= _words_of(statement)
    return words


def _words_of(tree: ast.AST) -> frozenset[str]:
    """Return the names and texts of code; how a file is read tells nothing of which rows are kept."""
    reading = {
        id(text)
        for node in nodes(tree)
        if isinstance(node, ast.Call) and called_name(node).startswith("read_")
        for text in strings(node)
    }
    texts = {str(text.value) for text in strings(tree) if id(text) not in reading}
    attributes = {node.attr for node in nodes(tree) if isinstance(node, ast.Attribute)}
    # `rename_axis(columns=...)` reads none of them.
    options = {node.arg for node in nodes(tree) if isinstance(node, ast.keyword) and node.arg in _ANY_COLUMN}
    return (identifiers(tree) - (options - attributes)) | texts


def _bound(statement: ast.stmt) -> frozenset[str]:
    """Return the variables that a statement binds, or changes in place."""
    bound: set[str] = set()
    for node in ast.walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                bound.add(name)
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            bound.add(name)
    return frozenset(bound)
