"""How a value is printed, so that the text is short, rounded, ASCII and the same for all who have the same value.

A number or a tuple stands between ``answer:`` and ``;``, because CIBench accepts every output that contains the
reference: 6 stands in 16, ``answer: 6 ;`` only in itself. Numbers are written as Python's ``.10g`` does, which is the
same for 15 and 15.0 and in all versions of numpy; where a reference is not rounded, ``.6g`` rounds it. All of it is
printed as one text: of several, a busy kernel may send the first alone, and CIBench looks at no other.
"""

from dataclasses import dataclass
from typing import Literal

from authoring.formats.cibench.export.shapes import SCALARS, Shape

StepType = Literal["exec", "num", "text", "vis"]
ESCAPED = '.encode("ascii", "backslashreplace").decode()'
"""Makes any text ASCII."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How a value is printed.

    Attributes:
        step_type: how the printed text is compared.
        call: with ``@`` in the place of the value.
        rounds: whether numbers lose digits.
    """

    step_type: StepType
    call: str
    rounds: bool = False


def printing_of(shape: Shape) -> Printing | None:
    """Return how a value is printed; None where it has no plain text."""
    call = _call(shape) or ("print(ascii(@))" if shape.builtin else None)
    if call is None:
        return None
    step_type: StepType = "num" if '"answer:' in call else "text"
    return Printing(step_type, call, rounds=not shape.exact and ".6g" in call)


def _call(shape: Shape) -> str | None:
    match shape.kind:
        case kind if kind in SCALARS:
            call = _scalar(shape)
        case "tuple" if set(shape.parts) <= SCALARS and 0 < shape.length <= len(shape.parts):
            call = f'print("answer: {_fields(shape, shape.parts)} ;".format(*@))'
        case "list" | "array" | "index" | "tuple" | "set":
            call = _items(shape)
        case "mapping" if set(shape.parts) <= SCALARS and shape.length:
            pair = ": ".join(_field(shape, part) for part in shape.parts)
            call = f'print("\\n".join("{pair}".format(*item) for item in @.items()))'
        case "table":
            call = f'print("\\n".join(", ".join(map("{_number(shape)}".format, row)) for row in @))'
        case "series" | "frame":
            call = _csv(shape)
        case _:
            call = None
    return call


def _scalar(shape: Shape) -> str | None:
    match shape.kind:
        case "number":
            return f'print("answer: {_number(shape)} ;".format(@))'
        case "text" if not shape.ascii:
            return "print(ascii(@))"
        case "nothing":
            return None
        case _:
            return "print(@)"


def _items(shape: Shape) -> str | None:
    """Return how a container is printed whose items stand side by side, or one below the other if they have parts."""
    if shape.rows and set(shape.rows) <= SCALARS:
        order = "sorted(@)" if shape.kind == "set" else "@"
        return f'print("\\n".join("{_fields(shape, shape.rows)}".format(*row) for row in {order}))'
    order = "sorted(@)" if shape.kind == "set" else "@"
    if shape.each == "number":
        return f'print("answer: {{}} ;".format(", ".join(map("{_number(shape)}".format, {order}))))'
    if shape.each in {"text", "plain"}:
        return f'print(", ".join(map({"str" if shape.ascii else "ascii"}, {order})))'
    if set(shape.parts) <= SCALARS and shape.exact and shape.kind != "set":
        return f'print("answer: {{}} ;".format(", ".join(map({"str" if shape.ascii else "ascii"}, @))))'
    return None


def _csv(shape: Shape) -> str:
    options = [
        *(["index=False"] if shape.counted else []),
        *(["header=False"] if shape.kind == "series" else []),
        f'float_format="%{_digits(shape)}"',
    ]
    return f'print(@.to_csv({", ".join(options)}){"" if shape.ascii else ESCAPED}, end="")'


def _fields(shape: Shape, parts: tuple[str, ...]) -> str:
    return " ".join(_field(shape, part) for part in parts)


def _field(shape: Shape, part: str) -> str:
    if part == "number":
        return _number(shape)
    return "{!a}" if part == "text" and not shape.ascii else "{}"


def _number(shape: Shape) -> str:
    return f"{{:{_digits(shape)}}}"


def _digits(shape: Shape) -> str:
    return ".10g" if shape.exact else ".6g"
