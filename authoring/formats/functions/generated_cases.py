"""What kind of values a parameter takes, as far as its annotation and the examples tell."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from authoring.dseal.code import expression_of
from authoring.formats.functions.tasks import Case, Parameter, Task


class Kind(StrEnum):
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
    SEEN = "seen"
    """None of these: a value is one of those that the examples have."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The values a parameter, an element or a column takes.

    `inner` holds the shapes of elements: one of a list, a set, a series or an array; each of a tuple; key and value of
    a dict; each column of a frame, whose names are `names`.
    """

    kind: Kind
    low: float = 0
    high: float = 10
    letters: str = ""
    """The characters of the texts that were seen, sorted."""
    seen: tuple[str, ...] = ()
    """The values that were seen, as expressions, without repetition."""
    inner: tuple["Shape", ...] = ()
    names: tuple[str, ...] = ()
    distinct: bool = False
    """Of a column: no value was seen twice, and there was more than one."""
    optional: bool = False


ANY_LENGTH = ("...",)
"""The names of a tuple whose elements are all alike, and any number."""

NUMBERS = frozenset({Kind.WHOLE, Kind.NUMBER})

_ANNOTATED = {
    "bool": Kind.FLAG,
    "int": Kind.WHOLE,
    "float": Kind.NUMBER,
    "str": Kind.TEXT,
    "list": Kind.LIST,
    "List": Kind.LIST,
    "Sequence": Kind.LIST,
    "Iterable": Kind.LIST,
    "Collection": Kind.LIST,
    "tuple": Kind.TUPLE,
    "Tuple": Kind.TUPLE,
    "set": Kind.SET,
    "Set": Kind.SET,
    "dict": Kind.DICT,
    "Dict": Kind.DICT,
    "Mapping": Kind.DICT,
    "DataFrame": Kind.FRAME,
    "Series": Kind.SERIES,
    "ndarray": Kind.ARRAY,
}

_MOST_SEEN = 30


def shape_of(annotation: str, examples: Sequence[str]) -> Shape | None:
    """Return what a parameter takes; None where neither its annotation nor an example tells.

    Args:
        annotation: as it stands in the signature; may be empty.
        examples: expressions that were given for it.
    """
    said = _annotated(expression_of(annotation)) if annotation else None
    if said is not None and said.kind is Kind.SEEN:
        return said
    values = [expression_of(text) for text in examples]
    nothing = any(isinstance(node, ast.Constant) and node.value is None for node in values)
    shown = _merged([_of_value(node) for node in values if node is not None and not _is_none(node)])
    found = shown if said is None else said if shown is None else _both(said, shown)
    return None if found is None else replace(found, optional=found.optional or nothing)


def _annotated(node: ast.expr | None) -> Shape | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _annotated(expression_of(node.value))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [side for side in (node.left, node.right) if not _is_none(side)]
        found = _annotated(sides[0]) if sides else None
        return replace(found, optional=True) if found and len(sides) == 1 else found
    if isinstance(node, ast.Subscript):
        return _parametrized(node)
    name = _last_name(node)
    kind = _ANNOTATED.get(name)
    return None if kind is None else Shape(kind)


def _parametrized(node: ast.Subscript) -> Shape | None:
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    name = _last_name(node.value)
    if name == "Optional":
        found = _annotated(parts[0])
        return replace(found, optional=True) if found else None
    if name == "Union":
        known = [_annotated(part) for part in parts if not _is_none(part)]
        return next((shape for shape in known if shape is not None), None)
    if name == "Literal":
        return Shape(Kind.SEEN, seen=tuple(ast.unparse(part) for part in parts))
    kind = _ANNOTATED.get(name)
    if kind is None:
        return None
    if kind is Kind.TUPLE and isinstance(parts[-1], ast.Constant) and parts[-1].value is Ellipsis:
        return Shape(kind, inner=_known(parts[:1]), names=ANY_LENGTH)
    return Shape(kind, inner=_known(parts))


def _known(parts: Sequence[ast.expr]) -> tuple[Shape, ...]:
    found = [_annotated(part) for part in parts]
    return () if None in found else tuple(shape for shape in found if shape is not None)


def _of_value(node: ast.expr) -> Shape:
    text = ast.unparse(node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        inner = _of_value(node.operand)
        return replace(inner, low=-inner.high, high=-inner.low, seen=(text,)) if inner.kind in NUMBERS else inner
    if isinstance(node, ast.Constant):
        return _of_constant(node.value, text)
    if isinstance(node, ast.List | ast.Set):
        kind = Kind.LIST if isinstance(node, ast.List) else Kind.SET
        return Shape(kind, inner=_one(_merged([_of_value(each) for each in node.elts])), seen=(text,))
    if isinstance(node, ast.Tuple):
        return Shape(Kind.TUPLE, inner=tuple(_of_value(each) for each in node.elts), seen=(text,))
    if isinstance(node, ast.Dict) and all(node.keys):
        keys = _merged([_of_value(key) for key in node.keys if key is not None])
        values = _merged([_of_value(value) for value in node.values])
        return Shape(Kind.DICT, inner=(keys, values) if keys and values else (), seen=(text,))
    return _of_call(node, text) or Shape(Kind.SEEN, seen=(text,))


def _of_constant(value: object, text: str) -> Shape:
    if isinstance(value, bool):
        return Shape(Kind.FLAG, seen=(text,))
    if isinstance(value, int | float):
        kind = Kind.WHOLE if isinstance(value, int) else Kind.NUMBER
        return Shape(kind, low=min(value, 10**15), high=min(value, 10**15), seen=(text,))
    if isinstance(value, str):
        return Shape(Kind.TEXT, high=len(value), letters="".join(sorted(set(value))), seen=(text,))
    return Shape(Kind.SEEN, seen=(text,))


def _of_call(node: ast.expr, text: str) -> Shape | None:
    """Return the shape of ``pd.DataFrame({...})``, ``pd.Series([...])``, ``np.array([...])`` and ``set()``."""
    if not isinstance(node, ast.Call):
        return None
    name = _last_name(node.func)
    if name == "set" and not node.args:
        return Shape(Kind.SET, seen=(text,))
    first = node.args[0] if node.args else None
    if name == "DataFrame":
        columns = dict(_columns(first, node))
        return Shape(Kind.FRAME, inner=tuple(columns.values()), names=tuple(columns), seen=(text,))
    if name in {"Series", "array"} and isinstance(first, ast.List):
        kind = Kind.SERIES if name == "Series" else Kind.ARRAY
        return Shape(kind, inner=_one(_column(first.elts)), seen=(text,))
    return None


def _columns(data: ast.expr | None, call: ast.Call) -> Iterator[tuple[str, Shape]]:
    if isinstance(data, ast.Dict):
        for key, values in zip(data.keys, data.values, strict=True):
            found = _column(values.elts) if isinstance(values, ast.List) else None
            if isinstance(key, ast.Constant) and isinstance(key.value, str) and found is not None:
                yield key.value, found
    named = next((each.value for each in call.keywords if each.arg == "columns"), None)
    if isinstance(data, ast.List) and isinstance(named, ast.List):
        for place, name in enumerate(named.elts):
            cells = [row.elts[place] for row in data.elts if isinstance(row, ast.List | ast.Tuple) and row.elts[place:]]
            found = _column(cells)
            if isinstance(name, ast.Constant) and isinstance(name.value, str) and found is not None:
                yield name.value, found


def _column(cells: Sequence[ast.expr]) -> Shape | None:
    found = _merged([_of_value(cell) for cell in cells if not _is_none(cell)])
    if found is None:
        return None
    texts = [ast.unparse(cell) for cell in cells]
    lacks = any(_is_none(cell) for cell in cells)
    return replace(found, distinct=len(texts) > 1 and len(set(texts)) == len(texts), optional=lacks)


def _merged(shapes: Sequence[Shape]) -> Shape | None:
    found: Shape | None = None
    for shape in shapes:
        found = shape if found is None else _both(found, shape)
    return found


def _both(one: Shape, other: Shape) -> Shape:
    """Return a shape that holds the values of both; the first one's kind counts where it was said."""
    seen = tuple(dict.fromkeys((*one.seen, *other.seen)))[:_MOST_SEEN]
    kind = one.kind
    if {one.kind, other.kind} == NUMBERS:
        kind = Kind.NUMBER
    elif one.kind is not other.kind:
        # An expression that says nothing of itself, such as `[0] * 3`, is taken for what stands beside it.
        known = one if not one.seen or other.kind is Kind.SEEN else other
        mixed = Kind.SEEN not in {one.kind, other.kind} and one.seen
        return Shape(Kind.SEEN, seen=seen) if mixed else replace(known, seen=seen)
    unseen = not one.seen and one.kind in {*NUMBERS, Kind.TEXT}
    return Shape(
        kind,
        low=other.low if unseen else min(one.low, other.low),
        high=other.high if unseen else max(one.high, other.high),
        letters="".join(sorted({*one.letters, *other.letters})),
        seen=seen,
        inner=_inner(one, other),
        names=one.names or other.names,
        distinct=one.distinct and other.distinct,
        optional=one.optional or other.optional,
    )


