"""A blind solver is told nothing that comes from rows."""

from authoring.dseal import InputTable
from authoring.evaluation.pilot.blind_solver import NOTE, BlindSolver
from authoring.evaluation.solvers.base import Task
from authoring.records.pilot import BlindVariant
from tests.evaluation.pilot.test_answer_recall import CountingSolver
from tests.evaluation.solvers.scene import TASK


def hidden(variant: BlindVariant) -> Task:
    """Return a task as a blind solver puts it."""
    solver = BlindSolver(CountingSolver(), variant, (InputTable("gulls.csv", ("name", "wing")), InputTable("a.bin")))
    assert not solver.looks
    return solver.hidden(TASK)


def test_columns_are_told_and_values_are_not() -> None:
    """Names of files and columns and the code before are shown; no output, no row, no value of a variable."""
    task = hidden(BlindVariant.COLUMNS)

    assert task.question == f"{TASK.question}\n\n{NOTE}"
    assert task.history == TASK.history
    assert task.outputs == ("", "")
    assert [variable.text for variable in task.variables] == [
        "columns: name, wing; rows are hidden",
        "columns: columns are not known; rows are hidden",
    ]
    assert "Ada" not in task.model_dump_json()


def test_a_profile_stands_alone() -> None:
    """Whoever is to answer from the profile sees no cell and no variable beside it."""
    task = hidden(BlindVariant.PROFILE)

    assert (task.history, task.questions, task.outputs, task.variables) == ((), (), (), ())
