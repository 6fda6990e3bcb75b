"""A keeper as the client sees it: the process that makes room for one session and its branches, and then for the next.

Putting up walls takes longer than most cells. So where a keeper is the first process of a namespace of its own, it is
not ended with its session: it kills all that is left there, takes down what was mounted, and starts with empty rooms.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.sandbox import folders
from authoring.sandbox import limits as breaches
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError
from authoring.sandbox.inside.isolation.workdir import HOME
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.isolation.cgroups import Group

USES = 100
"""Sessions after which a keeper is ended, so that what might pile up in one does not."""
CLEARING = 10.0
"""Seconds that clearing may take; a process that takes that long to die is better left to the kernel."""
DEFAULT = Limits()
OURS = 3
"""Folders of a place that we make: ``work``, ``tmp``, and where the inputs are shown."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where a family's places are."""

    folder: str
    """As the family sees it."""
    level: Level
    """With namespaces each place is a file system of its own; else they are folders of ours."""
    group: Group | None = None
    """The control group of all processes of the family, where the machine gives one."""

    @property
    def walled(self) -> bool:
        """Whether it is a file system of its own."""
        return self.level is Level.NAMESPACES


@dataclass(frozen=True, slots=True)
class Place:
    """The folder of one session or branch."""

    path: str
    """As the session sees it; its working directory is ``work`` in it."""
    descriptor: int = -1
    """Of the working directory; -1 where it is not made yet, which a branch does when it first runs."""

    @property
    def made(self) -> bool:
        """Whether it is there."""
        return self.descriptor >= 0

    @property
    def root(self) -> str:
        """The working directory, as the session sees it."""
        return f"{self.path}/work"

    @property
    def seen(self) -> Path:
        """The working directory, as the client sees it, wherever it is mounted and whatever it is called by now."""
        return Path(f"/proc/self/fd/{self.descriptor}") if LINUX else Path(self.root)


@dataclass(slots=True)
class Keeper:
    """The process, and what it keeps."""

    process: Process
    room: Room
    generation: int
    """What its zygote had warmed up when it was forked."""
    uses: int = 1
    """Sessions, the present one included."""

    @classmethod
    def forked(cls, zygote: Process, room: Room, generation: int) -> Self:
        """Fork a keeper from a zygote.

        Raises:
            ProcessEndedError: the zygote is gone, or has no process left.
        """
        if not room.walled:
            Path(room.folder, HOME).mkdir(parents=True)
        process, _ = zygote.fork({"command": "family", "room": room.folder, **quota_header(DEFAULT)})
        process.apart = room.walled
        if room.group is not None:
            room.group.add(process.number)
        return cls(process, room, generation)

    @property
    def reusable(self) -> bool:
        """Whether it can be cleared, and should be."""
        return self.room.walled and not self.process.ended and self.uses < USES

    def clear(self) -> None:
        """Have everything killed and emptied that it keeps, without waiting for that.

        Raises:
            ProcessEndedError: it is gone.
        """
        self.process.tell({"command": "clear", **quota_header(DEFAULT)})

    def cleared(self) -> bool:
        """Wait until all is empty; tell whether it is."""
        try:
            done = "failed" not in self.process.wait(seconds=CLEARING).header
        except (ProcessEndedError, ProcessLateError):
            return False
        self.uses += 1
        return done

    def end(self, how: str = "its family was closed") -> None:
        """End it and all that it keeps, and remove its room; safe to call twice."""
        self.process.end(how)
        if not self.room.walled:
            folders.remove(Path(self.room.folder))
        if self.room.group is not None:
            self.room.group.remove()


def quota_header(limits: Limits) -> dict[str, int]:
    """Return the quota of a place under these limits, in bytes and in files, as a keeper is told it."""
    size, files = breaches.quota(limits)
    return {"size": size, "files": files + OURS}
