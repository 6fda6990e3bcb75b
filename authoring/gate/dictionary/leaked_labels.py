"""Labels of models that stand among the features in other words."""

import ast
from collections.abc import Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment._labels import texts_of
from authoring.gate.dictionary.codes import LEAKED_LABEL
from authoring.gate.dictionary.columns import DictionarySubject, labels_of
from authoring.gate.dictionary.relations import tells


def check(subject: DictionarySubject) -> Iterator[Diagnostic]:
    """Find the first training whose features tell its label."""
    calls = [node for node in ast.walk(subject.tree) if isinstance(node, ast.Call)]
    fits = [call for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "fit"]
    if not fits:
        return
    variables = _columns_by_variable(subject)
    entries = subject.catalogue.entries
    for call in fits:
        match call.args:
            case [features, label, *_]:
                labels = _columns_in(label, variables, subject)
                target = entries.get(labels[0]) if len(labels) == 1 else None
                for name in _columns_in(features, variables, subject) if target is not None else ():
                    relation = tells(entries[name], target) if target is not None and name in entries else ""
                    if relation and name != labels[0]:
                        message = f"the features tell the label: {relation}"
                        hint = "leave it out of the features"
                        yield at_node(subject.problemset, subject.cell, call, LEAKED_LABEL, message, hint)
                        return


def _columns_by_variable(subject: DictionarySubject) -> Mapping[str, tuple[str, ...]]:
    """Return the columns that variables hold, by the assignments up to this problem."""
    variables: dict[str, tuple[str, ...]] = {}
    for tree in subject.before:
        for statement in ast.walk(tree):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    variables[name] = _columns_in(value, variables, subject)
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                    for target, value in zip(targets, values, strict=False):
                        if isinstance(target, ast.Name):
                            variables[target.id] = _columns_in(value, variables, subject)
                case ast.Assign(
                    targets=[ast.Tuple(elts=targets)],
                    value=ast.Call(
                        func=ast.Name(id="train_test_split") | ast.Attribute(attr="train_test_split")
                    ) as call,
                ):
                    # Two parts of each, one behind the other.
                    halves = [argument for argument in call.args for _ in range(2)]
                    for target, argument in zip(targets, halves, strict=False):
                        if isinstance(target, ast.Name):
                            variables[target.id] = _columns_in(argument, variables, subject)
    return variables


def _columns_in(  # noqa: PLR0911 - a form of expression a line
    node: ast.expr, variables: Mapping[str, tuple[str, ...]], subject: DictionarySubject
) -> tuple[str, ...]:
    """Return the labels of the columns that an expression holds; none where that is not known."""
    match node:
        case ast.Name(id=name):
            return variables.get(name, ())
        case ast.List() | ast.Tuple():
            return tuple(str(text.value) for text in texts_of(node))
        case ast.Subscript(slice=ast.Name(id=name)) if variables.get(name):
            return variables[name]
        case ast.Subscript(value=ast.Attribute(attr="loc"), slice=ast.Tuple(elts=[_, ast.Name(id=name)])):
            return variables.get(name, ())
        case ast.Call(func=ast.Attribute(value=table, attr="drop")):
            dropped = {str(text.value) for text in texts_of(keyword_of(node, "columns"))}
            columns = (*subject.catalogue.entries,) if isinstance(table, ast.Name) else ()
            return tuple(name for name in columns if name not in dropped) if dropped else ()
        case ast.Call(func=ast.Attribute(value=table, attr="get_dummies" | "fit_transform" | "transform")):
            return _columns_in(node.args[0], variables, subject) if node.args else ()
        case ast.Subscript(value=ast.Name(id=name)) if not labels_of(node):
            return variables.get(name, ())
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="loc" | "iloc")) if not labels_of(node):
            return variables.get(name, ())
    return labels_of(node)
