"""The tasks of a plan are read from whatever stands around them; what is no plan is said in words for the model."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.evaluation.solvers.taskgraph.plan import InvalidPlanError
from authoring.evaluation.solvers.taskgraph.plan_reply import NO_LIST, read_plan
from tests.examples import examples

TYPES = ("eda", "model train", "other")
PLAN = [
    {"task_id": "1", "dependent_task_ids": [], "instruction": "Load.", "task_type": "eda"},
    {"task_id": "2", "dependent_task_ids": ["1"], "instruction": "Fit.", "task_type": "Model_Train"},
]
TEXT = json.dumps(PLAN)


@pytest.mark.parametrize(
    "reply",
    [
        TEXT,
        f"```json\n{TEXT}\n```",
        f"Here you are [as wished]:\n```\n{TEXT}\n```\nGood luck.",
        f"<think>[1, 2]</think>{TEXT}",
        json.dumps({"plan": PLAN}),
        json.dumps({"thoughts": "none", "tasks": PLAN}),
        TEXT.replace('"', "'"),
        TEXT.replace("]}", "],}").replace('"1"', "1"),
        f"// the plan\n{TEXT[:-1]}, // end\n]",
    ],
)
def test_plans_are_read(reply: str) -> None:
    """With and without fences, prose, reasoning, a wrapper, other quotes, commas too many, numbers as ids, comments."""
    tasks = read_plan(reply, TYPES)

    assert [(task.task_id, task.dependent_task_ids, task.instruction) for task in tasks] == [
        ("1", (), "Load."),
        ("2", ("1",), "Fit."),
    ]


def test_types_are_read_as_models_write_them() -> None:
    """Capitals and underscores make no other type; an unknown type, and none, is no reason to refuse a plan."""
    odd = [{**PLAN[0], "task_type": "email login"}, {"task_id": "3", "instruction": "x"}]

    assert [task.task_type for task in read_plan(TEXT, TYPES)] == ["eda", "model train"]
    assert [task.task_type for task in read_plan(json.dumps(odd), TYPES)] == ["other", "other"]


def test_one_object_is_a_list_of_one() -> None:
    """A model that is to change one task forgets the brackets."""
    assert [task.task_id for task in read_plan(json.dumps(PLAN[1]), TYPES)] == ["2"]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("I cannot plan this.", NO_LIST),
        ("", NO_LIST),
        ("[1, 2, 3]", NO_LIST),
        ('{"answer": [5]}', NO_LIST),
        (TEXT[: len(TEXT) // 2], "cannot be read to its end"),
        ("[" * 100_000, NO_LIST),
        (json.dumps([*PLAN, "3"]), "entry 3 of the list is no object"),
        (json.dumps([{"instruction": "x"}]), "entry 1 has no task_id"),
        (json.dumps([{**PLAN[0], "task_id": "x" * 41}]), "entry 1 has no task_id"),
        (json.dumps([{**PLAN[0], "task_id": True}]), "entry 1 has no task_id"),
        (json.dumps([{"task_id": "1"}]), "task '1' has no instruction"),
        (json.dumps([{**PLAN[0], "instruction": "x" * 2001}]), "more than 2,000 characters"),
        (json.dumps([{**PLAN[0], "dependent_task_ids": "1"}]), "no list of task ids"),
        (json.dumps([{**PLAN[0], "dependent_task_ids": [{}]}]), "no list of task ids"),
        (json.dumps([PLAN[0]] * 500), "the plan has 500 tasks, and 12 are the most"),
    ],
)
def test_what_is_no_plan_is_said(reply: str, reason: str) -> None:
    """Each reason names the entry and what it lacks."""
    with pytest.raises(InvalidPlanError, match=reason):
        read_plan(reply, TYPES)


@settings(max_examples=examples(200))
@given(st.text(alphabet='[]{}":,ti1ask_d\n \\', max_size=60) | st.text(max_size=60))
def test_no_text_crashes_the_reader(text: str) -> None:
    """Whatever a model says is a plan or a reason."""
    try:
        tasks = read_plan(text, TYPES)
    except InvalidPlanError:
        return
    assert all(task.task_id and task.instruction for task in tasks)
