"""A language model that tries its code and repairs it: ``selfdebug:NAME``."""

from typing import ClassVar

from authoring.evaluation.solvers.base import SolverOptions
from authoring.evaluation.solvers.dialogue.conversation import Conversation, UnansweredError
from authoring.evaluation.solvers.dialogue.reply_code import ReplyCode
from authoring.evaluation.solvers.model import ModelSolver, next_code, required_model
from authoring.llm.prompt import fenced

ARGUMENT = "MODEL"


class SelfDebugSolver(ModelSolver):
    """Runs each answer on the scratchpad, under the limits that it is judged by, and asks again where it fails.

    The last code is the answer, also where it never ended well. A reply without code takes the turn and leaves the
    code before as it is.
    """

    kind: ClassVar = "selfdebug"
    turns: ClassVar = 4
    """One answer, and three repairs."""

    def answer(self, conversation: Conversation) -> ReplyCode:
        """Return the first code that ends well, or the last one.

        Raises:
            UnansweredError: the model never gave code, and its last reply is no answer.
        """
        answer = self._next_code(conversation, turn=0)
        for turn in range(1, self.most_turns):
            observed = answer.reason
            if answer.code:
                observation = conversation.run(answer.code, anew=True)
                if observation.is_good:
                    break
                observed = observation.text
            conversation.say("repair", observation=fenced("observation", observed), left=self.most_turns - turn)
            try:
                repaired = self._next_code(conversation, turn=turn)
            except UnansweredError:
                # What it gave before stands; where that is nothing, there is no answer.
                if not answer.code:
                    raise
                break
            answer = repaired if repaired.code or not answer.code else answer
        return answer

    def _next_code(self, conversation: Conversation, *, turn: int) -> ReplyCode:
        # The last code is not tried.
        if turn < self.most_turns - 1:
            conversation.scratchpad.prepare(anew=True)
        return next_code(conversation)


def open_solver(options: SolverOptions) -> SelfDebugSolver:
    """Return a solver that asks the model of the options, and has it repair what fails."""
    return SelfDebugSolver(required_model("selfdebug", options))
