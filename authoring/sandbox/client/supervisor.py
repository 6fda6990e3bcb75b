"""A supervisor as the client sees it: the process that forks one session and its branches, and then the next session.

Setting up isolation takes longer than most cells. So where a supervisor is the first process of a namespace of its
own, it does not end with its session: it kills all that is left there, unmounts everything, and starts again with an
empty sandbox root.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.sandbox import folders
from authoring.sandbox import limits as cell_limits
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError
from authoring.sandbox.inside.isolation.workdir import HOME, SCRATCH, SHARED_MEMORY
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.isolation.cgroups import Cgroup
from authoring.sandbox.limits import DiskUsage

MAX_USES = 100
"""Sessions after which a supervisor is replaced, so that nothing can pile up in one without end."""
CLEARING = 10.0
"""Seconds that clearing may take; a process that takes that long to die is better left to the kernel."""
DEFAULT_LIMITS = Limits()
OWN_FOLDERS = 10
"""Folders that we create in a session's folder: ``work``, ``tmp``, ``shm``, the mount point of the inputs, and what an
overlay over them needs."""


@dataclass(frozen=True, slots=True)
class SandboxRoot:
    """The folder that holds the working directories of a session tree."""

    folder: str
    """Its path as the sessions see it."""
    level: Level
    """With namespaces each working directory is a file system of its own; else it is a folder on this machine."""
    group: Cgroup | None = None
    """The control group of all processes of the session tree, where the machine gives one."""

    @property
    def isolated(self) -> bool:
        """Whether it is a file system of its own."""
        return self.level is Level.NAMESPACES


@dataclass(frozen=True, slots=True)
class Workdir:
    """The working directory of one session or branch, and the folder around it."""

    path: str
    """The folder around it, as the session sees it; the working directory itself is ``work`` in it."""
    descriptor: int = -1
    """An open descriptor of it; -1 while it does not exist: that of a branch is created when the branch first runs."""

    @property
    def exists(self) -> bool:
        """Whether it has been created."""
        return self.descriptor >= 0

    @property
    def inner_path(self) -> str:
        """The working directory, as the session sees it."""
        return f"{self.path}/work"

    @property
    def host_path(self) -> Path:
        """The working directory, as the client sees it; independent of where it is mounted and of its present name."""
        # By descriptor, because a session may have put a link where its folder was.
        return Path(f"/proc/self/fd/{self.descriptor}") if LINUX else Path(self.inner_path)

    @property
    def holds_scratch(self) -> bool:
        """Whether the session has left anything beside its working directory: temporary files, shared memory."""
        for part in (SCRATCH, SHARED_MEMORY) if self.exists and LINUX else ():
            with contextlib.suppress(OSError), os.scandir(f"{self.host_path}/../{part}") as entries:
                if any(entries):
                    return True
        return False


@dataclass(slots=True)
class SupervisorProcess:
    """The process of a supervisor, its sandbox root, and how often it was used."""

    process: Process
    root: SandboxRoot
    generation: int
    """How often its zygote had been warmed up when this was forked; see `Zygote`."""
    uses: int = 1
    """Sessions, the present one included."""

    @classmethod
    def fork_from(cls, zygote: Process, sandbox_root: SandboxRoot, generation: int) -> Self:
        """Fork a supervisor from a zygote.

        Raises:
            ProcessEndedError: the zygote is gone, or has no process left.
        """
        if not sandbox_root.isolated:
            Path(sandbox_root.folder, HOME).mkdir(parents=True)
        process, _ = zygote.fork({"command": "supervisor", "root": sandbox_root.folder, **quota_header(DEFAULT_LIMITS)})
        process.is_own_namespace = sandbox_root.isolated
        if sandbox_root.group is not None:
            # Before it forks: a process joins its parent's group only when it starts.
            sandbox_root.group.add(process.number)
        return cls(process, sandbox_root, generation)

    @property
    def reusable(self) -> bool:
        """Whether it can be cleared, and should be."""
        # Without a namespace of its own it could not kill everybody below it, so it ends with its session.
        return self.root.isolated and not self.process.ended and self.uses < MAX_USES

    def clear(self) -> None:
        """Start killing all processes and emptying all folders below it, without waiting for the end of that.

        Raises:
            ProcessEndedError: it is gone.
        """
        # Sent and not awaited: it clears while the client goes on, and is asked for the answer when it is needed.
        self.process.send({"command": "clear", **quota_header(DEFAULT_LIMITS)})

    def cleared(self) -> bool:
        """Wait until all is empty; tell whether it is."""
        try:
            succeeded = "failed" not in self.process.wait(seconds=CLEARING).header
        except (ProcessEndedError, ProcessLateError):
            return False
        self.uses += 1
        return succeeded

    def end(self, reason: str = "its session tree was closed") -> None:
        """End it and everything below it, and remove its sandbox root; safe to call twice."""
        self.process.end(reason)
        if not self.root.isolated:
            # Only after its processes ended, which could write more files meanwhile.
            folders.remove(Path(self.root.folder))
        if self.root.group is not None:
            self.root.group.remove()


def quota_header(limits: Limits, inputs: DiskUsage = DiskUsage()) -> dict[str, int]:  # noqa: B008 - frozen
    """Return the disk quota of a working directory under these limits, as the fields of a command to a supervisor.

    Args:
        limits: of the next cell.
        inputs: the usage of input files that the session may change, and that then take room in its own folder.
    """
    size, files = cell_limits.disk_quota(limits)
    return {
        "size": size + inputs.size + inputs.entries * cell_limits.PAGE,
        "files": files + inputs.entries + OWN_FOLDERS,
    }
