"""The supervisor of a session tree: it prepares working directories and clears up; it runs no cell itself."""

import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from authoring.sandbox.inside.isolation import workdir as workdirs

INIT_PROCESS = 1
"""The number of the process that a namespace ends with."""


class Supervisor:
    """The sandbox root of a supervisor, and what is done in it.

    Args:
        header: ``root`` (the folder in which working directories are created), ``size`` (bytes) and ``files`` (how
            many) of the quota of each.
        isolated: whether the sandbox root is a file system of its own; otherwise it is a folder of the client, who
            also fills and empties it, and there is no quota.
    """

    def __init__(self, header: Mapping[str, Any], *, isolated: bool) -> None:
        self._quota = workdirs.DiskQuota(header["size"], header["files"]) if isolated else None
        self._shown = ""
        """The session's folder whose shared memory is shown; empty for none."""
        if isolated:
            workdirs.enter()
        os.environ["HOME"] = str(Path(header["root"], workdirs.HOME))

    def prepare(self, workdir: str, copied_from: str | None) -> None:
        """Create the folder of a session or a branch; see `workdir.prepare`."""
        workdirs.prepare(workdir, copied_from, self._quota)

    def show(self, workdir: str) -> None:
        """Have code find the shared memory of this session, and no other's; see `workdir.show_shared_memory`."""
        if self._quota is not None and self._shown != workdir:
            self._hide()
            workdirs.show_shared_memory(workdir)
            self._shown = workdir

    def _hide(self) -> None:
        if self._shown:
            workdirs.hide_shared_memory()
            self._shown = ""

    def remove(self, workdir: str) -> None:
        """Remove the folder of a session that has ended; see `workdir.remove`."""
        if self._shown == workdir:
            self._hide()
        workdirs.remove(workdir)

    def opened(self, workdir: str) -> int:
        """Return a descriptor of a working directory, by which the client can look into it."""
        # O_NOFOLLOW: a session may have put a link in the place of its folder.
        return os.open(
            Path(workdir, "work"),
            getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC,
        )

    def resize(self, workdirs_resized: Sequence[str], header: Mapping[str, Any]) -> None:
        """Change the quota of these folders, and of those to come; see `workdir.resize`."""
        self._quota = workdirs.DiskQuota(header["size"], header["files"])
        for workdir in workdirs_resized:
            workdirs.resize(workdir, self._quota)

    def clear(self, header: Mapping[str, Any]) -> None:
        """Kill every process below this supervisor, and start again with an empty sandbox root and a new quota.

        Raises:
            LookupError: it is not the first process of a namespace, and would kill what is not its own.
            OSError: the kernel does not allow it.
        """
        if self._quota is None or os.getpid() != INIT_PROCESS:
            raise LookupError("this supervisor has no namespace of its own")
        with contextlib.suppress(ProcessLookupError):  # nobody is there any more
            # Everybody in this PID namespace but ourselves, also what forks meanwhile.
            os.kill(-1, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):  # in a namespace every orphan is a child of its first process
            while True:
                # Until nobody is left: a mount in use by a dying process would outlive it.
                os.waitpid(-1, 0)
        self._hide()
        workdirs.empty()
        self._quota = workdirs.DiskQuota(header["size"], header["files"])
