"""Columns that code reads, held against those that the seed's tables have."""

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import Line, Note, shown, text_of
from authoring.dseal.code import dotted_name, import_aliases, parse_code
from authoring.dseal.inputs import static_path
from authoring.dseal.suggest import closest
from authoring.dseal.surroundings import InputTable

_TABLES = frozenset({"read_csv", "read_table", "read_excel", "read_parquet", "read_json", "read_feather"})
_SAME_COLUMNS = frozenset(
    {
        "copy",
        "dropna",
        "drop_duplicates",
        "sort_values",
        "query",
        "head",
        "tail",
        "sample",
        "fillna",
        "assign",
        "rename",
        "drop",
        "astype",
        "replace",
        "convert_dtypes",
        "sort_index",
        "infer_objects",
        "nlargest",
        "nsmallest",
        "filter",
        "reindex",
        "clip",
        "set_index",
        "truncate",
    }
)
"""Methods after which a frame's columns are those it had, or named by texts in the code."""
_BY = frozenset({"groupby", "sort_values"})
_LOOSE = frozenset({"header", "skiprows", "sep", "delimiter", "prefix", "sheet_name", "index_col", "usecols"})
"""Options of readers under which the columns may be others than those the profile saw."""
_WORD = re.compile(r"\w+")
_LONGEST_EXPRESSION = 300
"""Characters of a text that may be an expression over columns."""
_ALWAYS = frozenset({"index", "level_0", "count", "proportion", "size"})


@dataclass(slots=True)
class Session:
    """What the cells so far have made of the input tables."""

    inputs: Sequence[InputTable]
    frames: set[str] = field(default_factory=set)
    """Variables that hold an input table, or one derived from it."""
    made: set[str] = field(default_factory=set)
    """Every text that may have become a column's name."""
    imports: dict[str, str] = field(default_factory=dict)


def check_columns(lines: Sequence[Line], session: Session, notes: list[Note]) -> None:
    """Note the columns that a cell reads and nobody has; then take in what the cell makes.

    Only frames that certainly come from an input table are looked into, and every text of the code that is no such
    column counts as one that may have been made: better silent than wrong.
    """
    tables = [table.columns for table in session.inputs]
    parsed = parse_code(text_of(lines))
    if not tables or any(columns is None for columns in tables) or parsed.error is not None:
        return
    session.imports |= import_aliases(parsed.tree)
    known = {name for columns in tables for name in columns or ()} | _ALWAYS
    for statement in parsed.tree.body:
        if _is_opening(statement):
            session.frames.clear()
        reads = list(_column_reads(statement, session.frames))
        own = {id(node) for node, _ in reads}
        session.made.update(_names_made(statement, own))
        for node, frame in reads:
            name = str(node.value)
            if name not in known and name not in session.made:
                near = closest(name, known | session.made, cutoff=0.55) or _beginning(name, known)
                hint = f"did you mean '{near}'?" if near else "columns: " + ", ".join(sorted(known - _ALWAYS)[:12])
                message = f"'{frame}' has no column '{shown(name)}'"
                notes.append(Note(codes.COLUMN, lines[node.lineno - 1].number, message, hint))
                session.made.add(name)
        _follow(statement, session)


def _beginning(name: str, known: set[str]) -> str:
    """Return the one column that a name is the beginning of: `bill_length` of `bill_length_mm`."""
    longer = [each for each in known if len(name) > 3 and each.casefold().startswith(name.casefold())]  # noqa: PLR2004 - shorter ones begin anything
    return longer[0] if len(longer) == 1 else ""


def _column_reads(statement: ast.stmt, frames: set[str]) -> Iterator[tuple[ast.Constant, str]]:
    """Give the texts by which a statement reads columns of known frames, with the frame's name."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name):
            if node.value.id in frames:
                yield from ((each, node.value.id) for each in _texts(node.slice))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _BY:
            owner = node.func.value
            keys = node.args[:1] or [each.value for each in node.keywords if each.arg == "by"]
            if isinstance(owner, ast.Name) and owner.id in frames and keys:
                yield from ((each, owner.id) for each in _texts(keys[0]))


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    for each in node.elts if isinstance(node, ast.List) else [node]:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each


def _names_made(statement: ast.stmt, own: set[int]) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in own:
            yield node.value
            # A query or an expression names several columns in one text.
            yield from _WORD.findall(node.value) if len(node.value) < _LONGEST_EXPRESSION else ()
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


def _is_opening(statement: ast.stmt) -> bool:
    """Return whether a statement makes columns whose names only running it would tell."""
    for node in ast.walk(statement):
        match node:
            case ast.Subscript(ctx=ast.Store(), slice=key) if not _is_plain(key):
                return True
            case ast.Call(func=ast.Attribute(attr="rename" | "insert" | "assign" | "set_axis" as method)):
                values = [*node.args, *(each.value for each in node.keywords)]
                if not all(_is_plain(value) for value in values) and method != "assign":
                    return True
                if any(each.arg is None for each in node.keywords):
                    return True
            case ast.Call(func=ast.Attribute(attr="add_prefix" | "add_suffix" | "update" | "join" | "pipe")):
                return True
            case _:
                pass
    return False


def _is_plain(key: ast.expr) -> bool:
    """Return whether all the texts that a key or an argument gives stand in it."""
    if isinstance(key, ast.Tuple):
        return _is_plain(key.elts[-1]) if key.elts else True
    if isinstance(key, ast.List):
        return all(_is_plain(each) for each in key.elts)
    if isinstance(key, ast.Dict):
        return all(_is_plain(each) for each in key.values)
    return isinstance(key, ast.Constant)


def _follow(statement: ast.stmt, session: Session) -> None:
    """Take in which variables hold input tables behind a statement."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            session.frames.discard(node.value.id)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            if _is_target(statement, node, session):
                session.frames.add(node.id)
            else:
                session.frames.discard(node.id)


def _is_target(statement: ast.stmt, name: ast.Name, session: Session) -> bool:
    """Return whether a statement makes a variable an input table."""
    if not isinstance(statement, ast.Assign) or statement.targets != [name]:
        return False
    value: ast.expr = statement.value
    while True:
        match value:
            case ast.Call(func=ast.Attribute(attr=method, value=owner)) if method in _SAME_COLUMNS:
                value = owner
            case ast.Subscript(value=owner, slice=ast.Compare() | ast.BinOp() | ast.UnaryOp()):
                value = owner
            case ast.Attribute(attr="loc", value=owner):
                value = owner
            case ast.Name(id=known):
                return known in session.frames
            case ast.Call():
                return _reads_table(value, session.imports, session.inputs)
            case _:
                return False


def _reads_table(call: ast.Call, imports: Mapping[str, str], inputs: Sequence[InputTable]) -> bool:
    name = dotted_name(call.func, dict(imports)) or ""
    if name.rpartition(".")[2] not in _TABLES or not call.args or any(each.arg in _LOOSE for each in call.keywords):
        return False
    path = static_path(call.args[0], dict(imports))
    return any(posixpath.normpath(path) == f"inputs/{table.name}" for table in inputs) if path else False
