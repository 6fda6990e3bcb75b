"""A family: the keeper that makes room for one session and its branches, as the client sees it."""

import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.sandbox import folders
from authoring.sandbox.client.process import (
    Process,
    ProcessEndedError,
    ProcessLateError,
    alive,
    answer_or_fail,
    close_all,
    processes_of_user,
    threads_of,
)
from authoring.sandbox.client.supervisor import DEFAULT, Keeper, Place, quota_header
from authoring.sandbox.inside.isolation.workdir import copy
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.rlimits import MEGABYTE

if TYPE_CHECKING:
    from pathlib import Path

    from authoring.sandbox.client.shared_inputs import Staged

MEMBERS = 128
"""Processes of ours that a family may have besides those of cells: paused states above all."""
BASE_MEMORY = 500_000_000
"""Bytes that the processes of a family may hold together besides what their cells need."""


class Family:
    """The processes of one session; ends with the last of them.

    Args:
        keeper: what makes room for them; nothing is in it.
        retire: takes the keeper over when the last session was closed, and is told to end it where it can't be used.
    """

    def __init__(self, keeper: Keeper, retire: Callable[[Keeper], None]) -> None:
        self.room = keeper.room
        self.staged: Staged | None = None
        """The input files, where a session can be kept from changing them; else it has copies of its own."""
        self.inputs: tuple[Path, ...] = ()
        self._lock = threading.Lock()
        self._members: set[Process] = set()
        self._places = 0
        self._folders: set[int] = set()
        """Descriptors of places that are open."""
        self._judge: Process | None = None
        self._held = DEFAULT
        self._quota = quota_header(DEFAULT)
        self._kept_by, self._retire = keeper, retire
        self._keeper = keeper.process

    def hold(self, limits: Limits, place: Place) -> None:
        """Have the kernel hold what runs next to limits that it keeps for more than one process.

        Raises:
            SandboxError: it cannot.
        """
        quota = quota_header(limits)
        if self.room.walled and quota != self._quota:
            self._quota = quota
            self._ask({"command": "resize", "places": [place.path], **quota})
        if self.room.group is not None and limits != self._held:
            self._held = limits
            self._hold_together(limits)

    def _hold_together(self, limits: Limits) -> None:
        if self.room.group is None:
            return
        # The reference's session and one that branched from it may run side by side.
        memory = None if limits.max_memory < 0 else BASE_MEMORY + 2 * int(limits.max_memory * MEGABYTE)
        try:
            self.room.group.limit(memory_bytes=memory, processes=2 * limits.max_processes + MEMBERS)
        except OSError as error:
            raise SandboxError(
                f"the control group of a session is gone: {error.strerror}",
                hint="See what removes control groups here.",
            ) from error

    def memory_kills(self) -> int | None:
        """Return how many processes the kernel ended so far for want of memory; None where nobody counts."""
        return None if self.room.group is None else self.room.group.oom_kills()

    @property
    def alive(self) -> bool:
        """Whether its keeper and its first session are there still."""
        return not self._keeper.ended and alive(self._keeper.number) and all(alive(m.number) for m in self._members)

    @property
    def tasks(self) -> int:
        """How many processes and threads the kernel counts already when a limit is set; -1 where it counts none.

        In a user namespace of our own these are those of the family; elsewhere all that the user runs, but for root,
        who is not held to any number.
        """
        if self.room.walled:
            with self._lock:
                return sum(threads_of(member.number) for member in self._members)
        return sum(map(threads_of, processes_of_user())) if LINUX and os.getuid() else -1

    def session(self) -> tuple[Process, Place]:
        """Fork a session from the keeper, in which nothing has run.

        Raises:
            ProcessEndedError: the keeper is gone.
            SandboxError: its control group is gone.
        """
        self._hold_together(self._held)
        process, place = self._forked("session")
        self._members.add(process)
        return process, place

    def branch(self, process: Process) -> tuple[Process, Place]:
        """Fork a session; its place is not made yet.

        Raises:
            ProcessEndedError: the session is gone.
        """
        branch, _ = process.fork({"command": "fork"})
        with self._lock:
            self._members.add(branch)
        return branch, Place(self._next_place())

    def judge(self) -> Process:
        """Return the process that judges for this family: it runs nobody's code but ours and the benchmark's.

        Raises:
            ProcessEndedError: the keeper is gone.
        """
        if self._judge is None or self._judge.ended:
            self._judge, place = self._forked("judge")
            self._close(place)
        return self._judge

    def made(self, place: Place, copied: Place | None) -> Place:
        """Make a branch's place; with `copied`, what was written there is copied.

        Raises:
            SandboxError: it cannot be copied, or the keeper is gone.
        """
        inside = copied.path if copied is not None and self.room.walled else None
        header = {"command": "place", "place": place.path, "copied": inside}
        made = replace(place, descriptor=self._opened(self._ask(header, taken=1).descriptors[0]))
        if copied is not None and not self.room.walled:
            # By its descriptor: a session could have put a link to files of ours where its folder was.
            try:
                copy(copied.seen, made.seen)
            except (OSError, shutil.Error, RecursionError) as error:
                raise SandboxError(
                    f"a session's working directory cannot be copied for a branch: {str(error)[:500]}",
                    hint="The code wrote files that cannot be copied; reference code should write none.",
                ) from error
        self.show_inputs(made)
        return made

    def show_inputs(self, place: Place) -> None:
        """Put the inputs into a working directory.

        Raises:
            SandboxError: they cannot be copied, or the keeper is gone.
        """
        if self.staged is None:
            folders.fill(place.seen, self.inputs)
        elif self.room.walled:
            self._ask({"command": "inputs", "place": place.path, "source": self.staged.inside})
        else:
            (place.seen / folders.INPUTS).symlink_to(self.staged.path)

    def leave(self, process: Process, place: Place) -> None:
        """Have one of the family end, with all that it left running; the last one ends the keeper."""
        with self._lock:
            self._members.discard(process)
            keep = [member.inner for member in (*self._members, *filter(None, [self._judge]))]
            last = not self._members
        self._close(place)
        if last and self.room.walled:
            self._hand_over(process)
            return
        process.end()
        try:
            self._keeper.ask({"command": "remove", "place": place.path, "keep": keep})
            if last:
                self.end()
        except (ProcessEndedError, ProcessLateError):
            self.end()

    def _hand_over(self, last: Process) -> None:
        """Let go of everything but the keeper; one whose session came to a bad end is not used again."""
        well = not last.ended and alive(last.number) and self._kept_by.reusable
        try:
            if well:
                self._kept_by.clear()
        except ProcessEndedError:
            well = False
        last.forget()
        if not well:
            self.end()
            return
        self._let_go()
        self._retire(self._kept_by)

    def end(self) -> None:
        """End every process of the family, and remove its room; safe to call twice."""
        self._kept_by.end()
        self._let_go()

    def _let_go(self) -> None:
        with self._lock:
            members, self._members = self._members, set()
            descriptors, self._folders = self._folders, set()
        for member in (*members, *filter(None, [self._judge])):
            member.forget()
        close_all(sorted(descriptors))
        if self.staged is not None:
            self.staged.let_go()
            self.staged = None

    def _forked(self, command: str) -> tuple[Process, Place]:
        path = self._next_place()
        header = {"command": command, "place": path, "room": self.room.folder}
        process, descriptor = self._keeper.fork(header, folder=True)
        return process, Place(path, self._opened(descriptor))

    def _opened(self, descriptor: int) -> int:
        with self._lock:
            self._folders.add(descriptor)
        return descriptor

    def _close(self, place: Place) -> None:
        with self._lock:
            mine = place.descriptor in self._folders
            self._folders.discard(place.descriptor)
        if mine:
            os.close(place.descriptor)

    def _next_place(self) -> str:
        with self._lock:
            self._places += 1
            return f"{self.room.folder}/{self._places}"

    def _ask(self, header: dict[str, Any], taken: int = 0) -> Frame:
        try:
            return answer_or_fail(self._keeper.ask(header, taken=taken))
        except (ProcessEndedError, ProcessLateError) as error:
            raise SandboxError(f"a session's folder cannot be made: {error}", hint="Try again.") from error
