"""Between plan and write: a model looks at the data, and plans anew what the data do not carry."""

from collections.abc import Sequence

from authoring.drafting.prompts.requests import probes_request, replan_request
from authoring.drafting.replies.sketch import MOST_PROBES, PROBES_SCHEMA, REPLAN_SCHEMA, read_probes, read_replanned
from authoring.drafting.sketch import plan_faults
from authoring.llm.port import Model
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions, PlanProbes, ProbeAnswers, Sketch
from authoring.records.stage import stage

PROBE_PROMPTS = ("probes", "replan")
"""The prompts of this step; a run whose instructions lack one goes on from the plan to the writing."""


def knows_probes(instructions: Instructions) -> bool:
    """Return whether instructions have the prompts of this step, which older workspaces and runs lack."""
    present = {prompt.name for prompt in instructions.prompts if prompt.text.strip()}
    return present.issuperset(PROBE_PROMPTS)


@stage("probe_plan")
def probe_plan(
    seed: Seed,
    profile: Profile,
    sketch: Sketch,
    *,
    tables: Sequence[tuple[str, str]],
    model: Model,
    instructions: Instructions,
) -> PlanProbes:
    """Return the expressions about the data that a model asks for; none where its reply holds none.

    `tables` are the names that expressions find the tables under, each with the code that reads it.

    Raises:
        CallError: the call gave no reply.
        BudgetError: the call would have exceeded the budget.
    """
    request = probes_request(seed, profile, sketch, instructions, tables=tables, most=MOST_PROBES, schema=PROBES_SCHEMA)
    # A look at the data is an offer: a reply that cannot be read costs the draft nothing more.
    return read_probes(model.complete(request).text, problems=len(sketch.problems))


def knows_refusals(instructions: Instructions) -> bool:
    """Return whether the prompt of instructions can say what was refused, which those of older runs cannot."""
    return "refused" in instructions.prompt("probes").text


@stage("reask_probes")
def reask_probes(
    seed: Seed,
    profile: Profile,
    sketch: Sketch,
    refused: ProbeAnswers,
    *,
    tables: Sequence[tuple[str, str]],
    model: Model,
    instructions: Instructions,
) -> PlanProbes:
    """Return other forms of expressions that were refused; the model is told why each was. Arguments as above.

    Raises:
        CallError: the call gave no reply.
        BudgetError: the call would have exceeded the budget.
    """
    count = len(refused.answers)
    request = probes_request(
        seed, profile, sketch, instructions, tables=tables, most=count, refused=refused, schema=PROBES_SCHEMA
    )
    probes = read_probes(model.complete(request).text, problems=len(sketch.problems)).probes
    return PlanProbes(probes=probes[:count])


@stage("replan_problems")
def replan_problems(
    seed: Seed, profile: Profile, sketch: Sketch, answers: ProbeAnswers, *, model: Model, instructions: Instructions
) -> Sketch:
    """Return a plan whose problems with degenerate answers were planned anew, once.

    A problem stays as it was where the reply plans it not, or so that the set could not be written from the plan.

    Raises:
        CallError: the call gave no reply.
        BudgetError: the call would have exceeded the budget.
    """
    request = replan_request(seed, profile, sketch, answers, instructions, schema=REPLAN_SCHEMA)
    replanned = read_replanned(model.complete(request).text)
    for number in sorted({answer.problem for answer in answers.degenerate} & replanned.keys()):
        problems = (*sketch.problems[: number - 1], replanned[number], *sketch.problems[number:])
        candidate = sketch.model_copy(update={"problems": problems})
        sketch = sketch if plan_faults(candidate) else candidate
    return sketch
