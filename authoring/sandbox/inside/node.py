"""A node: a process with one control socket that serves commands and can fork into another node.

The zygote forks the supervisor of a session tree, the supervisor forks sessions and judges, a session forks branches.
Zygote and supervisor run no code but ours.
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
from authoring.sandbox.inside.isolation import inputs, shared_memory
from authoring.sandbox.inside.isolation.open_files import OpenFile, open_files, reopen
from authoring.sandbox.inside.isolation.restrictions import FilesystemRules, Restrictions, confine, restrict
from authoring.sandbox.inside.judge import judge, judge_rewrites
from authoring.sandbox.inside.kernel import children, kill
from authoring.sandbox.inside.protocol import BadFrameError, Frame, FrameSocket, SocketClosedError, socket_pair
from authoring.sandbox.inside.runtime_setup import forget_trackers
from authoring.sandbox.inside.session import InterpreterSession
from authoring.sandbox.inside.supervisor import Supervisor
from authoring.sandbox.inside.warm_up import import_modules, installed_versions, rehearse

REAP_TIME = 2.0
"""Seconds that a process which was killed may take to be gone."""


class Role(Enum):
    """The purpose of a node; the copy made by a fork takes the next role."""

    ZYGOTE = "zygote"
    SUPERVISOR = "supervisor"
    SESSION = "session"
    JUDGE = "judge"


class Node:
    """A process and its control socket.

    Args:
        end: the socket on which it is asked.
        role: what it is at first.
        restrictions: what it puts on sessions.
    """

    def __init__(self, end: socket.socket, role: Role, restrictions: Restrictions) -> None:
        self._socket = FrameSocket(end)
        self._role = role
        self._restrictions = restrictions
        self._forking = False
        self._session = InterpreterSession()
        self._supervisor: Supervisor | None = None
        self._filesystem_rules: FilesystemRules | None = None
        self._discarded: set[int] = set()
        self._inherited: list[OpenFile] = []
        """What was open in the process that this one was forked from, or in this one when it last forked."""
        # A process namespace cannot be entered twice: forking a session tree means to leave ours, and to come back.
        self._processes = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC) if restrictions.isolated else -1
        os.register_at_fork(after_in_child=self._leave_socket)

    def greet(self) -> None:
        """Report to the client that the node is ready, and which process it is."""
        self._reply(Frame({"pid": os.getpid()}, descriptors=kernel.handle_of(os.getpid())))

    def serve(self) -> NoReturn:
        """Answer commands until the socket closes."""
        while True:
            try:
                frame = self._socket.receive()
            except (SocketClosedError, BadFrameError):
                self._end()
            try:
                reply = self._answer(frame)
            except Exception as error:  # noqa: BLE001 - told to the client, which decides; nobody else would hear it
                trace = "".join(traceback.format_exception(error))
                reply = Frame({"failed": f"{type(error).__name__}: {error}", "traceback": trace[-4_000:]})
            if reply is not None:
                self._reply(reply)

    def _reply(self, frame: Frame) -> None:
        try:
            self._socket.send(frame)
        except BadFrameError as error:
            self._socket.send(Frame({"failed": str(error)}))
        except SocketClosedError:
            self._end()
        for descriptor in frame.descriptors:
            os.close(descriptor)

    def _answer(self, frame: Frame) -> Frame | None:
        header = frame.header
        self._discarded.update(header["discarded"])
        # Reaped with whatever command comes next; until then they are zombies that cost nothing.
        self._discarded -= {child for child in self._discarded if _poll_child(child) is not None}
        command = header["command"]
        if command == "reap":
            return Frame({"status": _reap(header["pid"])})
        match self._role:
            case Role.ZYGOTE:
                return self._answer_as_zygote(command, frame)
            case Role.SUPERVISOR:
                return self._answer_as_supervisor(command, frame)
            case Role.SESSION:
                return self._answer_as_session(command, frame)
            case Role.JUDGE if command == "judge":
                return Frame(judge(frame))
            case Role.JUDGE if command == "judge rewrites":
                return Frame(judge_rewrites(frame))
        raise _unknown(command)

    def _answer_as_zygote(self, command: str, frame: Frame) -> Frame | None:
        header = frame.header
        match command:
            case "supervisor":
                return self._fork(Role.SUPERVISOR, frame)
            case "warm":
                import_modules(header["modules"])
                if header["rehearse"]:
                    rehearse()
                # Frozen objects are not touched by collections in forked children, so their pages stay shared.
                gc.freeze()
                return Frame({})
            case "versions":
                return Frame({"versions": installed_versions(header["packages"])})
        raise _unknown(command)

    def _answer_as_supervisor(self, command: str, frame: Frame) -> Frame | None:
        header, supervisor = frame.header, self._supervisor
        if supervisor is None:
            raise LookupError("a supervisor without a sandbox root")
        match command:
            case "session" | "judge":
                # By the supervisor, because a session may not mount anything any more.
                supervisor.prepare(header["workdir"], None)
                return self._fork(Role(command), frame)
            case "create workdir":
                supervisor.prepare(header["workdir"], header["copied_from"])
                return Frame({}, descriptors=(supervisor.opened(header["workdir"]),))
            case "clear":
                self._discarded.clear()
                supervisor.clear(header)
                if self._filesystem_rules is not None:
                    # Landlock's rules belong to the mounts that were there, and the sandbox root is a new one now.
                    self._filesystem_rules.renew()
                return Frame({})
            case "remove":
                left = _kill_until_gone(spared=set(header["keep"]))
                supervisor.remove(header["workdir"])
                return Frame({"left": left})
        changes = {
            "inputs": lambda: inputs.show(
                header["workdir"],
                header["source"],
                writable=header["writable"],
                size=header["input_size"],
                copied_from=header["copied_from"],
            ),
            "show": lambda: supervisor.show(header["workdir"]),
            "resize": lambda: supervisor.resize(header["workdirs"], header),
        }
        if command not in changes:
            raise _unknown(command)
        changes[command]()
        return Frame({})

    def _answer_as_session(self, command: str, frame: Frame) -> Frame | None:
        header, session = frame.header, self._session
        match command:
            case "fork":
                return self._fork(Role.SESSION, frame)
            case "renew":
                # Before any code runs here, and while the session it was forked from waits.
                reopen(self._inherited, header["workdir"])
                shared_memory.renew(header["mappings"], header["workdir"])
                forget_trackers()
                return Frame({})
            case "confine":
                confine(self._restrictions, header["workdir"])
                session.confine()
                return Frame({})
        answers = {
            "enter": lambda: Frame(session.enter(header)),
            "run": lambda: Frame(session.run(frame, lambda progress: self._socket.send(Frame(progress)))),
            "separate": lambda: Frame(session.separate()),
            "hold start": lambda: Frame(session.hold_start()),
            "rewind": lambda: Frame(session.rewind(self._discarded)),
            "evidence": lambda: session.evidence(origins=header["origins"]),
            "collect": lambda: session.collect(frame),
            "judge itself": lambda: Frame(session.judge_itself()),
            "variables": lambda: Frame(session.variables(header)),
            "call": lambda: Frame(*session.call(header)),
        }
        if command not in answers:
            raise _unknown(command)
        return answers[command]()

    def _fork(self, role: Role, frame: Frame) -> Frame | None:
        """Fork; the parent returns the other end of the child's socket, the child goes on to serve its own."""
        # What code opened is listed before the fork: its position is that of this moment.
        if self._role is Role.SESSION and kernel.LINUX:
            self._inherited = open_files(spared={self._socket.number})
        # Both ends are made before the fork; each process closes the end of the other.
        theirs, ours = socket_pair()
        chance = random.getstate()
        if role is Role.SUPERVISOR and self._restrictions.isolated:
            # It holds for children only: the next fork is the first process of the new namespace.
            kernel.unshare(kernel.CLONE_NEWPID)
        self._forking = True
        child = os.fork()
        self._forking = False
        if child:
            return self._forked(child, theirs, ours, frame)
        # A group of its own, so that killing the group ends everything that a cell starts.
        os.setpgid(0, 0)
        theirs.close()
        self._socket.close()
        self._socket = FrameSocket(ours)
        if self._role is not Role.ZYGOTE and self._processes >= 0:
            # Only a zygote forks into other process namespaces.
            os.close(self._processes)
            self._processes = -1
        random.setstate(chance)  # the module seeds itself anew in every forked child
        if self._role is not Role.SESSION:
            kernel.die_with_parent()
            try:
                self._become(role, frame)
            except OSError as error:
                # The client gets this answer with its first command; a process that is gone could not explain anything.
                self._reply(Frame({"failed": f"isolation cannot be set up: {error}"}))
                os._exit(1)
        return None

    def _forked(self, child: int, theirs: socket.socket, ours: socket.socket, frame: Frame) -> Frame:
        """Return the answer about a new child, as the parent after a fork."""
        if self._role is Role.ZYGOTE and self._restrictions.isolated:
            kernel.enter_namespace(self._processes, kernel.CLONE_NEWPID)
        ours.close()
        # Set on both sides of the fork, because either may run first.
        os.setpgid(child, child)
        passed = [theirs.detach(), *kernel.handle_of(child)]
        if self._supervisor is not None and self._role is Role.SUPERVISOR:
            passed.append(self._supervisor.opened(frame.header["workdir"]))
        return Frame({"pid": child, "files": bool(self._inherited)}, descriptors=tuple(passed))

    def _become(self, role: Role, frame: Frame) -> None:
        """Take on another role than the parent's, with the isolation that belongs to it."""
        header = frame.header
        if role is Role.SUPERVISOR:
            kernel.adopt_orphans()
            self._supervisor = Supervisor(header, isolated=self._restrictions.isolated)
            if self._restrictions.isolated:
                self._filesystem_rules = FilesystemRules(self._restrictions, header["root"])
        else:
            os.chdir(os.path.join(header["workdir"], "work"))  # noqa: PTH118 - one call of many per session
            restrict(self._restrictions, self._filesystem_rules or FilesystemRules(self._restrictions, header["root"]))
            self._filesystem_rules = None
            # A change of identity resets the parent-death signal, so it is requested again.
            kernel.die_with_parent()
        self._role = role

    def _leave_socket(self) -> None:
        """Close the control socket in processes that a cell forks."""
        # A child of a cell must neither answer in its parent's name nor keep the line open after it.
        if not self._forking:
            self._socket.close()

    def _end(self) -> NoReturn:
        """End with everything below; branches of a session belong to the supervisor once the session is gone."""
        if self._role in {Role.ZYGOTE, Role.SUPERVISOR}:
            _kill_until_gone(spared=set())
        os._exit(0)


