"""Branching by replay, where a fork would hang: the same cells run again in a fresh session.

Some packages keep threads that a forked process lacks, and have no way to start them anew. A session says after each
cell whether it holds one, so it is remembered what was run.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Self, TypedDict

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import EXACT, CellRun, Limits, Patience
from authoring.sandbox.client.process import Process
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.session_tree import SessionTree
from authoring.sandbox.client.supervisor import Workdir
from authoring.sandbox.port import Memory
from authoring.sandbox.proc import memory_of

ReplayStep = Callable[[LocalSession], object]


class RunOptions(TypedDict):
    """The arguments of `Session.run` besides the code."""

    limits: Limits
    forbid_names: Sequence[str]
    trace: bool
    figures: bool
    patience: Patience


class ReplayableSession(LocalSession):
    """A session that branches by a fork, or by running all its cells again, which takes as long as they did."""

    _open_session: Callable[[], LocalSession]
    _steps: list[ReplayStep]

    @classmethod
    def first(
        cls, process: Process, tree: SessionTree, workdir: Workdir, open_session: Callable[[], LocalSession]
    ) -> Self:
        """Return a session in which nothing has run; `open_session` opens another one like it."""
        session = cls(process, tree, workdir)
        session.remember(open_session, ())
        return session

    def remember(self, open_session: Callable[[], LocalSession], steps: Sequence[ReplayStep]) -> None:
        """Take over how a session like this is opened, and what was done in it so far."""
        self._open_session, self._steps = open_session, [*steps]

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
        patience: Patience = EXACT,
    ) -> CellRun:
        """Execute one cell; see `Session.run`."""
        options: RunOptions = {
            "limits": limits,
            "forbid_names": forbid_names,
            "trace": trace,
            "figures": figures,
            "patience": patience,
        }
        # Before it runs: a cell that ends the process belongs to the history as well.
        self._steps.append(lambda session: session.run(code, **options))
        return super().run(code, **options)

    def prepare(self, validator: Mapping[str, Json] | None, *, is_last: bool = False) -> None:
        """Say which validator will judge the next cell; see `Session.prepare`."""
        self._steps.append(lambda session: session.prepare(validator, is_last=is_last))
        super().prepare(validator, is_last=is_last)

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`."""
        self._steps.append(lambda session: session.separate())
        super().separate()

    def branch(self) -> LocalSession:
        """Fork, or run all again in a fresh session; see `Session.branch`.

        Raises:
            SandboxError: this session ended, or a fresh one cannot be opened.
        """
        if self.forks or self._process.ended:
            branch = super().branch()
            if isinstance(branch, ReplayableSession):
                branch.remember(self._open_session, self._steps)
            return branch
        # The replayed steps are recorded by the fresh session itself, so that it can be replayed again.
        branch = self._open_session()
        try:
            for step in self._steps:
                step(branch)
        except SandboxError:
            branch.close()
            raise
        return branch

    def _fork_in_folder(self, owner: LocalSession) -> LocalSession:
        fork = super()._fork_in_folder(owner)
        if isinstance(fork, ReplayableSession):
            fork.remember(self._open_session, self._steps)
        return fork

    @property
    def memory(self) -> Memory | None:
        """What this session's process holds; see `Session.memory`."""
        return None if self._process.ended else memory_of(self._process.number)
