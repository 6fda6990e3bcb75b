"""Work in a fork gives its bytes and changes nothing here."""

import os

from authoring.sandbox.inside.forks import in_fork


def test_the_answer_comes_back_and_the_change_does_not() -> None:
    """What the child did to its memory is gone with it, however much it says."""
    numbers: list[int] = []

    def work() -> bytes:
        numbers.append(1)
        return b"x" * 1_000_000

    assert in_fork(work) == (b"x" * 1_000_000, 0)
    assert numbers == []


def test_work_that_fails_says_nothing() -> None:
    """An error or an early end of the child is seen in its status."""

    def fail() -> bytes:
        os.close(2)  # Python would print the error
        raise ValueError

    for work, status in ((fail, 1), (lambda: os._exit(3), 3)):
        answer, wait_status = in_fork(work)
        assert (answer, os.waitstatus_to_exitcode(wait_status)) == (b"", status)