def _kill_until_gone(*, spared: set[int]) -> int:
    """Kill children until only the spared ones are left, or the time is up; return how many others remain."""
    deadline = time.monotonic() + REAP_TIME
    # Again and again, because a process may fork just before it is killed.
    while (remaining := kill_children(spared=spared)) and time.monotonic() < deadline:
        # Dying takes a moment, above all with much memory.
        time.sleep(0.002)
    return remaining


def kill_children(*, spared: set[int]) -> int:
    """Kill every child that is not spared and wait for those that ended; return how many still run."""
    strays = [child for child in children() if child not in spared]
    for child in strays:
        kill(child)
    return sum(_poll_child(child) is None for child in strays)


def _unknown(command: str) -> LookupError:
    return LookupError(f"no such command here: {command}")


def _reap(child: int) -> int | None:
    """Return the wait status of a child that ended or is about to; None where it is none of ours or lives on."""
    deadline = time.monotonic() + REAP_TIME
    try:
        handle = kernel.handle_of(child)
        status = _poll_child(child)
    except OSError:
        return None
    if status is not None:
        for descriptor in handle:
            os.close(descriptor)
        return status if status >= 0 else None
    for descriptor in handle:
        # A descriptor of a process becomes readable when it ends, so nothing has to be asked again and again.
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        poller.poll(REAP_TIME * 1_000)
        os.close(descriptor)
    while time.monotonic() < deadline:
        status = _poll_child(child)
        if status is not None:
            return status if status >= 0 else None
        time.sleep(0.001)
    return None


def _poll_child(child: int) -> int | None:
    """Return the wait status, -1 for a process that is no child of ours, None for one that still runs."""
    try:
        ended_child, status = os.waitpid(child, os.WNOHANG)
    except ChildProcessError:
        return -1
    return status if ended_child else None
