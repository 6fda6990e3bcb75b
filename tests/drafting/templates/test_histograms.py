"""What a histogram promises holds for every table that has it, whichever rows are dropped."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.templates.histograms import quantile, sure_outliers

VALUES = st.lists(st.one_of(st.integers(-50, 50), st.integers(-1000, 1000)), min_size=4, max_size=60)


def bins_of(values: list[int]) -> list[tuple[float, float, int]]:
    """Return ten bins of equal width."""
    counts, edges = np.histogram(values, bins=10)
    return [(float(edges[i]), float(edges[i + 1]), int(counts[i])) for i in range(10)]


@given(values=VALUES, dropped=st.sets(st.integers(0, 59), max_size=10))
def test_promised_outliers_are_there(values: list[int], dropped: set[int]) -> None:
    """However the rows that go are chosen, at least as many outliers are left as were promised."""
    kept = [value for index, value in enumerate(values) if index not in dropped]
    lost = len(values) - len(kept)
    promised = sure_outliers(bins_of(values), lost)
    if not kept:
        assert promised == 0
        return
    q1, q3 = np.quantile(kept, [0.25, 0.75])
    low, high = q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)

    assert promised <= sum(value < low or value > high for value in kept)


def test_a_far_value_is_promised() -> None:
    """One value far from a crowd is an outlier for sure, unless the rows that go may take it along."""
    bins = [(0.0, 10.0, 99), *[(10.0 * i, 10.0 * (i + 1), 0) for i in range(1, 9)], (90.0, 100.0, 1)]

    assert sure_outliers(bins, 0) == 1
    assert sure_outliers(bins, 1) == 0


def test_quantile_lies_in_its_bin() -> None:
    """A quantile is read off as if values were spread evenly within a bin."""
    assert quantile([(0.0, 10.0, 50), (10.0, 20.0, 50)], 0.25) == 5.0
    assert quantile([], 0.5) == 0.0
