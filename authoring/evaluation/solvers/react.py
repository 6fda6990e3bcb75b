"""A language model that looks before it answers, in turns of thought, code and observation: ``react:NAME``."""

from typing import ClassVar

from authoring.dseal.experiment_codes import SILENCE
from authoring.evaluation.solvers.base import SolverOptions
from authoring.evaluation.solvers.dialogue.conversation import Conversation
from authoring.evaluation.solvers.dialogue.observation import MOST_TEXT
from authoring.evaluation.solvers.dialogue.reply_code import NO_CODE, ReplyCode
from authoring.evaluation.solvers.model import ModelSolver, next_code, required_model
from authoring.llm.prompt import fenced

ARGUMENT = "MODEL"
MAX_SECONDS = 60
"""Seconds that a run may take that goes on printing, which CIBench's interpreter does not bound."""


class ReactSolver(ModelSolver):
    """Runs what the model writes on a scratchpad that goes on from turn to turn, until it gives its final answer.

    The final answer alone is submitted: it runs in the session as it was before. Code in the last turn is the final
    answer, whatever the model calls it.
    """

    kind: ClassVar = "react"
    page: ClassVar = "react"
    turns: ClassVar = 3
    """As many as CIBench gives for a step."""

    def rule_values(self) -> dict[str, int]:
        """Return the bounds that the rules name."""
        return {"turns": self.most_turns, "characters": MOST_TEXT, "seconds": int(SILENCE)}

    def answer(self, conversation: Conversation) -> ReplyCode:
        """Return the final answer.

        Raises:
            UnansweredError: a reply of the model is none.
        """
        if self.most_turns > 1:
            conversation.scratchpad.prepare(anew=False)
        step = next_code(conversation)
        for left in range(self.most_turns - 1, 0, -1):
            if step.is_final and step.code:
                break
            observed = ""
            if step.code:
                observation = conversation.run(step.code, anew=False, max_time=MAX_SECONDS, max_silence=SILENCE)
                observed = fenced("observation", observation.text)
            elif step.reason != NO_CODE:
                observed = fenced("observation", step.reason)
            conversation.say("observation", observation=observed, left=left)
            step = next_code(conversation)
        return step


def open_solver(options: SolverOptions) -> ReactSolver:
    """Return a solver that has the model of the options look before it answers."""
    return ReactSolver(required_model("react", options))
