"""Drawing in the code of exercises: what `vis` judges, and what is taken out."""

import ast
from collections.abc import Mapping
from typing import Literal

from authoring.dseal.code import assigned_names, dotted_name, nodes, parse_code
from authoring.formats.exercises.edits import without

Drawing = Literal["none", "figures", "other"]
"""What code draws: matplotlib's figures, as seaborn and pandas do as well, or something that `vis` cannot see."""
_SEEN = ("matplotlib", "seaborn", "pylab")
_UNSEEN = ("plotly", "altair", "bokeh", "plotnine", "folium")
_LIBRARIES = (*_SEEN, *_UNSEEN)
_UNSEEN_METHODS = frozenset({"iplot", "hvplot"})
_METHODS = frozenset({"plot", "hist", "boxplot"}) | _UNSEEN_METHODS


def drawing_of(code: str, aliases: Mapping[str, str]) -> Drawing:
    """Tell what code draws; settings and imports of a library that draws do not."""
    statements = parse_code(code).tree.body
    if not any(_draws(statement, aliases) for statement in statements):
        return "none"
    calls = [node.func for statement in statements for node in nodes(statement) if isinstance(node, ast.Call)]
    unseen = any(
        _is_of(dotted_name(each, aliases), _UNSEEN) or getattr(each, "attr", "") in _UNSEEN_METHODS for each in calls
    )
    return "other" if unseen else "figures"


def without_drawing(code: str, aliases: Mapping[str, str], *, figures: bool = False) -> str:
    """Return code without the outermost statements that draw, that set up drawing, or that need one of those.

    Args:
        code: Python.
        aliases: what imported names stand for.
        figures: whether other code of the set draws figures, so that what it imports and sets up stays.
    """
    unwanted = _UNSEEN if figures else _LIBRARIES
    gone: set[str] = {name for name, module in aliases.items() if _is_of(module, unwanted)}
    removed: list[ast.stmt] = []
    for statement in parse_code(code).tree.body:
        if _draws(statement, aliases) or _mentions(statement, gone) or _imports(statement, unwanted):
            removed.append(statement)
            gone |= assigned_names(ast.unparse(statement)).bound - _loaded_before(statement)
    return without(code, removed)


def _draws(statement: ast.stmt, aliases: Mapping[str, str]) -> bool:
    for node in nodes(statement):
        if not isinstance(node, ast.Call):
            continue
        name = dotted_name(node.func, aliases)
        if _is_of(name, _LIBRARIES) and name.rpartition(".")[2] not in _SETUP:
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


def _is_of(name: str, libraries: tuple[str, ...]) -> bool:
    return name.partition(".")[0] in libraries


def _mentions(statement: ast.stmt, names: set[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in nodes(statement))


def _loaded_before(statement: ast.stmt) -> frozenset[str]:
    """Return the names that a statement changes rather than makes."""
    return frozenset(
        node.id for node in nodes(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )


def _imports(statement: ast.stmt, libraries: tuple[str, ...]) -> bool:
    match statement:
        case ast.Import(names=names):
            return all(_is_of(each.name, libraries) for each in names)
        case ast.ImportFrom(module=str(module)):
            return _is_of(module, libraries)
        case _:
            return False
