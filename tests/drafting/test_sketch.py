"""A plan is asked for, once more if it has faults, and never a third time."""

import json

import pytest

from authoring.drafting.sketch import sketch_problems
from authoring.errors import ModelError
from authoring.records.sketch import Sketch
from tests.drafting.prompts.scene import instructions, profile, seed, sketch
from tests.drafting.prompts.talk import Says


def told(plan: Sketch) -> str:
    """Return a plan as a model replies with it."""
    return json.dumps(plan.model_dump(mode="json", exclude={"seed"}))


def planned(model: Says) -> Sketch:
    """Return what comes of a model's replies."""
    return sketch_problems(seed(), profile(), model=model, instructions=instructions())


def test_a_good_plan_is_taken() -> None:
    """One call, with the schema of the reply."""
    model = Says(told(sketch(12)))

    assert planned(model) == sketch(12)
    assert [request.purpose for request in model.asked] == ["sketch"]
    assert model.asked[0].schema_ is not None


def test_a_short_plan_is_asked_for_again() -> None:
    """The second request shows the plan and what is wrong with it, behind the same beginning."""
    model = Says(told(sketch(4)), told(sketch(10)))

    assert planned(model) == sketch(10)
    again = model.asked[1].messages[1].content
    assert "4" in again
    assert "A plan that you made cannot be used" in again
    assert model.asked[0].messages[0] == model.asked[1].messages[0]


def test_a_need_that_points_forward_is_asked_about_once() -> None:
    """The order can be mended by whoever made it; if it is not, the plan stands without that need."""
    plan = sketch(10)
    wrong = [one.model_copy(update={"needs": (9,)}) if number == 4 else one for number, one in enumerate(plan.problems)]
    faulty = plan.model_copy(update={"problems": tuple(wrong)})
    model = Says(told(faulty), told(faulty))

    assert planned(model).problems[4].needs == ()
    assert len(model.asked) == 2
    assert "problem 5" in model.asked[1].messages[1].content


def test_a_repeated_task_is_a_fault() -> None:
    """Two problems alike are one problem."""
    plan = sketch(10)
    double = plan.model_copy(update={"problems": (*plan.problems[:9], plan.problems[8])})

    assert planned(Says(told(double), told(plan))) == plan


def test_a_long_plan_is_cut() -> None:
    """A set has at most fifteen problems."""
    problems = sketch(20).problems

    assert len(planned(Says(told(sketch().model_copy(update={"problems": problems})), told(sketch(15)))).problems) == 15


def test_two_bad_plans_are_an_error() -> None:
    """It names seed and stage, and says what is wrong."""
    with pytest.raises(ModelError, match=r"^gauges: sketch: .*asked twice") as caught:
        planned(Says("I would rather talk about boats.", "Boats."))
    assert caught.value.hint
