"""Generated test cases of a function: corner cases and random ones, by the values that each parameter takes."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from authoring.dseal.python_code import expression_of
from authoring.formats.functions.tasks import Case, FunctionTask, Parameter

ANY_LENGTH = ("...",)
"""The names of a tuple whose elements are all alike, and any number."""
_MOST_SEEN = 30
MOST_CORNERS = 10
SIZES = (5, 5, 5, 20, 20, 21, 21, 100, 100)
"""Elements of lists and rows of frames, of each random case in turn; cases of one text differ by their seed."""
NEAR = frozenset({5, 20})
"""Sizes of the cases whose numbers reach no further than those of the examples, so that some of them meet."""
_LETTERS = "abcde "
_WIDER = 10
"""The factor by which random numbers reach further than the examples."""


class ParameterKind(StrEnum):
    """The kind of a value."""

    FLAG = "flag"
    WHOLE = "whole"
    NUMBER = "number"
    TEXT = "text"
    LIST = "list"
    TUPLE = "tuple"
    SET = "set"
    DICT = "dict"
    FRAME = "frame"
    SERIES = "series"
    ARRAY = "array"
    ENUMERATED = "seen"
    """None of these kinds: values are taken from the examples."""


@dataclass(frozen=True, slots=True)
class ParameterShape:
    """The values a parameter, an element or a column takes.

    `inner` holds the shapes of elements: one of a list, a set, a series or an array; each of a tuple; key and value of
    a dict; each column of a frame, whose names are `names`.
    """

    kind: ParameterKind
    low: float = 0
    high: float = 10
    letters: str = ""
    """The characters of the texts that were seen, sorted."""
    values: tuple[str, ...] = ()
    """The values that were seen, as expressions, without repetition."""
    inner: tuple["ParameterShape", ...] = ()
    names: tuple[str, ...] = ()
    distinct: bool = False
    """Whether a column holds several values and none twice."""
    optional: bool = False


NUMBERS = frozenset({ParameterKind.WHOLE, ParameterKind.NUMBER})

_ANNOTATED = {
    "bool": ParameterKind.FLAG,
    "int": ParameterKind.WHOLE,
    "float": ParameterKind.NUMBER,
    "str": ParameterKind.TEXT,
    "list": ParameterKind.LIST,
    "List": ParameterKind.LIST,
    "Sequence": ParameterKind.LIST,
    "Iterable": ParameterKind.LIST,
    "Collection": ParameterKind.LIST,
    "tuple": ParameterKind.TUPLE,
    "Tuple": ParameterKind.TUPLE,
    "set": ParameterKind.SET,
    "Set": ParameterKind.SET,
    "dict": ParameterKind.DICT,
    "Dict": ParameterKind.DICT,
    "Mapping": ParameterKind.DICT,
    "DataFrame": ParameterKind.FRAME,
    "Series": ParameterKind.SERIES,
    "ndarray": ParameterKind.ARRAY,
}


def shape_of(annotation: str, examples: Sequence[str]) -> ParameterShape | None:
    """Return what a parameter takes; None where neither its annotation nor an example tells.

    The examples are expressions that were given for the parameter; its annotation may be empty.
    """
    annotated = _annotated(expression_of(annotation)) if annotation else None
    # `Literal` lists all values there are, so examples can add nothing.
    if annotated is not None and annotated.kind is ParameterKind.ENUMERATED:
        return annotated
    values = [expression_of(text) for text in examples]
    has_none = any(isinstance(node, ast.Constant) and node.value is None for node in values)
    exemplified = _merged([_of_value(node) for node in values if node is not None and not _is_none(node)])
    shape = exemplified if annotated is None else annotated if exemplified is None else _union(annotated, exemplified)
    return None if shape is None else replace(shape, optional=shape.optional or has_none)


def _annotated(node: ast.expr | None) -> ParameterShape | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _annotated(expression_of(node.value))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [side for side in (node.left, node.right) if not _is_none(side)]
        shape = _annotated(sides[0]) if sides else None
        # `T | None`; of two types the left one is taken.
        return replace(shape, optional=True) if shape and len(sides) == 1 else shape
    if isinstance(node, ast.Subscript):
        return _parametrized(node)
    name = _last_name(node)
    kind = _ANNOTATED.get(name)
    return None if kind is None else ParameterShape(kind)


def _parametrized(node: ast.Subscript) -> ParameterShape | None:
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = _last_name(node.value)
    if name == "Optional":
        shape = _annotated(parts[0])
        return replace(shape, optional=True) if shape else None
    if name == "Union":
        members = [_annotated(part) for part in parts if not _is_none(part)]
        # Of several types the first one that is understood.
        return next((shape for shape in members if shape is not None), None)
    if name == "Literal":
        return ParameterShape(ParameterKind.ENUMERATED, values=tuple(ast.unparse(part) for part in parts))
    kind = _ANNOTATED.get(name)
    if kind is None:
        return None
    if kind is ParameterKind.TUPLE and isinstance(parts[-1], ast.Constant) and parts[-1].value is Ellipsis:
        return ParameterShape(kind, inner=_inner_shapes(parts[:1]), names=ANY_LENGTH)
    return ParameterShape(kind, inner=_inner_shapes(parts))


def _inner_shapes(parts: Sequence[ast.expr]) -> tuple[ParameterShape, ...]:
    shapes = [_annotated(part) for part in parts]
    return () if None in shapes else tuple(shape for shape in shapes if shape is not None)


def _of_value(node: ast.expr) -> ParameterShape:
    text = ast.unparse(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        inner = _of_value(node.operand)
        return replace(inner, low=-inner.high, high=-inner.low, values=(text,)) if inner.kind in NUMBERS else inner
    if isinstance(node, ast.Constant):
        return _of_constant(node.value, text)
    if isinstance(node, ast.List | ast.Set):
        kind = ParameterKind.LIST if isinstance(node, ast.List) else ParameterKind.SET
        return ParameterShape(
            kind, inner=_as_inner(_merged([_of_value(element) for element in node.elts])), values=(text,)
        )
    if isinstance(node, ast.Tuple):
        return ParameterShape(
            ParameterKind.TUPLE, inner=tuple(_of_value(element) for element in node.elts), values=(text,)
        )
    if isinstance(node, ast.Dict) and all(node.keys):
        keys = _merged([_of_value(key) for key in node.keys if key is not None])
        values = _merged([_of_value(value) for value in node.values])
        return ParameterShape(ParameterKind.DICT, inner=(keys, values) if keys and values else (), values=(text,))
    return _of_call(node, text) or ParameterShape(ParameterKind.ENUMERATED, values=(text,))


def _of_constant(value: object, text: str) -> ParameterShape:
    # Before `int`, whose subclass it is.
    if isinstance(value, bool):
        return ParameterShape(ParameterKind.FLAG, values=(text,))
    if isinstance(value, int | float):
        kind = ParameterKind.WHOLE if isinstance(value, int) else ParameterKind.NUMBER
        return ParameterShape(kind, low=min(value, 10**15), high=min(value, 10**15), values=(text,))
    if isinstance(value, str):
        return ParameterShape(ParameterKind.TEXT, high=len(value), letters="".join(sorted(set(value))), values=(text,))
    return ParameterShape(ParameterKind.ENUMERATED, values=(text,))


def _of_call(node: ast.expr, text: str) -> ParameterShape | None:
    """Return the shape of ``pd.DataFrame({...})``, ``pd.Series([...])``, ``np.array([...])`` and ``set()``."""
    if not isinstance(node, ast.Call):
        return None
    name = _last_name(node.func)
    if name == "set" and not node.args:
        return ParameterShape(ParameterKind.SET, values=(text,))
    first = node.args[0] if node.args else None
    if name == "DataFrame":
        columns = dict(_columns(first, node))
        return ParameterShape(ParameterKind.FRAME, inner=tuple(columns.values()), names=tuple(columns), values=(text,))
    if name in {"Series", "array"} and isinstance(first, ast.List):
        kind = ParameterKind.SERIES if name == "Series" else ParameterKind.ARRAY
        return ParameterShape(kind, inner=_as_inner(_column(first.elts)), values=(text,))
    return None


def _columns(data: ast.expr | None, call: ast.Call) -> Iterator[tuple[str, ParameterShape]]:
    if isinstance(data, ast.Dict):
        for key, values in zip(data.keys, data.values, strict=True):
            shape = _column(values.elts) if isinstance(values, ast.List) else None
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and shape is not None:
                yield key.value, shape
    names = next((keyword.value for keyword in call.keywords if keyword.arg == "columns"), None)
    if isinstance(data, ast.List) and isinstance(names, ast.List):
        for place, name in enumerate(names.elts):
            cells = [row.elts[place] for row in data.elts if isinstance(row, ast.List | ast.Tuple) and row.elts[place:]]
            shape = _column(cells)
            if isinstance(name, ast.Constant) and isinstance(name.value, str) and shape is not None:
                yield name.value, shape


def _column(cells: Sequence[ast.expr]) -> ParameterShape | None:
    shape = _merged([_of_value(cell) for cell in cells if not _is_none(cell)])
    if shape is None:
        return None
    texts = [ast.unparse(cell) for cell in cells]
    lacks = any(_is_none(cell) for cell in cells)
    return replace(shape, distinct=len(texts) > 1 and len(set(texts)) == len(texts), optional=lacks)


def _merged(shapes: Sequence[ParameterShape]) -> ParameterShape | None:
    return reduce(_union, shapes) if shapes else None


def _union(first: ParameterShape, second: ParameterShape) -> ParameterShape:
    """Return a shape that holds the values of both; the first one's kind counts where it was said."""
    values = tuple(dict.fromkeys((*first.values, *second.values)))[:_MOST_SEEN]
    kind = first.kind
    if {first.kind, second.kind} == NUMBERS:
        kind = ParameterKind.NUMBER
    elif first.kind is not second.kind:
        # An expression that says nothing of itself, such as `[0] * 3`, is taken for what stands beside it.
        certain = first if not first.values or second.kind is ParameterKind.ENUMERATED else second
        mixed = ParameterKind.ENUMERATED not in {first.kind, second.kind} and first.values
        return ParameterShape(ParameterKind.ENUMERATED, values=values) if mixed else replace(certain, values=values)
    # An annotation alone says nothing of the range: the defaults of the shape give way to what was seen.
    unseen = not first.values and first.kind in {*NUMBERS, ParameterKind.TEXT}
    return ParameterShape(
        kind,
        low=second.low if unseen else min(first.low, second.low),
        high=second.high if unseen else max(first.high, second.high),
        letters="".join(sorted({*first.letters, *second.letters})),
        values=values,
        inner=_union_of_inner(first, second),
        names=first.names or second.names,
        distinct=first.distinct and second.distinct,
        optional=first.optional or second.optional,
    )


