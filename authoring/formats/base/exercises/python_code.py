"""The code of an answer: edits that keep all else as it is, the value that it ends with, random draws, and drawing."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Literal

from authoring.dseal.analysis.aliasing import roots
from authoring.dseal.python_code import assigned_names, dotted_name, nodes, parse_code

Edit = tuple[ast.expr | ast.stmt, str]
"""A node of the code's tree, and the text that takes its place."""
_SHOWING = frozenset({"print", "display", "pprint"})
_GLANCES = frozenset({"head", "tail", "info", "sample"})
_FACTS = frozenset({"shape", "dtypes", "columns", "index", "size", "dtype"})
_FEW = 5
"""Rows that a glance shows by itself; of fewer, a number was meant."""
# Words by which a question asks for rows of a table, so that `head()` is the answer and no glance.
_FIRST_ROWS = re.compile(
    r"\b(?:head|tail|see|show|sample|view|look at|display|print|glimpse|most|least|highest|lowest|largest|smallest|"
    r"best|worst|(?:first|last|top|bottom) (?:few |several )?(?:rows?|entries|elements?|lines?|records?|observations?))"
    r"\b",
    re.IGNORECASE,
)
Drawing = Literal["none", "figures", "other"]
"""The drawing of code: figures of matplotlib (also through seaborn and pandas), or others, which `vis` cannot see."""
_VIS_LIBRARIES = ("matplotlib", "seaborn", "pylab")
_OTHER_LIBRARIES = ("plotly", "altair", "bokeh", "plotnine", "folium")
_LIBRARIES = (*_VIS_LIBRARIES, *_OTHER_LIBRARIES)
_OTHER_METHODS = frozenset({"iplot", "hvplot"})
_METHODS = frozenset({"plot", "hist", "boxplot"}) | _OTHER_METHODS
# Functions of drawing libraries that draw nothing themselves.
_SETUP_WORDS = (
    "set_theme set_style set_palette set_context load_dataset use style rc set color_palette close "
    "set_matplotlib_formats update"
)
_SETUP = frozenset(_SETUP_WORDS.split())


def with_replacements(code: str, edits: Iterable[Edit]) -> str:
    """Return code with nodes replaced; nodes must not lie inside one another."""
    # All spans are of the original text, so the pieces are put together from front to back.
    spans = sorted((*_span(code, node), text) for node, text in edits)
    parts: list[str] = []
    end = 0
    for start, stop, text in spans:
        parts += [code[end:start], text]
        end = stop
    return "".join((*parts, code[end:]))


def source_of(code: str, node: ast.expr | ast.stmt) -> str:
    """Return the text of a node of the code's tree."""
    start, end = _span(code, node)
    return code[start:end]


def without_statements(code: str, statements: Sequence[ast.stmt]) -> str:
    """Return code without some of its outermost statements; the lines they leave empty go too."""
    if not statements:
        return code
    # A character that no code holds marks the gaps, so that lines which were empty before stay.
    mark = "\0"
    code = with_replacements(code, ((statement, mark) for statement in statements))
    lines: list[str] = []
    for line in re.sub(rf"[ \t]*{mark}[ \t]*;?[ \t]*", mark, code).split("\n"):
        left = line.replace(mark, "").rstrip(" \t;") if mark in line else line.rstrip()
        if left or mark not in line:
            lines.append(left)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def _span(code: str, node: ast.expr | ast.stmt) -> tuple[int, int]:
    """Return where a node begins and ends in the code."""
    last, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return _offset(code, node.lineno, node.col_offset), _offset(code, last, end)


def _offset(code: str, line: int, column: int) -> int:
    """Return where a place of a tree stands in the code; trees count columns in bytes of UTF-8."""
    lines, starts = _lines(code)
    return starts[line - 1] + len(lines[line - 1].encode("utf-8", "surrogatepass")[:column].decode(errors="ignore"))


# A few edits of the same code follow each other, and each asks for many places.
@lru_cache(maxsize=8)
def _lines(code: str) -> tuple[list[str], list[int]]:
    """Return the lines of code, and where each begins."""
    lines = code.split("\n")
    return lines, list(accumulate((len(line) + 1 for line in lines), initial=0))


@dataclass(frozen=True, slots=True)
class CodeEnding:
    """The last value of code, and the statements that give it."""

    statements: tuple[ast.stmt, ...]
    """At the end of the code; none where it gives no value."""
    value: ast.expr | None
    text: str
    """The source of the value, as an expression."""
    doubts: tuple[str, ...] = ()
    prints: bool = False
    """Whether it writes what cannot be made a value: in a loop, or text alone."""


