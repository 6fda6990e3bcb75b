"""What only a session knows travels as what others can read."""

from collections import defaultdict, namedtuple
from types import SimpleNamespace
from typing import Any

import pytest

from authoring.sandbox.inside.packing import pack, unpack
from authoring.validators.base import Collected, Opaque


def travelled(value: Any) -> Any:
    """Return a value as it comes out of the packing."""
    return unpack(pack(Collected({"value": value}))).items["value"]


def of_session(name: str, base: type) -> type:
    """Return a class as a cell defines it: found in no module."""
    return type(name, (base,), {"__module__": "__main__", "__iter__": lambda _: iter(["a lie"])})


@pytest.mark.parametrize(
    ("base", "content"), [(tuple, (1.0, 2.0)), (list, [1, 2]), (set, {1, 2}), (dict, {"a": 1, "b": 2})]
)
def test_container_of_the_session_travels_as_its_base(base: type, content: Any) -> None:
    """A class that a cell defined cannot be read elsewhere; its content can, and is taken without the class's help."""
    found = travelled([of_session("Own", base)(content)])

    assert type(found[0]) is base
    assert found[0] == content


def test_named_tuple_of_the_session_travels_as_a_tuple() -> None:
    """DSEval compares a named tuple as the tuple it is."""
    made = namedtuple("made", "a b")  # noqa: PYI024 - as submissions write it
    made.__module__ = "__main__"

    assert travelled(made(1.0, 2.0)) == (1.0, 2.0)


def test_default_dict_travels_without_its_factory() -> None:
    """The factory is often a lambda, which would take the content with it."""
    assert travelled(defaultdict(lambda: 0, {"a": 1})) == {"a": 1}


def test_what_cannot_travel_takes_nothing_with_it() -> None:
    """A list of which one element cannot be read elsewhere keeps the others."""
    own = SimpleNamespace(f=lambda: 1).f
    own.__module__ = "__main__"

    found = travelled([1, (n for n in [1]), own, 2])

    assert (found[0], found[3]) == (1, 2)
    assert isinstance(found[1], Opaque)
    assert isinstance(found[2], Opaque)
