"""The label stands among the features."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of

SUMMARY = "leaves the label among the features: `df.drop(columns=label)` left out, or the label in the list of features"
_LABEL_PLACES = {"fit": 1, "train_test_split": 1, "cross_val_score": 2, "cross_validate": 2, "fit_predict": 1}
"""At which place calls take the labels, from 0."""


def edits(code: Code) -> Iterator[Edit]:
    """Take labels that are dropped back in, and put them into lists of features."""
    labels = labels_of(code)
    for node in code.nodes:
        if isinstance(node, ast.Call) and labels & set(dropped_columns(node)):
            label = next(name for name in dropped_columns(node) if name in labels)
            others = [name for name in dropped_columns(node) if name != label]
            table = code.source(node.func.value)  # type: ignore[attr-defined]  # `dropped_columns` saw a method
            text = f"{table}.drop(columns={others!r})" if others else table
            yield code.replace(node, text, f"the label '{label}' stays among the features")
    for features in feature_lists(code):
        names = [element.value for element in features.elts if isinstance(element, ast.Constant)]
        for label in sorted(labels.difference(map(str, names)))[:1]:
            yield code.replace(features, repr([*names, label]), f"the label '{label}' stands among the features")


def labels_of(code: Code) -> set[str]:
    """Return the names of columns that models are trained to predict."""
    columns: dict[str, str] = {}
    for node in ast.walk(code.tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _column(value):
                columns[name] = _column(value)
    labels = set()
    for node in code.nodes:
        if isinstance(node, ast.Call):
            place = _LABEL_PLACES.get(getattr(node.func, "attr", getattr(node.func, "id", "")), 0)
            argument = node.args[place] if 0 < place < len(node.args) else None
            labels.add(columns.get(argument.id, "") if isinstance(argument, ast.Name) else _column(argument))
    return labels - {""}


def _column(node: ast.expr | None) -> str:
    """Return the name of the column that an expression is made of, as `df["y"].astype(int)`; empty for others."""
    match node:
        case ast.Subscript(value=ast.Name(), slice=ast.Constant(value=str(name))):
            return name
        case ast.Call(func=ast.Attribute(value=value)) | ast.Attribute(value=value):
            return _column(value)
    return ""


def dropped_columns(call: ast.Call) -> tuple[str, ...]:
    """Return the columns that a call of `drop` leaves out, where they are named."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "drop":
        return ()
    columns = keyword_of(call, "columns")
    if columns is None:
        axis = keyword_of(call, "axis")
        is_of_columns = isinstance(axis, ast.Constant) and axis.value in {1, "columns"}
        columns = call.args[0] if call.args and is_of_columns else None
    elements = columns.elts if isinstance(columns, ast.List) else [] if columns is None else [columns]
    names = [element.value for element in elements if isinstance(element, ast.Constant)]
    return tuple(map(str, names)) if len(names) == len(elements) else ()


def feature_lists(code: Code) -> Iterator[ast.List]:
    """Yield lists of two or more names by which columns are taken, in code that trains a model."""
    if not labels_of(code):
        return
    taken = {
        node.slice.id for node in code.nodes if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name)
    }
    for node in code.nodes:
        match node:
            case ast.Subscript(slice=ast.List() as names) if _is_of_texts(names):
                yield names
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() as names) if name in taken:
                if _is_of_texts(names):
                    yield names


def _is_of_texts(names: ast.List) -> bool:
    texts = [node for node in names.elts if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return len(texts) == len(names.elts) > 1