def _union_of_inner(first: ParameterShape, second: ParameterShape) -> tuple[ParameterShape, ...]:
    if first.names == ANY_LENGTH and first.kind is ParameterKind.TUPLE:
        return _as_inner(_merged([*first.inner, *second.inner]))
    if len(first.inner) == len(second.inner):
        return tuple(map(_union, first.inner, second.inner))
    return first.inner or second.inner


def _as_inner(shape: ParameterShape | None) -> tuple[ParameterShape, ...]:
    return () if shape is None else (shape,)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _last_name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


_SAMPLE = {
    ParameterKind.FLAG: "True",
    ParameterKind.WHOLE: "3",
    ParameterKind.NUMBER: "2.5",
    ParameterKind.TEXT: "'abc'",
    ParameterKind.LIST: "[]",
    ParameterKind.TUPLE: "()",
    ParameterKind.SET: "set()",
    ParameterKind.DICT: "{}",
}

_FIXED_EDGES: Mapping[ParameterKind, tuple[str, ...]] = {
    ParameterKind.FLAG: ("True", "False"),
    ParameterKind.WHOLE: ("0", "1"),
    ParameterKind.NUMBER: ("0.0",),
    ParameterKind.TEXT: ("''",),
    ParameterKind.SET: ("set()",),
    ParameterKind.DICT: ("{}",),
}


