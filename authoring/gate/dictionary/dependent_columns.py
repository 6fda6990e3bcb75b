"""Columns that follow from each other, asked for as if they were independent."""

import ast
import re
from collections.abc import Iterator
from itertools import combinations

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import DEPENDENT_COLUMNS
from authoring.gate.dictionary.columns import DictionarySubject
from authoring.gate.dictionary.relations import relation_of
from authoring.records.dictionary import ColumnEntry

_PAIRED = frozenset({"corr", "cov", "pearsonr", "spearmanr", "kendalltau", "linregress", "crosstab", "corrcoef"})
_ABOUT_IT = re.compile(
    r"\b(?:follow|determin|deriv|calculat|formula|nest|consist|check|verif|belong|depend|redundan|agree|same as|"
    r"exactly one|only one|unique)\w*|推导|计算得|嵌套|一致|检查|验证|属于|决定",
    re.IGNORECASE,
)
"""Words by which a question asks for this very relation."""


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first pair of columns of which one tells the other."""
    if _ABOUT_IT.search(subject.problem.question):
        return
    for node in ast.walk(subject.tree):
        columns = dict.fromkeys(_set_against_each_other(subject, node))
        for left, right in combinations(columns, 2):
            relation = relation_of(left, right)
            if relation and isinstance(node, ast.expr):
                message = f"the reference sets two columns against each other that are no two things: {relation}"
                hint = "ask for something that one of them does not settle, or for the relation itself"
                yield at_node(subject.problemset, subject.cell, node, DEPENDENT_COLUMNS, message, hint)
                return


def _set_against_each_other(subject: DictionarySubject, node: ast.AST) -> Iterator[ColumnEntry]:
    match node:
        case ast.Call(func=ast.Attribute(value=values, attr=name)) if name in _PAIRED:
            yield from subject.columns_of(values)
            for argument in node.args:
                yield from subject.columns_of(argument)
        case ast.Call(func=ast.Name(id=name)) if name in _PAIRED:
            for argument in node.args:
                yield from subject.columns_of(argument)
        case ast.Call(func=ast.Attribute(value=table, attr="groupby"), args=[ast.List() | ast.Name() as keys, *_]):
            # Groups of both are those of one of them.
            yield from subject.labelled(table, keys)
