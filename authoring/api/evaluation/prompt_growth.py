"""How the prompts of a solver grow from turn to turn, for the upper end of an estimate.

A first prompt has P tokens, and each turn appends a reply of R and what its code showed of O tokens, so that the prompt
of turn t has P + min((t - 1) (R + O), M), where M is the most that a solver shows of earlier work. An answer of T turns
sends T P + the sum of these. A further attempt begins with the last one, R + O more.
"""

from dataclasses import dataclass
from typing import Final

from authoring.evaluation.solvers.dialogue.observation import MOST_TEXT
from authoring.evaluation.solvers.taskgraph.pages import MOST_DONE, MOST_MEMORY
from authoring.evaluation.solvers.taskgraph.task_output import MOST_OUTPUT
from authoring.llm.estimate import PlannedCalls, planned_calls
from authoring.llm.port import Request
from authoring.llm.tokens import estimate_tokens

FILLING: Final = "0.12345 "
"""What output is taken to be, in an estimate of its tokens."""


@dataclass(frozen=True, slots=True)
class PromptGrowth:
    """What a turn appends to a solver's prompts beside the model's reply."""

    output: int = MOST_TEXT
    """Characters of what its code showed, at most."""
    most: int | None = None
    """Characters of earlier work that a prompt holds, at most; None where all of it stands there."""
    least_calls: int = 1
    """Calls that no answer takes fewer of."""


USUAL: Final = PromptGrowth()
GROWTHS: Final = {
    # A plan and the code of one task; finished code, its results and the working memory have bounds of their own.
    "taskgraph": PromptGrowth(MOST_OUTPUT, most=2 * MOST_DONE + MOST_MEMORY, least_calls=2),
    # A thought, its code, and the thought that nothing is missing.
    "thinkact": PromptGrowth(MOST_OUTPUT, most=2 * MOST_DONE + MOST_MEMORY, least_calls=3),
}
"""By the kind of solver; every other is taken for `USUAL`."""


def growing_calls(kind: str, request: Request, *, turns: int, samples: int, attempts: int) -> PlannedCalls:
    """Return the calls for one problem, of which the first is known.

    Args:
        kind: of the solver.
        request: the first one of the first attempt.
        turns: replies to one problem, at most.
        samples: independent answers.
        attempts: answers after wrong ones, at most, the first included.
    """
    growth = GROWTHS.get(kind, USUAL)
    minimum = samples * min(growth.least_calls, turns)
    calls = planned_calls(request, minimum=minimum, maximum=samples * attempts * turns)
    step = calls.output_most + _tokens(growth.output)
    most = _tokens(growth.most) if growth.most is not None else step * turns
    appended = attempts * sum(min(turn * step, most) for turn in range(turns)) + (attempts - 1) * turns * step
    return calls.model_copy(update={"prompt_most": calls.prompt + round(appended / (attempts * turns))})


def _tokens(characters: int) -> int:
    return estimate_tokens(FILLING * (characters // len(FILLING)))
