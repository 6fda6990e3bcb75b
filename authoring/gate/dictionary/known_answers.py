"""Answers that the dictionary gives: groups by what names each row, duplicates of a key."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.dictionary.codes import KNOWN_ANSWER
from authoring.gate.dictionary.columns import DictionarySubject

_ABOUT_IT = re.compile(
    r"\b(?:key|unique|uniquely|duplicat\w*|repeat\w*|check\w*|verif\w*|once|distinct)\b|唯一|重复|检查|验证",
    re.IGNORECASE,
)
"""Words by which a question asks whether the column names each row."""
_DROPPING = frozenset({"drop_duplicates", "duplicated"})


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first use of a column as if it repeated."""
    columns = subject.catalogue
    keys = {name for name in columns.entries if columns.tables[name].key == (name,)}
    # After a join or a long form a key repeats.
    if not keys or _may_repeat(subject):
        return
    for node in ast.walk(subject.tree):
        label, use = _used_as_group(subject, node)
        if label in keys and isinstance(node, ast.expr):
            message = f"`{label}` names each row by the dictionary, so that {use}"
            hint = "group by something that repeats, or correct the key: authoring seed describe SEED key=..."
            yield at_node(subject.problemset, subject.cell, node, KNOWN_ANSWER, message, hint)
            return


def _may_repeat(subject: DictionarySubject) -> bool:
    names = {"merge", "join", "melt", "explode", "concat", "stack", "merge_asof", "sample", "wide_to_long"}
    return any(
        isinstance(node, ast.Attribute) and node.attr in names for tree in subject.before for node in ast.walk(tree)
    )


def _used_as_group(subject: DictionarySubject, node: ast.AST) -> tuple[str, str]:
    """Return the column that code groups or drops by alone, and what comes of it."""
    match node:
        case ast.Call(func=ast.Attribute(attr="groupby")):
            labels = [*texts_of(node.args[0] if node.args else keyword_of(node, "by"))]
            if len(labels) == 1:
                return str(labels[0].value), "every group has one row"
        case ast.Call(func=ast.Attribute(value=values, attr="value_counts")):
            column = subject.column_of(values)
            if column is not None:
                return column.name, "every value counts 1"
        case ast.Call(func=ast.Attribute(attr=name)) if name in _DROPPING:
            labels = [*texts_of(node.args[0] if node.args else keyword_of(node, "subset"))]
            if len(labels) == 1 and not _ABOUT_IT.search(subject.problem.question):
                return str(labels[0].value), "nothing is repeated"
    return "", ""
