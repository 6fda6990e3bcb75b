"""References of a reply's code to the seed's files: paths corrected where one file alone fits, columns checked."""

import ast
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, text_of
from authoring.dseal.analysis.inputs import static_path
from authoring.dseal.model import InputTable
from authoring.dseal.python_code import dotted_name, import_aliases, parse_code
from authoring.dseal.spelling import closest_word

# Functions whose first argument is the path of a file that they read.
_READERS = frozenset((
    "read_csv", "read_table", "read_excel", "read_parquet", "read_json", "read_feather", "read_pickle", "read_xml",
    "read_html", "read_fwf", "read_stata", "read_spss", "read_orc", "read_sas", "read_hdf", "loadtxt", "genfromtxt",
    "load", "open", "Path", "read_text", "imread",
))  # fmt: skip


def mend_paths(
    lines: Sequence[ReplyLine], inputs: Sequence[InputTable], notes: list[ReplyFinding]
) -> tuple[ReplyLine, ...]:
    """Return code with the paths of input files made ``inputs/NAME`` where only one can be meant."""
    mended_lines = list(lines)
    parsed = parse_code(text_of(lines))
    if not inputs or parsed.error is not None:
        return tuple(mended_lines)
    input_names = {table.name for table in inputs}
    written = set(_written_paths(parsed.tree))
    # The last one first: a path that is replaced moves those behind it on its line.
    for node, path in reversed(list(_read_paths(parsed.tree))):
        plain = posixpath.normpath(path.replace("\\", "/"))
        if plain.removeprefix("inputs/") in input_names and plain.startswith("inputs/"):
            continue
        # A file that the code itself writes, a pattern, a template, or an address is none of the seed's files.
        if plain in written or set("*?[{") & set(plain) or "://" in path:
            continue
        line = mended_lines[node.lineno - 1]
        name = posixpath.basename(plain).casefold()
        fitting = [
            input_name for input_name in sorted(input_names) if posixpath.basename(input_name).casefold() == name
        ]
        moved = _replaced(line.text, node, f"inputs/{fitting[0]}") if len(fitting) == 1 else None
        if moved is not None:
            notes.append(ReplyFinding(codes.MOVED, line.number, f"'{excerpt(path)}' is read as 'inputs/{fitting[0]}'"))
            mended_lines[node.lineno - 1] = ReplyLine(moved, line.number)
            continue
        near = closest_word(posixpath.basename(plain), input_names)
        hint = f"did you mean 'inputs/{near}'?" if near else "there are: " + ", ".join(sorted(input_names)[:8])
        message = f"the code reads '{excerpt(path)}', which the seed does not have"
        notes.append(ReplyFinding(codes.FILE, line.number, message, hint))
    return tuple(mended_lines)


