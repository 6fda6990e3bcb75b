"""What only a session or a library knows travels as what others can read."""

import threading
from collections import defaultdict, namedtuple
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators.base import CollectedItems, Opaque, type_name
from authoring.validators.flags import MatchOptions
from authoring.validators.matching.dispatch import matches
from authoring.validators.stand_in import StandIn

STRICT = MatchOptions(dialect="strict")


def travelled(value: Any) -> Any:
    """Return a value as it comes out of the packing."""
    return unpack(pack(CollectedItems({"value": value}))).items["value"]


def of_session(name: str, base: type) -> type:
    """Return a class as a cell defines it: found in no module."""
    return type(name, (base,), {"__module__": "__main__", "__iter__": lambda _: iter(["a lie"])})


@pytest.mark.parametrize(
    ("base", "content"), [(tuple, (1.0, 2.0)), (list, [1, 2]), (set, {1, 2}), (dict, {"a": 1, "b": 2}), (str, "x")]
)
def test_container_of_the_session_travels_as_its_base(base: type, content: Any) -> None:
    """A class that a cell defined cannot be read elsewhere; its content can, and is taken without the class's help."""
    received = travelled([of_session("Own", base)(content)])

    assert type(received[0]) is base
    assert received[0] == content


def test_named_tuple_travels_as_a_tuple() -> None:
    """DSEval compares a named tuple as the tuple it is."""
    made = namedtuple("made", "a b")  # noqa: PYI024 - as submissions write it

    assert travelled(made(1.0, 2.0)) == (1.0, 2.0)


def test_default_dict_travels_without_its_factory() -> None:
    """The factory is often a lambda, which would take the content with it."""
    assert travelled(defaultdict(lambda: 0, {"a": 1})) == {"a": 1}


def test_frame_of_the_session_travels_as_a_frame() -> None:
    """So does whatever is derived from a class that travels."""
    received = travelled(of_session("Own", pd.DataFrame)({"a": [1]}))

    pd.testing.assert_frame_equal(received, pd.DataFrame({"a": [1]}))


def test_what_cannot_travel_takes_nothing_with_it() -> None:
    """A list of which one element cannot be read elsewhere keeps the others."""
    own = SimpleNamespace(f=lambda: 1).f
    own.__module__ = "__main__"

    received = travelled([1, (n for n in [1]), own, threading.Lock(), 2])

    assert (received[0], received[4]) == (1, 2)
    assert all(isinstance(item, Opaque) and not item.comparable for item in received[1:4])


def test_what_holds_itself_is_opaque() -> None:
    """An object that is a part of itself takes nothing else with it."""
    own, parent = SimpleNamespace(a=1), SimpleNamespace()
    own.me, parent.child = own, SimpleNamespace(parent=parent)

    received = travelled([own, 2, parent, LinearRegression()])

    assert (type(received[0]), received[1], type(received[2])) == (Opaque, 2, Opaque)
    assert received[3].fit_intercept is True


def test_deep_and_endless_lists_are_opaque() -> None:
    """What is too deep to be written, or holds itself, is opaque as a whole."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    endless: list[Any] = []
    endless.append(endless)

    assert [isinstance(travelled(item), Opaque) for item in (deep, endless)] == [True, True]


def test_type_is_told() -> None:
    """Whatever stands for a value has the value's type."""
    for value in (threading.Lock(), LinearRegression(), len, (n for n in [1])):
        assert type_name(travelled(value)) == type_name(value)


def test_attributes_can_be_read() -> None:
    """A `compare_fn` reads what was fitted, and tells two types apart."""
    model = LinearRegression().fit([[0.0], [1.0]], [1.0, 3.0])

    received, second = travelled(model), travelled(SimpleNamespace(coef_=1))

    assert (received.n_features_in_, received.coef_.tolist()) == (1, pytest.approx([2.0]))
    assert type(received) is type(travelled(LinearRegression()))
    assert type(received) is not type(second)
    assert "LinearRegression" in str(type(received))
    assert not hasattr(received, "predict")


class Colour(Enum):
    """An enumeration."""

    RED = 1
    BLUE = 2


class Number(IntEnum):
    """One that counts."""

    ONE = 1


@dataclass
class Point:
    """A dataclass."""

    x: float
    label: str = ""
    seen: int = field(default=0, compare=False)


class Money:
    """A class with an equality of its own."""

    def __init__(self, amount: Any) -> None:
        self.amount = amount

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and bool(np.all(self.amount == other.amount))

    def __hash__(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("one", "other", "match"),
    [
        (Colour.RED, Colour.RED, True),
        (Colour.RED, Colour.BLUE, False),
        (Point(1, "a", 1), Point(1, "a", 2), True),
        (Point(1, "a"), Point(2, "a"), False),
        (Money(5), Money(5), True),
        (Money(np.array([1, 2])), Money(np.array([1, 2])), True),
        (Money(5), Money(6), False),
        (Money(5), Point(5), False),
        (SimpleNamespace(a=[1]), SimpleNamespace(a=[1]), True),
        (np.poly1d([1, 2]), np.poly1d([1, 2]), True),
        (len, len, True),
        (len, max, False),
        (pd.DataFrame, pd.DataFrame, True),
        (LinearRegression(), LinearRegression(), False),
        (object(), object(), False),
        (Money(float("nan")), Money(float("nan")), False),
        ([Point(1)], [Point(1)], True),
        ({Colour.RED: 1}, {Colour.RED: 1}, True),
    ],
)
def test_equality_travels(one: Any, other: Any, *, match: bool) -> None:
    """What is equal by its own class's word stays equal where that class is not known; what is only itself never is."""
    assert matches(travelled(one), travelled(other), MatchOptions()).match is match


def test_enumeration_that_counts_is_a_number() -> None:
    """It is one for whoever compares it."""
    assert type(travelled(Number.ONE)) is int


def test_strict_dialect_goes_field_by_field() -> None:
    """Tolerances reach the fields of a dataclass, wherever it is compared."""
    near, far = travelled(Point(1 + 1e-12)), travelled(Point(2))

    assert matches(travelled(Point(1)), near, STRICT).match
    assert matches(travelled(Point(1)), far, STRICT).reason.startswith("field 'x'")
    assert not matches(travelled(Point(1)), near, MatchOptions()).match


def test_opaque_values_never_match() -> None:
    """Not even those that look alike, in either dialect."""
    item = Opaque("__main__.Box", "Box()")

    assert not any(
        matches(item, Opaque("__main__.Box", "Box()"), options).match for options in (MatchOptions(), STRICT)
    )


def test_likeness_has_no_code_of_its_own() -> None:
    """Names that Python itself looks for are no attributes of a likeness."""
    odd = StandIn("a.B", "", "parts", {"__class__": 1, "__call__": 2, "x": 3})

    assert (odd.x, callable(odd), type(odd)) == (3, False, StandIn)
    with pytest.raises(AttributeError):
        odd.__call__  # noqa: B018 - it is looked for
