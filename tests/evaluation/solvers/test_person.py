"""A person answers as a solver does, and the time they take is noted."""

from collections.abc import Callable

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Scratchpad, SolverOptions
from authoring.evaluation.solvers.person import PersonSolver, open_solver
from authoring.records.evidence import CellRun, Outcome
from authoring.records.solvers.person import PersonQuestion
from tests.evaluation.solvers.scene import BENCHMARK, TASK, unused_scratchpad


class CountingScratchpad(Scratchpad):
    """Runs nothing."""

    def run(self, code: str, *, anew: bool, max_time: float | None = None, max_silence: float | None = None) -> CellRun:
        """End well."""
        del code, anew, max_time, max_silence
        return CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0)


def test_their_code_is_the_answer() -> None:
    """With the seconds that it took, and how often they tried code."""

    def answer(question: PersonQuestion, run: Callable[[str], CellRun]) -> str:
        run("len(gulls)")
        run("gulls.shape[0]")
        return question.question

    submission = PersonSolver(answer).solve(TASK, CountingScratchpad())

    assert submission is not None
    assert (submission.problemset, submission.index, submission.code) == ("gulls", 2, TASK.question)
    seconds, runs = submission.agent_stats["seconds"], submission.agent_stats["runs"]
    assert runs == 2
    assert isinstance(seconds, float)
    assert seconds >= 0


def test_who_passes_has_not_answered() -> None:
    """A question that a person leaves out counts as not answered, and not as a wrong answer of theirs."""
    assert PersonSolver(lambda *_: None).solve(TASK, unused_scratchpad()) is None


def test_nobody_can_be_asked_without_a_terminal() -> None:
    """The message says what is missing."""
    with pytest.raises(UsageError, match="at a terminal"):
        open_solver(SolverOptions(BENCHMARK))
