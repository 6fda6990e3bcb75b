"""One session and its branches, as the client sees them: a tree of processes below one supervisor."""

import os
import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from authoring.errors import SandboxError
from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.sandbox import folders
from authoring.sandbox.client.memory_watch import MemoryAccount, MemoryWatch
from authoring.sandbox.client.process import Process, ProcessEndedError, ProcessLateError, answer_or_fail, close_all
from authoring.sandbox.client.supervisor import DEFAULT_LIMITS, SupervisorProcess, Workdir, quota_header
from authoring.sandbox.inside.accounting.processes import descendants_of
from authoring.sandbox.inside.isolation.workdir import SCRATCH, copy
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.rlimits import MEGABYTE
from authoring.sandbox.limits import DiskUsage
from authoring.sandbox.proc import is_alive, processes_of_user, resident_size, threads_of

if TYPE_CHECKING:
    from authoring.sandbox.client.shared_inputs import SharedInputs

EXTRA_PROCESSES = 128
"""Processes of our own, besides those of cells, that a session tree may have: paused states above all."""
MEMORY_MARGIN = 0.15
"""The part of its limit that a cell may take before the kernel, which ends whom it likes, comes before us."""

JUDGE_GROWTH = 100_000_000
"""Bytes by which the judge may have grown after a judgement; modules that it imports for one take most of them."""


