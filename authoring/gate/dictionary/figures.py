"""Figures of columns that nothing can be calculated with: identifiers, codes, categories, classes in an order."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import MEANINGLESS_FIGURE, ORDERED_CLASSES
from authoring.gate.dictionary.columns import DictionarySubject
from authoring.records.dictionary import ColumnEntry, Operation, ValueKind

_O = Operation
_FIGURES: Mapping[str, Operation] = {
    **dict.fromkeys(("sum", "cumsum", "nansum"), _O.SUM),
    **dict.fromkeys(("mean", "average", "nanmean", "std", "var", "sem", "skew", "kurt", "kurtosis", "mad"), _O.MEAN),
    **dict.fromkeys(("median", "quantile", "percentile", "nanmedian", "zscore"), _O.MEAN),
    **dict.fromkeys(
        ("corr", "corrwith", "cov", "pearsonr", "linregress", "corrcoef", "ttest_ind", "f_oneway"), _O.MEAN
    ),
    **dict.fromkeys(("diff", "pct_change", "ptp"), _O.DIFFERENCE),
}
"""What is asked of a column by a function or method of this name."""
_OF_ORDER = frozenset({"median", "quantile", "percentile", "nanmedian"})
"""Figures that an order is enough for."""
_UNCALCULABLE = frozenset({ValueKind.IDENTIFIER, ValueKind.CODE, ValueKind.CATEGORY})
_TIMES = frozenset({ValueKind.PERIOD, ValueKind.DATE})
_GROUPED = frozenset({"agg", "aggregate", "transform", "apply"})
MAX_COLUMNS = 3
"""Columns of one figure that are named."""


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first figure of a column that has none."""
    for node in ast.walk(subject.tree):
        for name, columns in _figures(subject, node):
            classes = [column for column in columns if _is_figure_of_classes(column, name)]
            meaningless = [column for column in columns if _is_meaningless(column, name)]
            if isinstance(node, ast.expr) and (meaningless or classes):
                info = MEANINGLESS_FIGURE if meaningless else ORDERED_CLASSES
                accused = (meaningless or classes)[:MAX_COLUMNS]
                words = " and ".join(f"`{column.name}`, which is {_kind(column)}" for column in accused)
                message = f"the reference takes {_word(name)} of {words} by the dictionary"
                hint = "ask for counts, levels or shares of it, or correct the dictionary: authoring seed describe"
                yield at_node(subject.problemset, subject.cell, node, info, message, hint)
                return


def _figures(subject: DictionarySubject, node: ast.AST) -> Iterator[tuple[str, tuple[ColumnEntry, ...]]]:
    """Yield the figures that a node of code takes, and of which columns."""
    match node:
        case ast.Call(func=ast.Attribute(value=values, attr=name)) if name in _FIGURES:
            if _by_rank(node):
                return
            is_function = isinstance(values, ast.Name)
            arguments = node.args if is_function or name in {"corr", "corrwith", "cov"} else []
            yield name, (*subject.columns_of(values), *(c for arg in arguments for c in subject.columns_of(arg)))
        case ast.Call(func=ast.Name(id=name)) if name in _FIGURES:
            yield name, tuple(column for argument in node.args for column in subject.columns_of(argument))
        case ast.Call(func=ast.Attribute(value=values, attr=name)) if name in _GROUPED:
            yield from _of_groups(subject, node, values)
        case ast.Call(func=ast.Attribute(attr="pivot_table" | "crosstab" as method)):
            table = node.func.value if isinstance(node.func, ast.Attribute) else None
            if subject.view(table) is None and node.args:
                table = node.args[0]
            function, measured = keyword_of(node, "aggfunc"), keyword_of(node, "values")
            # A table of means is what `pivot_table` makes where nothing else is said.
            is_default = function is None and measured is not None and method == "pivot_table"
            names = ("mean",) if is_default else _names(function)
            columns = subject.columns_of(measured) or subject.labelled(table, measured)
            yield from ((name, columns) for name in names)
        case ast.BinOp(left=left, op=ast.Sub() | ast.Mult() | ast.Div(), right=right):
            operands = (subject.column_of(left), subject.column_of(right))
            # A code that is divided by a number is taken apart.
            if operands[0] is not None and operands[1] is not None:
                yield "diff", (operands[0], operands[1])


def _of_groups(
    subject: DictionarySubject, call: ast.Call, groups: ast.expr
) -> Iterator[tuple[str, tuple[ColumnEntry, ...]]]:
    """Yield the figures of ``agg`` in all its forms."""
    columns = subject.columns_of(groups)
    for argument in call.args:
        if isinstance(argument, ast.Dict):
            for key, value in zip(argument.keys, argument.values, strict=True):
                yield from ((name, subject.labelled(groups, key)) for name in _names(value))
        else:
            yield from ((name, columns) for name in _names(argument))
    for word in call.keywords:
        match word.value:
            case ast.Tuple(elts=[ast.Constant() as label, function]):
                yield from ((name, subject.labelled(groups, label)) for name in _names(function))
            case _:
                yield from ((name, columns) for name in _names(word.value) if word.arg not in {"axis", "func"})


def _names(node: ast.expr | None) -> tuple[str, ...]:
    """Return the names of figures that an argument of ``agg`` holds."""
    elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
    names: list[str] = []
    for item in elements:
        match item:
            case ast.Constant(value=str(name)) | ast.Attribute(attr=name) | ast.Name(id=name) if name in _FIGURES:
                names.append(name)
    return tuple(names)


def _by_rank(call: ast.Call) -> bool:
    """Return whether a correlation looks at ranks alone."""
    method = keyword_of(call, "method")
    return isinstance(method, ast.Constant) and method.value in {"spearman", "kendall"}


def _is_meaningless(column: ColumnEntry, name: str) -> bool:
    operation = _FIGURES[name]
    if operation in column.operations:
        return False
    return column.kind in _UNCALCULABLE or (column.kind in _TIMES and operation is Operation.SUM)


def _is_figure_of_classes(column: ColumnEntry, name: str) -> bool:
    return column.kind is ValueKind.ORDINAL and name not in _OF_ORDER and _FIGURES[name] not in column.operations


def _word(name: str) -> str:
    match _FIGURES[name]:
        case Operation.SUM:
            return "a sum"
        case Operation.DIFFERENCE:
            return "a difference"
    return f"a {name}" if name in {"mean", "median", "quantile"} else f"a figure (`{name}`)"


def _kind(column: ColumnEntry) -> str:
    kind = column.kind.value if column.kind is not None else ""
    return f"{'an' if kind[:1] in {'i', 'o'} else 'a'} {kind}"
