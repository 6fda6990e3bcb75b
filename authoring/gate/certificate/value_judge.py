"""The session that compares answers with references by their values alone, in the strict dialect.

It tells answers that say what the reference says from those that say something else. Most problems need no such word,
so it is opened, and brought up to date, when the first answer does.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from authoring.dseal.model import Cell, Json
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.port import Session


@dataclass(slots=True)
class ValueJudge:
    """The state before a problem and a session that ran its reference, as soon as somebody asks for them."""

    opened: Callable[[], Session]
    _session: Session | None = None
    _waiting: list[tuple[Cell, Limits]] = field(default_factory=list)
    """Cells that the session has not run yet."""
    _problem: tuple[Cell, Limits, Mapping[str, Json]] | None = None
    _before: Session | None = None
    _is_broken: bool = False
    """Whether a cell did not end well here, so that nothing is known of what follows it."""

    def walk(self, cell: Cell, limits: Limits) -> None:
        """Note a cell that no answers are tried on."""
        self._waiting.append((cell, limits))

    def begin(self, cell: Cell, limits: Limits, block: Mapping[str, Json]) -> None:
        """Begin with a problem, whose values are compared by a validator block; an empty one compares none."""
        self._problem = cell, limits, block

    def sessions(self) -> tuple[Session, Session] | None:
        """Return where answers to the problem begin, and what judges them; None where they cannot be compared.

        Raises:
            SandboxError: the sandbox failed.
        """
        if self._problem is None or not self._problem[2] or self._is_broken:
            return None
        if self._session is None:
            self._session = self.opened()
        if self._before is None:
            self._run_waiting(self._session)
            cell, limits, block = self._problem
            self._before = self._session.branch()
            self._session.prepare(block)
            self._is_broken |= _run(self._session, cell, limits).outcome is not Outcome.OK
        return None if self._is_broken else (self._before, self._session)

    def _run_waiting(self, session: Session) -> None:
        for cell, limits in self._waiting:
            session.prepare(None)
            self._is_broken |= _run(session, cell, limits).outcome is not Outcome.OK
        self._waiting.clear()

    def end(self) -> None:
        """End with the problem."""
        if self._before is not None:
            self._before.close()
        elif self._problem is not None:
            cell, limits, _ = self._problem
            self._waiting.append((cell, limits))
        self._before = self._problem = None

    def close(self) -> None:
        """Close what is open."""
        self.end()
        if self._session is not None:
            self._session.close()


def _run(session: Session, cell: Cell, limits: Limits) -> CellRun:
    forbidden = () if cell.problem is None else cell.problem.forbid_names
    return session.run(cell.code, limits=limits, forbid_names=forbidden)
