"""Plans as graphs: order, reset, and merging a new plan into one that is under way, after Data Interpreter.

What the source leaves open is decided here: unknown and repeated ids, cycles and long plans are errors with words for
the model, and a task that is replaced or appended keeps its type, which the source loses. On an empty plan every list
is a whole plan, also one whose first task has dependencies.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from authoring.records.solvers.task_graph import PlanTask, TaskPlan

MOST_TASKS = 12
"""Tasks of one plan; a longer one is refused as a whole."""
MOST_QUOTED = 5
"""Ids that an error names."""


class InvalidPlanError(ValueError):
    """A plan that cannot be taken; the text says why, for the model that made it."""


@dataclass(frozen=True, slots=True)
class MergedPlan:
    """A plan that took another one in."""

    plan: TaskPlan
    prefix: int
    """Tasks at the beginning of the order that are what they were; 0 where a single task was replaced or appended."""
    finished: int
    """Finished tasks that are still finished."""


def topological_order(tasks: Sequence[PlanTask]) -> tuple[PlanTask, ...]:
    """Return tasks so that each stands behind those it depends on: depth first over dependencies, else as listed.

    Raises:
        InvalidPlanError: an id stands twice or is unknown, or tasks depend on each other in a circle.
    """
    by_id = {task.task_id: task for task in tasks}
    _refuse_broken(tasks, by_id)
    ordered: dict[str, PlanTask] = {}

    def visit(task: PlanTask) -> None:
        for task_id in task.dependent_task_ids:
            if task_id not in ordered:
                visit(by_id[task_id])
        ordered.setdefault(task.task_id, task)

    for task in tasks:
        visit(task)
    return tuple(ordered.values())


def _refuse_broken(tasks: Sequence[PlanTask], ids: Collection[str]) -> None:
    # Before anything else: a list without end costs no search through its graph.
    if len(tasks) > MOST_TASKS:
        raise InvalidPlanError(f"the plan has {len(tasks)} tasks, and {MOST_TASKS} are the most: join small ones")
    if len(ids) < len(tasks):
        counts = Counter(task.task_id for task in tasks)
        repeated = [task_id for task_id, count in counts.items() if count > 1]
        raise InvalidPlanError(f"these task ids stand twice: {_quoted(repeated)}")
    unknown = [task_id for task in tasks for task_id in task.dependent_task_ids if task_id not in ids]
    if unknown:
        raise InvalidPlanError(f"tasks depend on ids that no task has: {_quoted(unknown)}")
    try:
        TopologicalSorter({task.task_id: task.dependent_task_ids for task in tasks}).prepare()
    except CycleError as error:
        circle = " -> ".join(error.args[1][: MOST_QUOTED + 1])
        raise InvalidPlanError(f"tasks depend on each other in a circle: {circle}") from None


def _quoted(ids: Iterable[str]) -> str:
    names = list(dict.fromkeys(ids))
    further = f" and {len(names) - MOST_QUOTED} more" if len(names) > MOST_QUOTED else ""
    return ", ".join(repr(name) for name in names[:MOST_QUOTED]) + further


def reset(task: PlanTask) -> PlanTask:
    """Return a task on which nothing has been done."""
    return task.model_copy(update={"code": "", "result": "", "is_success": False, "is_finished": False})


def take_result(task: PlanTask, code: str, result: str, *, is_success: bool) -> PlanTask:
    """Return a task with the code that was run last for it, and what it gave.

    The source appends to what is there. Here a try begins without what the last one did, so its code stands alone.
    """
    return task.model_copy(update={"code": code.strip("\n"), "result": result, "is_success": is_success})


def with_task(plan: TaskPlan, task: PlanTask) -> TaskPlan:
    """Return a plan with another state of one of its tasks, and with its current task."""
    tasks = (task if entry.task_id == task.task_id else entry for entry in plan.tasks)
    return _with_current(plan, tuple(tasks))


def without_task(plan: TaskPlan, task_id: str) -> TaskPlan:
    """Return a plan without one of its tasks, on which no other depends."""
    return _with_current(plan, tuple(task for task in plan.tasks if task.task_id != task_id))


def current_task(plan: TaskPlan) -> PlanTask | None:
    """Return the task that is next; None where all are finished."""
    return next((task for task in plan.tasks if task.task_id == plan.current_task_id), None)


def finished_tasks(plan: TaskPlan) -> tuple[PlanTask, ...]:
    """Return the tasks that are finished, in topological order."""
    return tuple(task for task in topological_order(plan.tasks) if task.is_finished)


def _with_current(plan: TaskPlan, tasks: tuple[PlanTask, ...]) -> TaskPlan:
    unfinished = (task.task_id for task in topological_order(tasks) if not task.is_finished)
    return plan.model_copy(update={"tasks": tasks, "current_task_id": next(unfinished, "")})


def merge(plan: TaskPlan, tasks: Sequence[PlanTask]) -> MergedPlan:
    """Return a plan that takes a list of tasks in.

    A single task, or the first of a list whose first task has dependencies, updates one task: one that the plan has is
    replaced and all that depends on it is reset, another is appended. Any other list is a whole plan: the longest
    beginning of its topological order whose ids and instructions are those of the plan's keeps its finished work, and
    everything behind it is new.

    Raises:
        InvalidPlanError: the list is empty, or what would come of it is no plan.
    """
    if not tasks:
        raise InvalidPlanError("the plan has no tasks")
    is_single = bool(plan.tasks) and (len(tasks) == 1 or bool(tasks[0].dependent_task_ids))
    if not is_single:
        return _merge_whole(plan, tasks)
    merged = _with_current(plan, _updated(plan.tasks, reset(tasks[0])))
    return MergedPlan(merged, prefix=0, finished=sum(task.is_finished for task in merged.tasks))


def _updated(tasks: tuple[PlanTask, ...], new: PlanTask) -> tuple[PlanTask, ...]:
    if new.task_id not in {task.task_id for task in tasks}:
        return (*tasks, new)
    replaced = tuple(new if task.task_id == new.task_id else task for task in tasks)
    topological_order(replaced)  # Raises on a circle, through which the dependants would have no end.
    stale = _dependants(replaced, new.task_id)
    return tuple(reset(task) if task.task_id in stale else task for task in replaced)


def _dependants(tasks: Sequence[PlanTask], task_id: str) -> set[str]:
    """Return the ids of all tasks that need a task, directly or through others."""
    stale = {task_id}
    # In topological order a task stands behind all that it needs, so that one pass finds every one.
    for task in topological_order(tasks):
        if stale.intersection(task.dependent_task_ids):
            stale.add(task.task_id)
    return stale - {task_id}


def _merge_whole(plan: TaskPlan, tasks: Sequence[PlanTask]) -> MergedPlan:
    old, new = topological_order(plan.tasks), topological_order(tasks)
    prefix = 0
    while prefix < min(len(old), len(new)) and _is_same(old[prefix], new[prefix]):
        prefix += 1
    merged = _with_current(plan, (*old[:prefix], *(reset(task) for task in new[prefix:])))
    return MergedPlan(merged, prefix=prefix, finished=sum(task.is_finished for task in merged.tasks))


def _is_same(task: PlanTask, new: PlanTask) -> bool:
    return (task.task_id, task.instruction) == (new.task_id, new.instruction)
