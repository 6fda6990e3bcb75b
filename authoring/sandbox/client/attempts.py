"""Processes for attempts that start from one paused state, one after the other."""

from collections.abc import Callable

from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError
from authoring.sandbox.client.session_tree import SessionTree

MOST_USES = 50
"""Attempts that run in one process: what libraries keep adds up in it."""
REWINDING_TIME = 10.0
"""Seconds for bringing a process back to where it started."""


class AttemptProcesses:
    """Forks of a confined process; one that was brought back to its starting state serves the next attempt as well.

    Args:
        origin: the process that they are forked from, which waits.
        tree: the session tree that it belongs to.
    """

    def __init__(self, origin: Process, tree: SessionTree) -> None:
        self._origin, self._tree = origin, tree
        self._free: Process | None = None
        self._uses: dict[Process, int] = {}
        self._closed = False

    def take(self) -> Process:
        """Return a process in the state of the origin.

        Raises:
            ProcessEndedError: the origin is gone.
        """
        process, self._free = self._free, None
        if process is not None and process.ended:
            del self._uses[process]
            self._tree.leave_folder(process)
            process = None
        if process is None:
            process, _ = self._tree.branch(self._origin)
        self._uses[process] = self._uses.get(process, 0) + 1
        return process

    def give_back(self, process: Process, *, is_clean: Callable[[], bool]) -> bool:
        """End a process, or keep it for the next attempt; return whether files are as they were, as `is_clean` says."""
        uses = self._uses.pop(process)
        is_kept = not self._closed and self._free is None and uses < MOST_USES and _is_rewound(process)
        # Behind it, because files that are open are written when what holds them is given up.
        has_clean_files = is_clean()
        if is_kept and has_clean_files:
            self._free, self._uses[process] = process, uses
        else:
            self._tree.leave_folder(process)
        return has_clean_files

    def close(self) -> None:
        """End the process that waits for a next attempt."""
        self._closed = True
        if self._free is not None:
            self._tree.leave_folder(self._free)
            self._free = None


def _is_rewound(process: Process) -> bool:
    if process.ended:
        return False
    try:
        is_rewound = process.request({"command": "rewind"}, seconds=REWINDING_TIME).header.get("rewound") is True
    except (ProcessEndedError, ProcessLateError):
        return False
    process.freeze()
    return is_rewound
