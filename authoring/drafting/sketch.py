"""Knowledge points and a plan: the first of the two stages in which a model drafts."""

from dataclasses import dataclass

from authoring.drafting.prompts.requests import sketch_request
from authoring.drafting.replies.sketch import SKETCH_SCHEMA, read_sketch
from authoring.dseal.diagnostic import Severity
from authoring.errors import ModelError
from authoring.llm.port import Model, Request
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, Instructions, Sketch
from authoring.records.stage import stage

MOST_FAULTS = 8
"""Faults that one request lists."""


@stage("sketch_problems")
def sketch_problems(seed: Seed, profile: Profile, *, model: Model, instructions: Instructions) -> Sketch:
    """Return the plan of a problem set; a plan with faults is requested once more, with its faults.

    Raises:
        ModelError: neither of two replies is a plan that can be written from.
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    first = _planned(model, sketch_request(seed, profile, instructions, schema=SKETCH_SCHEMA), seed)
    if first.sketch and not first.faults:
        return first.sketch
    faults = first.faults[:MOST_FAULTS]
    retry = sketch_request(seed, profile, instructions, schema=SKETCH_SCHEMA, refused_plan=first.reply, findings=faults)
    second = _planned(model, retry, seed)
    # The second plan answers the faults; the first is better than none where only its doubts led to the second.
    for plan in (second, first):
        if plan.sketch and plan.usable:
            return plan.sketch
    raise ModelError(
        f"{seed.name}: sketch: the model gave no plan that can be used, asked twice: {second.faults[0]}",
        hint="take a model that follows the form more closely, or describe the seed better in seed.yaml",
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    sketch: Sketch | None
    faults: tuple[str, ...]
    usable: bool
    """Whether the set can be written from it, faults or not."""
    reply: str


def _planned(model: Model, request: Request, seed: Seed) -> _Plan:
    reply = model.complete(request).text
    sketch, findings = read_sketch(reply, seed=seed.name)
    if sketch is None:
        messages = tuple(finding.message for finding in findings)
        return _Plan(None, messages or ("the reply holds no plan",), usable=False, reply=reply)
    # What comes last is needed by none before.
    sketch = sketch.model_copy(update={"problems": sketch.problems[:MOST_PROBLEMS]})
    faults = tuple(plan_faults(sketch))
    # What had to be left out of the plan, such as a need that points forward, is worth another try and no failure.
    doubts = tuple(finding.message for finding in findings if finding.severity is not Severity.NOTE)
    return _Plan(sketch, (*faults, *doubts), usable=not faults, reply=reply)


def plan_faults(sketch: Sketch) -> list[str]:
    """Return in words what keeps a set from being written from a plan."""
    problems = sketch.problems
    faults = []
    if len(problems) < FEWEST_PROBLEMS:
        faults.append(f"the plan has {len(problems)} problems, at least {FEWEST_PROBLEMS} are needed")
    tasks: dict[str, int] = {}
    for number, problem in enumerate(problems, 1):
        ahead = [needed for needed in problem.needs if not 1 <= needed < number]
        faults += [f"problem {number} needs {ahead[0]}, which does not come before it"] if ahead else []
        faults += [] if problem.task.strip() else [f"problem {number} has no task"]
        # Case and spacing apart, so that only the same task counts as a repeat.
        first = tasks.setdefault(" ".join(problem.task.lower().split()), number)
        faults += [f"problem {number} is problem {first} again"] if first != number else []
    return faults
