"""Numbers, rows and series are the same in any order that does not count, and within the tolerance."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.figures.comparison import first_difference
from authoring.validators.figures.judgement import structural_similarity
from authoring.validators.figures.pairing import unpaired
from authoring.validators.figures.requirements import FigureRequirements
from authoring.validators.figures.snapshots import Mark
from authoring.validators.figures.tolerance import close, lacking, same_rows

NUMBERS = st.floats(-1e6, 1e6) | st.integers(-3, 3).map(float)
ROWS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=12)


@given(ROWS, st.randoms(use_true_random=False))
def test_order_of_rows_does_not_count(rows: list[tuple[float, float]], chance: st.DataObject) -> None:
    """Rows in another order, off in the last digits, are the same rows; with one of them gone they are not."""
    shuffled = list(rows)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a `Random`
    one, other = np.array(rows), np.array(shuffled)

    assert same_rows(one, other, 1e-5)
    assert same_rows(one, one * (1 + 1e-12), 1e-5)
    assert not same_rows(one, other[1:], 1e-5)


@given(ROWS)
def test_exchanged_columns_differ(rows: list[tuple[float, float]]) -> None:
    """Columns that are exchanged give other rows, but where they hold the same pairs."""
    one = np.array(rows)
    turned = one[:, ::-1]
    expected = sorted(map(tuple, one)) == sorted(map(tuple, turned))

    assert same_rows(one, turned, 0) or not expected


@pytest.mark.parametrize(
    ("reference", "submission", "same"),
    [
        ([1.0, 2.0], [1.0, 2.0 + 1e-6], True),
        ([1.0, 2.0], [1.0, 2.1], False),
        ([20_000.0, 20_001.0], [20_000.0, 20_001.01], False),
        ([20_000.0, 30_000.0], [20_000.0, 30_000.1], True),
        ([0.0, 1.0], [1e-17, 1.0], True),
        ([np.nan, 1.0], [np.nan, 1.0], True),
        ([np.nan, 1.0], [0.0, 1.0], False),
        ([np.inf, 1.0], [np.inf, 1.0], True),
        ([1.0], [1.0, 1.0], False),
    ],
)
def test_tolerance(reference: list[float], submission: list[float], same: bool) -> None:  # noqa: FBT001 - parametrized
    """A number may differ by a part of itself, or of the span of its series; days differ by less than an hour."""
    assert close(np.array(reference), np.array(submission), 1e-5) is same


def test_words_and_numbers_in_words() -> None:
    """Texts are the same whatever their case, and numbers however they are written."""
    assert lacking(["3.50", "Rome", "\N{MINUS SIGN}1", "10%"], ["rome", "3.5", "-1", "10 %", "more"]) == []
    assert lacking(["a", "a"], ["a", "b"]) == ["a"]


@given(st.integers(0, 5), st.data())
def test_as_many_as_can_be_are_paired(count: int, data: st.DataObject) -> None:
    """Nothing is left over where any pairing at all leaves nothing over."""
    fits = [[data.draw(st.booleans()) for _ in range(count)] for _ in range(count)]
    best = max(sum(fits[one][other] for one, other in enumerate(order)) for order in permutations(range(count)))
    left, free = unpaired(lambda one, other: fits[one][other], count)

    assert len(left) == len(free) == count - best


@pytest.mark.parametrize(
    ("reference", "submission", "note"),
    [
        ({"x": [1, 2, 3], "y": [3, 5, 9]}, {"x": [3, 5, 9], "y": [1, 2, 3]}, "x and y are exchanged"),
        ({"x": [1, 2, 3], "y": [3, 5, 9]}, {"x": [1, 2, 3], "y": [4, 5, 9]}, ""),
    ],
)
def test_exchanged_axes_are_named(
    reference: dict[str, list[float]], submission: dict[str, list[float]], note: str
) -> None:
    """Whoever exchanges x and y is told so."""
    for kind in ("line", "points"):
        one, other = (
            Mark(kind, {name: np.array(each, float) for name, each in data.items()}) for data in (reference, submission)
        )
        found = first_difference(one, other, FigureRequirements())

        assert found is not None
        assert found.note == note


def test_similarity_is_scikit_images() -> None:
    """The same picture has 1, another less, one of another size is brought to the reference's, and none has none."""
    picture = np.random.default_rng(0).integers(0, 255, (40, 60, 4), np.uint8)
    spoiled = np.where(np.arange(60)[:, None] < 30, picture, 255).astype(np.uint8)
    larger = np.repeat(np.repeat(picture, 2, axis=0), 2, axis=1)
    alike = [structural_similarity(picture, other) for other in (picture, larger, spoiled)]

    assert alike[0] == 1
    assert alike[1] is not None
    assert alike[2] is not None
    assert alike[0] > alike[1] > 0.5
    assert alike[2] < 0.9
    assert structural_similarity(picture, None) is None
    assert structural_similarity(picture[:5, :5], picture) is None