def _inner(one: Shape, other: Shape) -> tuple[Shape, ...]:
    if one.names == ANY_LENGTH and one.kind is Kind.TUPLE:
        merged = _merged([*one.inner, *other.inner])
        return _one(merged)
    if len(one.inner) == len(other.inner):
        return tuple(_both(mine, its) for mine, its in zip(one.inner, other.inner, strict=True))
    return one.inner or other.inner


def _one(shape: Shape | None) -> tuple[Shape, ...]:
    return () if shape is None else (shape,)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _last_name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


# Further test cases for a function: corner cases and random ones, by the shapes of its parameters.

MOST_CORNERS = 10

SIZES = (5, 5, 5, 20, 20, 21, 21, 100, 100)
"""Elements of lists and rows of frames, of each random case in turn; cases of one text differ by their seed."""

_SAMPLE = {
    Kind.FLAG: "True",
    Kind.WHOLE: "3",
    Kind.NUMBER: "2.5",
    Kind.TEXT: "'abc'",
    Kind.LIST: "[]",
    Kind.TUPLE: "()",
    Kind.SET: "set()",
    Kind.DICT: "{}",
}

_FIXED_EDGES: Mapping[Kind, tuple[str, ...]] = {
    Kind.FLAG: ("True", "False"),
    Kind.WHOLE: ("0", "1"),
    Kind.NUMBER: ("0.0",),
    Kind.TEXT: ("''",),
    Kind.SET: ("set()",),
    Kind.DICT: ("{}",),
}

