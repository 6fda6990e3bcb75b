"""A language model that thinks and acts in rounds, as Data Interpreter's react mode does: ``thinkact:NAME``."""

from typing import ClassVar

from authoring.evaluation.solvers.base import SolverOptions
from authoring.evaluation.solvers.dialogue.conversation import Conversation
from authoring.evaluation.solvers.model import required_model
from authoring.evaluation.solvers.taskgraph import TaskGraphSolver
from authoring.evaluation.solvers.taskgraph.pages import TaskPages, WorkingMemory
from authoring.evaluation.solvers.taskgraph.rounds import MOST_ROUNDS, RoundsWork
from authoring.llm.port import Message
from authoring.records.solvers.task_graph import TaskPlan

ARGUMENT = "MODEL"


class ThinkActSolver(TaskGraphSolver):
    """Answers each problem with the code of its rounds, which stand in the answer's statistics as a graph."""

    kind: ClassVar = "thinkact"
    page: ClassVar = "taskgraph/rounds"
    turns: ClassVar = 40
    """A thought and three tries in each of ten rounds."""

    def work_on(self, conversation: Conversation) -> RoundsWork:
        """Return the work in rounds."""
        return RoundsWork(conversation, self.options, most_turns=self.most_turns)

    def first_messages(self, pages: TaskPages, goal: str) -> tuple[Message, ...]:
        """Return the request for a thought."""
        return pages.thought(TaskPlan(goal=goal), WorkingMemory(), left=MOST_ROUNDS)


def open_solver(options: SolverOptions) -> ThinkActSolver:
    """Return a solver that has the model of the options think and act."""
    return ThinkActSolver(required_model("thinkact", options))
