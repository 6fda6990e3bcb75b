"""A model is asked once for each problem; what is no code is no answer, and is said."""

from pathlib import Path

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import SolverOptions
from authoring.evaluation.solvers.model import open_solver
from authoring.llm.models.scripted import ScriptEntry
from authoring.llm.port import CallError, Failure, Finish, Reply
from tests.evaluation.solvers.scene import BENCHMARK, TASK, code_block, solved


def test_one_reply_is_the_answer(tmp_path: Path) -> None:
    """The code of the reply is submitted as it is; nothing is run, and what it took stands beside it."""
    solution = solved("model", tmp_path, f"Sure:\n{code_block('len(gulls)')}")

    assert (solution.answer.code, solution.answer.agent_exception) == ("len(gulls)", "")
    assert (len(solution.requests), list(solution.ran)) == (1, [])
    assert solution.answer.agent_stats["calls"] == 1
    assert solution.answer.agent_stats["output_tokens"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("I would count the rows.", "the reply holds no Python code"),
        (Reply(text="```python\nlen(", finish=Finish.LENGTH, model="m"), "in the middle of its code"),
        ('<tool_call>{"name": "python", "arguments": {}}</tool_call>', "a tool that nobody offered"),
        (CallError("no", failure=Failure.REFUSED), "the model refused to answer"),
        (CallError("no", failure=Failure.FILTERED), "the provider's filter"),
        (CallError("no", failure=Failure.EMPTY), "the model answered nothing"),
    ],
)
def test_no_code_is_an_answer_without_code(tmp_path: Path, reply: ScriptEntry, reason: str) -> None:
    """A refusal, prose, a cut reply and a call of a tool are the model's answers, and wrong ones."""
    solution = solved("model", tmp_path, reply)

    assert solution.answer.code == ""
    assert reason in solution.answer.agent_exception


def test_samples_are_different_requests(tmp_path: Path) -> None:
    """The number of a sample is part of what a reply is kept under, so that no sample is answered by another's."""
    requests = [
        solved("model", tmp_path, code_block("1"), task=TASK.model_copy(update={"sample": sample})).requests[0]
        for sample in (1, 2)
    ]

    assert requests[0].messages == requests[1].messages
    assert requests[0].identity != requests[1].identity


def test_a_further_attempt_is_told_of_the_last_one(tmp_path: Path) -> None:
    """Its code, what it gave, what it raised and, where hints are on, what the judges said."""
    again = {"attempt": 2, "last_code": "len(gull)", "last_error": "NameError: gull", "hint": '{"correct": "no"}'}
    turn = solved("model", tmp_path, code_block("1"), task=TASK.model_copy(update=again)).last_turn

    assert "len(gull)\n" in turn
    assert "NameError: gull" in turn
    assert '{"correct": "no"}' in turn


def test_one_reply_is_all_there_is(tmp_path: Path) -> None:
    """Turns are for the solvers that have several."""
    with pytest.raises(UsageError, match="model gives one reply"):
        solved("model", tmp_path, turns=2)


def test_model_has_to_be_named() -> None:
    """Without one there is nobody to ask."""
    with pytest.raises(UsageError, match="asks a model"):
        open_solver(SolverOptions(BENCHMARK))
