"""A node: a process with one control line that serves commands and can fork into another node.

The zygote forks the keeper of a family, the keeper forks sessions and judges, a session forks branches. Zygote and
keeper run nobody's code but ours.
"""

import gc
import os
import random
import select
import socket
import time
import traceback
from enum import Enum
from typing import NoReturn

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation.open_files import replace_files
from authoring.sandbox.inside.isolation.restrictions import Bonds, Fence, bind, confine
from authoring.sandbox.inside.judge import judge
from authoring.sandbox.inside.kernel import children, kill
from authoring.sandbox.inside.protocol import BadFrameError, Frame, Line, LineClosedError, pair
from authoring.sandbox.inside.session import Session
from authoring.sandbox.inside.supervisor import Keeper
from authoring.sandbox.inside.warm_up import import_modules, installed_versions, rehearse

PATIENCE = 2.0
"""Seconds that a process which was killed may take to be gone."""


class Role(Enum):
    """What a node is for; forking turns the copy into the next role."""

    ZYGOTE = "zygote"
    KEEPER = "keeper"
    SESSION = "session"
    JUDGE = "judge"


class Node:
    """A process and its line.

    Args:
        end: the socket on which it is asked.
        role: what it is at first.
        bonds: what it puts on sessions.
    """

    def __init__(self, end: socket.socket, role: Role, bonds: Bonds) -> None:
        self._line = Line(end)
        self._role = role
        self._bonds = bonds
        self._forking = False
        self._session = Session()
        self._keeper: Keeper | None = None
        self._fence: Fence | None = None
        self._discarded: set[int] = set()
        # A process namespace cannot be entered twice: forking a family means to leave ours, and to come back.
        self._processes = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC) if bonds.walled else -1
        os.register_at_fork(after_in_child=self._leave_line)

    def greet(self) -> None:
        """Tell the client that all is ready, and which process this is."""
        self._reply(Frame({"pid": os.getpid()}, descriptors=kernel.handle_of(os.getpid())))

    def serve(self) -> NoReturn:
        """Answer commands until the line closes."""
        while True:
            try:
                frame = self._line.receive()
            except (LineClosedError, BadFrameError):
                self._end()
            try:
                reply = self._answer(frame)
            except Exception as error:  # noqa: BLE001 - told to the client, which decides; nobody else would hear it
                told = "".join(traceback.format_exception(error))
                reply = Frame({"failed": f"{type(error).__name__}: {error}", "traceback": told[-4_000:]})
            if reply is not None:
                self._reply(reply)

    def _reply(self, frame: Frame) -> None:
        try:
            self._line.send(frame)
        except BadFrameError as error:
            self._line.send(Frame({"failed": str(error)}))
        except LineClosedError:
            self._end()
        for descriptor in frame.descriptors:
            os.close(descriptor)

    def _answer(self, frame: Frame) -> Frame | None:
        header = frame.header
        self._discarded.update(header["discarded"])
        self._discarded -= {child for child in self._discarded if _waited(child) is not None}
        command = header["command"]
        if command == "reap":
            return Frame({"status": _reap(header["pid"])})
        match self._role:
            case Role.ZYGOTE:
                return self._answer_as_zygote(command, frame)
            case Role.KEEPER:
                return self._answer_as_keeper(command, frame)
            case Role.SESSION:
                return self._answer_as_session(command, frame)
            case Role.JUDGE if command == "judge":
                return Frame(judge(frame))
        raise _unknown(command)

    def _answer_as_zygote(self, command: str, frame: Frame) -> Frame | None:
        header = frame.header
        match command:
            case "family":
                return self._fork(Role.KEEPER, frame)
            case "warm":
                import_modules(header["modules"])
                if header["rehearse"]:
                    rehearse()
                gc.freeze()
                return Frame({})
            case "versions":
                return Frame({"versions": installed_versions(header["packages"])})
        raise _unknown(command)

    def _answer_as_keeper(self, command: str, frame: Frame) -> Frame | None:
        header, keeper = frame.header, self._keeper
        if keeper is None:
            raise LookupError("a keeper without a room")
        match command:
            case "session" | "judge":
                keeper.prepare(header["place"], None)
                return self._fork(Role(command), frame)
            case "place":
                keeper.prepare(header["place"], header["copied"])
                return Frame({}, descriptors=(keeper.opened(header["place"]),))
            case "inputs":
                keeper.show_inputs(header["place"], header["source"])
                return Frame({})
            case "resize":
                keeper.resize(header["places"], header)
                return Frame({})
            case "clear":
                self._discarded.clear()
                keeper.clear(header)
                if self._fence is not None:
                    self._fence.renew()
                return Frame({})
            case "remove":
                left = _tidied(keep=set(header["keep"]))
                keeper.remove(header["place"])
                return Frame({"left": left})
        raise _unknown(command)

    def _answer_as_session(self, command: str, frame: Frame) -> Frame | None:
        header, session = frame.header, self._session
        match command:
            case "fork":
                return self._fork(Role.SESSION, frame)
            case "confine":
                if kernel.LINUX:
                    replace_files(header["place"])
                confine(self._bonds, header["place"])
                session.confine()
                return Frame({})
        answers = {
            "enter": lambda: Frame(session.enter(header)),
            "run": lambda: Frame(session.run(frame, lambda told: self._line.send(Frame(told)))),
            "separate": lambda: Frame(session.separate()),
            "evidence": lambda: Frame(*session.evidence()),
            "collect": lambda: Frame(*session.collect(frame)),
            "judge itself": lambda: Frame(session.judge_itself()),
            "variables": lambda: Frame(session.variables(header)),
            "call": lambda: Frame(*session.call(header)),
        }
        if command not in answers:
            raise _unknown(command)
        return answers[command]()

    def _fork(self, role: Role, frame: Frame) -> Frame | None:
        """Fork; the parent gives the other end of the child's line back, the child goes on to serve its own."""
        theirs, ours = pair()
        chance = random.getstate()
        if role is Role.KEEPER and self._bonds.walled:
            kernel.unshare(kernel.CLONE_NEWPID)
        self._forking = True
        child = os.fork()
        self._forking = False
        if child:
            return self._forked(child, theirs, ours, frame)
        os.setpgid(0, 0)
        theirs.close()
        self._line.close()
        self._line = Line(ours)
        random.setstate(chance)  # the module seeds itself anew in every forked child
        if self._role is not Role.SESSION:
            kernel.die_with_parent()
            try:
                self._become(role, frame)
            except OSError as error:
                # The client hears of it when it first asks; it would never be told by a process that is gone.
                self._reply(Frame({"failed": f"the walls cannot be put up: {error}"}))
                os._exit(1)
        return None

    def _forked(self, child: int, theirs: socket.socket, ours: socket.socket, frame: Frame) -> Frame:
        """As the parent, after a fork."""
        if self._role is Role.ZYGOTE and self._bonds.walled:
            kernel.enter_namespace(self._processes, kernel.CLONE_NEWPID)
        ours.close()
        os.setpgid(child, child)
        passed = [theirs.detach(), *kernel.handle_of(child)]
        if self._keeper is not None and self._role is Role.KEEPER:
            passed.append(self._keeper.opened(frame.header["place"]))
        return Frame({"pid": child}, descriptors=tuple(passed))

    def _become(self, role: Role, frame: Frame) -> None:
        """Take on a role that is more than a copy, with the walls that belong to it."""
        header = frame.header
        if role is Role.KEEPER:
            kernel.adopt_orphans()
            self._keeper = Keeper(header, walled=self._bonds.walled)
            if self._bonds.walled:
                self._fence = Fence(self._bonds, header["room"])
        else:
            os.chdir(os.path.join(header["place"], "work"))  # noqa: PTH118 - one call of many per session
            bind(self._bonds, self._fence or Fence(self._bonds, header["room"]))
            self._fence = None
            # Whoever ended the parent before this was asked for would be missed.
            kernel.die_with_parent()
        self._role = role

    def _leave_line(self) -> None:
        """Keep what a cell forks away from the control line."""
        if not self._forking:
            self._line.close()

    def _end(self) -> NoReturn:
        """End with everything below; branches of a session belong to the keeper once the session is gone."""
        if self._role in {Role.ZYGOTE, Role.KEEPER}:
            _tidied(keep=set())
        os._exit(0)


