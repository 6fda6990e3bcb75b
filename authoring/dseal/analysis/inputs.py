"""Which files below ``inputs/`` reference code reads, as far as the text of the code tells."""

import ast
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.dseal.python_code import dotted_name, import_aliases, nodes, parse_code, strings


@dataclass(frozen=True, slots=True)
class InputUse:
    """A file below ``inputs/`` that code names, and the node that names it."""

    name: str
    node: ast.expr


@dataclass(frozen=True, slots=True)
class InputUses:
    """What code reads from ``inputs/``; `open` when it also reads names that only running it would tell."""

    uses: tuple[InputUse, ...]
    open: bool


_DOCUMENTS = frozenset({".md", ".rst", ".pdf"})
_CARDS = frozenset({"card.json", "dataset-metadata.json", "datapackage.json", "croissant.json"})
_ABOUT_DATA = frozenset({"readme", "license", "licence", "copying", "notice", "citation", "changelog"})


def is_documentation(name: str) -> bool:
    """Return whether a file is about data, by its name: a card, a description, a licence, which no code has to read."""
    file = posixpath.basename(name).casefold()
    stem, suffix = posixpath.splitext(file)
    return suffix in _DOCUMENTS or file in _CARDS or stem in _ABOUT_DATA


def input_files_of(code: str) -> tuple[str, ...]:
    """Return the names of the files below ``inputs/`` that code reads by a name that stands in it, sorted."""
    return tuple(sorted({use.name for use in input_uses(parse_code(code).tree).uses}))


def input_uses(tree: ast.Module) -> InputUses:
    """Find the paths below ``inputs/`` in code: literals, ``os.path.join`` and ``Path(...) / ...``."""
    aliases = import_aliases(tree)
    uses: list[InputUse] = []
    is_open = False
    visited: set[int] = set()
    for node, path in _paths(tree, aliases):
        if id(node) in visited:
            continue
        # The parts of a joined path are no paths of their own.
        visited.update(id(child) for child in ast.walk(node))
        # `./inputs//a.csv` and the slashes of Windows name the same file.
        plain = posixpath.normpath(path.replace("\\", "/"))
        head, _, name = plain.partition("/")
        if head != "inputs":
            continue
        # A folder, a pattern or a format stands for files that only running the code tells.
        if name and not set("*?[{") & set(name) and not path.endswith("/"):
            uses.append(InputUse(name, node))
        else:
            is_open = True
    return InputUses(tuple(uses), is_open)


def _paths(tree: ast.Module, aliases: dict[str, str]) -> Iterator[tuple[ast.expr, str]]:
    """Give joined paths before the constants they are made of, because the walk goes from the outside in."""
    for node in nodes(tree):
        if isinstance(node, ast.JoinedStr):
            first = node.values[0] if node.values else None
            if isinstance(first, ast.Constant) and str(first.value).lstrip("./").startswith("inputs"):
                yield node, "inputs/*"
        elif isinstance(node, ast.Call | ast.BinOp):
            path = static_path(node, aliases)
            if path:
                yield node, path
    for constant in strings(tree):
        if "\0" not in str(constant.value) and len(str(constant.value)) < 1000:  # noqa: PLR2004 - no path is longer
            yield constant, str(constant.value)


def static_path(node: ast.expr, aliases: dict[str, str]) -> str:
    """Return the path an expression stands for, where that can be read off; else an empty text."""
    parts: list[str] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        if not isinstance(node.right, ast.Constant) or not isinstance(node.right.value, str):
            return ""
        parts.append(node.right.value)
        node = node.left
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and not parts:
        return node.value
    if not isinstance(node, ast.Call):
        return ""
    name = dotted_name(node.func, aliases)
    if name not in {"os.path.join", "pathlib.Path", "pathlib.PurePath", "Path", "join"} or not node.args:
        return ""
    values = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    if len(values) < len(node.args):
        # A part is computed: below inputs/ it may be any file, elsewhere nothing is known.
        return f"{values[0]}/*" if values and values[0].strip("./") == "inputs" else ""
    return "/".join([*values, *reversed(parts)])
