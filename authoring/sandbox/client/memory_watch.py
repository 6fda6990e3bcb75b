"""Watches the memory of all processes of a session together, from outside, and ends those that take more than they may.

The kernel bounds the address space of each process, and only control groups bound many together, which few machines
let a program make. So a thread here adds up what the processes of a session hold, their shares of shared pages counted
once, the more often the nearer they are to their limit.
"""

import contextlib
import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from authoring.sandbox.inside.accounting.processes import children_of
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.proc import (
    files_in_memory,
    is_alive,
    is_stopped,
    mapped_shares,
    own_pages_size,
    proportional_size,
    resident_size,
    start_time,
)

FASTEST_GROWTH = 20_000_000_000
"""Bytes a second that processes can take at most, many of them together."""
EARLY_LOOK = 0.01
"""Seconds after the begin of a cell until it is looked at where files in memory count, which are told one by one."""
LONGEST_PAUSE = 0.1
SHORTEST_PAUSE = 0.002
TOLERANCE = 0.1
"""The part of a limit that may be passed between two looks."""
MARGIN = 0.05
"""The part of a limit that may be passed at all: pages that were mapped when a cell began are taken without a request.

A process that asks for more than its limit is refused by the kernel, and goes on with the refusal.
"""
PRIORITY = -10
"""The niceness of the thread that watches, where the user may have one below zero."""
LARGE_BEGINNING = 0.2
"""The part of a limit from which on it is told at once, for some milliseconds, what share of it a cell begins with."""
NEAR = 0.5
"""The part of a limit from which on nobody grows while the shares of many processes are added up."""
STEADY_ROUNDS = 20
"""How often shares are added up again because processes that end meanwhile change the sum."""
KILL_ROUNDS = 100
"""How often processes are killed that were started while others were killed."""


@dataclass(slots=True)
class _Cell:
    """What is counted since a cell began, and from what on."""

    session: int
    started: int
    """When the session's process started, which tells it from another one that was given its number."""
    limit: int
    """The bytes that it may take."""
    initial_size: int
    """The pages that the session held when the cell began, in bytes, shared ones included and those of files not."""
    due: float
    """When the next look is due."""
    thaw: Callable[[], None]
    """Sends the session on once it was stopped, unless its client has stopped it meanwhile."""
    base: int | None = None
    """What the session held then, its share of shared pages; None as long as nothing depends on it."""
    growth: int = 0
    """What it was found to have taken when the shares were added up last."""
    measured: int = 0
    """What was resident when the shares were added up last; below the limit they need not be."""


