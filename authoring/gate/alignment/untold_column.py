"""DS679: a column that the reference makes or drops in a compared table, and that nothing names."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of, strings
from authoring.dseal.session import at_node, checked_variables, checks
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment._labels import compares, is_meant, letters, says, texts_of
from authoring.gate.alignment.base import AlignmentSubject, calls, last_value

INFO = RuleInfo(
    code="DS679",
    name="untold-column",
    severity=Severity.WARNING,
    what="The reference makes a column in a variable that is compared, under a name that it makes up, drops columns or "
    "rows by columns of it or of its answer, or ends with a choice of columns, and neither the question nor anything "
    "before it names the column; or it works through a list of columns of which the question names none.",
    why="A solver who does what the question says gives the column another name, or leaves it, and is refused.",
    bad='# %%\n"""\nquestion: Add to `df` whether a is above 3.\nvalidator:\n  namespace_check:\n    df:\n"""\n\n'
    'df["is_large"] = df["a"] > 3\n',
    good='# %%\n"""\nquestion: Add to `df`, as `is_large`, whether a is above 3.\nvalidator:\n  namespace_check:\n'
    '    df:\n"""\n\ndf["is_large"] = df["a"] > 3\n',
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first column of which nobody was told."""
    compared, question = checked_variables(subject.problem), subject.problem.question
    if not compares(subject, "ignore_names"):
        return
    dropped = [*_dropped(subject.tree)]
    answer = last_value(subject.tree) if "result" in {check.alias for check in checks(subject.problem)} else None
    # What the code reads before it assigns to it was there already.
    readable = names_read(subject.tree) | {
        str(text.value) for call in calls(subject.tree, "drop", "pop") for text in strings(call)
    }
    before = subject.problemset.shown_before(subject.cell)
    for table, text in _assigned_columns(subject.tree):
        name = str(text.value)
        if table in compared and name not in readable and not says(before + question, name) and len(letters(name)) > 1:
            message = f"the column {name!r} of `{table}` is compared, and nothing names it"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "say its name in the question")
            return
    listed = _listed_columns(subject.tree) if not _IN_COMMON.search(question) else []
    if listed and not any(is_meant(question, str(text.value)) or says(before, str(text.value)) for text in listed):
        message = f"the reference works through {len(listed)} columns, and the question names none of them"
        hint = "say in the question which columns are meant"
        yield at_node(subject.problemset, subject.cell, listed[0], INFO, message, hint)
        return
    if any(says(question, word) for word in _OF_MANY):
        return
    chosen = _chosen_columns(answer)
    strange = [text for text in chosen if not is_meant(question, str(text.value))]
    if strange and "result" in {check.alias for check in checks(subject.problem)} and not _OF_COLUMNS.search(question):
        message = f"the answer has the column {strange[0].value!r} beside others, and the question names no such column"
        hint = "say in the question which columns the answer has"
        yield at_node(subject.problemset, subject.cell, strange[0], INFO, message, hint)
        return
    assigned = {str(text.value) for _, text in _assigned_columns(subject.tree)}
    for call, table, text, is_of_rows in dropped:
        label = str(text.value)
        if (table in compared or call is answer) and label not in assigned and not is_meant(question, label):
            name = f"`{table}`" if table in compared else "the answer"
            template = "rows of {} are dropped by the column {}" if is_of_rows else "{} loses the column {}"
            message = f"{template.format(name, repr(label))}, which the question does not name"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, "name the column in the question")
            return


_OF_MANY = ("unnamed", "all columns", "other columns", "redundant", "original columns", "same columns")
"""Words by which a question says without their names which columns go."""


_IN_COMMON = re.compile(
    r"\b(?:all|numeric\w*|numbers?|categor\w+|quantit\w+|texts?|dates?|remaining|rest|others?|these|those|such|relevant|"
    r"related|remove|drop|unnecessary|similar|(?:each|every) (?:columns?|features?|variables?|fields?|of))\b|"
    r"数值|类别|所有|其余|其他|每",
    re.IGNORECASE,
)
"""Words by which a question means several columns by what they have in common."""
_FEWEST_LISTED = 3


def _listed_columns(tree: ast.Module) -> list[ast.Constant]:
    """Return the first list of columns that code goes through one by one, or takes from a table."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=ast.List() as names) | ast.Subscript(slice=ast.List() as names, ctx=ast.Load()):
                texts = [*texts_of(names)]
                if len(texts) == len(names.elts) >= _FEWEST_LISTED:
                    return texts
    return []


_OF_COLUMNS = re.compile(
    r"\bcolumns?\b|\bfields?\b|\bfeatures?\b|\bvariables?\b|\battributes?\b|\bdetails?\b|\binformation\b|列|字段|特征|信息",
    re.IGNORECASE,
)
_FEWEST_CHOSEN = 2


def _chosen_columns(answer: ast.expr | None) -> list[ast.Constant]:
    """Return the columns that an answer is cut to at its very end; empty where none are chosen."""
    while (
        isinstance(answer, ast.Call)
        and isinstance(answer.func, ast.Attribute)
        and answer.func.attr in _COLUMN_KEEPING_METHODS
    ):
        answer = answer.func.value
    match answer:
        case (
            ast.Subscript(slice=ast.List() as columns)
            | ast.Subscript(value=ast.Attribute(attr="loc"), slice=ast.Tuple(elts=[_, ast.List() as columns]))
        ):
            names = [*texts_of(columns)]
            return names if len(names) == len(columns.elts) >= _FEWEST_CHOSEN else []
    return []


_COLUMN_KEEPING_METHODS = frozenset(
    {"head", "tail", "reset_index", "sort_values", "sort_index", "round", "drop_duplicates", "dropna"}
)
"""Methods that keep the columns of a table."""


def _assigned_columns(tree: ast.Module) -> Iterator[tuple[str, ast.Constant]]:
    """Yield columns that code assigns to a table, with the table's variable."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=table), ctx=ast.Store(), slice=inner):
                yield from ((table, text) for text in (*texts_of(inner), *_written_parts(inner)))


def _written_parts(node: ast.expr) -> Iterator[ast.Constant]:
    """Yield the words of a name that is put together, as in ``f"{column} Bin"``."""
    for part in node.values if isinstance(node, ast.JoinedStr) else ():
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and letters(part.value):
            yield part


def _dropped(tree: ast.Module) -> Iterator[tuple[ast.expr, str, ast.Constant, bool]]:
    """Yield what drops, the table's variable, a column, and whether rows go by the column instead of it."""
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id=table), ctx=ast.Del(), slice=inner):
                yield from ((node, table, text, False) for text in texts_of(inner))
    for call in calls(tree, "drop", "dropna", "drop_duplicates", "pop"):
        if not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
            continue
        table, name = call.func.value.id, call.func.attr
        axis = keyword_of(call, "axis")
        is_of_columns = isinstance(axis, ast.Constant) and axis.value in {1, "columns"}
        columns = keyword_of(call, "columns", "subset")
        if columns is None and call.args and (is_of_columns or name in {"pop", "drop_duplicates"}):
            columns = call.args[0]
        is_of_rows = name in {"dropna", "drop_duplicates"}
        yield from ((call, table, text, is_of_rows) for text in texts_of(columns))
