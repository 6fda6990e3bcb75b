"""The modes of CIBench: what an answer finds, and what its history says."""

from typing import TYPE_CHECKING

import pytest

from authoring.records.evidence import Limits
from authoring.records.results import EvaluationOptions, StepMode

if TYPE_CHECKING:
    from tests.evaluation.evaluate.conftest import Evaluate

LIMITS = Limits(max_time=20)


def played(mode: StepMode, **options: int) -> EvaluationOptions:
    """Return options of a mode."""
    return EvaluationOptions(mode=mode, max_time=10, limits=LIMITS, **options)


@pytest.mark.parametrize(
    ("mode", "verdicts", "history"),
    [
        (StepMode.SEPARATE, ["CRASH", "CORRECT"], ("a = [1]", "a.append(2)\nlen(a)")),
        (StepMode.END_TO_END, ["CRASH", "WRONG_OUTPUT"], ("a = [1]", "a.append(5)\na.append(6)\n1 / 0")),
        (StepMode.ORACLE, ["CRASH", "WRONG_OUTPUT"], ("a = [1]", "a.append(2)\nlen(a)")),
    ],
)
def test_an_answer_finds_what_its_mode_says(
    evaluated: "Evaluate",
    mode: StepMode,
    verdicts: list[str],
    history: tuple[str, ...],
) -> None:
    """The references' state; what a failed answer left; that with the reference behind it. The history fits to it."""
    answers = {1: ["a.append(5)\na.append(6)\n1 / 0"], 2: ["sum(a)"]}
    judged = evaluated("a = [1]", "a.append(2)\nlen(a)|||", "sum(a)|||", answers=answers, options=played(mode))

    assert judged.verdicts == verdicts
    assert judged.tasks[1].history == history
    left = {StepMode.SEPARATE: "3", StepMode.END_TO_END: "12", StepMode.ORACLE: "14"}
    value = judged.result.problems[1].attempts[0].run.value
    assert value is not None
    assert value.text == left[mode]


def test_the_output_of_an_oracle_step_is_that_of_its_live_run(evaluated: "Evaluate") -> None:
    """A reference that is not idempotent runs upon what the answer did, and shows it."""
    judged = evaluated(
        "x = []",
        "x.append(1)\nlen(x)|||",
        "len(x)|||",
        options=played(StepMode.ORACLE),
        answers={1: ["x.append(1)\n1"]},
    )

    assert judged.tasks[1].outputs[1] == "2"


@pytest.mark.parametrize("mode", [StepMode.END_TO_END, StepMode.ORACLE])
def test_a_session_that_ended_is_made_again(evaluated: "Evaluate", mode: StepMode) -> None:
    """What ended its process leaves nothing, and what ran before it is there again."""
    answers = {1: ["b = a + 1\nb"], 2: ["import os\nos._exit(1)"], 3: ["(a, b)"]}
    judged = evaluated("a = 1", "b = a + 1\nb|||", "a|||", "(a, b)|||", answers=answers, options=played(mode))

    assert [verdict == "CORRECT" for verdict in judged.verdicts] == [True, False, True]


def test_samples_have_sessions_of_their_own(evaluated: "Evaluate") -> None:
    """What one sample left is nothing that another finds."""
    judged = evaluated(
        "a = 1", "a|||", "a|||", answers={1: ["a += 1\n1"], 2: ["a"]}, options=played(StepMode.END_TO_END, samples=2)
    )

    values = [attempt.run.value.text for attempt in judged.result.problems[1].attempts if attempt.run.value]
    assert values == ["2", "2"]


def test_attempts_go_on_in_the_session(evaluated: "Evaluate") -> None:
    """A further attempt finds what the last one left, and the next problem what the last attempt left."""
    judged = evaluated(
        "a = [1]",
        "len(a)|||",
        "a[-1]|||",
        answers={1: ["a.append(7)\n0", "len(a) - 1"], 2: ["a[-1] - 6"]},
        options=played(StepMode.END_TO_END, max_attempts=2),
    )

    assert judged.verdicts == ["CORRECT", "CORRECT"]


def test_a_blocked_problem_leaves_its_imports(evaluated: "Evaluate") -> None:
    """Nobody is asked, nothing of it runs but its imports, and later steps go on."""
    judged = evaluated(
        "import math\nmissing|||",
        "math.floor(1.5)|||",
        options=played(StepMode.ORACLE),
        answers={2: ["math.floor(1.5)"]},
    )

    assert judged.verdicts == ["blocked by 0", "CORRECT"]


def test_a_hidden_cell_does_not_run_beside_answers(evaluated: "Evaluate") -> None:
    """Cells for the reference alone are within no answer's reach in any mode."""
    judged = evaluated(
        "a = 1",
        "truth = 5",
        "a|||",
        answers={1: ["'truth' in globals()"]},
        options=played(StepMode.END_TO_END),
        dialect="strict",
        reference_cells=[2],
    )

    value = judged.result.problems[0].attempts[0].run.value
    assert value is not None
    assert value.text == "False"
