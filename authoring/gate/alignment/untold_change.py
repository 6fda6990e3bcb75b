"""DS738: a column of a compared table that the reference changes, drops or renames without a word in the question."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import called_name, keyword_of, names_in, strings
from authoring.dseal.session import at_node, checked_variables
from authoring.gate.alignment._labels import compares, texts_of
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS738",
    name="untold-change",
    severity=Severity.WARNING,
    what="The reference computes a column of a compared table anew, or makes dummies of it, and the question has "
    "neither a word of its name nor one for several columns; or it gives the columns of the table other names, and the "
    "question has no word of names; or it drops columns, and the question has no word for "
    "that; or it adds a column whose name stands nowhere.",
    why="A solver who does what the question says leaves the column as it is, and is refused.",
    bad='# %%\n"""\nquestion: Use 1 for small and 2 for large.\nvalidator:\n  namespace_check:\n    df:\n"""\n\n'
    'df["size"] = df["size"].map({"small": 1, "large": 2})\n',
    good='# %%\n"""\nquestion: Use 1 for small and 2 for large in the column `size` of `df`.\nvalidator:\n'
    '  namespace_check:\n    df:\n"""\n\ndf["size"] = df["size"].map({"small": 1, "large": 2})\n',
)
_SEVERAL = re.compile(
    r"\b(?:columns|fields|features|variables|attributes|categor\w+|numeric\w*|numbers|dates?|times?|texts?|strings?|"
    r"values|missing|null|nans?|duplicat\w*|cells|entries|everything|all|each|every|whole|entire)\b|列|字段|特征|缺失|所有|全部|每",
    re.IGNORECASE,
)
"""Words by which a question may mean a column without its name."""
_NAMES = re.compile(
    r"\bnames?\b|\brenam|\bheaders?\b|\blabels?\b|\bcolumns?\b[^.\n]{0,40}\b(?:as|are|called)\b|"
    r"\b(?:snake|camel|lower|upper|small|capital)\w*|名|标题|表头",
    re.IGNORECASE,
)
"""Words by which a question speaks of what columns are called."""
_DROPS = re.compile(
    r"\b(?:drop|remov|delet|discard|exclud|omit|without|only|keep|kept|select|retain|reduc|get rid|eliminat|no longer|"
    r"instead|replac|leav|left|take out|taken out|subset|restrict|split|explod|expand|pop\b|clean|unnecessary|"
    r"irrelevant|useless|unused|redundant|unneeded|consist|contain|with (?:the|just|these) columns|one-?hot|dummi|"
    r"encod|columns? should|convert|turn|set (?:the |its )?index|index)|删|去掉|移除|只|保留|剔除|替换|索引",
    re.IGNORECASE,
)
"""Words by which a question may ask for a table that lacks some of its columns."""
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[\u4e00-\u9fff]+")
_SHORTEST, _STEM = 3, 4


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first column that is changed, and then the first new names of columns."""
    question, compared = subject.problem.question, checked_variables(subject.problem)
    # Code that compares looks at columns as well as flags do.
    for node, table, column in _dropped(subject.tree) if not _DROPS.search(question) else ():
        if table in compared:
            message = f"the reference drops the column {column!r} of `{table}`, and the question does not say so"
            hint = "keep the column, or have the question ask to drop it"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return
    if not compared or not compares(subject):
        return
    spoken = {word.casefold()[:_STEM] for word in _WORD.findall(question)}
    for node, table, column in _changed(subject.tree) if not _SEVERAL.search(question) else ():
        words = [word.casefold()[:_STEM] for word in _WORD.findall(column)]
        # An abbreviation may be spelled out.
        if table in compared and max(map(len, words), default=0) >= _SHORTEST and not spoken.intersection(words):
            message = f"the reference changes the column {column!r} of `{table}`, and the question has no word of it"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "name the column in the question")
            return
    yield from _untold_names(subject)


def _untold_names(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first new column, and then the first new names of columns, that nothing says."""
    question, compared = subject.problem.question, checked_variables(subject.problem)
    before = subject.problemset.shown_before(subject.cell) + question
    for node, table, column in _added(subject.tree):
        if table in compared and column not in before:
            message = f"the reference adds the column {column!r} to `{table}`, and the question does not say so"
            hint = "name the column in the question, or keep it out of the compared table"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, hint)
            return
    if _NAMES.search(question) or not compares(subject, "ignore_names"):
        return
    for node, table in _renamed(subject.tree):
        if table in compared:
            message = f"the reference gives columns of `{table}` other names, and the question does not say so"
            yield at_node(subject.problemset, subject.cell, node, INFO, message, "say the names in the question")
            return


