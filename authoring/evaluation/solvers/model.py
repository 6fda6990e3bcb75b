"""A language model that answers each problem with one reply, as DSEval's baseline does: ``model:NAME``."""

from typing import ClassVar

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import ContextPart, ModelOptions, Scratchpad, Solver, SolverOptions, Task
from authoring.evaluation.solvers.dialogue.conversation import (
    Conversation,
    OutageCount,
    UnansweredError,
    is_cut,
    opening_messages,
    request_about,
)
from authoring.evaluation.solvers.dialogue.reply_code import ReplyCode, read_reply
from authoring.llm.port import Request
from authoring.records.results import Submission

ARGUMENT = "MODEL"
MODEL_NEEDED = "name the model behind a colon, as in --solver {}:gpt-5.6-mini"


class ModelSolver(Solver):
    """Asks a model once for each problem; solvers that ask several times are made from it."""

    kind: ClassVar = "model"
    page: ClassVar = "model"
    """The page of rules that its conversations begin with."""
    turns: ClassVar = 1
    """The most replies to one problem, where nobody says another number."""
    sees_reference = False

    def __init__(self, options: ModelOptions) -> None:
        """Take the model and how it is asked."""
        self.options = options
        self.most_turns = options.turns or self.turns
        self._outages = OutageCount()

    @property
    def name(self) -> str:
        """The kind of solver, with the model's name."""
        return f"{self.kind}:{self.options.model.name}"

    @property
    def looks(self) -> bool:
        """Whether variables are among what it is shown."""
        return ContextPart.VARIABLES in self.options.context

    @property
    def simultaneous(self) -> int:
        """As many as its model may be asked at once; a person, and a batch, take one after the other."""
        return self.options.concurrency if self.options.reviewer is None and self.options.waits else 1

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nobody knows what a model will answer."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Ask, and answer with the code of the reply; what is no answer is told in the submission.

        Raises:
            OutageError: the model gave no reply.
            BudgetError: a call would have exceeded the budget.
            CallError: the key was refused.
        """
        conversation = Conversation.begin(
            self.page, self.options, self._outages, task, scratchpad, **self.rule_values()
        )
        try:
            answer = self.answer(conversation)
        except UnansweredError as error:
            answer = ReplyCode(reason=str(error))
        return conversation.submission(answer.code, failure=answer.reason)

    def first_request(self, task: Task) -> Request:
        """Return the request that a task begins with, for an estimate."""
        return request_about(task, opening_messages(self.page, self.options, task, **self.rule_values()))

    def rule_values(self) -> dict[str, int]:
        """Return what the page of rules asks for."""
        return {}

    def answer(self, conversation: Conversation) -> ReplyCode:
        """Return the answer of one conversation.

        Raises:
            UnansweredError: the model's reply is none.
        """
        return next_code(conversation)

    def close(self) -> None:
        """Say that nothing more is asked; the model belongs to who opened it."""
        self.options.on_close()


def next_code(conversation: Conversation) -> ReplyCode:
    """Return the code of the model's next reply.

    Raises:
        UnansweredError: the reply is no answer.
    """
    reply = conversation.ask()
    return read_reply(reply.text, is_cut=is_cut(reply))


def required_model(kind: str, options: SolverOptions) -> ModelOptions:
    """Return how a solver asks its model.

    Raises:
        UsageError: no model is named.
    """
    if options.asking is None:
        raise UsageError(f"the solver {kind} asks a model, and none is named", hint=MODEL_NEEDED.format(kind))
    return options.asking


def open_solver(options: SolverOptions) -> ModelSolver:
    """Return a solver that asks the model of the options once for each problem.

    Raises:
        UsageError: no model is named, or it is to reply more than once.
    """
    asking = required_model("model", options)
    if (asking.turns or 1) > 1:
        raise UsageError("--turns: model gives one reply", hint="say selfdebug or react for several")
    return ModelSolver(asking)
