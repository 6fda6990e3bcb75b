"""The bucket keeps to its rates, and makes nobody wait for nothing."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.llm.rate_limits import CallsStoppedError, ConcurrencyLimiter, RateLimiter, RateSlot

TRIES = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 120)), min_size=1, max_size=40)
"""Seconds since the try before, and tokens; whole numbers, so that sums of times are exact."""


def play(bucket: RateLimiter, tries: list[tuple[int, int]]) -> list[tuple[float, RateSlot]]:
    """Take in turn, each some seconds after the one before; return when each came and what it took."""
    now = 0.0
    taken = []
    for gap, tokens in tries:
        now += gap
        taken.append((now, bucket.acquire(tokens, now)))
    return taken


def within(taken: list[RateSlot], begin: float) -> list[RateSlot]:
    """Return what was sent in the minute from a time on."""
    return [one for one in taken if begin <= one.at < begin + 60]


@given(requests=st.integers(0, 6), tokens=st.integers(0, 150), tries=TRIES)
def test_no_minute_holds_more_than_the_limits(requests: int, tokens: int, tries: list[tuple[int, int]]) -> None:
    """Wherever a minute begins, no more is sent in it than the limits say; only a try too large for any goes alone."""
    taken = [one for _, one in play(RateLimiter(requests=requests, tokens=tokens), tries)]

    for begin in {one.at for one in taken}:
        sent = within(taken, begin)
        assert not requests or len(sent) <= requests
        # What takes nothing may stand beside one that is too large by itself.
        counted = [one.tokens for one in sent if one.tokens]
        assert not tokens or sum(counted) <= tokens or len(counted) == 1


@pytest.mark.exhaustive
@given(requests=st.integers(0, 6), tokens=st.integers(0, 150), tries=TRIES)
def test_order_is_kept_and_nobody_waits_for_nothing(requests: int, tokens: int, tries: list[tuple[int, int]]) -> None:
    """Tries are sent in the order in which they came, and each as soon as those before it and the limits let it."""
    came = play(RateLimiter(requests=requests, tokens=tokens), tries)
    taken = [one for _, one in came]

    assert [one.at for one in taken] == sorted(one.at for one in taken)
    for number, (now, one) in enumerate(came):
        before = taken[:number]
        earliest = max([now, *(other.at for other in before[-1:])])
        if one.at > earliest:
            # Somebody's minute ends just then, and a moment earlier there was no room.
            assert one.at - 60 in {other.at for other in before}
            full = [other for other in before if one.at - 60 <= other.at < one.at]
            crowded = bool(requests) and len(full) >= requests
            assert crowded or (tokens and sum(other.tokens for other in full) + one.tokens > tokens)


def test_threads_keep_to_the_limits_together() -> None:
    """Eight threads that take as fast as they can are given times that keep to the rate, each its own."""
    bucket = RateLimiter(requests=20, tokens=1_000, period=0.05)
    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(lambda number: bucket.acquire(number % 90, time.monotonic()), range(400)))

    times = sorted((one.at, one.tokens) for one in taken)
    for begin, _ in times:
        # Sums of times have rounding: what comes back at the very end of the period is not looked at.
        sent = [tokens for at, tokens in times if begin <= at < begin + 0.05 - 1e-6]
        assert len(sent) <= 20
        assert sum(sent) <= 1_000


def test_settled_tokens_count_instead_of_estimated_ones() -> None:
    """What a try really took makes room, or takes it."""
    bucket = RateLimiter(requests=0, tokens=100)
    first = bucket.acquire(90, 0.0)
    bucket.settle(first, 20)

    assert bucket.acquire(80, 1.0).at == 1.0
    assert bucket.acquire(1, 2.0).at == 60.0


def test_what_was_not_sent_is_given_back() -> None:
    """A try that was held back after it took its turn leaves no trace."""
    bucket = RateLimiter(requests=1, tokens=0)
    bucket.release(bucket.acquire(1, 0.0))

    assert bucket.acquire(1, 1.0).at == 1.0


# Places for calls: never more than the limit, fewer when the server has enough, slowly more as it answers.


def test_no_more_than_the_limit_are_in() -> None:
    """Twenty threads that want in at once are in at most three at a time."""
    places = ConcurrencyLimiter(3)
    inside: list[int] = []
    most = []
    lock, full = threading.Lock(), threading.Event()

    def go() -> None:
        began = places.enter()
        with lock:
            inside.append(1)
            most.append(len(inside))
            if len(inside) == 3:
                full.set()
        # The first stay until as many are in as may be.
        assert full.wait(60)
        time.sleep(0.005)
        with lock:
            inside.pop()
        places.leave(began, answered=True)

    threads = [threading.Thread(target=go) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert max(most) == 3


def test_calls_of_one_time_halve_the_limit_once() -> None:
    """Eight calls that fail together say one thing: the limit is halved, not brought to one."""
    places = ConcurrencyLimiter(8)
    together = [places.enter() for _ in range(8)]
    for began in together:
        places.leave(began, answered=False, overloaded=True)
    assert places.limit == 4

    places.leave(places.enter(), answered=False, overloaded=True)
    assert places.limit == 2
    for _ in range(5):
        places.leave(places.enter(), answered=False, overloaded=True)
    assert places.limit == 1


def test_limit_grows_by_one_in_a_round_up_to_the_most() -> None:
    """Replies bring places back, one for about as many replies as there are; failures that say nothing do not."""
    places = ConcurrencyLimiter(4)
    places.leave(places.enter(), answered=False, overloaded=True)
    places.leave(places.enter(), answered=False)
    assert places.limit == 2
    for _ in range(3):
        places.leave(places.enter(), answered=True)
    assert places.limit == 3
    for _ in range(50):
        places.leave(places.enter(), answered=True)
    assert places.limit == 4


def test_stop_wakes_who_waits() -> None:
    """Whoever waits for a place when the run is stopped is told so, and nobody gets in any more."""
    places = ConcurrencyLimiter(1)
    places.enter()
    threading.Timer(0.05, places.stop).start()

    with pytest.raises(CallsStoppedError, match="stopped"):
        places.enter()
    with pytest.raises(CallsStoppedError):
        places.enter()