def cases_for(task: FunctionTask) -> tuple[Case, ...]:
    """Return cases that may be added to a task's examples: those with fixed arguments first, then random ones.

    Whether the function takes them is not known before they are tried.
    """
    shapes = [
        _shape(parameter, [example.arguments[place] for example in task.examples])
        for place, parameter in enumerate(task.parameters)
    ]
    complete = [shape for shape in shapes if shape is not None]
    if len(complete) < len(shapes) or not complete:
        return ()
    # One argument is varied at a time, and the others stay those of a call that is known to work.
    base = task.examples[0].arguments if task.examples else _samples(complete, task)
    examples = {example.arguments for example in task.examples}
    corner_arguments = dict.fromkeys(arguments for arguments in _corners(complete, base) if arguments not in examples)
    corners = [Case(arguments, "corner", line=task.line) for arguments in corner_arguments][:MOST_CORNERS]
    near = [_near(shape) for shape in complete]
    drawn = [
        Case(tuple(_drawn(shape, size) for shape in (near if size in NEAR else complete)), "random", line=task.line)
        for size in SIZES
    ]
    # What has one value only is no random case.
    return (*corners, *(case for case in drawn if any("random." in text for text in case.arguments)))


def _shape(parameter: Parameter, examples: Sequence[str]) -> ParameterShape | None:
    values = examples if parameter.default is None else (*examples, parameter.default)
    shape = shape_of(parameter.annotation, values)
    if shape is not None and shape.kind is ParameterKind.TEXT and parameter.default is not None:
        # A text with a default is one of a few words, and others are mostly refused.
        return replace(shape, kind=ParameterKind.ENUMERATED)
    return shape