def _changed(tree: ast.Module) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield columns that statements compute from themselves, with the variable of their table."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str(column)))]):
                own = (f"{table}[{column!r}]", f"{table}.{column}")
                if any(ast.unparse(node) in own for node in ast.walk(statement.value) if isinstance(node, ast.expr)):
                    yield statement.targets[0], table, column
            case ast.Assign(targets=[ast.Name(id=table)], value=ast.Call() as call) if (
                called_name(call) == "get_dummies" and keyword_of(call, "columns") is not None
            ):
                yield from ((call, table, str(text.value)) for text in texts_of(keyword_of(call, "columns")))


def _added(tree: ast.Module) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield columns that are assigned to tables that were there before, and that nothing in the code reads or drops."""
    names = Counter(str(text.value) for text in strings(tree))
    bound: set[str] = set()
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str(column)))]):
                if table not in bound and names[column] == 1:
                    yield statement.targets[0], table, column
        bound |= {target.id for target in getattr(statement, "targets", ()) if isinstance(target, ast.Name)}


def _dropped(tree: ast.Module) -> Iterator[tuple[ast.expr, str, str]]:
    """Yield columns that statements take out of a table that was there before, with its variable."""
    made = {
        node.slice.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.slice, ast.Constant)
    }
    bound: set[str] = set()
    for statement in tree.body:
        for node, table, column in _taken_out(statement):
            # A helper that the code made itself is nobody's loss.
            if column not in made and table not in bound:
                yield node, table, column
        bound |= {
            target.id
            for target in getattr(statement, "targets", ())
            if isinstance(target, ast.Name) and target.id not in names_in(getattr(statement, "value", target))
        }


def _taken_out(statement: ast.stmt) -> Iterator[tuple[ast.expr, str, str]]:
    match statement:
        case ast.Delete(targets=targets):
            for target in targets:
                match target:
                    case ast.Subscript(value=ast.Name(id=table), slice=ast.Constant(value=str(column))):
                        yield target, table, column
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(value=ast.Name(id=table))) as call
        ):
            if name == table and called_name(call) == "drop":
                yield from ((call, table, column) for column in _dropped_columns(call))
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=table))) as call):
            inplace = keyword_of(call, "inplace")
            if called_name(call) == "drop" and isinstance(inplace, ast.Constant) and inplace.value is True:
                yield from ((call, table, column) for column in _dropped_columns(call))


def _dropped_columns(call: ast.Call) -> list[str]:
    """Return the columns that a call of `drop` names, and none where it drops rows."""
    columns, axis = keyword_of(call, "columns"), keyword_of(call, "axis")
    if columns is None and isinstance(axis, ast.Constant) and axis.value in {1, "columns"}:
        columns = call.args[0] if call.args else keyword_of(call, "labels")
    return [str(text.value) for text in texts_of(columns)]


def _renamed(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Yield where the columns of a variable get other names."""
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=table), attr="columns") as target]):
                yield target, table
            case ast.Assign(targets=[ast.Name(id=table)], value=value):
                for node in ast.walk(value):
                    if isinstance(node, ast.Call) and called_name(node) == "rename":
                        names = keyword_of(node, "columns")
                        if names is not None and not _is_made(names):
                            yield node, table


def _is_made(names: ast.expr) -> bool:
    """Return whether names are written out one by one, which DS686 looks at."""
    return isinstance(names, ast.Dict) and all(any(True for _ in texts_of(value)) for value in names.values)