def _read_paths(tree: ast.Module) -> Iterator[tuple[ast.Constant, str]]:
    """Yield the texts that readers are called with as paths, in the order in which they stand."""
    paths: list[tuple[ast.Constant, str]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if name not in _READERS or not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            continue
        # Neither data in place of a path, as readers of JSON and XML take it, nor a folder.
        if (name == "open" and _writes(node)) or "\n" in first.value or (name == "Path" and "." not in first.value):
            continue
        paths.append((first, first.value))
    return iter(sorted(paths, key=lambda path: (path[0].lineno, path[0].col_offset)))


def _writes(node: ast.Call) -> bool:
    mode = (
        node.args[1]
        if len(node.args) > 1
        else next((keyword.value for keyword in node.keywords if keyword.arg == "mode"), None)
    )
    return isinstance(mode, ast.Constant) and bool(set(str(mode.value)) & set("wax+"))


def _written_paths(tree: ast.Module) -> Iterator[str]:
    """Yield the paths that code writes itself, which it may read again."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            path = static_path(node.args[0], {})
            if path and (name.startswith(("to_", "save", "dump", "write")) or (name == "open" and _writes(node))):
                yield posixpath.normpath(path)


def _replaced(row: str, node: ast.Constant, path: str) -> str | None:
    """Return a line with a literal on it replaced; None where the literal is no simple one."""
    if node.end_lineno != node.lineno or node.end_col_offset is None:
        return None
    # Python counts columns in bytes of UTF-8.
    data = row.encode()
    literal = data[node.col_offset : node.end_col_offset].decode(errors="replace")
    quote = literal[-1:]
    # Prefixes are dropped with the literal; a triple quote or an escaped one is left to a person.
    if quote not in {'"', "'"} or literal[-3:] == quote * 3 or literal.count(quote) != 2:  # noqa: PLR2004 - one pair
        return None
    return (data[: node.col_offset] + f"{quote}{path}{quote}".encode() + data[node.end_col_offset :]).decode()


_TABLES = frozenset({"read_csv", "read_table", "read_excel", "read_parquet", "read_json", "read_feather"})
# Methods after which a frame's columns are those it had, or named by texts in the code.
_SAME_COLUMNS = frozenset((
    "copy", "dropna", "drop_duplicates", "sort_values", "query", "head", "tail", "sample", "fillna", "assign", "rename",
    "drop", "astype", "replace", "convert_dtypes", "sort_index", "infer_objects", "nlargest", "nsmallest", "filter",
    "reindex", "clip", "set_index", "truncate",
))  # fmt: skip
# Options of readers under which the columns may be others than those the profile saw.
_LOOSE = frozenset({"header", "skiprows", "sep", "delimiter", "prefix", "sheet_name", "index_col", "usecols"})

# Characters of a text that may be an expression over columns.
_LONGEST_EXPRESSION = 300
# Names that pandas gives to columns when it counts or resets an index.
_IMPLICIT_COLUMNS = frozenset({"index", "level_0", "count", "proportion", "size"})


@dataclass(slots=True)
class SessionTables:
    """What the cells so far have made of the input tables."""

    inputs: Sequence[InputTable]
    frames: set[str] = field(default_factory=set)
    """Variables that hold an input table, or one derived from it."""
    created: set[str] = field(default_factory=set)
    """Every text that may have become a column's name."""
    imports: dict[str, str] = field(default_factory=dict)


def check_columns(lines: Sequence[ReplyLine], session: SessionTables, notes: list[ReplyFinding]) -> None:
    """Find the columns that a cell reads and no table has, then register the columns that the cell creates."""
    # Only frames that certainly come from an input table are looked into, and every text of the code that is no such
    # column counts as one that may have been made: better silent than wrong.
    tables = [table.columns for table in session.inputs]
    parsed = parse_code(text_of(lines))
    if not tables or any(columns is None for columns in tables) or parsed.error is not None:
        return
    session.imports |= import_aliases(parsed.tree)
    existing = {name for columns in tables for name in columns or ()} | _IMPLICIT_COLUMNS
    for statement in parsed.tree.body:
        # From here on any frame may have columns that nobody can name.
        if _is_opening(statement):
            session.frames.clear()
        reads = list(_column_reads(statement, session.frames))
        own = {id(node) for node, _ in reads}
        session.created.update(_names_made(statement, own))
        for node, frame in reads:
            name = str(node.value)
            if name not in existing and name not in session.created:
                near = closest_word(name, existing | session.created, cutoff=0.55) or _beginning(name, existing)
                hint = (
                    f"did you mean '{near}'?"
                    if near
                    else "columns: " + ", ".join(sorted(existing - _IMPLICIT_COLUMNS)[:12])
                )
                message = f"'{frame}' has no column '{excerpt(name)}'"
                notes.append(ReplyFinding(codes.COLUMN, lines[node.lineno - 1].number, message, hint))
                # Reported once, not again by every problem that uses it.
                session.created.add(name)
        _follow(statement, session)


def _beginning(name: str, existing: set[str]) -> str:
    """Return the one column that a name is the beginning of: `bill_length` of `bill_length_mm`."""
    longer = [column for column in existing if len(name) > 3 and column.casefold().startswith(name.casefold())]  # noqa: PLR2004 - shorter ones begin anything
    return longer[0] if len(longer) == 1 else ""


def _column_reads(statement: ast.stmt, frames: set[str]) -> Iterator[tuple[ast.Constant, str]]:
    """Yield the texts by which a statement reads columns of known frames, with the frame's name."""
    # Within a function a frame's name may be that of an argument.
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name):
            if node.value.id in frames:
                yield from ((literal, node.value.id) for literal in _texts(node.slice))
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"groupby", "sort_values"}
        ):
            owner = node.func.value
            keys = node.args[:1] or [literal.value for literal in node.keywords if literal.arg == "by"]
            if isinstance(owner, ast.Name) and owner.id in frames and keys:
                yield from ((literal, owner.id) for literal in _texts(keys[0]))


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    for element in node.elts if isinstance(node, ast.List) else [node]:
        if isinstance(element, ast.Constant) and isinstance(element.value, str):
            yield element


