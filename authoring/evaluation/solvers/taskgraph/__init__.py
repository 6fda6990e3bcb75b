"""A language model that plans as Data Interpreter does, as a graph of tasks: ``taskgraph:NAME``.

The plan and its merging are in `plan`, the loop in `work`; `rounds` works without a plan, for the solver `thinkact`.
Differences to the source stand where they are made: a task that is updated keeps its type (`plan`), the state is made
again after a failure (`state`), every round has an end (`work`).
"""

from typing import ClassVar

from authoring.evaluation.solvers.base import Scratchpad, SolverOptions, Task
from authoring.evaluation.solvers.dialogue.conversation import Conversation, opening_messages, request_about
from authoring.evaluation.solvers.model import ModelSolver, required_model
from authoring.evaluation.solvers.taskgraph.pages import TaskPages, WorkingMemory
from authoring.evaluation.solvers.taskgraph.task_output import MOST_OUTPUT
from authoring.evaluation.solvers.taskgraph.work import GraphWork
from authoring.llm.port import Message, Request
from authoring.records.results import Submission
from authoring.records.solvers.task_graph import AGENT_STATS_KEY, TaskPlan

ARGUMENT = "MODEL"


class TaskGraphSolver(ModelSolver):
    """Answers each problem with the code of the finished tasks of a plan, which stands in the answer's statistics."""

    kind: ClassVar = "taskgraph"
    page: ClassVar = "taskgraph/rules"
    turns: ClassVar = 30
    """A plan of five tasks with a look and three tries each, planned anew three times, seldom takes more."""

    def rule_values(self) -> dict[str, int]:
        """Return the bound that the rules name."""
        return {"characters": MOST_OUTPUT}

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Plan, work and answer; see `ModelSolver.solve`."""
        conversation = Conversation.begin(
            self.page, self.options, self._outages, task, scratchpad, **self.rule_values()
        )
        work = self.work_on(conversation)
        answer = work.answer()
        submission = conversation.submission(answer.code, failure=answer.reason)
        stats = submission.agent_stats | {AGENT_STATS_KEY: work.graph.model_dump(mode="json")}
        return submission.model_copy(update={"agent_stats": stats})

    def work_on(self, conversation: Conversation) -> GraphWork:
        """Return the work on one problem."""
        return GraphWork(conversation, self.options, most_turns=self.most_turns)

    def first_messages(self, pages: TaskPages, goal: str) -> tuple[Message, ...]:
        """Return the request for a plan."""
        return pages.plan(TaskPlan(goal=goal), WorkingMemory())

    def first_request(self, task: Task) -> Request:
        """Return the first request about a problem, for an estimate."""
        opening = opening_messages(self.page, self.options, task, **self.rule_values())
        pages = TaskPages.of(self.options, opening)
        return request_about(task, self.first_messages(pages, task.whole_question))


def open_solver(options: SolverOptions) -> TaskGraphSolver:
    """Return a solver that has the model of the options plan and work."""
    return TaskGraphSolver(required_model("taskgraph", options))
