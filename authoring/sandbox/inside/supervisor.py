"""The keeper of a family: it makes room for sessions, forks them, and clears up after them; it runs no cell itself."""

import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from authoring.sandbox.inside.isolation import workdir as rooms

FIRST = 1
"""The number of the process that a namespace ends with."""


class Keeper:
    """What a keeper knows.

    Args:
        header: ``room`` (the folder in which places are made), ``size`` (bytes) and ``files`` (how many) of the quota
            of each.
        walled: whether the room is a file system of the family's own; else it is a folder of the client's, who also
            fills and removes what is in it, and there is no quota.
    """

    def __init__(self, header: Mapping[str, Any], *, walled: bool) -> None:
        self._quota = rooms.Quota(header["size"], header["files"]) if walled else None
        if walled:
            rooms.enter()
        os.environ["HOME"] = str(Path(header["room"], rooms.HOME))

    def prepare(self, place: str, copied: str | None) -> None:
        """Make a place for a session or a branch; see `rooms.prepare`."""
        rooms.prepare(place, copied, self._quota)

    def opened(self, place: str) -> int:
        """Return a descriptor of a place's working directory, by which the client can look into it."""
        return os.open(
            Path(place, "work"),
            getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC,
        )

    def resize(self, places: Sequence[str], header: Mapping[str, Any]) -> None:
        """Give these places, and those to come, another quota; see `rooms.resize`."""
        self._quota = rooms.Quota(header["size"], header["files"])
        for place in places:
            rooms.resize(place, self._quota)

    def show_inputs(self, place: str, source: str) -> None:
        """Show the input files in a place's working directory; see `rooms.show_inputs`."""
        rooms.show_inputs(place, source)

    def clear(self, header: Mapping[str, Any]) -> None:
        """Kill all that this keeper has below it, and begin anew with empty rooms and a new quota.

        Raises:
            LookupError: it is not the first process of a namespace, and would kill what is not its own.
            OSError: the kernel does not allow it.
        """
        if self._quota is None or os.getpid() != FIRST:
            raise LookupError("this keeper has no namespace of its own")
        with contextlib.suppress(ProcessLookupError):  # nobody is there any more
            os.kill(-1, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):  # in a namespace every orphan is a child of its first process
            while True:
                os.waitpid(-1, 0)
        rooms.empty()
        self._quota = rooms.Quota(header["size"], header["files"])

    def remove(self, place: str) -> None:
        """Remove a place."""
        rooms.remove(place)