def _names_made(statement: ast.stmt, own: set[int]) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in own:
            yield node.value
            # A query or an expression names several columns in one text.
            yield from re.findall(r"\w+", node.value) if len(node.value) < _LONGEST_EXPRESSION else ()
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg


def _is_opening(statement: ast.stmt) -> bool:
    """Return whether a statement makes columns whose names only running it would tell."""
    for node in ast.walk(statement):
        match node:
            case ast.Subscript(ctx=ast.Store(), slice=key) if not _is_plain(key):
                return True
            case ast.Call(func=ast.Attribute(attr="rename" | "insert" | "assign" | "set_axis" as method)):
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                # The names that `assign` gives are its keywords, whatever their values are.
                if not all(_is_plain(value) for value in values) and method != "assign":
                    return True
                if any(keyword.arg is None for keyword in node.keywords):
                    return True
            case ast.Call(func=ast.Attribute(attr="add_prefix" | "add_suffix" | "update" | "join" | "pipe")):
                return True
    return False


def _is_plain(key: ast.expr) -> bool:
    """Return whether all the texts that a key or an argument gives stand in it."""
    # Of `df.loc[rows, columns]` only the last part names columns.
    if isinstance(key, ast.Tuple):
        return _is_plain(key.elts[-1]) if key.elts else True
    if isinstance(key, ast.List):
        return all(_is_plain(element) for element in key.elts)
    if isinstance(key, ast.Dict):
        return all(_is_plain(element) for element in key.values)
    return isinstance(key, ast.Constant)


def _follow(statement: ast.stmt, session: SessionTables) -> None:
    """Take in which variables hold input tables behind a statement."""
    for node in ast.walk(statement):
        # An assignment such as `df.columns = names` renames them all.
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            session.frames.discard(node.value.id)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            if _is_target(statement, node, session):
                session.frames.add(node.id)
            else:
                session.frames.discard(node.id)


def _is_target(statement: ast.stmt, name: ast.Name, session: SessionTables) -> bool:
    """Return whether a statement makes a variable an input table."""
    if not isinstance(statement, ast.Assign) or statement.targets != [name]:
        return False
    value: ast.expr = statement.value
    while True:
        match value:
            case ast.Call(func=ast.Attribute(attr=method, value=owner)) if method in _SAME_COLUMNS:
                value = owner
            # A mask selects rows and leaves the columns.
            case ast.Subscript(value=owner, slice=ast.Compare() | ast.BinOp() | ast.UnaryOp()):
                value = owner
            case ast.Attribute(attr="loc", value=owner):
                value = owner
            case ast.Name(id=variable):
                return variable in session.frames
            case ast.Call():
                return _reads_table(value, session.imports, session.inputs)
            case _:
                return False


def _reads_table(call: ast.Call, imports: Mapping[str, str], inputs: Sequence[InputTable]) -> bool:
    name = dotted_name(call.func, dict(imports)) or ""
    if (
        name.rpartition(".")[2] not in _TABLES
        or not call.args
        or any(keyword.arg in _LOOSE for keyword in call.keywords)
    ):
        return False
    path = static_path(call.args[0], dict(imports))
    return any(posixpath.normpath(path) == f"inputs/{table.name}" for table in inputs) if path else False
