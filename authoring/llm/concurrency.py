"""How many calls are under way at once: fewer as soon as a server has enough, slowly more as it answers."""

import threading
from typing import Final

from authoring.errors import ModelError

FEWER: Final = 0.5
"""What is left of the limit when a server has enough."""


class StoppedError(ModelError):
    """The run was stopped while a call waited for its turn."""


class Concurrency:
    """Places for calls. Their number is halved at most once for the calls of one time.

    Calls that began before the limit was last halved say nothing new, as with the congestion window of TCP. It grows by
    one in a round, or by a sixteenth of the most where that is more: a server that stumbles over one call in a hundred
    would else be asked by fifteen at once for ever, however many it can bear.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._limit = float(most)
        self._growth = max(1.0, most / 16)
        self._busy = 0
        self._round = 0
        self._stopped = False
        self._change = threading.Condition()

    @property
    def limit(self) -> int:
        """How many may be under way now."""
        return int(self._limit)

    def enter(self) -> int:
        """Wait for a place and take it; return the round, which `leave` wants to know.

        Raises:
            StoppedError: `stop` was called.
        """
        with self._change:
            while self._busy >= self.limit and not self._stopped:
                self._change.wait()
            if self._stopped:
                raise StoppedError("the run was stopped", hint="run the same command again to go on")
            self._busy += 1
            return self._round

    def leave(self, began: int, *, answered: bool, crowded: bool = False) -> None:
        """Give a place back.

        Args:
            began: what `enter` returned.
            answered: whether there was a reply, which makes room for a little more.
            crowded: whether the server showed that it has enough.
        """
        with self._change:
            self._busy -= 1
            if answered:
                self._limit = min(self._most, self._limit + self._growth / self._limit)
            elif crowded and began == self._round:
                self._limit = max(1.0, self._limit * FEWER)
                self._round += 1
            self._change.notify_all()

    def stop(self) -> None:
        """Let nobody in any more, and wake all who wait."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
