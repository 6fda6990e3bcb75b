"""A new plan is merged into one that is under way: what is finished and unchanged stays, and nothing else does."""

import operator
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.evaluation.solvers.taskgraph.plan import (
    MOST_TASKS,
    InvalidPlanError,
    current_task,
    finished_tasks,
    merge,
    take_result,
    topological_order,
    with_task,
)
from authoring.records.solvers.task_graph import PlanTask, TaskPlan
from tests.examples import examples


def task(task_id: str, *needed: str, text: str = "", task_type: str = "eda") -> PlanTask:
    """Return a task on which nothing has been done."""
    return PlanTask(
        task_id=task_id, dependent_task_ids=needed, instruction=text or f"do {task_id}", task_type=task_type
    )


def planned(*tasks: PlanTask, finished: int = 0) -> TaskPlan:
    """Return a plan of which so many tasks were finished, each with code of its own."""
    plan = merge(TaskPlan(goal="g"), tasks).plan
    for _ in range(finished):
        current = current_task(plan)
        assert current is not None
        changed = take_result(current, f"code_{current.task_id}", "ok", is_success=True)
        plan = with_task(plan, changed.model_copy(update={"is_finished": True}))
    return plan


def ids(tasks: tuple[PlanTask, ...]) -> list[str]:
    """Return the ids of tasks."""
    return [entry.task_id for entry in tasks]


CHAIN = (task("1"), task("2", "1"), task("3", "2"))


def test_order_is_depth_first_over_dependencies() -> None:
    """A task comes behind what it needs, and otherwise as it is listed."""
    tasks = (task("4", "3", "1"), task("1"), task("2"), task("3", "2"))

    assert ids(topological_order(tasks)) == ["2", "3", "1", "4"]


def test_current_task_is_the_first_unfinished_one() -> None:
    """Until there is none."""
    assert [planned(*CHAIN, finished=number).current_task_id for number in range(4)] == ["1", "2", "3", ""]


@pytest.mark.parametrize(
    ("tasks", "reason"),
    [
        ((), "no tasks"),
        ((task("1"), task("1", text="again")), "stand twice: '1'"),
        ((task("1"), task("2", "9")), "ids that no task has: '9'"),
        ((task("1"), task("2", "3"), task("3", "2")), "in a circle: "),
        ((task("1", "1"), task("2")), "in a circle: 1 -> 1"),
        (tuple(task(str(number)) for number in range(500)), "the plan has 500 tasks, and 12 are the most"),
    ],
)
def test_broken_plans_are_refused_with_words(tasks: tuple[PlanTask, ...], reason: str) -> None:
    """The source does not notice circles, and stops at unknown ids with an exception."""
    with pytest.raises(InvalidPlanError, match=reason):
        merge(TaskPlan(goal="g"), tasks)


def test_prefix_keeps_finished_work() -> None:
    """Of four tasks, of which three are finished, two are repeated word for word: two stay finished."""
    plan = planned(*CHAIN, task("4", "3"), finished=3)
    merged = merge(plan, (task("1"), task("2", "1"), task("3", "2", text="otherwise"), task("4", "3")))

    assert (merged.prefix, merged.finished) == (2, 2)
    assert [entry.code for entry in finished_tasks(merged.plan)] == ["code_1", "code_2"]
    assert merged.plan.current_task_id == "3"


def test_another_instruction_at_the_beginning_begins_anew() -> None:
    """A prefix of no task keeps nothing, whatever is equal behind it."""
    plan = planned(*CHAIN, finished=3)
    merged = merge(plan, (task("1", text="otherwise"), *CHAIN[1:]))

    assert (merged.prefix, merged.finished, merged.plan.current_task_id) == (0, 0, "1")


def test_a_single_task_is_replaced_with_all_that_needs_it() -> None:
    """Dependants lose their work recursively; what does not depend on it keeps its own."""
    plan = planned(task("1"), task("2"), task("3", "1"), task("4", "3"), task("5", "2"), finished=5)
    merged = merge(plan, (task("1", text="better", task_type="model train"),))

    assert ids(finished_tasks(merged.plan)) == ["2", "5"]
    assert merged.plan.current_task_id == "1"


def test_an_updated_task_keeps_its_type() -> None:
    """The source loses it, and with it the guidance; here a replaced and an appended task have what they say."""
    plan = planned(*CHAIN, finished=1)
    replaced = merge(plan, (task("2", "1", task_type="model train"),)).plan
    appended = merge(plan, (task("9", "3", task_type="model evaluate"),)).plan

    assert [entry.task_type for entry in replaced.tasks] == ["eda", "model train", "eda"]
    assert [entry.task_type for entry in appended.tasks][-1] == "model evaluate"


