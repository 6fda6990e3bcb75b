"""What stands for an object has its attributes and its equality, and no code of its own."""

import copy

import numpy as np
import pytest

from authoring.validators.base import Opaque, type_name
from authoring.validators.display import short_repr
from authoring.validators.stand_in import Equality, StandIn, stand_in_class


def likeness(equality: Equality, **attributes: object) -> StandIn:
    """Return a likeness of a type."""
    return stand_in_class("shop.Money")("shop.Money", "Money(5)", equality, attributes)


@pytest.mark.parametrize(
    ("equality", "equal", "nearly"), [("none", False, False), ("fields", True, True), ("parts", True, False)]
)
def test_equality_is_that_of_the_class(equality: Equality, *, equal: bool, nearly: bool) -> None:
    """Objects that are only themselves have no equal; fields are equal as Python has it; parts have to be the same."""
    one = likeness(equality, amount=5)

    assert (one == likeness(equality, amount=5)) is equal
    assert (one == likeness(equality, amount=5.0)) is nearly
    assert one != likeness(equality, amount=6)
    assert one != 5
    assert one.comparable is equal


def test_parts_may_be_arrays() -> None:
    """Arrays are the same by their elements and their dtype."""
    one, same, other = (likeness("parts", amounts=np.array([1, 2]).astype(dtype)) for dtype in ("i8", "i8", "f8"))

    assert one == same
    assert one != other


def test_attributes_are_those_of_the_object() -> None:
    """They are read as from the object, also from a copy, and what is not there is said to be missing."""
    one = copy.deepcopy(likeness("none", amount=[5]))

    assert one.amount == [5]
    with pytest.raises(AttributeError, match="Money object has no attribute 'price'"):
        _ = one.price


def test_types_are_those_of_the_objects() -> None:
    """Two likenesses are of one type where the objects are, and are shown and named as they are."""
    one = likeness("none")

    assert type(one) is stand_in_class("shop.Money") is not stand_in_class("shop.Price")
    assert (type_name(one), short_repr([one]), repr(type(one))) == ("shop.Money", "[Money(5)]", "<class 'shop.Money'>")
    assert isinstance(one, Opaque)