@dataclass(slots=True)
class MemoryAccount:
    """The processes of one session tree whose memory is added up: those of the session that ran last.

    Counted are its own process and all that it started, and what sessions have left running or serves the whole tree,
    such as the process that judges. The states that wait for their turn are not counted: they do not run.
    """

    supervisor: int
    """The number of the process that all of the tree descend from."""
    waiting: Callable[[], set[int]]
    """Returns the numbers of all sessions of the tree."""
    counts_files: bool = False
    """Whether code may have files in memory that no process maps; elsewhere they are denied, or fall under a quota."""
    kills: int = 0
    """How often the processes were ended for what they held."""
    _cell: _Cell | None = None
    _killing: threading.Lock = field(default_factory=threading.Lock)

    def begin(self, session: int, limit: int | None, thaw: Callable[[], None]) -> None:
        """Count for another cell: from what this session holds now it may take so many bytes more; None for any.

        `thaw` sends the session's process on where it was stopped to be looked at. Waits until what the cell before
        took too much of has been killed: whatever serves the next one is not meant.
        """
        with self._killing:
            self._cell = None
        if limit is not None:
            # Most cells have ended by then.
            due = time.monotonic() + (EARLY_LOOK if self.counts_files else _pause(limit, limit))
            size = own_pages_size(session) + self._file_size([session])
            cell = _Cell(session, start_time(session), limit, size, due, thaw)
            # Later is too late where it matters: once the cell has started others, its share is a part of what it was.
            if size > LARGE_BEGINNING * limit:
                cell.base = self._base(cell)
            self._cell = cell

    def rest(self, session: int) -> None:
        """Count no longer for this session, which is being closed."""
        if self._cell is not None and self._cell.session == session:
            self._cell = None

    @property
    def due(self) -> float | None:
        """When the next look is due; None for never."""
        cell = self._cell
        return None if cell is None else cell.due

    def look(self) -> None:
        """Add up, end the processes that hold too much together, and set when the next look is due."""
        # Another thread may begin another cell meanwhile; what is found here is of this one.
        cell = self._cell
        if cell is None:
            return
        # Resident pages that are shared count for every process here, so this is never too low, and quickly told.
        processes = [*self._processes(cell)]
        resident = sum(map(resident_size, processes)) + self._file_size(processes)
        # Most cells stay below their limit with all that they began with, and shares are not looked at.
        if cell.base is None and resident > cell.limit:
            cell.base = self._base(cell)
        growth = resident - (cell.base or 0)
        if growth > cell.limit:
            # Adding up shares takes long, and those that grow meanwhile would be far over the limit at its end.
            is_near = resident - cell.measured > TOLERANCE * cell.limit or cell.growth > NEAR * cell.limit
            stopped = self._stop(cell) if is_near else set()
            growth = self._growth(cell)
            if growth > (1 + MARGIN) * cell.limit:
                stopped |= self._stop(cell)
                growth = self._steady_growth(cell, growth)
            cell.growth, cell.measured = growth, resident
            with self._killing:
                if growth > (1 + MARGIN) * cell.limit and cell is self._cell:
                    self.kills += 1
                    self._cell = None
                    self._end(cell)
                    return
            _send(signal.SIGCONT, stopped - {cell.session})
            if cell.session in stopped:
                cell.thaw()
        cell.due = time.monotonic() + _pause(max(cell.limit - growth, 0), cell.limit)

    def _growth(self, cell: _Cell) -> int:
        """Add up the shares of all that are counted; return the bytes that they take more than in the beginning."""
        size = self._size([*self._processes(cell)])
        # Its share of what it had then grows when others that share it end, or when it writes to its own copy.
        cell.base = max(cell.base or 0, self._base(cell))
        return size - cell.base

    def _steady_growth(self, cell: _Cell, growth: int) -> int:
        """Add up until the sum stands still.

        The share of a process that ends falls to the others while these are added up, and would be counted once more
        for each of them.
        """
        for _ in range(STEADY_ROUNDS):
            before, growth = growth, self._growth(cell)
            if abs(growth - before) <= MARGIN * cell.limit / 2:
                break
            time.sleep(SHORTEST_PAUSE)
        return growth

    def _base(self, cell: _Cell) -> int:
        """Return its share, as of now, of what the session held when the cell began."""
        grown = own_pages_size(cell.session) + self._file_size([cell.session]) - cell.initial_size
        return min(cell.initial_size, max(0, self._size([cell.session]) - grown))

    def _size(self, processes: Sequence[int]) -> int:
        """Return the bytes that processes hold, each page once."""
        files = self._files(processes)
        mapped = sum(mapped_shares(process, files) for process in processes) if files else 0
        return sum(map(_size, processes)) + max(0, sum(files.values()) - mapped)

    def _file_size(self, processes: Sequence[int]) -> int:
        return sum(self._files(processes).values())

    def _files(self, processes: Sequence[int]) -> dict[int, int]:
        if not self.counts_files:
            return {}
        return {inode: size for process in processes for inode, size in files_in_memory(process).items()}

    def _processes(self, cell: _Cell) -> Iterator[int]:
        """Yield the processes that are counted for a cell."""
        others = self.waiting() - {cell.session}
        pending = [child for child in children_of(self.supervisor) if child != cell.session]
        pending += [cell.session] if start_time(cell.session) == cell.started else []
        counted = set()
        while pending:
            process = pending.pop()
            if process not in others and process not in counted:
                counted.add(process)
                yield process
                pending += children_of(process)

    def _stop(self, cell: _Cell) -> set[int]:
        """Stop the processes, those that they start meanwhile too; return their numbers."""
        stopped: set[int] = set()
        for _ in range(KILL_ROUNDS):
            # An answer's process stands still already between its attempts, and shall not go on after this.
            running = {process for process in self._processes(cell) if not is_stopped(process)} - stopped
            if not running:
                break
            _send(signal.SIGSTOP, running)
            stopped |= running
        return stopped

    def _end(self, cell: _Cell) -> None:
        for _ in range(KILL_ROUNDS):
            # Again, because a process may start another while it is killed, which then is nobody's child but ours.
            remaining = {process for process in self._processes(cell) if is_alive(process)}
            if not remaining:
                return
            _send(signal.SIGKILL, remaining)
            time.sleep(SHORTEST_PAUSE)


def _pause(free: float, limit: int) -> float:
    """Return the seconds in which nothing can take so many bytes that are free and pass the limit by much."""
    return min(max((free + TOLERANCE * limit) / FASTEST_GROWTH, SHORTEST_PAUSE), LONGEST_PAUSE)


def _send(number: signal.Signals, processes: set[int]) -> None:
    for process in processes - {0}:  # the number of one that is gone, and to the kernel our own group
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, number)


def _size(process: int) -> int:
    """Return the bytes that a process holds, its share of shared pages; its resident size where that is hidden."""
    size = proportional_size(process)
    return resident_size(process) if size is None else size


@dataclass(slots=True)
class MemoryWatch:
    """The thread that looks at accounts; there is none while there is nothing to look at. Use it from any thread."""

    _accounts: list[MemoryAccount] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)
    _thread: threading.Thread | None = None
    _next_look: float = 0.0
    """Until when the thread waits, if nothing wakes it."""

    def watch(self, account: MemoryAccount) -> None:
        """Look at an account from now on, also anew after another cell of it began."""
        with self._changed:
            if account not in self._accounts:
                self._accounts.append(account)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="memory-watch", daemon=True)
                self._thread.start()
            # Each wake costs as much as a short cell, and whoever looks soon enough need not be woken.
            if account.due is not None and account.due < self._next_look:
                self._changed.notify()

    def forget(self, account: MemoryAccount) -> None:
        """Look at an account no longer; safe for one that is not looked at."""
        with self._changed:
            self._accounts = [other for other in self._accounts if other is not account]
            self._changed.notify()

    def _run(self) -> None:
        if LINUX:
            # On a busy machine the watched would otherwise run for longer than it takes them to pass their limit.
            with contextlib.suppress(PermissionError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PRIORITY)
        while True:
            with self._changed:
                if not self._accounts:
                    self._thread = None
                    return
                due = [(account.due, account) for account in self._accounts]
                pause = min((moment for moment, _ in due if moment is not None), default=None)
                now = time.monotonic()
                if pause is None or pause > now:
                    self._next_look = math.inf if pause is None else pause
                    self._changed.wait(None if pause is None else pause - now)
                    continue
            for moment, account in due:
                if moment is not None and moment <= now:
                    account.look()
