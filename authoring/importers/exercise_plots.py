"""Drawing in the code of exercises: no validator judges it yet, so it is taken out."""

import ast
from collections.abc import Mapping

from authoring.dseal.code import assigned_names, dotted_name, nodes, parse_code
from authoring.importers.exercise_edits import without

_LIBRARIES = ("matplotlib", "seaborn", "plotly", "altair", "bokeh", "pylab", "plotnine", "folium")
_METHODS = frozenset({"plot", "hist", "boxplot", "iplot", "hvplot"})


def draws(code: str, aliases: Mapping[str, str]) -> bool:
    """Tell whether code draws; settings and imports of a library that draws do not."""
    return any(_draws(statement, aliases) for statement in parse_code(code).tree.body)


def without_drawing(code: str, aliases: Mapping[str, str]) -> str:
    """Return code without the outermost statements that draw, that set up drawing, or that need one of those."""
    gone: set[str] = {name for name, module in aliases.items() if _is_library(module)}
    removed: list[ast.stmt] = []
    for statement in parse_code(code).tree.body:
        if _draws(statement, aliases) or _mentions(statement, gone) or _imports_library(statement):
            removed.append(statement)
            gone |= assigned_names(ast.unparse(statement)).bound - _loaded_before(statement)
    return without(code, removed)


def _draws(statement: ast.stmt, aliases: Mapping[str, str]) -> bool:
    for node in nodes(statement):
        if not isinstance(node, ast.Call):
            continue
        name = dotted_name(node.func, aliases)
        if _is_library(name) and name.rpartition(".")[2] not in _SETUP:
            return True
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr in _METHODS and not name.startswith("numpy."):
            return True
        if isinstance(function, ast.Attribute) and getattr(function.value, "attr", "") == "plot":
            return True
    return False


_SETUP_WORDS = (
    "set_theme set_style set_palette set_context load_dataset use style rc set color_palette close "
    "set_matplotlib_formats update"
)
_SETUP = frozenset(_SETUP_WORDS.split())


def _is_library(name: str) -> bool:
    return name.partition(".")[0] in _LIBRARIES


def _mentions(statement: ast.stmt, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in nodes(statement))


def _loaded_before(statement: ast.stmt) -> frozenset[str]:
    """Return the names that a statement changes rather than makes."""
    return frozenset(
        node.id for node in nodes(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )


def _imports_library(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import(names=names):
            return all(_is_library(each.name) for each in names)
        case ast.ImportFrom(module=str(module)):
            return _is_library(module)
        case _:
            return False