NEAR = frozenset({5, 20})
"""Sizes of the cases whose numbers reach no further than those of the examples, so that some of them meet."""

_LETTERS = "abcde "

_WIDER = 10
"""How many times further than in the examples random numbers reach."""


def cases_for(task: Task) -> tuple[Case, ...]:
    """Return cases that may be added to a task's examples: those with fixed arguments first, then random ones.

    Whether the function takes them is not known before they are tried.
    """
    shapes = [
        _shape(parameter, [example.arguments[place] for example in task.examples])
        for place, parameter in enumerate(task.parameters)
    ]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or not known:
        return ()
    base = task.examples[0].arguments if task.examples else _samples(known, task)
    examples = {example.arguments for example in task.examples}
    found = dict.fromkeys(arguments for arguments in _corners(known, base) if arguments not in examples)
    corners = [Case(arguments, "corner", line=task.line) for arguments in found][:MOST_CORNERS]
    near = [_near(shape) for shape in known]
    drawn = [
        Case(tuple(_drawn(shape, size) for shape in (near if size in NEAR else known)), "random", line=task.line)
        for size in SIZES
    ]
    # What has one value only is no random case.
    return (*corners, *(case for case in drawn if any("random." in text for text in case.arguments)))


def _shape(parameter: Parameter, examples: Sequence[str]) -> Shape | None:
    given = examples if parameter.default is None else (*examples, parameter.default)
    found = shape_of(parameter.annotation, given)
    if found is not None and found.kind is Kind.TEXT and parameter.default is not None:
        # A text with a default is one of a few words, and others are mostly refused.
        return replace(found, kind=Kind.SEEN)
    return found


