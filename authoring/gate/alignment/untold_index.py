"""DS666: a column that the reference makes the index, or a name that it gives a series, and that nothing asks for."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node, checked_variables
from authoring.gate.alignment._labels import compares, says, texts_of
from authoring.gate.alignment.base import AlignmentSubject, bound_value, calls

INFO = RuleInfo(
    code="DS666",
    name="untold-index",
    severity=Severity.WARNING,
    what="The reference makes a column the index of what is compared, or gives a series or an index a name that it "
    "makes up, and no word of the question is about an index, rows or that name.",
    why="An answer that leaves the column where it is, or the name as it comes, has the right values and is refused.",
    bad='# %%\n"""\nquestion: What is the density of each country?\n"""\n\n'
    'df.assign(density=df.people / df.area).set_index("country")\n',
    good='# %%\n"""\nquestion: What is the density of each country? Give it with the countries as the index.\n"""\n\n'
    'df.assign(density=df.people / df.area).set_index("country")\n',
)
_SETTLED = re.compile(
    r"\bindex|\bindices\b|\brows?\b|\blabels?\b|\blabell?ed|\bkeys?\b|\bseries\b|\bjoin|\bmerg|\bresampl|索引|行|标签|键",
    re.IGNORECASE,
)
"""Words by which a question says what names the rows."""
_NUMBERED = re.compile(r"\bnumber|\bcount(?:s|ed)?\b|\bfresh\b|\bfrom (?:0|1|zero|one)\b|编号", re.IGNORECASE)
"""Words by which a convention says that rows are numbered."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first index that nobody asks for, and then the first name."""
    question = subject.problem.question
    if not compares(subject, "ignore_index"):
        return
    items = said_of(subject.problem.conventions, ConventionKind.INDEX).splitlines()
    # Where rows are numbered, no column names them.
    is_settled = _SETTLED.search(question) is not None or any(not _NUMBERED.search(item) for item in items)
    node = None if is_settled else next(_index_makers(subject), None)
    if node is not None:
        message = "the reference makes a column the index, and the question does not say so"
        yield at_node(subject.problemset, subject.cell, node, INFO, message, "say in the question what the index is")
        return
    node = None if _RENUMBERED.search(question) or items else next(_renumbered(subject), None)
    if node is not None:
        message = "the reference numbers rows anew, and the question does not say so"
        yield at_node(
            subject.problemset, subject.cell, node, INFO, message, "say in the question how rows are numbered"
        )
        return
    if not compares(subject, "ignore_names"):
        return
    before = subject.problemset.shown_before(subject.cell)
    for text in _names(subject.tree):
        if not says(before + question, str(text.value)):
            message = f"the reference names what it gives {text.value!r}, and nothing says this name"
            hint = "say the name in the question, or compare with `ignore_names: true`"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, hint)
            return


_RENUMBERED = re.compile(
    r"\bindex|\bindices\b|re-?number|\bnumber(?:ed)?\b(?! of)|\breset|\bfresh\b|\bfrom (?:0|zero)\b|\bpositions?\b|"
    r"\brow numbers?\b|"
    r"\bconcat|\bappend|\bcombin|\bmerg|\bjoin|\bstack|\bexplod|索引|编号|重置|合并|拼接",
    re.IGNORECASE,
)
_CHOOSING = frozenset({"dropna", "drop_duplicates", "query", "sample", "sort_values", "drop", "head", "nlargest"})
"""Methods that leave rows out, or exchange them, and keep their labels."""


def _renumbered(subject: AlignmentSubject) -> Iterator[ast.expr]:
    """Yield where rows that are chosen from a variable are numbered anew and bound to it again."""
    for statement in subject.tree.body:
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Attribute(value=inner, attr="reset_index")) as call,
            ) if name in checked_variables(subject.problem) and keyword_of(call, "drop") is not None:
                chosen = inner.func if isinstance(inner, ast.Call) else inner
                is_chosen = isinstance(chosen, ast.Subscript) or getattr(chosen, "attr", "") in _CHOOSING
                if is_chosen and any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(inner)):
                    yield call
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=inner, attr="reset_index")) as call) if (
                statement is subject.tree.body[-1] and keyword_of(call, "drop") is not None
            ):
                chosen = bound_value(subject.tree, inner)
                chosen = chosen.func if isinstance(chosen, ast.Call) else chosen
                if isinstance(chosen, ast.Subscript) or getattr(chosen, "attr", "") in _CHOOSING:
                    yield call
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="sort_values")) as call) if (
                statement is subject.tree.body[-1] and keyword_of(call, "ignore_index") is not None
            ):
                yield call


def _index_makers(subject: AlignmentSubject) -> Iterator[ast.expr]:
    """Yield what makes a column the index of what the code ends with, or of a variable that it changes."""
    resets = [_end(call) for call in calls(subject.tree, "reset_index")]
    names = checked_variables(subject.problem) | _names_at_the_end(subject.tree)
    for call in calls(subject.tree, "set_index"):
        # What is reset behind it is no index any more.
        if _is_given(subject.tree, call, names) and not any(end > _end(call) for end in resets):
            yield call
    if resets:
        return
    for call in calls(subject.tree, "read_csv", "read_table", "read_excel"):
        column = keyword_of(call, "index_col")
        is_set = column is not None and not (isinstance(column, ast.Constant) and column.value in (None, ""))
        if is_set and _is_given(subject.tree, call, names):
            yield call


def _end(node: ast.expr) -> tuple[int, int]:
    return node.end_lineno or 0, node.end_col_offset or 0


def _names_at_the_end(tree: ast.Module) -> frozenset[str]:
    """Return the variable that the code ends with."""
    match tree.body[-1:]:
        case [ast.Expr(value=ast.Name(id=name))]:
            return frozenset({name})
    return frozenset()


def _is_given(tree: ast.Module, call: ast.Call, names: frozenset[str]) -> bool:
    """Return whether what a call gives is looked at: the end of the code, a compared variable, or changed in place."""
    in_place = keyword_of(call, "inplace")
    if isinstance(in_place, ast.Constant) and in_place.value is True:
        return True
    values = [node.value for node in tree.body[-1:] if isinstance(node, ast.Expr)]
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    values += [node.value for node in assigned if getattr(node.targets[0], "id", "") in names]
    return any(_ends_with(value, call) for value in values)


def _ends_with(value: ast.expr, call: ast.Call) -> bool:
    """Return whether a chain of calls that keep the index ends with a call, or the call is its end."""
    while value is not call:
        match value:
            case ast.Call(
                func=ast.Attribute(value=inner, attr="sort_index" | "rename" | "round" | "head" | "sort_values")
            ):
                value = inner
            case _:
                return False
    return True


def _names(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the names that the last expression gives a series or an index."""
    last = tree.body[-1] if tree.body else None
    value = last.value if isinstance(last, ast.Expr) else None
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        if value.func.attr in {"rename", "rename_axis"}:
            yield from texts_of(value.args[0] if value.args else None)
        elif value.func.attr not in {"round", "sort_index", "sort_values", "head", "reindex", "fillna", "astype"}:
            return
        value = value.func.value