def ending_of(code: str) -> CodeEnding:
    """Return how code ends; what it prints last counts as its value."""
    body = parse_code(code).tree.body
    last = body[-1] if body else None
    # A loop or a condition at the end gives no value, though it may print.
    if not isinstance(last, ast.Expr):
        return CodeEnding((), None, "", prints=last is not None and _prints(last))
    if not _shows(last):
        # `df.info()` prints and gives None, so it has no value to compare.
        if _is_info(last.value):
            return CodeEnding((last,), None, "", prints=True)
        return CodeEnding((last,), last.value, _source(code, last.value))
    shown_statements: list[ast.Expr] = []
    for statement in reversed(body):
        if not isinstance(statement, ast.Expr) or not _shows(statement):
            break
        shown_statements.insert(0, statement)
    values = [value for shown_statement in shown_statements for value in _printed(shown_statement.value)]
    if not values:
        return CodeEnding(tuple(shown_statements), None, "", prints=True)
    texts = [_source(code, value) for value in values]
    if len(values) > 1:
        doubt = f"what it prints was made one value, a tuple of {len(values)}"
        value = ast.Tuple(elts=values, ctx=ast.Load())
        return CodeEnding(tuple(shown_statements), value, f"({', '.join(texts)})", (doubt,))
    # `print(x)` shows x itself; anything around it was taken off, which is a guess.
    plain = isinstance(shown_statements[-1].value, ast.Call) and values == shown_statements[-1].value.args
    doubts = () if plain else ("the value was taken out of the text that it prints",)
    return CodeEnding(tuple(shown_statements), values[0], texts[0], doubts)


def with_ending(code: str, ending: CodeEnding, text: str) -> str:
    """Return code that ends with another value, or, without a text, with none."""
    if not ending.statements:
        return code
    if not text:
        return without_statements(code, ending.statements)
    if text == ending.text and isinstance(ending.statements[-1], ast.Expr) and not _shows(ending.statements[-1]):
        return code
    *before, last = ending.statements
    # The others stand before what was replaced, so that their places are still true.
    return without_statements(with_replacements(code, [(last, text)]), before)


def without_shown(code: str) -> str:
    """Return code without its outermost statements that only print, but for those that do something besides."""
    statements = parse_code(code).tree.body
    if len(statements) == 1:
        # Code of one statement would be left empty.
        return code
    return without_statements(
        code, [node for node in statements if _shows(node) or (isinstance(node, ast.Expr) and _is_info(node.value))]
    )


def is_glance(value: ast.expr, names: frozenset[str]) -> bool:
    """Tell whether a value only shows what one of these variables has become."""
    if isinstance(value, ast.Tuple):
        return all(is_glance(element, names) for element in value.elts)
    if not roots(value) & names:
        # The names of an argument are no roots of the call around it, so `type(df)` is looked at by itself.
        return (
            isinstance(value, ast.Call)
            and _called(value) == "type"
            and len(value.args) == 1
            and bool(roots(value.args[0]) & names)
        )
    match value:
        case ast.Name():
            return True
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in _GLANCES:
            return True
        case ast.Attribute(attr=attr, value=ast.Name()) if attr in _FACTS:
            return True
        case _:
            return False


def whole_of(value: ast.expr, question: str) -> ast.expr | None:
    """Return what a glance at first or last rows looks at, where the question does not ask for rows; else None."""
    match value:
        case ast.Call(func=ast.Attribute(value=whole, attr="head" | "tail"), args=args, keywords=[]):
            # A number of rows that the question names was asked for, and so was a number below the default.
            rows = args[0].value if args and isinstance(args[0], ast.Constant) else _FEW
            rows_in_question = isinstance(rows, int) and re.search(rf"\b{rows}\b", question) is not None
            few = isinstance(rows, int) and rows < _FEW
            return None if rows_in_question or few or _FIRST_ROWS.search(question) else whole
        case _:
            return None


def draws_randomly(node: ast.AST, aliases: Mapping[str, str]) -> bool:
    """Tell whether code under a node draws from a global random generator."""
    return any(_drawn(inner, aliases) for inner in nodes(node))


