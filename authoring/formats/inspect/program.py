"""The program that judges inside a sandbox of another project: our own modules in one zip that Python runs."""

import ast
import functools
import importlib.resources
import io
import zipfile
from collections.abc import Iterator
from importlib.resources.abc import Traversable

from authoring.extensions import names
from authoring.records.evidence import Pins
from authoring.validators.syntax_tree import module_tree

PACKAGE = "authoring"
ENTRY = "authoring.sandbox.inside.standalone.program"
REGISTRIES = ("authoring.validators.checks",)
"""Packages that the program walks for members, which no import statement names."""
MAIN = """from {entry} import main

main(
    hash_seed={pins.hash_seed},
    random_state={pins.random_state},
    timezone={pins.timezone!r},
    locale={pins.locale!r},
    threads={pins.threads},
)
"""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can name."""


@functools.cache
def program() -> bytes:
    """Return the zip: `ENTRY`, the members of `REGISTRIES`, and every module of ours that they reach.

    The same modules give the same bytes. Nothing is compressed, because compressors differ from machine to machine.
    """
    root = importlib.resources.files(PACKAGE)
    texts = {"__main__.py": MAIN.format(entry=ENTRY, pins=Pins()).encode()}
    # Members of installed packages are left out: the zip holds only our own modules.
    found_by_walking = (module for registry in REGISTRIES for _, module in names(registry))
    waiting = [ENTRY, *(module for module in found_by_walking if module.startswith(f"{PACKAGE}."))]
    visited: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module in visited:
            continue
        visited.add(module)
        module_file = _file(root, module)
        if module_file is None:
            continue
        path, text = module_file
        texts[path] = text
        # A module is imported together with the packages above it.
        waiting += [module.rpartition(".")[0], *_imported(text)]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        # Sorted, with fixed times and rights: what a zip holds besides the files must not differ.
        for path in sorted(texts):
            entry = zipfile.ZipInfo(path, LONG_AGO)
            entry.create_system = 3  # Unix, wherever this runs
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, texts[path])
    return buffer.getvalue()


def _file(root: Traversable, module: str) -> tuple[str, bytes] | None:
    """Return a module's path in the zip and its text; None for a name that is no module, as of a function."""
    parts = module.split(".")[1:]
    # A name may be a package or a module; the name of the root package has no parts.
    for path in ((*parts, "__init__.py"), (*parts[:-1], f"{parts[-1]}.py") if parts else ()):
        file = root.joinpath(*path)
        if path and file.is_file():
            return "/".join((PACKAGE, *path)), file.read_bytes()
    return None


def _imported(text: bytes) -> Iterator[str]:
    """Yield the names of ours that a module imports anywhere in it, and those below them that may be modules."""
    waiting: list[ast.AST] = [module_tree(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue  # for readers and checkers: it never runs
        waiting += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == PACKAGE)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == PACKAGE:
            yield from (str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names))
