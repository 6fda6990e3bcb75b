"""The session that tasks run in: always what the finished tasks left, also after a failure or a new plan.

Data Interpreter runs everything in one kernel, where a failed try and a task that was planned away leave their
variables behind. Here a result is an answer that has to come about by itself, so the state is made again before the
next run: this takes processor time and no tokens.
"""

from collections.abc import Sequence

from authoring.evaluation.solvers.base import Scratchpad
from authoring.records.evidence import CellRun, Outcome


class FinishedState:
    """Runs code behind that of the finished tasks, on a scratchpad.

    Attributes:
        rebuilds: how often finished code was run again.
    """

    def __init__(self, scratchpad: Scratchpad) -> None:
        self.rebuilds = 0
        self._scratchpad = scratchpad
        self._applied: list[str] = []
        """Code that made the state, in order."""
        self._is_usable = False
        """Whether the scratchpad's fork holds that state and nothing else."""

    def run(self, code: str, finished: Sequence[str], *, is_look: bool = False) -> CellRun:
        """Run code in the state that the code of finished tasks leaves.

        Args:
            code: of a task, or of a look at data.
            finished: the code of each finished task, in order.
            is_look: whether whatever it does is to be forgotten.

        Raises:
            SandboxError: the sandbox failed.
        """
        if not self._is_usable or self._applied != list(finished):
            self._rebuild(finished)
        run = self._scratchpad.run(code, anew=not self._applied)
        self._is_usable = run.outcome is Outcome.OK and not is_look
        self._applied.append(code)
        return run

    def prepare(self, finished: Sequence[str]) -> None:
        """Have a new fork made while the model is asked, where the next run behind this code will need one."""
        if not self._is_usable or self._applied != list(finished):
            self._scratchpad.prepare(anew=True)

    def _rebuild(self, finished: Sequence[str]) -> None:
        self._applied = []
        for code in finished:
            self._scratchpad.run(code, anew=not self._applied)
            self._applied.append(code)
        self.rebuilds += bool(finished)
