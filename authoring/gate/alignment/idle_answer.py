"""DS761: a variable that earlier code makes, that nothing reads, and that goes a long way towards the answer."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet
from authoring.dseal.python_code import nodes
from authoring.dseal.session import at_question, steps
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._marks import marks_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS761",
    name="idle-answer",
    severity=Severity.WARNING,
    what="Earlier code binds a variable that no code reads and of which no question speaks, by an aggregate that the "
    "reference computes too, of all columns that the reference reads.",
    why="An agent that looks at the variables of its session finds the answer, or most of it.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"kind": ["a", "b"], "mass": [1, 2]})\n'
    'sums = df.groupby("kind")["mass"].sum()\n\n'
    '# %%\n"""\nquestion: Which `kind` has most `mass`?\n"""\n\ndf.groupby("kind")["mass"].sum().idxmax()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"kind": ["a", "b"], "mass": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Which `kind` has most `mass`?\n"""\n\ndf.groupby("kind")["mass"].sum().idxmax()\n',
)
_AGGREGATE_WORDS = (
    "sum mean median std var sem count size nunique max min value_counts quantile corr cov skew kurt mode crosstab "
    "pivot_table describe idxmax idxmin agg aggregate nlargest nsmallest rank cumsum"
)
_AGGREGATES = frozenset(_AGGREGATE_WORDS.split())


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first idle variable that is made as the answer is."""
    columns = names_read(subject.tree)
    aggregates = _AGGREGATES & marks_of(subject.tree).keys()
    if not columns or not aggregates:
        return
    for name, value in _idle_values(subject):
        made = ast.Module(body=[ast.copy_location(ast.Expr(value), value)], type_ignores=[])
        if columns <= names_read(made) and aggregates & marks_of(made).keys():
            message = f"`{name}`, which earlier code makes and nothing reads, holds what the question asks for"
            hint = "Leave it out of the earlier code, or ask for something else."
            yield at_question(subject.problemset, subject.cell, "", INFO, message, hint)
            return


def _idle_values(subject: AlignmentSubject) -> Iterator[tuple[str, ast.expr]]:
    """Yield the variables that cells before the problem bind and nobody uses, with what they are bound to."""
    used = _used_names(subject.problemset)
    for step in steps(subject.problemset):
        if step.cell is subject.cell:
            return
        own = {
            node.id for node in nodes(step.tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
        }
        for statement in step.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in used | own:
                    yield name, value


def _used_names(problemset: ProblemSet) -> frozenset[str]:
    """Return the names that code reads or deletes, and the words of questions and of their validators."""
    read = {name for step in steps(problemset) for name in _names_from_before(step.tree)}
    texts = (text for _, problem in problemset.problems for text in (problem.question, str(problem.validator)))
    return frozenset(read.union(*(re.findall(r"\w+", text) for text in texts)))


def _names_from_before(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a cell reads or deletes before it binds them itself."""
    bound: set[str] = set()
    for statement in tree.body:
        names = [node for node in nodes(statement) if isinstance(node, ast.Name)]
        yield from (node.id for node in names if not isinstance(node.ctx, ast.Store) and node.id not in bound)
        if isinstance(statement, ast.Assign):
            bound.update(node.id for node in names if isinstance(node.ctx, ast.Store))
