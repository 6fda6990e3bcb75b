"""What code does, by the names of its calls, signs and arguments, and operations that are known by them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from authoring.dseal.python_code import called_name, keyword_of, nodes


@dataclass(frozen=True, slots=True)
class CodeOperation:
    """Something that a question asks for by its words."""

    name: str
    words: re.Pattern[str]
    marks: frozenset[str]
    """What code has that does it: names of calls, classes of operators, `name=value` of arguments."""
    undone_by: frozenset[str] = frozenset()
    """What code has that takes the worth from `feeble` marks."""
    feeble: frozenset[str] = frozenset()
    """Marks that do it only by the way, as a sum passes over what is missing."""

    @classmethod
    def of(cls, name: str, words: str, marks: str, *, feeble: str = "", undone_by: str = "") -> "CodeOperation":
        """Return an operation by a pattern of its words, in any case, and its marks between blanks."""
        pattern = re.compile(words, re.IGNORECASE)
        return cls(name, pattern, *(frozenset(texts.split()) for texts in (marks, undone_by, feeble)))

    def is_in(self, marks: frozenset[str]) -> bool:
        """Tell whether code with these marks has anything that could do it."""
        return bool(marks & self.marks) or (bool(marks & self.feeble) and not marks & self.undone_by)


_FUNCTIONS = frozenset({"var", "std", "prod", "cumsum", "cumprod", "cummax", "cummin", "diff"})
"""Functions that `agg` and `transform` are given by their names."""
_METHOD_OF_CORR = 2
_BLANKS = {" ": "space", "\t": "tab"}
_FREQUENCIES = {"A": "Y", "B": "D"}


def marks_of(tree: ast.AST) -> dict[str, ast.expr]:
    """Return names of calls and attributes, kinds of signs, and `name=value` of arguments, with their first places."""
    marks: dict[str, ast.expr] = {}
    for node in nodes(tree):
        match node:
            case ast.Call():
                for mark in _marks_of_call(node):
                    marks.setdefault(mark, node)
            case ast.BinOp(op=sign) | ast.UnaryOp(op=sign):
                marks.setdefault(type(sign).__name__, node)
            case ast.Attribute(attr=name):
                marks.setdefault(name, node)
            case ast.Compare(ops=[ast.Eq()], comparators=[ast.Constant(value=str(text))]):
                marks.setdefault(f"value={text.strip().casefold()}", node)
            case ast.Constant(value=str(name)) if name in _FUNCTIONS:
                marks.setdefault(name, node)
    return marks


def _marks_of_call(call: ast.Call) -> Iterator[str]:
    name = called_name(call)
    yield name
    if name in {"corr", "corrwith"} and not call.keywords and len(call.args) < _METHOD_OF_CORR:
        yield "method=pearson"
    for word in ("method", "how"):
        value = keyword_of(call, word)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield f"{word}={value.value}"
    yield from (f"separator={sign}" for sign in _separators(call))
    yield from (f"freq={letter}" for letter in _frequencies(call))


def _separators(call: ast.Call) -> Iterator[str]:
    """Yield what texts are joined or split by."""
    name, receiver = called_name(call), call.func.value if isinstance(call.func, ast.Attribute) else None
    places = (
        [receiver]
        if name == "join"
        else [*call.args[:1], keyword_of(call, "sep", "pat")]
        if name in {"cat", "split"}
        else []
    )
    for place in places:
        if isinstance(place, ast.Constant) and isinstance(place.value, str):
            yield _BLANKS.get(place.value, place.value.strip())


def _frequencies(call: ast.Call) -> Iterator[str]:
    """Yield the letters of the periods that a call groups times by."""
    if called_name(call) in {"resample", "Grouper", "to_period", "floor"}:
        arguments = [*call.args[:1], *(value for word in ("rule", "freq") if (value := keyword_of(call, word)))]
        for argument in arguments:
            text = argument.value if isinstance(argument, ast.Constant) else None
            letter = re.match(r"\d*(?:B(?=[A-Z]))?([A-Z])", text) if isinstance(text, str) else None
            if letter is not None:
                yield _FREQUENCIES.get(letter[1], letter[1])
