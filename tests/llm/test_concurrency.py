"""Places for calls: never more than the limit, fewer when the server has enough, slowly more as it answers."""

import threading
import time

import pytest

from authoring.llm.concurrency import Concurrency, StoppedError


def test_no_more_than_the_limit_are_in() -> None:
    """Twenty threads that want in at once are in at most three at a time."""
    places = Concurrency(3)
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
    places = Concurrency(8)
    together = [places.enter() for _ in range(8)]
    for began in together:
        places.leave(began, answered=False, crowded=True)
    assert places.limit == 4

    places.leave(places.enter(), answered=False, crowded=True)
    assert places.limit == 2
    for _ in range(5):
        places.leave(places.enter(), answered=False, crowded=True)
    assert places.limit == 1


def test_limit_grows_by_one_in_a_round_up_to_the_most() -> None:
    """Replies bring places back, one for about as many replies as there are; failures that say nothing do not."""
    places = Concurrency(4)
    places.leave(places.enter(), answered=False, crowded=True)
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
    places = Concurrency(1)
    places.enter()
    threading.Timer(0.05, places.stop).start()

    with pytest.raises(StoppedError, match="stopped"):
        places.enter()
    with pytest.raises(StoppedError):
        places.enter()