def generators_of(code: str, aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return which global generators code draws from and does not seed: ``random``, ``numpy.random``."""
    tree = parse_code(code).tree
    names = {dotted_name(node.func, aliases) for node in nodes(tree) if isinstance(node, ast.Call)}
    drawn = {name.rpartition(".")[0] for node in nodes(tree) if (name := _drawn(node, aliases))}
    return tuple(sorted(generator for generator in drawn if f"{generator}.seed" not in names))


def _drawn(node: ast.AST, aliases: Mapping[str, str]) -> str:
    """Return the dotted name of the function by which a node draws from a global generator; empty if it does not."""
    if not isinstance(node, ast.Call):
        return ""
    name = dotted_name(node.func, aliases)
    module, _, function = name.rpartition(".")
    imported = {alias for alias in aliases.values() if alias.split(".")[0] in {"numpy", "random"}}
    # Classes such as `RandomState` draw nothing when they are made, and `default_rng` draws from a generator of its
    # own.
    if module in {"random", "numpy.random"} and function.islower() and function not in {"seed", "default_rng"}:
        # A variable of the notebook may be called random, too.
        return name if module != "random" or "random" in {keyword.split(".")[0] for keyword in imported} else ""
    is_sample = isinstance(node.func, ast.Attribute) and node.func.attr == "sample"
    seeded = any(keyword.arg == "random_state" for keyword in node.keywords)
    # `sample` of pandas draws from the global generator of numpy unless it is given a state.
    return "numpy.random.sample" if is_sample and not seeded else ""


def _shows(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and _called(statement.value) in _SHOWING
    )


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _is_info(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "info"


def _prints(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Call) and _called(node) in _SHOWING for node in ast.walk(statement))


def _printed(call: ast.expr) -> Iterator[ast.expr]:
    for argument in call.args if isinstance(call, ast.Call) else ():
        yield from _values_in(argument)


def _values_in(node: ast.expr) -> Iterator[ast.expr]:
    """Give the values in a text that is put together for a reader."""
    parts = _parts_of(node)
    if parts is None:
        yield node
    for part in parts or ():
        yield from _values_in(part)


def _parts_of(node: ast.expr) -> Sequence[ast.expr] | None:
    """Return what a text is put together from; nothing of a constant, and None for what is a value itself."""
    parts: Sequence[ast.expr] | None = None
    match node:
        # Words and numbers in a text are decoration, and no values.
        case ast.Constant():
            parts = ()
        case ast.JoinedStr(values=values):
            parts = [value.value for value in values if isinstance(value, ast.FormattedValue)]
        case ast.BinOp(op=ast.Add(), left=left, right=right) if _is_text(left) or _is_text(right):
            parts = (left, right)
        case ast.BinOp(op=ast.Mod(), left=left, right=right) if _is_text(left):
            parts = right.elts if isinstance(right, ast.Tuple) else (right,)
        case ast.Call(func=ast.Attribute(value=text, attr="format"), args=args) if _is_text(text):
            parts = args
        case ast.Call(func=ast.Name(id="str" | "repr" | "format"), args=[inner, *_]):
            parts = (inner,)
        case _:
            pass
    return parts


def _is_text(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _is_text(left) or _is_text(right)
        case ast.Call(func=ast.Name(id=name)):
            return name in {"str", "repr", "format"}
        case _:
            return False


def _source(code: str, node: ast.expr) -> str:
    text = source_of(code, node)
    # An expression over several lines needs the brackets that a call gave it.
    return f"({text})" if "\n" in text and parse_code(text).error is not None else text


def drawing_of(code: str, aliases: Mapping[str, str]) -> Drawing:
    """Tell what code draws; settings and imports of a library that draws do not."""
    statements = parse_code(code).tree.body
    if not any(_draws(statement, aliases) for statement in statements):
        return "none"
    calls = [node.func for statement in statements for node in nodes(statement) if isinstance(node, ast.Call)]
    # One call of another library is enough: `vis` would judge a part of the figure only.
    unseen = any(
        _is_of(dotted_name(function, aliases), _OTHER_LIBRARIES) or getattr(function, "attr", "") in _OTHER_METHODS
        for function in calls
    )
    return "other" if unseen else "figures"


def without_drawing(code: str, aliases: Mapping[str, str], *, figures: bool = False) -> str:
    """Return code without the outermost statements that draw, that set up drawing, or that need one of those.

    With `figures`, other code of the set draws figures, so what it imports and sets up stays.
    """
    unwanted = _OTHER_LIBRARIES if figures else _LIBRARIES
    removed_names: set[str] = {name for name, module in aliases.items() if _is_of(module, unwanted)}
    removed: list[ast.stmt] = []
    for statement in parse_code(code).tree.body:
        if _draws(statement, aliases) or _mentions(statement, removed_names) or _imports(statement, unwanted):
            removed.append(statement)
            # What a left-out statement makes is missing from then on, so all that uses it goes too.
            removed_names |= assigned_names(ast.unparse(statement)).bound - _loaded_before(statement)
    return without_statements(code, removed)


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
        # `df.plot.bar()` and its like.
        if isinstance(function, ast.Attribute) and getattr(function.value, "attr", "") == "plot":
            return True
    return False


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
            # `import numpy, seaborn` is needed for its first half.
            return all(_is_of(alias.name, libraries) for alias in names)
        case ast.ImportFrom(module=str(module)):
            return _is_of(module, libraries)
        case _:
            return False
