"""DS243: values of groups that are put beside rows, whose labels are others."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import called_name, calls, nodes
from authoring.dseal.session import at_node, steps

_TEXT = '# %%\n"""\nquestion: Fill a with the median of its kind.\n"""\n\ndf["a"].fillna(df.groupby("kind")["a"].{0})\n'

INFO = RuleInfo(
    code="DS243",
    name="misaligned-groups",
    severity=Severity.WARNING,
    what="A column of a table is filled from, set to, or calculated with a value of each group of the same table, "
    "whose labels are those of the groups and not those of the rows.",
    why="pandas aligns both by their labels: nothing fits, so that nothing is filled, or all becomes missing.",
    bad=_TEXT.format("median()"),
    good=_TEXT.format('transform("median")'),
)
_AGGREGATES = frozenset(
    {
        "mean",
        "median",
        "sum",
        "min",
        "max",
        "std",
        "var",
        "count",
        "size",
        "nunique",
        "first",
        "last",
        "quantile",
        "prod",
    }
)
_ARITHMETIC = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv
_RELABELLING = frozenset({"set_index", "DataFrame", "pivot", "pivot_table", "crosstab", "unstack", "set_axis", "index"})


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such place of each reference; silent where a table may have the groups as its labels."""
    relabelled = False
    for step in steps(problemset):
        relabelled = relabelled or any(called_name(call) in _RELABELLING for call in calls(step.tree))
        relabelled = relabelled or any("index_col" in {word.arg for word in call.keywords} for call in calls(step.tree))
        place = next(_misaligned(step.tree), None)
        if step.cell.problem is not None and place is not None and not relabelled:
            message = "values of groups are put beside rows, whose labels are others"
            hint = "use `transform`, or map the column of the groups"
            yield at_node(problemset, step.cell, place, INFO, message, hint)


def _misaligned(tree: ast.Module) -> Iterator[ast.expr]:
    for node in nodes(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=rows, attr="fillna"), args=[values, *_]):
                sides = (rows, values)
            case ast.BinOp(left=rows, op=sign, right=values) if isinstance(sign, _ARITHMETIC):
                sides = (rows, values)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name()) as rows], value=values):
                sides = (rows, values)
            case _:
                continue
        table, grouped = _table_of_column(sides[0]), _table_of_groups(sides[1])
        if table and table == grouped:
            yield sides[1]


def _table_of_column(node: ast.expr) -> str:
    """Return the variable that a column is one of; empty for anything else."""
    match node:
        case ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str())):
            return table
    return ""


def _table_of_groups(node: ast.expr) -> str:
    """Return the variable whose rows are grouped by columns of it, and then aggregated; empty for anything else."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="round"), args=[ast.Constant()]):
            return _table_of_groups(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr=method)) if method in _AGGREGATES:
            groups = inner.value if isinstance(inner, ast.Subscript | ast.Attribute) else inner
            match groups:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=table), attr="groupby"),
                    args=[ast.Constant(value=str()) | ast.List()],
                ):
                    return table
    return ""
