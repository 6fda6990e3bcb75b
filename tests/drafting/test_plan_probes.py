"""Between plan and write: what a model asks of the data is read loosely, and a plan is mended at most once."""

import json

import pytest

from authoring.drafting.plan_probes import (
    PROBE_PROMPTS,
    knows_absent_columns,
    knows_probes,
    knows_refusals,
    probe_plan,
    reask_probes,
    replan_problems,
    with_absent_columns,
)
from authoring.drafting.replies.sketch import MOST_PROBES
from authoring.records.sketch import Guide, PlanProbe, PlanProbes, ProbeAnswer, ProbeAnswers, Schema, Sketch
from tests.drafting.prompts.scene import ANSWERS, READER, instructions, profile, seed, sketch
from tests.drafting.prompts.talk import Says

ANEW = {
    "number": 2,
    "task": "Count the rows of `df` above 2.",
    "knowledge": ["counting"],
    "level": "easy",
    "needs": [1],
    "gives": [],
}


def probed(reply: str) -> tuple[PlanProbes, Says]:
    """Return what a reply asks of the data, and the model."""
    model = Says(reply)
    tables = [("df", READER)]
    return probe_plan(seed(), profile(), sketch(), tables=tables, model=model, instructions=instructions()), model


def replanned(*problems: dict[str, object], answers: ProbeAnswers = ANSWERS) -> Sketch:
    """Return the plan of the scene after a reply that plans these problems anew."""
    model = Says(json.dumps({"problems": problems}))
    plan = replan_problems(seed(), profile(), sketch(), answers, model=model, instructions=instructions())
    assert [request.purpose for request in model.asked] == ["replan"]
    return plan


def test_expressions_of_a_reply_are_taken() -> None:
    """One call, with the schema of the reply; each expression goes with the number of its problem."""
    probes, model = probed('```json\n{"probes": [{"problem": 3, "expression": " len(df) "},]}\n```')

    assert probes.probes == (PlanProbe(problem=3, expression="len(df)"),)
    assert [request.purpose for request in model.asked] == ["probes"]
    assert model.asked[0].schema_ is not None
    assert READER in model.asked[0].messages[1].content


@pytest.mark.parametrize("reply", ["Nothing, thank you.", '{"probes": []}', "[]", '{"probes": 3}', "{" * 500, "null"])
def test_a_reply_without_expressions_stops_nothing(reply: str) -> None:
    """Whoever asks nothing writes at once, and nobody is asked twice."""
    probes, model = probed(reply)

    assert probes == PlanProbes()
    assert len(model.asked) == 1


def test_expressions_are_bounded() -> None:
    """Of too many the first ten are taken; repeats, blanks and those for problems that are not planned are left out."""
    many = [{"problem": 1, "expression": f"len(df) + {number}"} for number in range(30)]
    odd = [{"problem": 99, "expression": "1"}, {"problem": 0, "expression": "1"}, {"problem": 1, "expression": " "}]

    assert [probe.expression for probe in probed(json.dumps({"probes": many}))[0].probes] == [
        f"len(df) + {number}" for number in range(MOST_PROBES)
    ]
    assert len(probed(json.dumps({"probes": [*odd, many[0], many[0]]}))[0].probes) == 1


def test_what_is_refused_is_asked_for_in_another_form() -> None:
    """The model is told the expressions and reasons, asks no more than were refused, and no other answer is lost."""
    reply = json.dumps({"probes": [{"problem": 4, "expression": f"len(df) + {number}"} for number in range(3)]})
    model, tables = Says(reply), [("df", READER)]
    again = reask_probes(
        seed(), profile(), sketch(), ANSWERS.refused, tables=tables, model=model, instructions=instructions()
    )
    further = ProbeAnswers(answers=(ProbeAnswer(problem=4, expression="len(df)", text="4"),))
    page = model.asked[0].messages[1].content

    assert again.probes == (PlanProbe(problem=4, expression="len(df) + 0"),)
    assert "df.to_csv('x')\nrefused: 'to_csv' writes" in page
    assert "level (m)" not in page.partition("These were refused")[2].partition("Ask for at most one")[0]
    # The schema allows no more than the words do.
    assert '"maxItems":1' in (model.asked[0].schema_ or Schema(name="none", text="")).text.replace(" ", "")
    assert ANSWERS.joined(further).answers == (ANSWERS.answers[0], further.answers[0])


def test_older_prompts_do_not_know_refusals() -> None:
    """Their page would ask the same again."""
    current = instructions()
    page = Guide(name="probes", text="{{ seed }}{{ data }}{{ plan }}{{ most }}{{ tables }}")
    older = (page, *(prompt for prompt in current.prompts if prompt.name != "probes"))

    assert knows_refusals(current)
    assert not knows_refusals(current.model_copy(update={"prompts": older}))


def test_a_problem_is_planned_anew() -> None:
    """The problem whose answer is degenerate gives way, and so does any other that the reply plans anew beside it."""
    plan = replanned(ANEW, {**ANEW, "number": 5, "task": "Do something else."}, {**ANEW, "number": 99, "task": "No."})

    assert [problem.task for problem in plan.problems[1:5:3]] == [ANEW["task"], "Do something else."]
    assert plan.problems[2:4] == sketch().problems[2:4]
    assert plan.problems[5:] == sketch().problems[5:]


def test_a_column_that_no_table_has_is_a_reason_to_plan_anew() -> None:
    """The plan names it, no earlier problem does, and the look at the data failed for want of it."""
    plan = sketch()
    tasks = {2: "Count the rows with a `depth` above 2.", 3: "Make `share` of `level`.", 4: "Sum `share` and `level`."}
    problems = tuple(
        problem.model_copy(update={"task": tasks.get(number, problem.task)})
        for number, problem in enumerate(plan.problems, 1)
    )
    failures = {2: "'depth'", 3: "'Level'", 4: "'share'", 5: "'river'"}
    answers = ProbeAnswers(
        answers=tuple(
            ProbeAnswer(problem=number, expression="df[...]", text=f"failed: KeyError: {name}")
            for number, name in failures.items()
        )
    )
    marked = with_absent_columns(answers, profile("level"), plan.model_copy(update={"problems": problems}))

    assert [answer.problem for answer in marked.degenerate] == [2]
    assert knows_absent_columns(instructions())


@pytest.mark.parametrize(
    "problem",
    [
        {**ANEW, "task": "   "},
        {**ANEW, "task": sketch().problems[4].task},
        {**ANEW, "level": "furious"},
        {"number": 2},
        {},
    ],
)
def test_a_problem_that_cannot_be_used_leaves_the_plan(problem: dict[str, object]) -> None:
    """A plan is never worse for having been looked at."""
    assert replanned(problem) == sketch()


def test_a_need_that_points_forward_is_left_out() -> None:
    """Only earlier problems have run."""
    assert replanned({**ANEW, "needs": [1, 2, 9]}).problems[1].needs == (1,)


def test_older_prompts_do_not_know_the_step() -> None:
    """A workspace or a run without one of the two prompts writes from its plan, as it always did."""
    told = instructions()

    assert knows_probes(told)
    for name in PROBE_PROMPTS:
        prompts = tuple(prompt for prompt in told.prompts if prompt.name != name)
        assert not knows_probes(told.model_copy(update={"prompts": prompts}))
