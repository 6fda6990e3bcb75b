"""A model thinks and acts until it says that nothing is missing, a bounded number of times."""

import json
from pathlib import Path

import pytest

from authoring.evaluation.solvers.taskgraph.rounds import MOST_ROUNDS
from tests.evaluation.solvers.scene import FAILED, Solved, code_block, solved
from tests.evaluation.solvers.taskgraph.test_taskgraph import kinds

A, B, BAD = code_block("a = 1"), code_block("a + 1"), code_block("gul")


def think(text: str = "", *, task_type: str = "eda") -> str:
    """Return a thought that goes on with something, or ends."""
    return json.dumps({"thoughts": text, "go_on": bool(text), "task_type": task_type})


STOP = think()


def ids(solution: Solved) -> list[tuple[str, tuple[str, ...]]]:
    """Return the tasks of the graph, each with what it depends on."""
    return [(task.task_id, task.dependent_task_ids) for task in solution.graph.plan.tasks]


def test_rounds_are_the_answer(tmp_path: Path) -> None:
    """Each round is a task behind the last one; the code of all, in one session, is the answer."""
    solution = solved("thinkact", tmp_path, think("Make a."), A, think("Count."), B, STOP)

    assert solution.answer.code == "a = 1\n\na + 1"
    assert list(solution.ran) == ["a = 1", "a + 1"]
    assert kinds(solution) == ["thought", "code", "thought", "code", "thought"]
    assert (ids(solution), solution.graph.outcome) == ([("1", ()), ("2", ("1",))], "done")
    assert [task.instruction for task in solution.graph.plan.tasks] == ["Make a.", "Count."]
    total = sum(step.output_tokens for step in solution.graph.steps)
    assert total == solution.answer.agent_stats["output_tokens"]


def test_a_thought_sees_what_was_done(tmp_path: Path) -> None:
    """Code and results of the rounds before, how many are left, and what failed; no code is told to be the last."""
    replies = (think("Make a."), A, think("Fail."), BAD, BAD, BAD, think("Count."), B, STOP)
    solution = solved("thinkact", tmp_path, *replies, runs={"gul": FAILED})
    prompts = [request.messages[-1].content for request in solution.requests]

    assert solution.answer.code == "a = 1\n\na + 1"
    assert kinds(solution)[2:6] == ["thought", "code!", "reflection!", "reflection!"]
    assert ids(solution) == [("1", ()), ("3", ("1",))]
    assert "a = 1" in prompts[2]
    assert f"{MOST_ROUNDS - 1} rounds are left" in prompts[2]
    assert all(words in prompts[6] for words in ("Fail.", "gul", "NameError"))
    assert not any("It is the last one" in prompt for prompt in prompts)


@pytest.mark.parametrize(
    ("replies", "outcome", "words"),
    [
        (["prose"] * 3, "no-plan", "no JSON object"),
        ([STOP] * 3, "no-plan", "no answer yet"),
        ([think("Go."), A] * MOST_ROUNDS, "unfinished", "10 rounds are over"),
        ([think("Go."), BAD, BAD, BAD] * MOST_ROUNDS, "unfinished", "10 rounds are over"),
    ],
)
def test_every_way_has_an_end(replies: list[str], outcome: str, words: str, tmp_path: Path) -> None:
    """Thoughts that are none, ends before anything is done, and rounds without end; what was finished is the answer."""
    solution = solved("thinkact", tmp_path, *replies, runs={"gul": FAILED})

    assert len(solution.requests) == len(replies)
    assert (solution.graph.outcome, words in solution.graph.detail) == (outcome, True)
    assert bool(solution.answer.code) == (outcome == "unfinished")


def test_replies_are_bounded_altogether(tmp_path: Path) -> None:
    """The number of turns holds for thoughts and code."""
    solution = solved("thinkact", tmp_path, think("Go."), A, think("Go."), turns=3)

    assert (solution.graph.outcome, solution.answer.code) == ("out-of-turns", "a = 1")


def test_a_person_decides_about_rounds(tmp_path: Path) -> None:
    """Redo writes code for the same thought once more, advice and a failure lead to the next one, and exit ends."""
    words = iter(["redo it", "confirm, and now count", "exit"])
    replies = (think("Make a."), A, A, think("Count."), B)
    solution = solved("thinkact", tmp_path, *replies, reviewer=lambda _: next(words))

    assert kinds(solution) == ["thought", "code", "code", "thought", "code"]
    assert "and now count" in solution.requests[3].messages[-1].content
    assert (solution.graph.outcome, solution.answer.code) == ("left", "a = 1")
