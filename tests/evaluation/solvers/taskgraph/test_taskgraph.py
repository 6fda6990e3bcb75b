"""A model plans, works, corrects itself and plans again, a bounded number of times; what is finished is the answer."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from authoring.llm.port import CallError, Failure
from authoring.records.evidence import CellRun, ErrorView, Outcome
from authoring.records.solvers.task_graph import TaskReview
from tests.evaluation.solvers.scene import FAILED, OK, Solved, code_block, solved, value_run

Entry = dict[str, object]


def entry(task_id: str, *needed: str, text: str = "", task_type: str = "eda") -> Entry:
    """Return a task as a model lists it."""
    return {
        "task_id": task_id,
        "dependent_task_ids": list(needed),
        "instruction": text or f"do {task_id}",
        "task_type": task_type,
    }


def plan(*entries: Entry) -> str:
    """Return a reply that plans."""
    return f"```json\n{json.dumps(entries)}\n```"


TWO = plan(entry("1"), entry("2", "1"))
A, B, BAD = code_block("a = 1"), code_block("a + 1"), code_block("gul")


def kinds(solution: Solved) -> list[str]:
    """Return what each reply was for, with a mark where it failed."""
    return [step.kind + ("" if step.is_success else "!") for step in solution.graph.steps]


def test_tasks_are_done_in_order(tmp_path: Path) -> None:
    """The answer is the code of all tasks; each ran once, in one session, and one plan and two codes were asked for."""
    solution = solved("taskgraph", tmp_path, TWO, A, B)

    assert solution.answer.code == "a = 1\n\na + 1"
    assert list(solution.ran) == ["a = 1", "a + 1"]
    assert (kinds(solution), solution.graph.outcome) == (["plan", "code", "code"], "done")
    assert [task.code for task in solution.graph.plan.tasks] == ["a = 1", "a + 1"]


def test_every_step_has_its_tokens(tmp_path: Path) -> None:
    """They add up to those of the whole answer."""
    solution = solved("taskgraph", tmp_path, TWO, A, B)

    assert all(step.prompt_tokens and step.output_tokens for step in solution.graph.steps)
    for name in ("prompt_tokens", "output_tokens"):
        total = sum(getattr(step, name) for step in solution.graph.steps)
        assert total == solution.answer.agent_stats[name]


def test_a_failure_is_reflected_upon(tmp_path: Path) -> None:
    """The second request shows code and error and an example; the state is made again before the next try."""
    solution = solved("taskgraph", tmp_path, TWO, A, BAD, B, runs={"gul": FAILED})

    assert kinds(solution) == ["plan", "code", "code!", "reflection"]
    assert "NameError: no gul" in solution.last_turn
    assert "assert add(1, 2) == 3" in solution.last_turn
    assert list(solution.ran) == ["a = 1", "gul", "a = 1", "a + 1"]
    assert (solution.answer.code, solution.graph.rebuilds) == ("a = 1\n\na + 1", 1)


def test_three_attempts_make_a_new_plan(tmp_path: Path) -> None:
    """What was tried stands in the plan that the model is shown; a repeated beginning keeps its finished work."""
    again = plan(entry("1"), entry("2", "1", text="otherwise"))
    bad = [code_block(f"gul{number}") for number in range(3)]
    failing = {f"gul{number}": FAILED for number in range(3)}
    solution = solved("taskgraph", tmp_path, TWO, A, *bad, again, B, runs=failing)

    assert kinds(solution) == ["plan", "code", "code!", "reflection!", "reflection!", "plan", "code"]
    assert "gul2" in solution.requests[5].messages[-1].content
    assert (solution.graph.replans, solution.graph.reused) == (1, 1)
    assert solution.answer.code == "a = 1\n\na + 1"


def test_rounds_of_planning_are_bounded(tmp_path: Path) -> None:
    """A task that fails for ever ends the work after three further plans; what was finished is submitted."""
    replies = [TWO, A, *[BAD] * 3, *[TWO, *[BAD] * 3] * 3]
    solution = solved("taskgraph", tmp_path, *replies, runs={"gul": FAILED})

    assert (solution.graph.outcome, solution.graph.replans) == ("unfinished", 3)
    assert len(solution.requests) == len(replies) == 17
    assert "task 2 failed" in solution.graph.detail
    assert solution.answer.code == "a = 1"


def test_without_finished_work_the_last_code_is_the_answer(tmp_path: Path) -> None:
    """As with every other solver: it is judged, and is not hidden."""
    solution = solved("taskgraph", tmp_path, TWO, BAD, BAD, BAD, runs={"gul": FAILED}, turns=4)

    assert (solution.answer.code, solution.graph.outcome) == ("gul", "out-of-turns")
    assert solution.answer.agent_exception == ""


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        ("I would rather not plan.", "no JSON list of tasks"),
        (plan(entry("1", "2"), entry("2", "1")), "in a circle"),
        (plan(entry("1"), entry("2", "7")), "ids that no task has: '7'"),
        (plan(*(entry(str(number)) for number in range(500))), "the plan has 500 tasks"),
        (plan(), "no tasks"),
        (TWO[:60], "cannot be read to its end"),
    ],
)
def test_broken_plans_are_told_and_bounded(tmp_path: Path, broken: str, reason: str) -> None:
    """The model is told what is wrong; three such plans end the work with an outcome, one is made up for."""
    mended = solved("taskgraph", tmp_path / "a", broken, TWO, A, B)
    lost = solved("taskgraph", tmp_path / "b", broken, broken, broken)

    assert reason in mended.requests[1].messages[-1].content
    assert (mended.graph.outcome, mended.answer.code) == ("done", "a = 1\n\na + 1")
    assert (lost.graph.outcome, lost.answer.code, len(lost.requests)) == ("no-plan", "", 3)
    assert reason in lost.answer.agent_exception


def test_a_broken_new_plan_leaves_what_is_finished(tmp_path: Path) -> None:
    """It ends the work, and no finished task is lost by it."""
    replies = [TWO, A, *[BAD] * 3, "no", "no", "no"]
    solution = solved("taskgraph", tmp_path, *replies, runs={"gul": FAILED})

    assert (solution.graph.outcome, solution.answer.code) == ("no-plan", "a = 1")


def test_data_are_looked_at_before_they_are_prepared(tmp_path: Path) -> None:
    """Once a task is finished; what the look shows is told with the request for code, and leaves nothing behind."""
    tasks = plan(entry("1", task_type="data preprocessing"), entry("2", "1", task_type="feature engineering"))
    look = code_block("sorted(globals())")
    solution = solved(
        "taskgraph", tmp_path, tasks, A, look, B, runs={"sorted(globals())": value_run("['wing', 'mass']")}
    )

    assert kinds(solution) == ["plan", "code", "check", "code"]
    assert "changes nothing and does none of the task's work" in solution.requests[2].messages[-1].content
    assert "['wing', 'mass']" in solution.last_turn
    assert list(solution.ran) == ["a = 1", "sorted(globals())", "a = 1", "a + 1"]
    assert solution.answer.code == "a = 1\n\na + 1"


def test_guidance_and_tools_follow_the_type(tmp_path: Path) -> None:
    """A task of a type gets its rules, and the schemas that match its instruction; another one gets neither."""
    text = "Fill missing values of the mass column"
    prepared = solved("taskgraph", tmp_path / "a", plan(entry("1", text=text, task_type="data preprocessing")), A)
    other = solved("taskgraph", tmp_path / "b", plan(entry("1", text=text, task_type="other")), A)

    assert "learned from the training rows" in prepared.last_turn
    assert '"SimpleImputer"' in prepared.last_turn
    assert "What holds for tasks" not in other.last_turn
    assert "SimpleImputer" not in other.last_turn


@pytest.mark.parametrize(
    ("reply", "verdict"),
    [
        ("I am not sure.", "no-code"),
        (code_block("!pip install x\na = 1"), "installs-packages"),
        (code_block("work()"), "coroutine"),
        (code_block("import os; os._exit(1)"), "killed"),
    ],
)
def test_what_counts_as_a_failure(tmp_path: Path, reply: str, verdict: str) -> None:
    """Words without code, pip, a coroutine that nobody awaits, and a process that ends: each takes an attempt."""
    runs = {
        "work()": OK.model_copy(update={"stream": "x.py:1: RuntimeWarning: coroutine 'work' was never awaited\n"}),
        "import os; os._exit(1)": CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail="ended by itself"),
    }
    solution = solved("taskgraph", tmp_path, plan(entry("1")), reply, B, runs=runs)

    assert [step.verdict for step in solution.graph.steps] == ["accepted", verdict, "accepted"]
    assert solution.answer.code == "a + 1"


def test_outputs_are_cut_where_they_matter(tmp_path: Path) -> None:
    """The beginning of a good output without what went to standard error, and the end of a failed one."""
    noisy = value_run("42", "x" * 6_000).model_copy(update={"stdout": "y" * 6_000, "stream": "warning\n" + "y" * 6_000})
    traceback = "z" * 6_000 + "\nNameError: gul"
    broken = FAILED.model_copy(update={"error": ErrorView(type="NameError", message="", traceback=traceback, line=1)})
    solution = solved("taskgraph", tmp_path, TWO, A, BAD, B, runs={"a = 1": noisy, "gul": broken})
    good, bad = (step.output for step in solution.graph.steps[1:3])

    assert (len(good), good[:3], "warning" in good) == (5_000, "yyy", False)
    assert (len(bad), bad[-14:]) == (5_000, "NameError: gul")


def test_a_refusal_ends_the_work(tmp_path: Path) -> None:
    """With what is finished as the answer, and with its reason where nothing is."""
    refused = CallError("no", failure=Failure.REFUSED)
    late = solved("taskgraph", tmp_path / "a", TWO, A, refused)
    early = solved("taskgraph", tmp_path / "b", refused)

    assert (late.answer.code, late.graph.outcome, late.answer.agent_exception) == ("a = 1", "no-answer", "")
    assert (early.answer.code, early.answer.agent_exception) == ("", "the model refused to answer")


def test_replies_are_bounded(tmp_path: Path) -> None:
    """As many as are said, whatever they are for."""
    solution = solved("taskgraph", tmp_path, TWO, A, B, turns=2)

    assert (len(solution.requests), solution.answer.code) == (2, "a = 1")
    assert solution.graph.detail == "the work needs more than 2 replies"


class Person:
    """Gives words in order, and notes what was shown."""

    def __init__(self, *words: str) -> None:
        self.words = list(words)
        self.reviews: list[TaskReview] = []

    def __call__(self, review: TaskReview) -> str:
        """Return the next words."""
        self.reviews.append(review)
        return self.words.pop(0)


def reviewed(folder: Path, words: Sequence[str], *replies: str) -> tuple[Solved, Person]:
    """Have a person decide."""
    person = Person(*words)
    return solved("taskgraph", folder, *replies, runs={"gul": FAILED}, reviewer=person), person


def test_a_person_confirms(tmp_path: Path) -> None:
    """The plan, and each task with its code and output."""
    solution, person = reviewed(tmp_path, ["yes", "confirm", "c"], TWO, A, B)

    assert [(review.subject, review.task.code if review.task else "") for review in person.reviews] == [
        ("plan", ""),
        ("task", "a = 1"),
        ("task", "a + 1"),
    ]
    assert solution.graph.outcome == "done"


def test_a_person_accepts_a_failure(tmp_path: Path) -> None:
    """As in the source, confirming accepts whatever the run gave; code that failed is no part of the answer."""
    solution, _ = reviewed(tmp_path, ["y", "confirm", "y"], TWO, BAD, BAD, BAD, B)

    assert (solution.graph.outcome, solution.answer.code) == ("done", "a + 1")


def test_a_person_has_a_task_done_again(tmp_path: Path) -> None:
    """With the words in view, and with the code that was there."""
    solution, _ = reviewed(tmp_path, ["y", "redo with another name", "y"], plan(entry("1")), A, code_block("b = 1"))

    assert "redo with another name" in solution.last_turn
    assert "a = 1" in solution.last_turn
    assert (solution.answer.code, solution.graph.replans) == ("b = 1", 0)


def test_advice_makes_a_new_plan(tmp_path: Path) -> None:
    """Other words are advice; so are words beside confirm, which accept the task as well."""
    final = plan(entry("1"), entry("2", "1", text="use the median"))
    solution, _ = reviewed(
        tmp_path, ["y", "confirm, and use the median next", "y", "use it twice", "y", "y"], TWO, A, final, B, final, B
    )
    plans = [step for step in solution.graph.steps if step.kind == "plan"]

    assert "and use the median next" in solution.requests[2].messages[-1].content
    assert "use it twice" in solution.requests[4].messages[-1].content
    assert (len(plans), solution.graph.outcome) == (3, "done")
    assert solution.ran[0] == "a = 1"


def test_a_person_refuses_a_plan(tmp_path: Path) -> None:
    """It is made again with their words, and is not counted among the broken ones."""
    solution, _ = reviewed(tmp_path, ["in one task", "y", "y"], TWO, plan(entry("1")), A)

    assert "in one task" in solution.requests[1].messages[-1].content
    assert [step.verdict for step in solution.graph.steps] == ["in one task", "accepted", "accepted"]


def test_a_person_leaves(tmp_path: Path) -> None:
    """What is finished is the answer; nothing more is asked."""
    solution, _ = reviewed(tmp_path, ["y", "y", "exit"], TWO, A, B)

    assert (solution.graph.outcome, solution.answer.code, len(solution.requests)) == ("left", "a = 1", 3)


def test_words_are_not_asked_for_twice(tmp_path: Path) -> None:
    """A command that goes on after a kill recalls what a person said."""
    first, _ = reviewed(tmp_path, ["y", "y", "y"], TWO, A, B)
    again, person = reviewed(tmp_path, [], TWO, A, B)

    assert (person.reviews, again.answer.code) == ([], first.answer.code)
