"""What was answered is not asked for again, and what was not answered is."""

from pathlib import Path

import pytest

from authoring.evaluation.pilot.answer_recall import NumberedSolver, RecallingSolver
from authoring.evaluation.solvers.base import OutageError, Scratchpad, Solver, Task
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.records.base import sha256_of
from authoring.records.results import Benchmark, BenchmarkSet, Submission
from authoring.workspace.cache import ObservationCache
from tests.evaluation.solvers.scene import TASK, unused_scratchpad

DATA = {TASK.problemset: sha256_of("the table"), "s": sha256_of("")}
SET = '# %%\n"""\nquestion: q\n"""\n\n1\n'


class CountingSolver(Solver):
    """Answers with how often it was asked; it gives no reply as often as it is told."""

    looks = True
    sees_reference = False
    name = "counting"

    def __init__(self, outages: int = 0) -> None:
        self.outages = outages
        self.times = 0

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nothing."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Answer, or give no reply."""
        del scratchpad
        self.times += 1
        if self.times <= self.outages:
            raise OutageError("no reply")
        return Submission(problemset=task.problemset, index=task.index, code=str(self.times))

    def close(self) -> None:
        """Nothing."""


def code_of(solver: Solver, task: Task = TASK) -> str:
    """Return what a solver answers."""
    submission = solver.solve(task, unused_scratchpad())
    assert submission is not None
    return submission.code


def test_an_answer_is_asked_for_once(tmp_path: Path) -> None:
    """A later command recalls it for the very same task and data; another sample, question or identity is asked for."""
    inner, other_data = CountingSolver(), {TASK.problemset: sha256_of("another table")}
    first = RecallingSolver(inner, "me", ObservationCache(tmp_path), DATA)
    later = RecallingSolver(inner, "me", ObservationCache(tmp_path), DATA)
    changed = TASK.model_copy(update={"question": "Another?"})

    assert [code_of(first), code_of(later), code_of(later, TASK.model_copy(update={"sample": 2}))] == ["1", "1", "2"]
    assert code_of(later, changed) == "3"
    assert code_of(RecallingSolver(inner, "other", ObservationCache(tmp_path), DATA)) == "4"
    assert code_of(RecallingSolver(inner, "me", ObservationCache(tmp_path), other_data)) == "5"


def test_an_outage_is_not_kept(tmp_path: Path) -> None:
    """The same command asks again."""
    solver = RecallingSolver(CountingSolver(outages=1), "me", ObservationCache(tmp_path), DATA)
    with pytest.raises(OutageError):
        code_of(solver)

    assert code_of(solver) == "2"


def test_no_solver_of_a_pilot_sees_a_reference(tmp_path: Path) -> None:
    """Whatever the solver itself asks for."""
    inner = CountingSolver()
    inner.sees_reference = True

    assert not RecallingSolver(inner, "me", ObservationCache(tmp_path), DATA).sees_reference
    assert RecallingSolver(inner, "me", ObservationCache(tmp_path), DATA).looks


def test_recorded_samples_are_attempts(tmp_path: Path) -> None:
    """Results number the samples of a problem as attempts, and so they are replayed."""
    benchmark = Benchmark(name="b", version=1, sets=(BenchmarkSet(name="s", path=tmp_path, text=SET, inputs=()),))
    answers = [Submission(problemset="s", index=1, attempt=number, code=str(number)) for number in (1, 2)]
    solver = NumberedSolver(RecordedSolver(answers, benchmark), "file", ObservationCache(tmp_path), DATA)
    task = Task(problemset="s", index=1, question="q")

    assert [code_of(solver, task.model_copy(update={"sample": sample})) for sample in (1, 2)] == ["1", "2"]
    assert solver.solve(task.model_copy(update={"sample": 3}), unused_scratchpad()) is None
