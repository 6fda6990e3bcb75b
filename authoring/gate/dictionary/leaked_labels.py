"""Labels of models that stand among the features in other words."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.session import at_node
from authoring.gate.dictionary.codes import LEAKED_LABEL
from authoring.gate.dictionary.columns import DictionarySubject
from authoring.gate.dictionary.relations import tells

_CODING = frozenset({"get_dummies", "fit_transform", "transform"})


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first training whose features tell its label."""
    calls = [node for node in ast.walk(subject.tree) if isinstance(node, ast.Call)]
    fits = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "fit"]
    if not fits:
        return
    for call in fits:
        match call.args:
            case [features, label, *_]:
                target = subject.column_of(label)
                view = subject.view(_unwrapped(features)) if target is not None else None
                for column in view.columns.values() if view is not None else ():
                    relation = tells(column, target) if target is not None and column != target else ""
                    if relation:
                        message = f"the features tell the label: {relation}"
                        hint = "leave it out of the features"
                        yield at_node(subject.problemset, subject.cell, call, LEAKED_LABEL, message, hint)
                        return


def _unwrapped(features: ast.expr) -> ast.expr:
    """Return what is coded or scaled as features; its columns are the same in other numbers."""
    while (
        isinstance(features, ast.Call)
        and isinstance(features.func, ast.Attribute)
        and features.func.attr in _CODING
        and features.args
    ):
        features = features.args[0]
    return features