def test_a_first_task_with_dependencies_is_a_single_update() -> None:
    """Only the first item of such a list is taken, as in the source; on an empty plan the list is a plan."""
    merged = merge(planned(*CHAIN, finished=3), (task("4", "3"), task("5", "4")))
    first = merge(TaskPlan(goal="g"), (task("2", "1"), task("1")))

    assert (ids(merged.plan.tasks), merged.finished) == (["1", "2", "3", "4"], 3)
    assert first.plan.current_task_id == "1"


def test_a_replacement_may_not_close_a_circle() -> None:
    """A task cannot be made to need what needs it, nor what nobody has."""
    plan = planned(*CHAIN)

    with pytest.raises(InvalidPlanError, match="in a circle"):
        merge(plan, (task("1", "3"),))
    with pytest.raises(InvalidPlanError, match="no task has: '7'"):
        merge(plan, (task("8", "7"),))


@st.composite
def lists_of_tasks(draw: st.DrawFn) -> tuple[PlanTask, ...]:
    """Draw tasks whose ids are few, so that circles, repetitions and unknown ids are frequent."""
    names = st.sampled_from("123456")
    tasks = st.builds(
        lambda name, needed, text: task(name, *needed, text=text),
        names,
        st.lists(names, max_size=2, unique=True),
        st.sampled_from("ab"),
    )
    return tuple(draw(st.lists(tasks, max_size=6)))


@st.composite
def valid_lists(draw: st.DrawFn) -> tuple[PlanTask, ...]:
    """Draw the tasks of a plan that can be taken, in a mixed order."""
    number = draw(st.integers(min_value=1, max_value=6))
    tasks = [
        task(
            str(position),
            *draw(st.lists(st.sampled_from([str(n) for n in range(position)]), max_size=2, unique=True)),
            text=draw(st.sampled_from("ab")),
        )
        if position
        else task("0", text=draw(st.sampled_from("ab")))
        for position in range(number)
    ]
    return tuple(draw(st.permutations(tasks)))


@settings(max_examples=examples(200))
@given(valid_lists(), st.integers(min_value=0, max_value=6), lists_of_tasks())
def test_merging_never_crashes(tasks: tuple[PlanTask, ...], number: int, update: tuple[PlanTask, ...]) -> None:
    """Whatever a model lists is taken or refused with words, and the plan stays one that has an order."""
    plan = planned(*tasks, finished=min(number, len(tasks)))
    try:
        merged = merge(plan, update).plan
    except InvalidPlanError:
        merged = plan
    ordered = topological_order(merged.tasks)
    places = {entry.task_id: place for place, entry in enumerate(ordered)}

    assert len(merged.tasks) <= MOST_TASKS
    assert all(places[needed] < places[entry.task_id] for entry in ordered for needed in entry.dependent_task_ids)
    unfinished = [entry.task_id for entry in ordered if not entry.is_finished]
    assert merged.current_task_id == (unfinished[0] if unfinished else "")


@settings(max_examples=examples(200))
@given(valid_lists(), st.integers(min_value=0, max_value=6), valid_lists())
def test_exactly_the_common_prefix_is_kept(
    tasks: tuple[PlanTask, ...], number: int, update: tuple[PlanTask, ...]
) -> None:
    """Of a whole plan, finished work stays where id and instruction agree from the beginning on, and nowhere else."""
    plan = planned(*tasks, finished=min(number, len(tasks)))
    # A whole plan begins with a task without dependencies, and has several.
    update = tuple(sorted((*update, task("9")), key=lambda entry: len(entry.dependent_task_ids)))
    merged = merge(plan, update)
    old, new = (
        [(entry.task_id, entry.instruction) for entry in topological_order(entries)] for entries in (plan.tasks, update)
    )
    expected = len(list(takewhile(bool, map(operator.eq, old, new))))

    assert merged.prefix == expected
    assert merged.plan.tasks[:expected] == topological_order(plan.tasks)[:expected]
    assert not any(entry.is_finished or entry.code for entry in merged.plan.tasks[expected:])


@settings(max_examples=examples(200))
@given(valid_lists(), st.integers(min_value=0, max_value=6), st.integers(min_value=0, max_value=5))
def test_a_reset_is_recursive(tasks: tuple[PlanTask, ...], number: int, place: int) -> None:
    """After a replacement, a task is finished exactly if it was and needs the replaced one on no way."""
    plan = planned(*tasks, finished=min(number, len(tasks)))
    replaced = plan.tasks[place % len(plan.tasks)]
    merged = merge(plan, (replaced,)).plan
    before = {entry.task_id: entry for entry in plan.tasks}

    def needs(task_id: str) -> bool:
        return task_id == replaced.task_id or any(map(needs, before[task_id].dependent_task_ids))

    assert {entry.task_id for entry in merged.tasks if entry.is_finished} == {
        task_id for task_id, entry in before.items() if entry.is_finished and not needs(task_id)
    }
