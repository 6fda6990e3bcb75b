"""Further test cases for a function: corner cases and random ones, by the shapes of its parameters."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from authoring.dseal.code import expression_of
from authoring.formats.functions.shapes import ANY_LENGTH, NUMBERS, Kind, Shape, shape_of
from authoring.formats.functions.tasks import Case, Parameter, Task

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
        columns = (f"{name!r}: {_column(inner, size)}" for name, inner in zip(shape.names, shape.inner, strict=True))
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
        return f"{made}({_column(element, size)})"
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


def _column(shape: Shape, size: int) -> str:
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
