"""The columns that code speaks of, as the dictionary knows them: which expression is which column of a table."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import steps
from authoring.gate.alignment._labels import texts_of
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry

TRANSPARENT = frozenset(
    {"dropna", "fillna", "astype", "copy", "reset_index", "sort_values", "sort_index", "head", "tail", "loc", "iloc"}
    | {"to_numpy", "values", "query", "sample", "drop_duplicates", "round", "tolist", "infer_objects", "convert_dtypes"}
    | {"rename_axis", "array", "to_list"}
)
"""Methods and attributes behind which a column is what it was, or a part of it."""


@dataclass(frozen=True, slots=True)
class KnownColumns:
    """The columns of all tables by name, as far as it says which one is meant and no code has made it anew."""

    entries: Mapping[str, ColumnEntry]
    tables: Mapping[str, TableEntry]
    """The table of each column, by the column's name."""

    @classmethod
    def of(cls, dictionary: DataDictionary) -> "KnownColumns":
        """Return the columns of a dictionary; of tables that differ in one, it is not known which is meant."""
        entries: dict[str, ColumnEntry] = {}
        tables: dict[str, TableEntry] = {}
        ambiguous: set[str] = set()
        for table in dictionary.tables:
            for column in table.columns:
                namesake = entries.setdefault(column.name, column)
                tables.setdefault(column.name, table)
                if namesake.kind is not column.kind or tables[column.name] is not table:
                    ambiguous.add(column.name)
        return cls(
            {name: entry for name, entry in entries.items() if name not in ambiguous},
            {name: table for name, table in tables.items() if name not in ambiguous},
        )

    def without(self, names: frozenset[str]) -> "KnownColumns":
        """Return the columns but those of these names."""
        entries = {name: entry for name, entry in self.entries.items() if name not in names}
        return KnownColumns(entries, self.tables)


@dataclass(frozen=True, slots=True)
class DictionarySubject:
    """One problem with the tree of its reference, and the columns that are what they were in the data."""

    problemset: ProblemSet
    cell: Cell
    problem: Problem
    tree: ast.Module
    catalogue: KnownColumns
    before: tuple[ast.Module, ...]
    """The trees of the cells before, and of this one."""

    def columns_of(self, node: ast.expr | None) -> tuple[ColumnEntry, ...]:
        """Return the columns that an expression is, one or several of a table; none where it is something else."""
        return tuple(self.catalogue.entries[name] for name in labels_of(node) if name in self.catalogue.entries)

    def column_of(self, node: ast.expr | None) -> ColumnEntry | None:
        """Return the column that an expression is."""
        columns = self.columns_of(node)
        return columns[0] if len(columns) == 1 else None


def subjects(problemset: ProblemSet, dictionary: DataDictionary) -> Iterator[DictionarySubject]:
    """Yield the problems of a set, each with the columns that no cell up to it has made anew."""
    catalogue = KnownColumns.of(dictionary)
    trees: list[ast.Module] = []
    for step in steps(problemset):
        trees.append(step.tree)
        catalogue = catalogue.without(frozenset(_made_columns(step.tree)))
        if step.cell.problem is not None:
            yield DictionarySubject(problemset, step.cell, step.cell.problem, step.tree, catalogue, tuple(trees))


def labels_of(node: ast.expr | None) -> tuple[str, ...]:
    """Return the labels of columns that an expression takes from a table, behind what leaves their values alone."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr=name)) | ast.Attribute(value=inner, attr=name) if (
            name in TRANSPARENT
        ):
            return labels_of(inner)
        case ast.Subscript(value=ast.Attribute(attr="loc"), slice=ast.Tuple(elts=[_, labels])):
            return _texts(labels)
        case ast.Subscript(value=inner, slice=labels):
            # A mask, a slice or a position takes a part of the rows.
            return _texts(labels) or labels_of(inner)
        case ast.Attribute(attr=name):
            return (name,)
    return ()


def _texts(node: ast.expr) -> tuple[str, ...]:
    """Return the texts that an expression holds; none where it holds anything else."""
    texts = tuple(str(text.value) for text in texts_of(node))
    return texts if len(texts) == (len(node.elts) if isinstance(node, ast.List | ast.Tuple) else 1) else ()


def _made_columns(tree: ast.Module) -> Iterator[str]:
    """Yield the labels under which code puts other values into a table than the data have."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Subscript(slice=ast.Constant(value=str(name)))], value=value):
                # Filled or converted, it is the column all the same.
                if name not in labels_of(value):
                    yield name
            case ast.AugAssign(target=ast.Subscript(slice=ast.Constant(value=str(name)))):
                yield name
            case ast.Call(func=ast.Attribute(attr=method)):
                yield from _named_by(node, method)


def _named_by(call: ast.Call, method: str) -> Iterator[str]:
    """Yield the labels that a call of a method gives to columns."""
    match method, call.args:
        case "assign" | "agg" | "aggregate", _:
            yield from (word.arg for word in call.keywords if word.arg is not None)
        case "rename", _:
            renamed = keyword_of(call, "columns", "index")
            if isinstance(renamed, ast.Dict):
                yield from (text for value in renamed.values for text in _texts(value))
        case "insert", [_, ast.Constant(value=str(name)), *_]:
            yield name
        case "reset_index" | "to_frame", _:
            yield from (text for word in call.keywords if word.arg in {"name", "names"} for text in _texts(word.value))
        case "DataFrame", [ast.Dict(keys=keys), *_]:
            yield from (text for key in keys if key is not None for text in _texts(key))
