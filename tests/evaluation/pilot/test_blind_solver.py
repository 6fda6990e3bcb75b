"""A blind solver is told nothing that comes from rows."""

from collections.abc import Callable
from pathlib import Path

from authoring.api.evaluation.pilot import VARIANTS
from authoring.dseal import InputTable
from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.dialogue.context import parse_context
from authoring.records.pilot import BlindVariant
from authoring.workspace.guidance import read_blind_prompt
from tests.evaluation.pilot.test_answer_recall import CountingSolver
from tests.evaluation.solvers.dialogue.test_conversation import page
from tests.evaluation.solvers.scene import ROOT, TASK, code_block, solved

NOTE = read_blind_prompt(ROOT).text.strip()


def hidden(variant: BlindVariant) -> Task:
    """Return a task as a blind solver puts it."""
    tables = (InputTable("gulls.csv", ("name", "wing")), InputTable("a.bin"))
    solver = BlindSolver(CountingSolver(), variant, read_blind_prompt(ROOT), tables)
    assert not solver.looks
    return solver.hidden(TASK)


def test_columns_are_told_and_values_are_not() -> None:
    """Names of files and columns and the code before are shown; no output, no row, no value of a variable."""
    task = hidden(BlindVariant.COLUMNS)

    assert task.question == f"{TASK.question}\n\n{NOTE}"
    assert "no file can be read" in NOTE
    assert task.history == TASK.history
    assert task.outputs == ("", "")
    assert [variable.text for variable in task.variables] == [
        "columns: name, wing; rows are hidden",
        "columns: columns are not known; rows are hidden",
    ]
    assert "Ada" not in task.model_dump_json()


def test_words_of_a_question_without_the_data(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """What a model is asked that is left with the names of columns, and that is left with the profile."""
    for variant, context in VARIANTS.items():
        task = hidden(variant)
        solution = solved(
            "model", tmp_path, code_block("1"), task=task, context=parse_context(context), profile="5 rows"
        )
        golden(f"prompts/solvers/blind/{variant}.md", page(solution.requests[0].messages))


def test_a_profile_stands_alone() -> None:
    """Whoever is to answer from the profile sees no cell and no variable beside it."""
    task = hidden(BlindVariant.PROFILE)

    assert (task.history, task.questions, task.outputs, task.variables) == ((), (), (), ())