def _samples(shapes: Sequence[Shape], task: Task) -> tuple[str, ...]:
    """Return arguments for a function without examples."""
    defaults = (parameter.default for parameter in task.parameters)
    return tuple(
        default or (shape.seen[0] if shape.seen else _SAMPLE.get(shape.kind, "None"))
        for shape, default in zip(shapes, defaults, strict=True)
    )


def _corners(shapes: Sequence[Shape], base: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Vary one argument at a time, the first corner of every parameter before the second of any."""
    corners = [list(_edges(shape, text)) for shape, text in zip(shapes, base, strict=True)]
    for turn in range(max(map(len, corners), default=0)):
        for place, edges in enumerate(corners):
            if turn < len(edges):
                yield (*base[:place], edges[turn], *base[place + 1 :])


def _edges(shape: Shape, text: str) -> Iterator[str]:
    """Yield the edges of what a parameter takes; `text` is an example of it."""
    yield from _FIXED_EDGES.get(shape.kind, ())
    if shape.kind in NUMBERS:
        whole = shape.kind is Kind.WHOLE
        yield str(_reach(shape)) if whole else str(float(_reach(shape)))
        if shape.low < 0 or not shape.seen:
            yield "-1" if whole else "-0.5"
    elif shape.kind is Kind.TEXT:
        letter = shape.letters.strip()[:1] or "a"
        yield from (repr(letter), repr(letter * 4))
    elif shape.kind is Kind.LIST or (shape.kind is Kind.TUPLE and shape.names == ANY_LENGTH):
        yield from _edges_of_list(shape, text)
    elif shape.kind in {Kind.FRAME, Kind.SERIES} and shape.seen:
        yield from (f"{text}.head(0)", f"{text}.head(1)", f"pd.concat([{text}] * 2, ignore_index=True)")
    elif shape.kind is Kind.SEEN:
        yield from shape.seen[:4]
    elif shape.kind is Kind.ARRAY and shape.seen:
        yield from (f"{text}[:0]", f"{text}[:1]")
    if shape.optional:
        yield "None"


def _edges_of_list(shape: Shape, text: str) -> Iterator[str]:
    opened, closed = "[]" if shape.kind is Kind.LIST else ("(", ",)")
    yield "[]" if shape.kind is Kind.LIST else "()"
    for element in shape.inner[:1]:
        first = element.seen[0] if element.seen else _SAMPLE.get(element.kind)
        if first is not None:
            yield f"{opened}{first}{closed}"
            yield f"{opened}{', '.join([first] * 4)}{closed.strip(',')}"
    node = expression_of(text)
    if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1:
        turned = ", ".join(ast.unparse(each) for each in reversed(node.elts))
        yield f"[{turned}]" if isinstance(node, ast.List) else f"({turned})"


def _near(shape: Shape) -> Shape:
    """Return a shape whose numbers reach as far as they were seen to."""
    inner = tuple(map(_near, shape.inner))
    return (
        replace(shape, inner=inner, low=shape.low / _WIDER, high=shape.high / _WIDER)
        if shape.kind in NUMBERS
        else (replace(shape, inner=inner))
    )


def _reach(shape: Shape) -> int:
    """Return how far random numbers go."""
    farthest = max(abs(shape.low), abs(shape.high)) if shape.seen else _WIDER
    return round(farthest * _WIDER) or _WIDER


def _low(shape: Shape) -> int:
    if not shape.seen:
        return -10
    return -_reach(shape) if shape.low < 0 else min(int(shape.low), 1)


def _drawn(shape: Shape, size: int) -> str:
    """Return an expression that draws a value; `size` is the length of the outermost list."""
    if shape.kind in NUMBERS | {Kind.FLAG, Kind.TEXT}:
        return _drawn_scalar(shape, size)
    if shape.kind is Kind.FRAME:
        columns = (
            f"{name!r}: {_column_expression(inner, size)}" for name, inner in zip(shape.names, shape.inner, strict=True)
        )
        return f"pd.DataFrame({{{', '.join(columns)}}})" if shape.names else _one_of(shape)
    if shape.kind is Kind.TUPLE and shape.names != ANY_LENGTH:
        inner = ", ".join(_drawn(each, 3) for each in shape.inner)
        return f"({inner}{',' if len(shape.inner) == 1 else ''})" if shape.inner else _one_of(shape)
    if not shape.inner:
        # A list of nobody knows what: whole numbers are the least surprise where nothing was seen.
        element = Shape(Kind.WHOLE)
        return _gathered(shape, element, size) if shape.kind in {Kind.LIST, Kind.SET} else _one_of(shape)
    if shape.kind is Kind.DICT:
        key, value = (_drawn(each, 5) for each in shape.inner)
        return f"{{{key}: {value} for _ in range({size})}}"
    return _gathered(shape, shape.inner[0], size)


def _gathered(shape: Shape, element: Shape, size: int) -> str:
    if shape.kind in {Kind.SERIES, Kind.ARRAY}:
        made = "pd.Series" if shape.kind is Kind.SERIES else "np.array"
        return f"{made}({_column_expression(element, size)})"
    listed = f"[{_drawn(element, 5)} for _ in range({size})]"
    return {Kind.SET: f"set({listed})", Kind.TUPLE: f"tuple({listed})"}.get(shape.kind, listed)


def _drawn_scalar(shape: Shape, size: int) -> str:
    if shape.kind is Kind.FLAG:
        return "random.random() < 0.5"
    if shape.kind is Kind.WHOLE:
        return f"random.randint({_low(shape)}, {_reach(shape)})"
    if shape.kind is Kind.NUMBER:
        return f"round(random.uniform({_low(shape)}, {_reach(shape)}), 2)"
    # A text of a few words is one of those that were seen: letters at random would be none of its kind.
    if not shape.letters or len(shape.letters) > len(_LETTERS) * 4:
        return _one_of(shape) if len(shape.seen) > 1 else f"''.join(random.choices({_LETTERS!r}, k={size}))"
    return f"''.join(random.choices({shape.letters!r}, k=random.randint(0, {max(int(shape.high), size)})))"


def _one_of(shape: Shape) -> str:
    return f"random.choice([{', '.join(shape.seen)}])" if shape.seen else "None"


def _column_expression(shape: Shape, size: int) -> str:
    """Return an expression for `size` values of one column; what was seen once only stays so."""
    if shape.distinct and shape.kind is Kind.WHOLE:
        return f"random.sample(range({_low(shape)}, {_low(shape) + max(_reach(shape), 10 * size)}), {size})"
    if shape.distinct and shape.kind is Kind.TEXT:
        stem = repr(shape.letters.strip()[:1] or "a")
        return f"[{stem} + str(n) for n in random.sample(range({10 * size}), {size})]"
    values = ", ".join((*shape.seen, *(["None"] if shape.optional else [])))
    if shape.kind in {Kind.TEXT, Kind.SEEN} and values:
        return f"random.choices([{values}], k={size})"
    drawn = _drawn(shape, 5)
    if shape.optional:
        drawn = f"None if random.random() < 0.2 else {drawn}"
    return f"[{drawn} for _ in range({size})]"
