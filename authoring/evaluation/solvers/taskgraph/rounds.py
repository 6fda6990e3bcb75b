"""The work on one problem in rounds of thought and code, which Data Interpreter calls its react mode.

Nothing is planned ahead: each round is a task of a graph that grows by one. The source ends after ten rounds, and so
does this. A round whose code fails in all its tries leaves the graph, and what it gave is told to the next thought.
"""

from dataclasses import replace
from typing import Final

from authoring.evaluation.solvers.base import ModelOptions
from authoring.evaluation.solvers.dialogue.conversation import Conversation
from authoring.evaluation.solvers.taskgraph.plan import current_task, finished_tasks, with_task, without_task
from authoring.evaluation.solvers.taskgraph.review import ReviewVerdict
from authoring.evaluation.solvers.taskgraph.thought_reply import InvalidThoughtError, Thought, read_thought
from authoring.evaluation.solvers.taskgraph.work import ACCEPTED, LEFT, MOST_PLAN, MOST_PLANS, EndOfWorkError, GraphWork
from authoring.llm.prompt import cut
from authoring.records.solvers.task_graph import PlanTask

MOST_ROUNDS: Final = 10
"""Thoughts that are followed by code."""
NOTHING_DONE: Final = "no round has ended well, so there is no answer yet: go on"


class RoundsWork(GraphWork):
    """The way from one problem to its answer without a plan; `answer` goes it once."""

    def __init__(self, conversation: Conversation, options: ModelOptions, *, most_turns: int) -> None:
        super().__init__(conversation, options, most_turns=most_turns)
        # No task is known to be the last one.
        self._pages = replace(self._pages, is_planned=False)

    def _make_plan(self) -> None:
        """Do nothing: a thought follows whatever happened."""

    def _do_tasks(self) -> None:
        """Think and act until a thought says that nothing is missing.

        Raises:
            EndOfWorkError: before that.
        """
        for number in range(1, MOST_ROUNDS + 1):
            thought = self._think(left=MOST_ROUNDS - number + 1)
            if not thought.goes_on:
                return
            needed = tuple(task.task_id for task in finished_tasks(self._plan)[-1:])
            self._act(
                PlanTask(
                    task_id=str(number),
                    dependent_task_ids=needed,
                    instruction=thought.text,
                    task_type=thought.task_type,
                )
            )
        detail = f"{MOST_ROUNDS} rounds are over, and no thought said that nothing is missing"
        raise EndOfWorkError("unfinished", detail)

    def _think(self, *, left: int) -> Thought:
        """Return what is next.

        Raises:
            EndOfWorkError: no reply says it.
        """
        reason = ""
        for attempt in range(1, MOST_PLANS + 1):
            messages = self._pages.thought(self._plan, self._memory, left=left)
            reply, step = self._request("thought", messages, attempt=attempt)
            step = step.model_copy(update={"code": cut(reply.text, MOST_PLAN)})
            try:
                thought = read_thought(reply.text, self._pages.types)
            except InvalidThoughtError as error:
                reason = str(error)
            else:
                if thought.goes_on or finished_tasks(self._plan):
                    self._add(step.model_copy(update={"verdict": ACCEPTED, "is_success": True}))
                    return thought
                reason = NOTHING_DONE
            self._memory.note("finding", f"The last thought was refused: {reason}")
            self._add(step.model_copy(update={"verdict": reason}))
        raise EndOfWorkError("no-plan", f"no thought could be taken after {MOST_PLANS} replies; the last: {reason}")

    def _act(self, task: PlanTask) -> None:
        """Have code written for a thought, and keep it where it ends well, or a person takes it.

        Raises:
            EndOfWorkError: a person ended the work.
        """
        self._plan = with_task(self._plan.model_copy(update={"tasks": (*self._plan.tasks, task)}), task)
        while True:
            # A person's second try is shown what the first one gave.
            result = self._try_task(current_task(self._plan) or task)
            decision = self._decide("task", self.graph, result)
            if decision.verdict is ReviewVerdict.EXIT:
                raise EndOfWorkError("left", LEFT)
            if decision.verdict is ReviewVerdict.ACCEPT:
                self._finish(task, result)
                self._memory.note("advice", decision.advice)
                return
            self._memory.note("advice", decision.advice)
            if decision.verdict is not ReviewVerdict.REDO:
                break
        self._memory.note("failed", f"{task.instruction}\n\n{result.code}\n\n{result.output}")
        self._plan = without_task(self._plan, task.task_id)
