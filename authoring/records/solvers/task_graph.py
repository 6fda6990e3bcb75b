"""A plan as a graph of tasks, as Data Interpreter has it, and everything that was done on the way through it."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from authoring.records.base import Record


class PlanTask(Record):
    """One task of a plan: a node of the graph, with Data Interpreter's fields."""

    task_id: str
    dependent_task_ids: tuple[str, ...] = ()
    """Tasks that have to be finished before it."""
    instruction: str
    task_type: str = "other"
    """Decides which guidance and which tools the model is shown."""
    code: str = ""
    """What was run for it last."""
    result: str = ""
    """What the code gave."""
    is_success: bool = False
    """Whether the last run ended well."""
    is_finished: bool = False
    """Whether its result was accepted, by its run or by a person."""
    assignee: str = ""
    """Who works on it; nobody here reads it."""


class TaskPlan(Record):
    """A goal, and the tasks that lead to it."""

    goal: str
    context: str = ""
    """What is known beside the goal."""
    tasks: tuple[PlanTask, ...] = ()
    current_task_id: str = ""
    """The first unfinished task in topological order; empty where all are finished, or there is none."""

    @property
    def depths(self) -> dict[str, int]:
        """How many tasks stand before each one on the longest way to it; unknown ones count as no task."""
        longest: dict[str, int] = {}
        needed = {task.task_id: task.dependent_task_ids for task in self.tasks}
        # A record that somebody else wrote may have tasks in any order, or a circle, which ends this as well.
        for _ in self.tasks:
            before = dict(longest)
            for task_id, dependent_task_ids in needed.items():
                steps = [longest.get(other, 0) + 1 for other in dependent_task_ids if other in needed]
                longest[task_id] = min(max(steps, default=0), len(needed))
            if longest == before:
                break
        return longest

    @property
    def columns(self) -> tuple[tuple[PlanTask, ...], ...]:
        """The tasks by their depth, those of one depth in the order of the plan."""
        depths = self.depths
        return tuple(
            tuple(task for task in self.tasks if depths[task.task_id] == depth) for depth in sorted({*depths.values()})
        )


StepKind = Literal["plan", "thought", "check", "code", "reflection"]
"""A reply that plans, one that says what is next, a cell that looks at data, the first code for a task, or a corrected
one."""


class GraphStep(Record):
    """One reply of the model, with what came of it."""

    kind: StepKind
    task_id: str = ""
    """The task that it was for; empty for a plan."""
    attempt: int = 1
    """From 1; plans are counted up to one that is valid."""
    code: str = ""
    """The code of the reply; for a plan the reply itself."""
    output: str = ""
    """What the run gave, as the model is shown it."""
    verdict: str = ""
    """``accepted``, or why not: the name of an exception or outcome, a finding about a plan, or a person's words."""
    is_success: bool = False
    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


GraphOutcome = Literal["working", "done", "no-plan", "unfinished", "out-of-turns", "no-answer", "left"]
"""How the work on a graph ended.

``done``: every task is finished. ``no-plan``: no valid plan came after as many tries as there are. ``unfinished``: a
task failed in every round of planning. ``out-of-turns``: no reply was left. ``no-answer``: the model refused or said
nothing. ``left``: a person ended it.
"""


TaskState = Literal["finished", "current", "failed", "open"]
"""Accepted, worked on, the one at which the work ended, or not begun."""


class TaskGraph(Record):
    """A plan and the steps that were taken, for one answer to one problem."""

    problemset: str
    index: int
    sample: int = 1
    attempt: int = 1
    plan: TaskPlan
    steps: tuple[GraphStep, ...] = ()
    replans: int = 0
    """Plans that were made after the first valid one."""
    reused: int = 0
    """Finished tasks that a new plan left as they were, over all of them."""
    rebuilds: int = 0
    """How often the state of finished tasks was made again, because a failure or a new plan had spoilt it."""
    outcome: GraphOutcome = "working"
    detail: str = ""
    """Why, in words; empty for ``done``."""

    @property
    def tries(self) -> Mapping[str, int]:
        """How often code was written for each task, by its id; tasks without code are not in it."""
        return Counter(step.task_id for step in self.steps if step.kind in {"code", "reflection"})

    @property
    def summary(self) -> str:
        """How far it is: ``2 of 4 tasks finished, working``."""
        finished = sum(task.is_finished for task in self.plan.tasks)
        return f"{finished} of {len(self.plan.tasks)} tasks finished, {self.outcome}"

    def state_of(self, task: PlanTask) -> TaskState:
        """Return what has become of a task of the plan."""
        if task.is_finished:
            return "finished"
        is_current = task.task_id == self.plan.current_task_id
        if self.outcome != "working":
            return "failed" if is_current else "open"
        return "current" if is_current else "open"


class LiveGraph(Record):
    """The next state of a graph that is worked on, as it is reported."""

    solver: str
    """Who works on it; behind the name what tells its work from that of the same solver in another mode."""
    page: str
    """The page that shows it, and the other graphs of that solver."""
    graph: TaskGraph


AGENT_STATS_KEY = "task_graph"
"""Where results keep the graph of an answer, among the statistics of its solver."""


class TaskReview(Record):
    """What a person is asked about: a plan before it is taken, or a task after its last attempt."""

    graph: TaskGraph
    subject: Literal["plan", "task"]
    task: PlanTask | None = None
    """The task, with the code and the output of its last attempt; None for a plan."""
