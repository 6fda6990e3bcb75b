"""A model of a single feature."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.mutation.leaked_label import dropped_columns, feature_lists, labels_of

SUMMARY = "trains on the first feature alone"


def edits(code: Code) -> Iterator[Edit]:
    """Leave one name in lists of features, and one column where the label is dropped."""
    for features in feature_lists(code):
        first = features.elts[0]
        yield code.replace(features, f"[{code.source(first)}]", "the first of the features alone")
    labels = labels_of(code)
    for node in code.nodes:
        if isinstance(node, ast.Call) and labels & set(dropped_columns(node)):
            yield code.replace(node, f"{code.source(node)}.iloc[:, :1]", "the first of the features alone")
