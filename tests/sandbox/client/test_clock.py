"""Clocks count what a session takes, from outside it."""

import os
import subprocess
import sys
import time
from contextlib import suppress

from authoring.records.evidence import Limits
from authoring.sandbox.client.clock import SetClock
from authoring.sandbox.inside.accounting.processes import processor_seconds

BUSY = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ntime.sleep(60)"


def test_set_has_the_smaller_of_two_limits() -> None:
    """A cell may take what is left to its set, where that is less than its own limit; a branch goes on from there."""
    clock, limits = SetClock(spent=7.5), Limits(max_time=5, max_set_time=10)
    branch = clock.branch()
    clock.spent = 11

    assert SetClock(spent=5).left(limits) == (5, "max_time")
    assert branch.left(limits) == (2.5, "max_set_time")
    assert clock.left(limits) == (0, "max_set_time")


def test_running_time_adds_up() -> None:
    """The time of every block counts, also of one that fails."""
    clock = SetClock()
    for _ in range(2):
        with suppress(ValueError), clock.running():
            time.sleep(0.02)
            raise ValueError

    assert clock.spent >= 0.04


def test_processor_time_of_another_process() -> None:
    """What a process used is seen from outside, waiting does not count, and of one that is gone nothing is known."""
    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        used = processor_seconds(process.pid)
        process.kill()

    assert used is not None
    assert 0.3 <= used < 5
    assert processor_seconds(process.pid) is None
    assert processor_seconds(os.getpid()) is not None