def _tidied(*, keep: set[int]) -> int:
    """Tidy up until nothing is left that should not be, or patience ends; return how many still are."""
    deadline = time.monotonic() + PATIENCE
    while (left := tidy(keep=keep)) and time.monotonic() < deadline:
        time.sleep(0.002)
    return left


def tidy(*, keep: set[int]) -> int:
    """Kill every child that is not to be kept and wait for those that ended; return how many were still there."""
    strays = [child for child in children() if child not in keep]
    for child in strays:
        kill(child)
    return sum(_waited(child) is None for child in strays)


def _unknown(command: str) -> LookupError:
    return LookupError(f"no such command here: {command}")


def _reap(child: int) -> int | None:
    """Return the wait status of a child that ended or is about to; None where it is none of ours or lives on."""
    deadline = time.monotonic() + PATIENCE
    try:
        handle = kernel.handle_of(child)
        status = _waited(child)
    except OSError:
        return None
    if status is not None:
        for descriptor in handle:
            os.close(descriptor)
        return status if status >= 0 else None
    for descriptor in handle:
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        waiting.poll(PATIENCE * 1_000)
        os.close(descriptor)
    while time.monotonic() < deadline:
        status = _waited(child)
        if status is not None:
            return status if status >= 0 else None
        time.sleep(0.001)
    return None


def _waited(child: int) -> int | None:
    """Return the wait status, -1 for a process that is no child of ours, None for one that still runs."""
    try:
        done, status = os.waitpid(child, os.WNOHANG)
    except ChildProcessError:
        return -1
    return status if done else None
