"""Answers that the dictionary gives: groups by what names each row, duplicates of a key."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
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
    for node in ast.walk(subject.tree):
        label, use = _used_as_group(subject, node)
        if label and isinstance(node, ast.expr):
            message = f"`{label}` names each row by the dictionary, so that {use}"
            hint = "group by something that repeats, or correct the key: authoring seed describe SEED key=..."
            yield at_node(subject.problemset, subject.cell, node, KNOWN_ANSWER, message, hint)
            return


def _used_as_group(subject: DictionarySubject, node: ast.AST) -> tuple[str, str]:
    """Return the key that code groups or drops by alone, and what comes of it; empty where it does not."""
    match node:
        case ast.Call(func=ast.Attribute(value=table, attr="groupby")):
            key = _key(subject, table, node.args[0] if node.args else keyword_of(node, "by"))
            return key, "every group has one row"
        case ast.Call(func=ast.Attribute(value=values, attr="value_counts")):
            return _key(subject, values, None), "every value counts 1"
        case ast.Call(func=ast.Attribute(value=table, attr=name)) if name in _DROPPING:
            if not _ABOUT_IT.search(subject.problem.question):
                key = _key(subject, table, node.args[0] if node.args else keyword_of(node, "subset"))
                return key, "nothing is repeated"
    return "", ""


def _key(subject: DictionarySubject, table: ast.expr, labels: ast.expr | None) -> str:
    """Return the column of a table under a label, or the one that the table is, if it names each row."""
    view, texts = subject.view(table), subject.tracker.texts(labels)
    # After a join or in a sample a key repeats.
    if view is None or not view.is_unique:
        return ""
    if labels is None and view.is_series:
        texts = tuple(view.columns)
    if len(texts) != 1 or texts[0] not in view.columns:
        return ""
    name = view.columns[texts[0]].name
    return texts[0] if view.tables[texts[0]].key == (name,) else ""
