"""Branching where a fork would hang: a fresh session in which the same cells run again.

Some packages keep threads that a forked process lacks, and have no way to start them anew. A session says after each
cell whether it holds one, so it is remembered what was run.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.memory import memory_of
from authoring.sandbox.client.process import Process
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.session_tree import Family
from authoring.sandbox.client.supervisor import Place
from authoring.sandbox.port import Memory

Step = Callable[[LocalSession], object]


class ReplayableSession(LocalSession):
    """A session that branches by a fork, or by running again all that it ran; that costs what its cells cost."""

    _anew: Callable[[], LocalSession]
    _story: list[Step]

    @classmethod
    def first(cls, process: Process, family: Family, place: Place, anew: Callable[[], LocalSession]) -> Self:
        """Return a session in which nothing has run; `anew` opens another one like it."""
        session = cls(process, family, place)
        session.remember(anew, ())
        return session

    def remember(self, anew: Callable[[], LocalSession], story: Sequence[Step]) -> None:
        """Take over how a session like this is opened, and what was done in it so far."""
        self._anew, self._story = anew, [*story]

    def run(
        self,
        code: str,
        *,
        limits: Limits,
        forbid_names: Sequence[str] = (),
        trace: bool = False,
        figures: bool = False,
    ) -> CellRun:
        """Execute one cell; see `Session.run`."""

        def run(session: LocalSession) -> CellRun:
            return session.run(code, limits=limits, forbid_names=forbid_names, trace=trace, figures=figures)

        self._story.append(run)
        return super().run(code, limits=limits, forbid_names=forbid_names, trace=trace, figures=figures)

    def prepare(self, validator: Mapping[str, Json] | None) -> None:
        """Say which validator will judge the next cell; see `Session.prepare`."""
        self._story.append(lambda session: session.prepare(validator))
        super().prepare(validator)

    def separate(self) -> None:
        """Copy every variable on its own; see `Session.separate`."""
        self._story.append(lambda session: session.separate())
        super().separate()

    def branch(self) -> LocalSession:
        """Fork, or run all again in a fresh session; see `Session.branch`.

        Raises:
            SandboxError: this session ended, or a fresh one cannot be opened.
        """
        if self.forks or self._process.ended:
            branch = super().branch()
            if isinstance(branch, ReplayableSession):
                branch.remember(self._anew, self._story)
            return branch
        branch = self._anew()
        try:
            for step in self._story:
                step(branch)
        except SandboxError:
            branch.close()
            raise
        return branch

    @property
    def memory(self) -> Memory | None:
        """What this session's process holds; see `Session.memory`."""
        return None if self._process.ended else memory_of(self._process.number)
