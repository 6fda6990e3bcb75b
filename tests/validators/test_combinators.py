"""Several verdicts as one."""

from itertools import product

import pytest

from authoring.validators import build
from authoring.validators.base import Correct, Opaque, Verdict
from authoring.validators.combinators import best, worst

ALL: tuple[Correct, ...] = ("no", "partial", "yes")


@pytest.mark.parametrize("pair", list(product(ALL, ALL)))
def test_worst_and_best(pair: tuple[Correct, Correct]) -> None:
    """`and` is as good as its worst member, `or` as its best, in either order."""
    verdicts = [Verdict(correct, "c") for correct in pair]

    assert worst(verdicts) == min(pair, key=ALL.index)
    assert best(verdicts) == max(pair, key=ALL.index)


def test_nothing_to_combine() -> None:
    """Without members `and` has no objection and `or` no reason to accept."""
    assert (worst([]), best([])) == ("yes", "no")


def test_items_stay_apart_and_flat(run: object) -> None:
    """What members collect lies side by side under their aliases, nested combinations included."""
    validator = build({"template": "basic", "or": {"result": None, "namespace_check": {"x": None}}})
    assert callable(run)

    collected = validator.collect(run("x = 1\nx", {}), None)

    assert collected.items == {
        "crash.error": None,
        "crash.value": 1,
        "or.result.value": 1,
        "or.namespace_check.x": 1,
        "or.namespace_check.type of x": Opaque("builtins.int"),
    }
