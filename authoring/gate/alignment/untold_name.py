"""DS686: a name that the reference gives to what it returns, and that stands nowhere as it is spelt."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node, checked_variables
from authoring.gate.alignment._labels import compares, compares_outputs, texts_of
from authoring.gate.alignment.base import AlignmentSubject, bound_value, last_value

INFO = RuleInfo(
    code="DS686",
    name="untold-name",
    severity=Severity.WARNING,
    what="The reference, or a function that it defines for a `table_test`, ends with a series, an index or columns "
    "under names of its own, these names are compared, and neither the question nor anything before it has them as "
    "they are spelt.",
    why="`average_age` and `Average Age` are two names: whoever gives the right values under another is refused.",
    bad='# %%\n"""\nquestion: What is the mean a of each kind?\n"""\n\ndf.groupby("kind").a.mean().rename("Mean A")\n',
    good='# %%\n"""\nquestion: What is the mean a of each kind, as the series "Mean A"?\n"""\n\n'
    'df.groupby("kind").a.mean().rename("Mean A")\n',
)
_NEUTRAL_METHODS = frozenset(
    {
        "round",
        "sort_index",
        "sort_values",
        "head",
        "tail",
        "reindex",
        "fillna",
        "astype",
        "reset_index",
        "set_index",
        "dropna",
        "loc",
    }
)
"""Methods behind which the names of what they are called on stay."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first name that nothing says."""
    last = subject.tree.body[-1] if subject.tree.body else None
    is_function = isinstance(last, ast.FunctionDef)
    tree = _body_of(last) if isinstance(last, ast.FunctionDef) else subject.tree
    value = last_value(tree)
    if value is None and not is_function:
        value = _compared_value(subject)
    if value is None or not (compares_outputs if is_function else compares)(subject, "ignore_names"):
        return
    before = subject.problemset.shown_before(subject.cell) + subject.problem.question
    for text in (*_assigned_names(tree), *_names(tree, value)):
        name = str(text.value)
        # A suffix is not named by a longer name that ends with it; words of Chinese touch each other.
        if name and re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", before) is None:
            namer = "function" if is_function else "reference"
            message = f"the {namer} names what it gives {name!r}, and nothing has this name"
            hint = "say the name in the question, or compare with `ignore_names: true`"
            yield at_node(subject.problemset, subject.cell, text, INFO, message, hint)
            return


def _assigned_names(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the names of columns that are assigned to the table that the code ends with."""
    match tree.body[-1:]:
        case [ast.Expr(value=ast.Name(id=table))]:
            pass
        case _:
            return
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name), attr="columns")], value=names) if (
                name == table
            ):
                yield from texts_of(names)


def _compared_value(subject: AlignmentSubject) -> ast.expr | None:
    """Return what the code binds last to a variable that is compared, where it ends with that."""
    last = subject.tree.body[-1] if subject.tree.body else None
    match last:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in checked_variables(subject.problem):
            return value
    return None


def _body_of(function: ast.FunctionDef) -> ast.Module:
    """Return a function's body as code that ends with what it returns."""
    body = [
        ast.copy_location(ast.Expr(last.value), last) if isinstance(last, ast.Return) and last.value else last
        for last in function.body
    ]
    return ast.Module(body=body, type_ignores=[])


_NAMING_METHODS = frozenset(
    {"rename", "rename_axis", "to_frame", "set_axis", "reset_index", "add_suffix", "add_prefix"}
)
"""Methods that give names to what they are called on, whose other names stay."""
_CONSTRUCTORS = frozenset({"agg", "aggregate", "DataFrame", "Series", "merge", "melt"})
"""Calls behind whose result nothing has a name from before."""


def _names(tree: ast.Module, value: ast.expr) -> Iterator[ast.Constant]:
    """Yield the names that an expression gives, from its end on, as long as nothing before could take them away."""
    while True:
        while isinstance(value, ast.Subscript) and getattr(value.value, "attr", "") in {"loc", "iloc"}:
            # Rows that are chosen keep the names of what they are chosen from.
            value = value.value.value if isinstance(value.value, ast.Attribute) else value.value
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            return
        name = value.func.attr
        if name in _CONSTRUCTORS:
            yield from _constructor_names(value, name)
        elif name in _NAMING_METHODS:
            yield from _method_names(tree, value, name)
        if name not in _NAMING_METHODS | _NEUTRAL_METHODS:
            return
        value = bound_value(tree, value.func.value)


def _constructor_names(call: ast.Call, name: str) -> Iterator[ast.Constant]:
    """Yield the names that a call makes a table with."""
    if name in {"agg", "aggregate"}:
        for word in call.keywords:
            if word.arg is not None and isinstance(word.value, ast.Tuple):
                yield ast.copy_location(ast.Constant(word.arg), word.value)
        return
    if name == "melt":
        yield from (text for word in ("var_name", "value_name") for text in texts_of(keyword_of(call, word)))
        return
    data = call.args[0] if call.args else keyword_of(call, "data")
    if isinstance(data, ast.GeneratorExp | ast.ListComp):
        data = data.elt
    elif isinstance(data, ast.List) and data.elts:
        data = data.elts[0]
    if name == "DataFrame" and isinstance(data, ast.Dict):
        yield from (key for key in data.keys if isinstance(key, ast.Constant) and isinstance(key.value, str))
    yield from texts_of(keyword_of(call, {"DataFrame": "columns", "Series": "name"}.get(name, "suffixes")))


def _method_names(tree: ast.Module, call: ast.Call, name: str) -> Iterator[ast.Constant]:
    """Yield the names that a method gives."""
    words = {"name"} if name == "reset_index" else {"columns", "index", "name"}
    arguments = [] if name == "reset_index" else call.args[:1]
    for part in [*arguments, *(word.value for word in call.keywords if word.arg in words)]:
        node = bound_value(tree, part)
        for value in node.values if isinstance(node, ast.Dict) else [node]:
            yield from texts_of(value)
