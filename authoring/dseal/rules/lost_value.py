"""DS237: a statement that makes a changed copy of a table or a series and throws it away."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import keyword_of, names_in
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS237",
    name="lost-value",
    severity=Severity.WARNING,
    what="A statement that is not the last of a problem's reference calls a method that gives a changed copy, as "
    "`df.dropna()` or `s.str.strip()`, and keeps nothing of it.",
    why="The code looks as if the table were changed, and goes on with what it was before.",
    bad='# %%\n"""\nquestion: How many names are there, without blanks around them?\n"""\n\n'
    'df["name"].str.strip()\n\ndf["name"].nunique()\n',
    good='# %%\n"""\nquestion: How many names are there, without blanks around them?\n"""\n\n'
    'df["name"] = df["name"].str.strip()\n\ndf["name"].nunique()\n',
)
_COPYING = frozenset((
    "abs", "add_prefix", "add_suffix", "apply", "applymap", "assign", "astype", "bfill", "clip", "combine_first",
    "convert_dtypes", "cumsum", "diff", "drop", "drop_duplicates", "dropna", "explode", "ffill", "fillna", "filter",
    "groupby", "infer_objects", "interpolate", "isin", "join", "map", "mask", "melt", "merge", "nlargest", "nsmallest",
    "pct_change", "pivot", "pivot_table", "query", "rank", "reindex", "rename", "rename_axis", "replace", "reset_index",
    "round", "set_axis", "set_index", "shift", "sort_index", "sort_values", "to_datetime", "to_numeric", "transform",
    "tz_convert", "tz_localize", "unstack", "where",
))  # fmt: skip
"""Methods of tables, series and modules that give another object and leave theirs as it is."""
_ACCESSORS = frozenset({"str", "dt", "cat"})
_PRINTING = frozenset({"print", "display", "plot", "hist", "show", "head", "tail", "info", "savefig"})
_WORKING = frozenset({"apply", "map", "assign", "transform", "filter", "pipe", "join"})
"""Methods that may be called for what a function does, or that other objects have as well."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first such statement of each reference; one that ends a cell is its value."""
    for step in steps(problemset):
        if step.cell.problem is None:
            continue
        for statement in step.tree.body[:-1]:
            if isinstance(statement, ast.Expr) and _is_copy(statement.value):
                message = f"the value of `{ast.unparse(statement.value)[:80]}` is thrown away"
                hint = "assign it, or leave the statement out"
                yield at_node(problemset, step.cell, statement, INFO, message, hint)
                break


def _is_copy(value: ast.expr) -> bool:
    """Return whether an expression only makes a changed copy of a variable or a part of one."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    method, receiver = value.func.attr, value.func.value
    is_accessor = isinstance(receiver, ast.Attribute) and receiver.attr in _ACCESSORS
    if not is_accessor and (method not in _COPYING or method in _WORKING):
        return False
    if keyword_of(value, "inplace", "ax") is not None or names_in(value) & _PRINTING:
        return False
    return isinstance(receiver, ast.Name | ast.Subscript | ast.Attribute | ast.Call)
