"""Time at the screen of a review: what counts as work, and what does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.api.review.screen_clock import LONGEST_PAUSE, ScreenClock


def clock_at(*times: float) -> ScreenClock:
    """Return a clock that is looked at these times."""
    return ScreenClock(iter(times).__next__)


def test_only_the_time_until_the_next_key_counts() -> None:
    """Reading counts, what the machine takes between a key and the next wait does not, and nothing counts twice."""
    clock = clock_at(0, 20, 500, 530)
    for _ in range(2):
        with clock.running():
            pass

    assert (clock.read_out(), clock.read_out()) == (20 + 30, 0)


def test_coffee_counts_as_five_minutes() -> None:
    """A pause counts up to the bound, and also where ^C ends it."""
    clock = clock_at(0, 86_400)
    with pytest.raises(KeyboardInterrupt), clock.running():
        raise KeyboardInterrupt

    assert clock.read_out() == LONGEST_PAUSE == 300


def test_script_is_nobody_at_the_screen() -> None:
    """Keys that were written beforehand take no time of a person."""
    clock = clock_at(0, 20)
    with clock.running(is_live=False):
        pass

    assert clock.read_out() == 0


@given(st.lists(st.floats(0, 10_000), max_size=20))
def test_time_is_bounded_by_the_pauses(pauses: list[float]) -> None:
    """Never more than the pauses themselves, and never more than the bound a pause."""
    times = [0.0]
    for pause in pauses:
        times += [times[-1] + pause] * 2
    clock = clock_at(*times[:-1])
    for _ in pauses:
        with clock.running():
            pass

    assert clock.read_out() <= min(sum(pauses), LONGEST_PAUSE * len(pauses)) + 1e-6
