"""How long the site is waited for, and how often it is asked again."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class KaggleRetryPolicy:
    """Bounds of one call. Kaggle's client itself waits without end for an answer, and asks only once."""

    connect: float = 10.0
    """Seconds for a connection."""
    read: float = 60.0
    """Seconds without a byte."""
    tries: int = 4
    """Times that a call is made in all."""
    first_wait: float = 1.0
    """Seconds before the second try; each further wait is twice as long."""
    longest_wait: float = 60.0
    """Seconds that are waited at most, also where the site asks for more."""
    answer: float = 120.0
    """Seconds that an answer may take to come to its end, if it is no download."""
    whole: float = 1800.0
    """Seconds that a whole download may take, all its tries together."""
    pause: Callable[[float], None] = time.sleep

    def wait(self, attempt: int) -> float:
        """Return the seconds to wait after a try, counted from 1, that gave no reason to wait for long."""
        return min(self.first_wait * 2.0 ** (attempt - 1), self.longest_wait)


DEFAULT_POLICY = KaggleRetryPolicy()


def retry_after_seconds(retry_after: str | None, current_time: datetime) -> float | None:
    """Return what a ``Retry-After`` header asks for, in seconds: it holds seconds or a date; None for anything else."""
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        # HTTP allows a date in the place of seconds.
        return _until(retry_after, current_time)
    # The words "nan" and "inf" are numbers too.
    return max(seconds, 0.0) if seconds < float("inf") else None


def _until(date: str, current_time: datetime) -> float | None:
    try:
        target_time = parsedate_to_datetime(date)
    # A header that makes no sense is treated as none.
    except (ValueError, OverflowError):
        return None
    return max(
        (target_time if target_time.tzinfo else target_time.replace(tzinfo=UTC)).timestamp() - current_time.timestamp(),
        0.0,
    )


@contextmanager
def shut_after(raw: Any, seconds: float) -> Iterator[threading.Event]:
    """Shut down what bytes are read from after so many seconds, and give what is set then.

    A site that sends a byte now and then is never silent, so that only another thread can end the reading.
    """
    is_over = threading.Event()

    def end() -> None:
        is_over.set()
        # It may have come to its end in the same moment.
        with suppress(ValueError, OSError, RuntimeError):
            raw.shutdown()

    watch = threading.Timer(max(seconds, 0.0), end)
    watch.daemon = True
    watch.start()
    try:
        yield is_over
    finally:
        watch.cancel()
