"""Between plan and write: a model looks at the data, and plans anew what the data do not carry."""

import re
from collections.abc import Sequence

from authoring.drafting.prompts.requests import probes_request, replan_request
from authoring.drafting.replies.sketch import (
    MOST_PROBES,
    PROBES_SCHEMA,
    REPLAN_SCHEMA,
    probes_schema,
    read_probes,
    read_replanned,
)
from authoring.drafting.sketch import plan_faults
from authoring.llm.port import Model
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions, PlanProbes, ProbeAnswer, ProbeAnswers, Sketch
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
    count = min(len(refused.answers), MOST_PROBES)
    request = probes_request(
        seed, profile, sketch, instructions, tables=tables, most=count, refused=refused, schema=probes_schema(count)
    )
    probes = read_probes(model.complete(request).text, problems=len(sketch.problems)).probes
    return PlanProbes(probes=probes[:count])


NO_COLUMN = "no such column"
"""The sign of an expression that failed because its problem was planned with a column that no table has."""
_KEY_ERROR = re.compile(r"failed: KeyError: (?P<name>.+)\Z", re.DOTALL)


def knows_absent_columns(instructions: Instructions) -> bool:
    """Return whether the prompt of replanning can say that a column is absent, which those of older runs cannot."""
    return "that no table has" in instructions.prompt("replan").text


def with_absent_columns(answers: ProbeAnswers, profile: Profile, sketch: Sketch) -> ProbeAnswers:
    """Return answers in which those are marked that failed for want of a column that their problem is planned with.

    A column that an earlier task names may be made by it, and one that the task of the problem does not name is only a
    slip of the expression.
    """
    columns = {column.name for table in profile.tables for column in table.columns}
    tasks = [problem.task for problem in sketch.problems]

    def is_absent(answer: ProbeAnswer) -> bool:
        match = _KEY_ERROR.match(answer.text)
        name = match["name"].strip().strip("'\"") if match else ""
        earlier = tasks[: answer.problem - 1]
        is_planned = bool(name) and name in tasks[answer.problem - 1] and not any(name in task for task in earlier)
        return is_planned and name not in columns

    return ProbeAnswers(
        answers=tuple(
            answer.model_copy(update={"sign": NO_COLUMN}) if is_absent(answer) else answer for answer in answers.answers
        )
    )


@stage("replan_problems")
def replan_problems(
    seed: Seed, profile: Profile, sketch: Sketch, answers: ProbeAnswers, *, model: Model, instructions: Instructions
) -> Sketch:
    """Return a plan whose problems with degenerate answers were planned anew, once, with what changes beside them.

    Of all problems of the plan those are taken that the reply plans, because what is planned anew may move others. A
    problem stays as it was where the set could not be written from the plan with the new one.

    Raises:
        CallError: the call gave no reply.
        BudgetError: the call would have exceeded the budget.
    """
    request = replan_request(seed, profile, sketch, answers, instructions, schema=REPLAN_SCHEMA)
    replanned = read_replanned(model.complete(request).text)
    for number in sorted(replanned.keys() & set(range(1, len(sketch.problems) + 1))):
        problems = (*sketch.problems[: number - 1], replanned[number], *sketch.problems[number:])
        candidate = sketch.model_copy(update={"problems": problems})
        sketch = sketch if plan_faults(candidate) else candidate
    return sketch
