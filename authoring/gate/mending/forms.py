"""Sentences that say the form of an answer, for questions that leave open what a validator is strict about."""

import ast
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import literal_of, loads_of, parse_code
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.port import Sandbox

_ANSWER = "_answer_whose_form_is_said"
_DESCRIBED = f"""[
    type({_ANSWER}).__name__,
    type(getattr({_ANSWER}, "index", None)).__name__,
    [
        name if name is None or isinstance(name, str) else ""
        for name in getattr(getattr({_ANSWER}, "index", None), "names", [])
    ],
    [name if name is None or isinstance(name, str) else "" for name in [getattr({_ANSWER}, "name", None)]][0],
    [name if isinstance(name, str) else "" for name in getattr({_ANSWER}, "columns", [])],
]"""
"""What is said of an answer; a label that is no text is empty, because no sentence says it."""
_PLAIN = {
    "list": "a list",
    "tuple": "a tuple",
    "dict": "a dict",
    "set": "a set",
    "ndarray": "a numpy array",
    "int": "an integer",
    "int64": "an integer",
    "float": "a float",
    "float64": "a float",
    "str": "a string",
    "Series": "a Series",
    "DataFrame": "a DataFrame",
}
_MOST_COLUMNS, _LONGEST_LABEL = 8, 60


class _Form(NamedTuple):
    """What is known of the form of an answer; the names of types and labels are those that the session tells."""

    kind: str
    index_kind: str
    index_names: Sequence[str | None]
    name: str | None
    columns: Sequence[str]


def form_sentences(
    problemset: ProblemSet, numbers: Collection[int], *, inputs: Sequence[Path], limits: Limits, sandbox: Sandbox
) -> dict[int, str]:
    """Return sentences that say the form of what references end with, by the numbers of their problems.

    Those whose form takes more than a sentence, and those behind a cell that fails, have none.

    Raises:
        SandboxError: the sandbox failed.
    """
    modules = tuple(sorted({name for cell in problemset.runnable for name in loads_of(cell.code)}))
    sentences: dict[int, str] = {}
    with sandbox.session(inputs=inputs, modules=modules) as session:
        for cell in problemset.runnable:
            is_described = cell.problem is not None and cell.problem.number in numbers
            code = _with_answer(cell) if is_described else None
            if session.run(code or cell.code, limits=limits).outcome is not Outcome.OK:
                break
            if code is not None and cell.problem is not None:
                form = _form_of(session.run(_DESCRIBED, limits=limits))
                sentence = _sentence(form) if form is not None else ""
                sentences |= {cell.problem.number: sentence} if sentence else {}
                session.run(f"del {_ANSWER}", limits=limits)
    return sentences


def _with_answer(cell: Cell) -> str | None:
    """Return code that stores the value that a cell ends with; None where it ends with no expression."""
    tree = parse_code(cell.code).tree
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    stored = ast.Assign(targets=[ast.Name(id=_ANSWER, ctx=ast.Store())], value=tree.body[-1].value)
    return ast.unparse(ast.fix_missing_locations(ast.Module(body=[*tree.body[:-1], stored], type_ignores=[])))


def _form_of(run: CellRun) -> _Form | None:
    described = literal_of(run.value.text) if run.value is not None and not run.value.truncated else None
    match described:
        case ([str(kind), str(index_kind), list(index_names), str() | None as name, list(columns)],):
            return _Form(kind, index_kind, index_names, name, columns)
    return None


def _sentence(form: _Form) -> str:
    """Return the sentence; empty where a label cannot be said in one."""
    labels = [label for label in (form.name, *form.index_names, *form.columns) if label is not None]
    if form.kind not in _PLAIN or not all(map(_is_sayable, labels)) or len(form.columns) > _MOST_COLUMNS:
        return ""
    if form.kind == "DataFrame" and not form.columns:
        return ""
    if form.kind == "Series":
        name = "without a name" if form.name is None else f'named "{form.name}"'
        return f"Answer with {_PLAIN[form.kind]} {name}, {_index_words(form)}."
    if form.kind == "DataFrame":
        columns = _listed(form.columns)
        return f"Answer with {_PLAIN[form.kind]} with the columns {columns}, in this order, {_index_words(form)}."
    return f"Answer with {_PLAIN[form.kind]}."


def _index_words(form: _Form) -> str:
    if form.index_kind == "RangeIndex":
        return "its rows numbered from 0"
    names = [name for name in form.index_names if name is not None]
    if len(names) < len(form.index_names):
        return "its index without a name"
    return f"its index named {_listed(names)}"


def _listed(labels: Sequence[str]) -> str:
    """Return labels in quotes, with commas and one ``and`` between them."""
    *preceding, last = [f'"{label}"' for label in labels]
    return f"{', '.join(preceding)} and {last}" if preceding else last


def _is_sayable(label: str) -> bool:
    return 0 < len(label) <= _LONGEST_LABEL and label.isprintable() and not set(label) & set("\"'`\\")
