"""Neighbours of rows that stand in no order."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import UNORDERED_ROWS
from authoring.gate.dictionary.columns import DictionarySubject
from authoring.gate.dictionary.provenance import DataView

_NEIGHBOURS = frozenset(
    {"diff", "shift", "pct_change", "rolling", "expanding", "cumsum", "cumprod", "cummax", "cummin"}
)
_FILLING = frozenset({"ffill", "bfill", "interpolate"})
_ENDS = frozenset({"head", "tail", "first", "last"})
_ORDERING = frozenset(
    {"sort_values", "sort_index", "nlargest", "nsmallest", "value_counts", "resample", "pivot_table", "pivot", "rank"}
    | {"crosstab", "sort", "sorted", "unstack", "describe", "mode", "asfreq"}
)
"""What puts rows into an order of its own."""
_AGGREGATES = frozenset(
    {"sum", "mean", "size", "count", "agg", "median", "max", "min", "nunique", "std", "first", "last"}
)
_ROWS = (
    r"(?:rows?|lines?|records?|entries|observations|measurements|events|files?|tables?|data|data ?sets?|data ?frames?)"
)
_OF_TIME = r"(?:chronological|temporal|time|date|sequential|original|natural|row|file|table)"
_SORTED = r"(?:sorted|ordered|arranged|listed|recorded|stored|given)"
_COUNTING_ORDER = re.compile(
    rf"\b(?:order|sequence) (?:of|in) (?:the |its |their )?(?:\w+ )?{_ROWS}\b"
    r"|\border of (?:appearance|occurrence|entry|recording)\b|\border in which (?:they|these|it|the \w+) \w+"
    r"|\b(?:row|file|table|original|given|existing|present|stored|recorded) order\b"
    r"|\border as (?:given|stored|listed)"
    r"|\bas (?:they|these|the \w+) (?:stand|come|appear|occur|are (?:listed|stored|given|recorded|in the))\b"
    # What is said of the rows as they are, and not how an answer is to be sorted.
    rf"|\b(?:are|is|stands?|comes?|already|been) (?:\w+ )?in (?:an? |the )?{_OF_TIME}(?:ly)? order\b"
    rf"|\b(?:are|is|stands?|comes?|already|been) (?:already )?{_SORTED} (?:by|in|from|chronologically)\b"
    rf"|\b{_ROWS} (?:\w+ ){{0,3}}{_SORTED} (?:already|chronologically)\b|\b{_SORTED} by [\w`]+ already\b"
    r"|(?:按|依)(?:照)?(?:表|行|文件|数据|原有?|现有|出现)[^。]{0,6}(?:顺序|次序)"
    r"|(?:行|数据|记录)[^。]{0,4}已[^。]{0,12}(?:排序|排列)|时间顺序(?:排列|给出|记录)",
    re.IGNORECASE,
)
"""Words by which a question says that the rows stand in an order that counts."""
_ANSWER = re.compile(r"\b(?:answer|result|output)s?\b|答案|结果", re.IGNORECASE)
_ORDER_OF = re.compile(r"\b(?:order|sequence) (?:of|in) [`\"'](?P<name>[^`\"'\n]{1,60})[`\"']", re.IGNORECASE)


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first look at neighbours, or at the first or last rows, of a table whose rows have no order."""
    if _says_that_order_counts(subject):
        return
    for node in ast.walk(subject.tree):
        match node:
            case ast.Call(func=ast.Attribute(value=rows, attr=name)) if name in _NEIGHBOURS | _FILLING | _ENDS:
                view = _rows_behind(subject, rows)
                if view is None or not _is_unordered(view):
                    continue
                is_end = name in _ENDS
                nouns = {table.rows for table in view.tables.values()}
                rows_in_words = nouns.pop() if len(nouns) == 1 and "" not in nouns else "rows of these data"
                message = f"`{name}` rests on the order of rows, and {rows_in_words} have none by the dictionary"
                hint = "sort them by what the question names, or say that the order counts: authoring seed describe"
                finding = at_node(subject.problemset, subject.cell, node, UNORDERED_ROWS, message, hint)
                yield finding.model_copy(update={"severity": Severity.NOTE}) if is_end else finding
                return


def _says_that_order_counts(subject: DictionarySubject) -> bool:
    """Tell whether a clause of the question, or of a convention, says so of the rows, and not of the answer."""
    spoken = " ".join("\n".join((subject.problem.question, *subject.problem.conventions)).split())
    clauses = re.split(r"[.;?!()。](?!\d)", spoken)
    if any(_COUNTING_ORDER.search(clause) and not _ANSWER.search(clause) for clause in clauses):
        return True
    # "In the order of `orders`" speaks of a variable of the code, where a column would have to be sorted by.
    variables = {node.id for node in ast.walk(subject.tree) if isinstance(node, ast.Name)}
    tables = {match["name"] for match in _ORDER_OF.finditer(spoken)} & variables
    texts = {node.value for node in ast.walk(subject.tree) if isinstance(node, ast.Constant)}
    return bool(tables - texts)


def _is_unordered(view: DataView) -> bool:
    # Where one of several tables has an order, it is not known which is meant.
    is_any_ordered = any(table.ordered or table.ordered_by for table in view.tables.values())
    return bool(view.tables) and view.in_file_order and not is_any_ordered


def _rows_behind(subject: DictionarySubject, node: ast.expr) -> DataView | None:
    """Return the table whose rows an expression has, if nothing on the way to it puts them into an order."""
    while (view := subject.view(node)) is None:
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                # An aggregate has a row for each group, in the order of these.
                if name in _ORDERING | _AGGREGATES:
                    return None
                node = inner
            case ast.Attribute(value=inner) | ast.Subscript(value=inner):
                node = inner
            case _:
                return None
    return view
