"""The drafter that asks a model: whole replies, cut ones, short ones."""

import pytest

from authoring.drafting.model_drafter import ModelDrafter, align_plan
from authoring.dseal import parse
from authoring.errors import ModelError
from authoring.records.draft import Draft
from authoring.records.sketch import PlannedProblem, Sketch
from tests.drafting.prompts.scene import ANSWERS, instructions, profile, seed, sketch
from tests.drafting.prompts.talk import Says, count, cut_off, problemset


def drafted(model: Says, plan: Sketch | None = None, random_seed: int = 0) -> Draft:
    """Return what the drafter makes of a model's replies."""
    drafter = ModelDrafter(model, instructions(), plan or sketch())
    return drafter.draft(seed(column="level"), profile("level"), name="rivers", examples=(), random_seed=random_seed)


def test_a_whole_reply_is_the_draft() -> None:
    """Text as it came, origins from the plan, and what it was made with."""
    model = Says(problemset())
    draft = drafted(model)

    assert draft.text == problemset()
    assert (draft.name, draft.seed, draft.revision) == ("rivers", "gauges", 1)
    assert [origin.origin for origin in draft.origins] == ["model:says"] * 10
    assert (draft.origins[1].knowledge, draft.origins[1].level) == (("filtering", "counting"), "medium")
    assert (draft.made_with.model, draft.made_with.examples) == ("says", ("sums",))
    assert [request.purpose for request in model.asked] == ["write"]


def test_what_the_reply_lacks_of_the_plan_is_known() -> None:
    """A plan of eleven and a reply of ten is a draft that says which planned problem it lacks."""
    plan = sketch(11)
    forgotten = PlannedProblem(task="Draw a histogram.", knowledge=("plots",), level="hard")
    problems = (*plan.problems[:4], forgotten, *plan.problems[5:])
    text = problemset(11).replace(f"{count(5)}\n", "")
    draft = drafted(Says(text), plan.model_copy(update={"problems": problems}))

    assert [(problem.number, problem.follows) for problem in draft.left_out] == [(5, 4)]
    assert draft.left_out[0].task == forgotten.task
    assert drafted(Says(problemset())).left_out == ()


@pytest.mark.parametrize("share", [0.3, 0.52, 0.78, 0.97])
def test_a_cut_reply_is_gone_on_with(share: float) -> None:
    """The rest is asked for, and put behind what is there; nothing whole is asked for twice."""
    text = problemset()
    at = int(len(text) * share)
    model = Says(cut_off(text[:at]), text[at:])
    draft = drafted(model)

    assert [problem.question for _, problem in parse(draft.text).problems] == [
        problem.question for _, problem in parse(text).problems
    ]
    assert [cell.code for cell, _ in parse(draft.text).problems] == [cell.code for cell, _ in parse(text).problems]
    assert [request.purpose for request in model.asked] == ["write", "continue"]
    assert model.asked[1].messages[:2] == model.asked[0].messages


def test_a_cut_cell_may_begin_again() -> None:
    """A model that cannot go on in the middle of a cell writes that cell again; it stands once."""
    text = problemset()
    at = text.index("above 6") - 20
    model = Says(cut_off(text[:at]), text[text.rindex("# %%", 0, at) :])

    assert [cell.code for cell, _ in parse(drafted(model).text).problems] == [
        cell.code for cell, _ in parse(text).problems
    ]


def test_a_short_reply_is_gone_on_with() -> None:
    """A model that stops after six of ten problems is asked for the others."""
    text = problemset()
    at = text.index("# %%", text.index("above 6"))
    model = Says(text[:at], text[at:])

    assert len(parse(drafted(model).text).problems) == 10
    assert "ended after 6 of 10 problems" in model.asked[1].messages[-1].content


def test_too_few_problems_are_no_draft() -> None:
    """Never an empty problem set: an error that names seed, stage and reason."""
    with pytest.raises(ModelError, match=r"^gauges: write: 0 problems") as caught:
        drafted(Says("I am sorry, I cannot do that.", "No.", "No.", "No."))
    assert caught.value.hint


def test_continuations_are_bounded() -> None:
    """A model that is cut off again and again is not asked for ever."""
    text = problemset(14)
    replies = [cut_off(text[start : start + 60]) for start in range(0, 600, 60)]

    with pytest.raises(ModelError, match="write"):
        drafted(model := Says(*replies), sketch(14))
    assert len(model.asked) <= 4


def test_another_random_seed_asks_for_another_reply() -> None:
    """A reply that was kept for one is not taken for the other."""
    model = Says(problemset(), problemset())
    drafted(model, random_seed=1)
    drafted(model, random_seed=2)

    assert model.asked[0].identity != model.asked[1].identity


def test_what_is_left_out_of_a_reply_is_told() -> None:
    """An invented validator is dropped, and the draft says so."""
    text = problemset().replace("namespace_check:", "exact_answer_check:")
    draft = drafted(Says(text))

    assert any("exact_answer_check" in finding.message for finding in draft.mended)
    assert "exact_answer_check" not in draft.text


def test_the_fingerprint_holds_all_that_shapes_a_draft() -> None:
    """Another plan, guide or model is another step of a journal."""
    told = instructions()
    prints = {
        ModelDrafter(Says(), told, sketch()).fingerprint,
        ModelDrafter(Says(), told, sketch(11)).fingerprint,
        ModelDrafter(Says(), told.model_copy(update={"examples": ()}), sketch()).fingerprint,
        ModelDrafter(Says(), told, sketch(), ANSWERS).fingerprint,
    }

    assert len(prints) == 4
    assert ModelDrafter(Says(), told, sketch()).fingerprint in prints


# Written problems find their plans, also where some were left out.

PLANS = tuple(
    PlannedProblem(task=task, knowledge=(task,), level="easy", gives=gives)
    for task, gives in (
        ("Read the table of rivers as `df`.", ("df",)),
        ("Drop rows without a level and store the rest.", ("clean",)),
        ("Which river has the highest mean level?", ()),
        ("Write a function that says whether a level is a flood.", ("is_flood",)),
    )
)

READ = ("Read `inputs/gauges.csv` as `df`.", "df = 1\ndf")

CLEAN = ("Make `clean` without missing levels.", "clean = df.dropna()\nlen(clean)")

BEST = ("Which river has the highest mean level in `clean`? Ties by name.", "1")

FLOOD = ("Write `is_flood(level)`, which says whether it is a flood.", "def is_flood(level):\n    return level > 3")


def test_as_many_as_planned_are_taken_in_order() -> None:
    """A model that was asked for a problem each wrote a problem each, whatever the words."""
    assert align_plan(PLANS, [("a", "1")] * 4) == PLANS


def test_what_was_left_out_moves_nobody() -> None:
    """The problems behind one that is missing keep their own knowledge points."""
    assert align_plan(PLANS, [READ, BEST, FLOOD]) == (PLANS[0], PLANS[2], PLANS[3])
    assert align_plan(PLANS, [CLEAN, FLOOD]) == (PLANS[1], PLANS[3])


def test_what_was_added_has_no_plan() -> None:
    """Nobody knows what it tests."""
    assert align_plan(PLANS, [READ, CLEAN, ("zzz", "1"), BEST, FLOOD]) == (*PLANS[:2], None, *PLANS[2:])


def test_nothing_written_or_nothing_planned() -> None:
    """Empty is empty."""
    assert align_plan(PLANS, []) == ()
    assert align_plan((), [READ]) == (None,)
