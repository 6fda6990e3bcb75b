"""DS244: a test of counts that is given proportions."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import called_name, calls, keyword_of
from authoring.dseal.session import at_node, steps

_TEXT = (
    '# %%\n"""\nquestion: Are `a` and `b` independent? Give the p-value.\n"""\n\n'
    "from scipy.stats import chi2_contingency\n\n"
    "chi2_contingency(pd.crosstab(df.a, df.b{0})).pvalue\n"
)

INFO = RuleInfo(
    code="DS244",
    name="tested-proportions",
    severity=Severity.WARNING,
    what="A test of counts (`chi2_contingency`, `fisher_exact`, `barnard_exact`, `mcnemar`) is given a table "
    "that is normalized.",
    why="The statistic grows with the number of cases; that of proportions is the one of a single case.",
    bad=_TEXT.format(", normalize=True"),
    good=_TEXT.format(""),
)
_TESTS = frozenset({"chi2_contingency", "fisher_exact", "barnard_exact", "boschloo_exact", "mcnemar"})


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such test of each reference."""
    for step in steps(problemset):
        if step.cell.problem is None:
            continue
        for call in calls(step.tree):
            table = _bound(step.tree, call.args[0]) if called_name(call) in _TESTS and call.args else None
            if table is not None and any(_is_normalized(inner) for inner in calls(table)):
                message = f"`{called_name(call)}` is given proportions, and counts cases"
                yield at_node(problemset, step.cell, call, INFO, message, "give it the table of counts")
                break


def _bound(tree: ast.Module, node: ast.expr) -> ast.expr:
    """Return what a variable is bound to last in a cell; any other expression as it is."""
    bound = [
        statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        and isinstance(node, ast.Name)
        and any(isinstance(target, ast.Name) and target.id == node.id for target in statement.targets)
    ]
    return bound[-1] if bound else node


def _is_normalized(call: ast.Call) -> bool:
    normalize = keyword_of(call, "normalize")
    if called_name(call) in {"crosstab", "value_counts"}:
        return isinstance(normalize, ast.Constant) and normalize.value not in {False, None}
    # A table over its own sums.
    return called_name(call) in {"div", "divide"} and any(called_name(part) == "sum" for part in calls(call))
