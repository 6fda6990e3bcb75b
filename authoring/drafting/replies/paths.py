"""Files that code reads, and their paths made right where only one file can be meant."""

import ast
import posixpath
from collections.abc import Iterator, Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import Line, Note, shown, text_of
from authoring.dseal.code import parse_code
from authoring.dseal.inputs import static_path
from authoring.dseal.suggest import closest
from authoring.dseal.surroundings import InputTable

_READERS = frozenset(
    {
        "read_csv",
        "read_table",
        "read_excel",
        "read_parquet",
        "read_json",
        "read_feather",
        "read_pickle",
        "read_xml",
        "read_html",
        "read_fwf",
        "read_stata",
        "read_spss",
        "read_orc",
        "read_sas",
        "read_hdf",
        "loadtxt",
        "genfromtxt",
        "load",
        "open",
        "Path",
        "read_text",
        "imread",
    }
)


def mend_paths(lines: Sequence[Line], inputs: Sequence[InputTable], notes: list[Note]) -> tuple[Line, ...]:
    """Return code with the paths of input files made ``inputs/NAME`` where only one can be meant."""
    kept = list(lines)
    parsed = parse_code(text_of(lines))
    if not inputs or parsed.error is not None:
        return tuple(kept)
    known = {table.name for table in inputs}
    written = set(_written(parsed.tree))
    for node, path in reversed(list(_read_paths(parsed.tree))):
        plain = posixpath.normpath(path.replace("\\", "/"))
        if plain.removeprefix("inputs/") in known and plain.startswith("inputs/"):
            continue
        if plain in written or set("*?[{") & set(plain) or "://" in path:
            continue
        line = kept[node.lineno - 1]
        name = posixpath.basename(plain).casefold()
        fitting = [each for each in sorted(known) if posixpath.basename(each).casefold() == name]
        moved = _replaced(line.text, node, f"inputs/{fitting[0]}") if len(fitting) == 1 else None
        if moved is not None:
            notes.append(Note(codes.MOVED, line.number, f"'{shown(path)}' is read as 'inputs/{fitting[0]}'"))
            kept[node.lineno - 1] = Line(moved, line.number)
            continue
        near = closest(posixpath.basename(plain), known)
        hint = f"did you mean 'inputs/{near}'?" if near else "there are: " + ", ".join(sorted(known)[:8])
        message = f"the code reads '{shown(path)}', which the seed does not have"
        notes.append(Note(codes.FILE, line.number, message, hint))
    return tuple(kept)


def _read_paths(tree: ast.Module) -> Iterator[tuple[ast.Constant, str]]:
    """Give the texts that readers are called with as paths, in the order in which they stand."""
    found: list[tuple[ast.Constant, str]] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0]
        if name not in _READERS or not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            continue
        if (name == "open" and _writes(node)) or "\n" in first.value or (name == "Path" and "." not in first.value):
            continue
        found.append((first, first.value))
    return iter(sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset)))


def _writes(node: ast.Call) -> bool:
    mode = (
        node.args[1] if len(node.args) > 1 else next((each.value for each in node.keywords if each.arg == "mode"), None)
    )
    return isinstance(mode, ast.Constant) and bool(set(str(mode.value)) & set("wax+"))


def _written(tree: ast.Module) -> Iterator[str]:
    """Give the paths that code writes itself, which it may read again."""
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
    data = row.encode()
    literal = data[node.col_offset : node.end_col_offset].decode(errors="replace")
    quote = literal[-1:]
    if quote not in {'"', "'"} or literal[-3:] == quote * 3 or literal.count(quote) != 2:  # noqa: PLR2004 - one pair
        return None
    return (data[: node.col_offset] + f"{quote}{path}{quote}".encode() + data[node.end_col_offset :]).decode()