class SessionTree:
    """The processes of one session; ends with the last of them.

    Args:
        supervisor: the process that creates their working directories and forks them; no session is below it yet.
        retire: takes the supervisor over when the last session is closed, for use by another tree.
        memory: looks at how much the processes of the tree take together.
    """

    def __init__(
        self, supervisor: SupervisorProcess, retire: Callable[[SupervisorProcess], None], memory: MemoryWatch
    ) -> None:
        self.root = supervisor.root
        self.shared_inputs: SharedInputs | None = None
        """The input files, where a session can be kept from changing them; else it has copies of its own."""
        self.inputs: tuple[Path, ...] = ()
        self.changes_inputs = False
        """Whether a session may change the inputs it sees, as DSEval's may; what others see stays as it is."""
        self._lock = threading.Lock()
        self._members: set[Process] = set()
        self._workdir_count = 0
        self._folders: set[int] = set()
        """Open descriptors of working directories."""
        self._judge: Process | None = None
        self._judge_size = 0
        """Bytes that the judge held when it was started."""
        self._shown = ""
        """The session's folder whose shared memory is shown."""
        self._limits = DEFAULT_LIMITS
        self._quota = quota_header(DEFAULT_LIMITS)
        self._supervisor_process, self._retire = supervisor, retire
        self._supervisor = supervisor.process
        self._memory = memory
        self._account = MemoryAccount(
            supervisor.process.number, self._numbers, counts_files=LINUX and supervisor.root.level is Level.LIMITS
        )

    def apply_limits(self, limits: Limits, workdir: Workdir) -> None:
        """Apply the limits that the kernel enforces for all processes of the tree together, before the next cell.

        Raises:
            SandboxError: it cannot.
        """
        # What a session changes of its inputs takes room in its own folder.
        shared = self.shared_inputs if self.changes_inputs else None
        quota = quota_header(limits, DiskUsage() if shared is None else shared.usage)
        # Most cells have the limits of the cell before, and pay for no call then.
        try:
            if self.root.isolated and quota != self._quota:
                self._quota = quota
                self._ask_supervisor({"command": "resize", "workdirs": [workdir.path], **quota})
            if self.root.isolated and self._shown != workdir.path:
                # The sessions of a tree run one at a time, and each finds its own shared memory.
                self._shown = workdir.path
                self._ask_supervisor({"command": "show", "workdir": workdir.path})
        except SandboxError:
            # A sandbox that was closed or killed meanwhile ends the run with an outcome, and not with an error.
            # Its line closes before the kernel calls it dead.
            if not self._supervisor.ended:
                raise
        self._limits = limits
        self._limit_cgroup(limits)

    def _limit_cgroup(self, limits: Limits) -> None:
        if self.root.group is None:
            return
        try:
            # Over what the tree holds now, its waiting states included.
            free = int(limits.max_memory * MEGABYTE * (1 + MEMORY_MARGIN))
            memory = None if limits.max_memory < 0 else self.root.group.memory() + free
            self.root.group.limit(memory_bytes=memory, processes=2 * limits.max_processes + EXTRA_PROCESSES)
        except OSError as error:
            raise SandboxError(
                f"the control group of a session is gone: {error.strerror}",
                hint="See what removes control groups here.",
            ) from error

    def memory_kills(self) -> int | None:
        """Return how often processes were killed for want of memory; None where none was, and who would know is none.

        The kernel tells of kills of its own only where there is a control group.
        """
        kills = self._account.kills
        return (kills or None) if self.root.group is None else kills + self.root.group.oom_kills()

    def watch_memory(self, process: Process, limits: Limits) -> None:
        """From now on, end this session once its processes hold more than the limits allow together."""
        if LINUX:
            limit = None if limits.max_memory < 0 else int(limits.max_memory * MEGABYTE)
            self._account.begin(process.number, limit, process.thaw)
            self._memory.watch(self._account)

    def _numbers(self) -> set[int]:
        with self._lock:
            return {member.number for member in self._members}

    @property
    def alive(self) -> bool:
        """Whether its supervisor and its first session are still running."""
        return (
            not self._supervisor.ended
            and is_alive(self._supervisor.number)
            and all(is_alive(m.number) for m in self._members)
        )

    @property
    def tasks(self) -> int:
        """How many processes and threads the kernel counts already when a limit is set; -1 where it counts none.

        In a user namespace of our own these are those of the session tree. Elsewhere they are all that the user runs,
        unless that is root, whom the kernel holds to no number.
        """
        if self.root.isolated:
            with self._lock:
                return sum(threads_of(member.number) for member in self._members)
        return sum(map(threads_of, processes_of_user())) if LINUX and os.getuid() else -1

    def strays_of(self, process: Process, spared: Sequence[int]) -> list[int]:
        """Return the processes that a session started, also those that have left it for the supervisor.

        The sessions and the judge of this tree are none, nor are those in `spared`.
        """
        with self._lock:
            members = {member.number for member in (*self._members, *filter(None, [self._judge]))} | {*spared}
        return descendants_of((self._supervisor.number, process.number), members)

    def session(self) -> tuple[Process, Workdir]:
        """Fork a session from the supervisor, in which nothing has run.

        Raises:
            ProcessEndedError: the supervisor is gone.
            SandboxError: its control group is gone.
        """
        self._limit_cgroup(self._limits)
        process, workdir = self._fork_from_supervisor("session")
        # Without the lock, because nobody else knows this tree yet.
        self._members.add(process)
        return process, workdir

    def branch(self, process: Process) -> tuple[Process, Workdir]:
        """Fork a session; its working directory is not created yet.

        Raises:
            ProcessEndedError: the session is gone.
        """
        branch, _ = process.fork({"command": "fork"})
        with self._lock:
            self._members.add(branch)
        return branch, Workdir(self._next_workdir())

    def judge(self) -> Process:
        """Return the process that judges for this session tree; it runs no code but ours and the benchmark's.

        Raises:
            ProcessEndedError: the supervisor is gone.
        """
        judge = self._judge
        # Looked at, because it may have been killed for the memory that an answer's values took, and nobody has asked
        # it anything since: the next answer must not pay for that.
        if judge is not None and not judge.ended and not is_alive(judge.number):
            judge.end("it was killed between two judgements")
        if judge is None or judge.ended:
            # A judge reads no files, so its working directory is closed at once.
            judge, workdir = self._fork_from_supervisor("judge")
            self._close(workdir)
            self._judge, self._judge_size = judge, resident_size(judge.number)
        return judge

    def trim_judge(self) -> None:
        """End the judge where what it read has made it larger for good; the next judgement starts another one.

        What it holds counts as memory of the answers to come.
        """
        judge = self._judge
        if judge is not None and not judge.ended and resident_size(judge.number) > self._judge_size + JUDGE_GROWTH:
            judge.end("it had grown")

    def create_workdir(self, workdir: Workdir, copied_from: Workdir | None) -> Workdir:
        """Create a branch's working directory; with `copied_from`, copy what was written in that one.

        Raises:
            SandboxError: it cannot be copied, or the supervisor is gone.
        """
        path_inside = copied_from.path if copied_from is not None and self.root.isolated else None
        header = {"command": "create workdir", "workdir": workdir.path, "copied_from": path_inside}
        created = replace(
            workdir, descriptor=self._register_folder(self._ask_supervisor(header, descriptor_count=1).descriptors[0])
        )
        if copied_from is not None and not self.root.isolated:
            # By its descriptor: a session could have put a link to files of ours where its folder was.
            try:
                for part in ("", f"/../{SCRATCH}"):
                    source, target = Path(f"{copied_from.host_path}{part}"), Path(f"{created.host_path}{part}")
                    copy(source, target, inputs=self._owns_inputs)
            except (OSError, shutil.Error, RecursionError) as error:
                raise SandboxError(
                    f"a session's working directory cannot be copied for a branch: {str(error)[:500]}",
                    hint="The code wrote files that cannot be copied; reference code should write none.",
                ) from error
        self.show_inputs(created, copied_from)
        return created

    @property
    def _owns_inputs(self) -> bool:
        """Whether each session has inputs of its own, as far as that is possible."""
        return self.shared_inputs is None or self.changes_inputs

    def show_inputs(self, workdir: Workdir, copied_from: Workdir | None = None) -> None:
        """Put the inputs into a working directory, with the changes of the session that it is copied from.

        Raises:
            SandboxError: they cannot be copied, or the supervisor is gone.
        """
        shared = self.shared_inputs
        if self.root.isolated and shared is not None:
            origin = None if copied_from is None else copied_from.path
            header = {"command": "inputs", "workdir": workdir.path, "source": shared.inside, "copied_from": origin}
            self._ask_supervisor({**header, "writable": self.changes_inputs, "input_size": shared.usage.size})
        elif copied_from is not None and self._owns_inputs:
            return  # they came along with everything else in its folder
        elif shared is None:
            folders.copy_inputs(workdir.host_path, self.inputs)
        elif self.changes_inputs and shared.copied_cheaply:
            folders.copy_inputs(workdir.host_path, sorted(shared.path.iterdir()))
        else:
            # Landlock lets a session read the shared copies, and write nowhere among them.
            (workdir.host_path / folders.INPUTS).symlink_to(shared.path)

    def leave_folder(self, process: Process) -> None:
        """End a session whose folder is another's; what it may have left running ends with that one."""
        with self._lock:
            self._members.discard(process)
        self._account.rest(process.number)
        process.discard()

    def leave(self, process: Process, workdir: Workdir) -> None:
        """End one session with all that it left running; the last one ends the supervisor."""
        with self._lock:
            self._members.discard(process)
            # Whatever the session started belongs to the supervisor now, which spares only these.
            kept_processes = [member.namespace_pid for member in (*self._members, *filter(None, [self._judge]))]
            # Decided under the lock: of two sessions that close at once, only one is the last.
            last = not self._members
        self._close(workdir)
        self._account.rest(process.number)
        if last and self.root.isolated:
            self._retire_supervisor(process)
            return
        process.end()
        try:
            self._supervisor.request({"command": "remove", "workdir": workdir.path, "keep": kept_processes})
            if last:
                self.end()
        except (ProcessEndedError, ProcessLateError):
            self.end()

    def _retire_supervisor(self, last: Process) -> None:
        """Release everything but the supervisor; a supervisor whose session ended abnormally is not used again."""
        # A session that died may have left the supervisor's namespace in a state nobody has looked at.
        reusable = not last.ended and is_alive(last.number) and self._supervisor_process.reusable
        try:
            if reusable:
                self._supervisor_process.clear()
        except ProcessEndedError:
            reusable = False
        last.forget()
        if not reusable:
            self.end()
            return
        self._release()
        self._retire(self._supervisor_process)

    def end(self) -> None:
        """End every process of the session tree and remove its sandbox root; safe to call twice."""
        self._supervisor_process.end()
        self._release()

    def _release(self) -> None:
        self._memory.forget(self._account)
        with self._lock:
            # Taken out under the lock: a descriptor closed twice may be another thread's the second time.
            members, self._members = self._members, set()
            descriptors, self._folders = self._folders, set()
        for member in (*members, *filter(None, [self._judge])):
            member.forget()
        close_all(sorted(descriptors))
        if self.shared_inputs is not None:
            self.shared_inputs.release()
            self.shared_inputs = None

    def _fork_from_supervisor(self, command: str) -> tuple[Process, Workdir]:
        workdir_path = self._next_workdir()
        header = {"command": command, "workdir": workdir_path, "root": self.root.folder}
        process, descriptor = self._supervisor.fork(header, folder=True)
        return process, Workdir(workdir_path, self._register_folder(descriptor))

    def _register_folder(self, descriptor: int) -> int:
        with self._lock:
            self._folders.add(descriptor)
        return descriptor

    def _close(self, workdir: Workdir) -> None:
        with self._lock:
            is_open = workdir.descriptor in self._folders
            # Whoever takes it out of the set closes it, and nobody else.
            self._folders.discard(workdir.descriptor)
            if self._shown == workdir.path:
                self._shown = ""
        if is_open:
            os.close(workdir.descriptor)

    def _next_workdir(self) -> str:
        with self._lock:
            self._workdir_count += 1
            return f"{self.root.folder}/{self._workdir_count}"

    def _ask_supervisor(self, header: dict[str, Any], descriptor_count: int = 0) -> Frame:
        try:
            return answer_or_fail(self._supervisor.request(header, descriptor_count=descriptor_count))
        except (ProcessEndedError, ProcessLateError) as error:
            raise SandboxError(f"a session's folder cannot be made: {error}", hint="Try again.") from error
