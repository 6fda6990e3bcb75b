"""The oracle answers with the reference."""

from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.reference import ReferenceSolver
from tests.evaluation.solvers.scene import unused_scratchpad


def test_oracle_repeats_the_reference() -> None:
    """It is the one solver that is shown it."""
    solver = ReferenceSolver()
    answer = solver.solve(Task(problemset="s", index=4, question="q", reference="1 + 1"), unused_scratchpad())

    assert solver.sees_reference
    assert (answer.problemset, answer.index, answer.attempt, answer.code) == ("s", 4, 1, "1 + 1")
    assert solver.imports("s") == ()