def _samples(shapes: Sequence[ParameterShape], task: FunctionTask) -> tuple[str, ...]:
    """Return arguments for a function without examples."""
    defaults = (parameter.default for parameter in task.parameters)
    return tuple(
        default or (shape.values[0] if shape.values else _SAMPLE.get(shape.kind, "None"))
        for shape, default in zip(shapes, defaults, strict=True)
    )


def _corners(shapes: Sequence[ParameterShape], base: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Vary one argument at a time, the first corner of every parameter before the second of any."""
    corners = [list(_edges(shape, text)) for shape, text in zip(shapes, base, strict=True)]
    for turn in range(max(map(len, corners), default=0)):
        for place, edges in enumerate(corners):
            if turn < len(edges):
                yield (*base[:place], edges[turn], *base[place + 1 :])


def _edges(shape: ParameterShape, text: str) -> Iterator[str]:
    """Yield the edges of what a parameter takes; `text` is an example of it."""
    yield from _FIXED_EDGES.get(shape.kind, ())
    if shape.kind in NUMBERS:
        whole = shape.kind is ParameterKind.WHOLE
        yield str(_reach(shape)) if whole else str(float(_reach(shape)))
        # Negative numbers only where an example has some, or where nothing was seen at all.
        if shape.low < 0 or not shape.values:
            yield "-1" if whole else "-0.5"
    elif shape.kind is ParameterKind.TEXT:
        letter = shape.letters.strip()[:1] or "a"
        yield from (repr(letter), repr(letter * 4))
    elif shape.kind is ParameterKind.LIST or (shape.kind is ParameterKind.TUPLE and shape.names == ANY_LENGTH):
        yield from _edges_of_list(shape, text)
    elif shape.kind in {ParameterKind.FRAME, ParameterKind.SERIES} and shape.values:
        yield from (f"{text}.head(0)", f"{text}.head(1)", f"pd.concat([{text}] * 2, ignore_index=True)")
    elif shape.kind is ParameterKind.ENUMERATED:
        yield from shape.values[:4]
    elif shape.kind is ParameterKind.ARRAY and shape.values:
        yield from (f"{text}[:0]", f"{text}[:1]")
    if shape.optional:
        yield "None"


def _edges_of_list(shape: ParameterShape, text: str) -> Iterator[str]:
    opened, closed = "[]" if shape.kind is ParameterKind.LIST else ("(", ",)")
    yield "[]" if shape.kind is ParameterKind.LIST else "()"
    for element in shape.inner[:1]:
        first = element.values[0] if element.values else _SAMPLE.get(element.kind)
        if first is not None:
            yield f"{opened}{first}{closed}"
            yield f"{opened}{', '.join([first] * 4)}{closed.strip(',')}"
    node = expression_of(text)
    if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1:
        turned = ", ".join(ast.unparse(member) for member in reversed(node.elts))
        yield f"[{turned}]" if isinstance(node, ast.List) else f"({turned})"


def _near(shape: ParameterShape) -> ParameterShape:
    """Return a shape whose numbers reach as far as they were seen to."""
    inner = tuple(map(_near, shape.inner))
    if shape.kind in NUMBERS:
        return replace(shape, inner=inner, low=shape.low / _WIDER, high=shape.high / _WIDER)
    return replace(shape, inner=inner)


def _reach(shape: ParameterShape) -> int:
    """Return how far random numbers go."""
    farthest = max(abs(shape.low), abs(shape.high)) if shape.values else _WIDER
    return round(farthest * _WIDER) or _WIDER


def _low(shape: ParameterShape) -> int:
    if not shape.values:
        return -10
    return -_reach(shape) if shape.low < 0 else min(int(shape.low), 1)


def _drawn(shape: ParameterShape, size: int) -> str:
    """Return an expression that draws a value; `size` is the length of the outermost list."""
    if shape.kind in NUMBERS | {ParameterKind.FLAG, ParameterKind.TEXT}:
        return _drawn_scalar(shape, size)
    if shape.kind is ParameterKind.FRAME:
        columns = (
            f"{name!r}: {_column_expression(inner, size)}" for name, inner in zip(shape.names, shape.inner, strict=True)
        )
        return f"pd.DataFrame({{{', '.join(columns)}}})" if shape.names else _choice_expression(shape)
    if shape.kind is ParameterKind.TUPLE and shape.names != ANY_LENGTH:
        inner = ", ".join(_drawn(inner_shape, 3) for inner_shape in shape.inner)
        return f"({inner}{',' if len(shape.inner) == 1 else ''})" if shape.inner else _choice_expression(shape)
    if not shape.inner:
        # A list of nobody knows what: whole numbers are the least surprise where nothing was seen.
        element = ParameterShape(ParameterKind.WHOLE)
        return (
            _gathered(shape, element, size)
            if shape.kind in {ParameterKind.LIST, ParameterKind.SET}
            else _choice_expression(shape)
        )
    if shape.kind is ParameterKind.DICT:
        key, value = (_drawn(inner_shape, 5) for inner_shape in shape.inner)
        return f"{{{key}: {value} for _ in range({size})}}"
    return _gathered(shape, shape.inner[0], size)


def _gathered(shape: ParameterShape, element: ParameterShape, size: int) -> str:
    if shape.kind in {ParameterKind.SERIES, ParameterKind.ARRAY}:
        constructor = "pd.Series" if shape.kind is ParameterKind.SERIES else "np.array"
        return f"{constructor}({_column_expression(element, size)})"
    listed = f"[{_drawn(element, 5)} for _ in range({size})]"
    return {ParameterKind.SET: f"set({listed})", ParameterKind.TUPLE: f"tuple({listed})"}.get(shape.kind, listed)


def _drawn_scalar(shape: ParameterShape, size: int) -> str:
    if shape.kind is ParameterKind.FLAG:
        return "random.random() < 0.5"
    if shape.kind is ParameterKind.WHOLE:
        return f"random.randint({_low(shape)}, {_reach(shape)})"
    if shape.kind is ParameterKind.NUMBER:
        return f"round(random.uniform({_low(shape)}, {_reach(shape)}), 2)"
    # A text of a few words is one of those that were seen: letters at random would be none of its kind.
    if not shape.letters or len(shape.letters) > len(_LETTERS) * 4:
        return (
            _choice_expression(shape) if len(shape.values) > 1 else f"''.join(random.choices({_LETTERS!r}, k={size}))"
        )
    return f"''.join(random.choices({shape.letters!r}, k=random.randint(0, {max(int(shape.high), size)})))"


def _choice_expression(shape: ParameterShape) -> str:
    return f"random.choice([{', '.join(shape.values)}])" if shape.values else "None"


def _column_expression(shape: ParameterShape, size: int) -> str:
    """Return an expression for `size` values of one column; what was seen once only stays so."""
    # A column without repetition is likely a key, and stays without one.
    if shape.distinct and shape.kind is ParameterKind.WHOLE:
        return f"random.sample(range({_low(shape)}, {_low(shape) + max(_reach(shape), 10 * size)}), {size})"
    if shape.distinct and shape.kind is ParameterKind.TEXT:
        stem = repr(shape.letters.strip()[:1] or "a")
        return f"[{stem} + str(n) for n in random.sample(range({10 * size}), {size})]"
    values = ", ".join((*shape.values, *(["None"] if shape.optional else [])))
    # Texts of a column are categories more often than not.
    if shape.kind in {ParameterKind.TEXT, ParameterKind.ENUMERATED} and values:
        return f"random.choices([{values}], k={size})"
    drawn = _drawn(shape, 5)
    if shape.optional:
        drawn = f"None if random.random() < 0.2 else {drawn}"
    return f"[{drawn} for _ in range({size})]"
