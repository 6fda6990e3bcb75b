"""A person's edit makes the next revision, and so do comments that a model carries out."""

from datetime import UTC, datetime

import pytest

from authoring.drafting.revision import revise_draft
from authoring.dseal import parse
from authoring.errors import ModelError, UsageError
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft, ProblemOrigin
from authoring.records.experiment import ExperimentInstructions
from authoring.records.profile import Profile
from tests.drafting.prompts.scene import instructions, profile
from tests.drafting.prompts.talk import Says
from tests.drafting.test_module_drafter import EXPERIMENT, SHOP
from tests.drafting.test_module_drafter import told as pinned

ONE = '# %%\n"""\nquestion: How many rows?\n"""\n1\n\n'
TWO = '# %%\n"""\nquestion: How many columns?\n"""\n2\n'
DRAFT = Draft(
    name="s",
    seed="s",
    revision=1,
    text=ONE + TWO,
    origins=(ProblemOrigin(origin="template:a"), ProblemOrigin(origin="template:b")),
)


def edited(text: str | None) -> Decision:
    """Return the decision of a person who wrote this text."""
    time = datetime(2026, 1, 1, tzinfo=UTC)
    return Decision(draft=DRAFT.sha256, action=Action.REVISE, reviewer="ada", time=time, text=text)


def test_untouched_problems_keep_their_origin() -> None:
    """What a person changed is the person's; what was left alone, or only moved, keeps its template."""
    changed = TWO.replace("columns", "numeric columns")
    revised = revise_draft(DRAFT, edited(changed + "\n" + ONE))

    assert revised.revision == 2
    assert [origin.origin for origin in revised.origins] == ["person", "template:a"]


def test_a_changed_problem_keeps_its_level() -> None:
    """Level and knowledge points stay where a problem was changed in its place, and not where another was written."""
    origin = ProblemOrigin(origin="template:b", knowledge=("counting",), level="easy")
    known = DRAFT.model_copy(update={"origins": (DRAFT.origins[0], origin)})
    changed = TWO.replace("columns", "numeric columns")
    in_place = revise_draft(known, edited(ONE + changed))
    added = revise_draft(known, edited(ONE + TWO + "\n" + changed))

    assert in_place.origins[1] == ProblemOrigin(origin="person", knowledge=("counting",), level="easy")
    assert added.origins == (*known.origins, ProblemOrigin(origin="person"))


def test_a_changed_problem_keeps_its_level_beside_others() -> None:
    """Also where one beside it was added or dropped, or it was moved: it is the one that is most like it."""
    origins = tuple(
        ProblemOrigin(origin=f"template:{name}", knowledge=(name,), level="hard") for name in ("rows", "columns")
    )
    known = DRAFT.model_copy(update={"origins": origins})
    changed = TWO.replace("columns", "numeric columns")
    new = '# %%\n"""\nquestion: Which value is most frequent in the table?\n"""\nfrequent = df.stack().mode()[0]\n'
    beside, dropped, moved = (
        revise_draft(known, edited(text)).origins for text in (ONE + new + changed, changed, changed + "\n" + ONE)
    )

    kept = ProblemOrigin(origin="person", knowledge=("columns",), level="hard")
    assert beside == (origins[0], ProblemOrigin(origin="person"), kept)
    assert dropped == (kept,)
    assert moved == (kept, origins[0])


def test_dropped_problem_takes_its_origin_along() -> None:
    """There is one origin per problem."""
    revised = revise_draft(DRAFT, edited(TWO))

    assert [origin.origin for origin in revised.origins] == ["template:b"]


def test_decision_without_a_text_makes_no_revision() -> None:
    """A comment alone changes nothing."""
    with pytest.raises(UsageError, match="holds no text"):
        revise_draft(DRAFT, edited(None))


def commented(*comments: tuple[int | None, str], text: str | None = None, about: Draft = DRAFT) -> Decision:
    """Return the decision of a person who wrote these comments."""
    told = tuple(Comment(problem=problem, text=said) for problem, said in comments)
    time = datetime(2026, 1, 1, tzinfo=UTC)
    return Decision(
        draft=about.sha256, action=Action.REVISE, reviewer="ada", time=time, comments=told, text=text, for_model=True
    )


def revised(model: Says, decision: Decision, draft: Draft = DRAFT) -> Draft:
    """Return what comes of a decision and a model."""
    return revise_draft(draft, decision, profile=profile(), model=model, instructions=instructions())


HARDER = '# %%\n"""\nquestion: How many columns have no missing value?\n"""\n\n22\n'


def test_a_comment_changes_its_problem_and_no_other() -> None:
    """The model is sent the problem with the person's words, and what it offers for others is refused."""
    model = Says(f"# problem 2\n{HARDER}\n# problem 1\n{HARDER}")
    after = revised(model, commented((2, "harder")))
    told = model.asked[0].messages[-1].content

    assert after.text.startswith(ONE)
    assert "no missing value" in after.text
    assert [origin.origin for origin in after.origins] == ["template:a", "model:says"]
    assert (after.revision, after.came_from, after.made_with.model) == (2, DRAFT.sha256, "says")
    assert "How many rows?" not in told
    assert "\nharder\n" in told


def test_a_split_makes_two_problems() -> None:
    """Both have the origin and the knowledge points of the one."""
    known = DRAFT.model_copy(update={"origins": (DRAFT.origins[0], ProblemOrigin(origin="model:x", knowledge=("k",)))})
    after = revised(
        Says(f"# problem 2\n{HARDER}\n{HARDER.replace('22', '23').replace('no', 'one')}"),
        commented((2, "split")),
        known,
    )

    assert len(parse(after.text).problems) == 3
    assert [origin.knowledge for origin in after.origins] == [(), ("k",), ("k",)]


def test_more_like_this_keeps_the_problem() -> None:
    """What the person liked stays whose it was; what is new is the model's."""
    after = revised(Says(f"# problem 1\n{ONE}{HARDER}"), commented((1, "more like this")))

    assert after.text.startswith(ONE.rstrip())
    assert [origin.origin for origin in after.origins] == ["template:a", "model:says", "template:b"]


def test_a_persons_problem_is_never_overwritten() -> None:
    """A comment on it is answered with a finding; where there is nothing else to do, with an error."""
    mixed = DRAFT.model_copy(update={"origins": (ProblemOrigin(origin="person"), DRAFT.origins[1])})
    after = revised(
        Says(f"# problem 2\n{HARDER}\n# problem 1\n{HARDER}"), commented((1, "harder"), (2, "harder")), mixed
    )

    assert after.text.startswith(ONE)
    assert [finding.code for finding in after.mended if finding.code == "DS831"] == ["DS831"]
    with pytest.raises(UsageError, match="problem 1 is a person's"):
        revised(Says(), commented((1, "harder")), mixed)


def test_a_comment_on_the_whole_set_reaches_all_but_the_persons() -> None:
    """The model chooses which of them it changes."""
    mixed = DRAFT.model_copy(update={"origins": (ProblemOrigin(origin="person"), DRAFT.origins[1])})
    model = Says(f"# problem 2\n{HARDER}")
    after = revised(model, commented((None, "less counting")), mixed)

    assert "You may change 2." in model.asked[0].messages[-1].content
    assert [origin.origin for origin in after.origins] == ["person", "model:says"]


def test_the_persons_text_comes_first() -> None:
    """Text and comments: the model works on what the person left alone, found again where it was moved to."""
    mine = '# %%\n"""\nquestion: How many missing values?\n"""\n3\n\n'
    model = Says(f"# problem 3\n{HARDER}")
    after = revised(model, commented((1, "clearer"), (2, "harder"), text=mine + mine.replace("3", "4") + TWO))

    assert after.text.startswith(mine + mine.replace("3", "4"))
    assert "no missing value" in after.text
    assert [origin.origin for origin in after.origins] == ["person", "person", "model:says"]
    assert [finding.code for finding in after.mended if finding.code == "DS831"] == ["DS831"]
    assert after.revision == 2


def test_the_persons_text_stands_without_calls_where_all_comments_are_on_it() -> None:
    """The edit is the answer to the comment, and nothing is paid."""
    after = revised(Says(), commented((1, "clearer"), text=ONE.replace("rows", "full rows") + TWO))

    assert [origin.origin for origin in after.origins] == ["person", "template:b"]
    assert [finding.code for finding in after.mended] == ["DS831"]


def test_a_model_that_changes_nothing_is_asked_once_more() -> None:
    """The second reply is a reply of its own; after two the person is told."""
    model = Says(f"# problem 2\n{TWO}", f"# problem 2\n{HARDER}")

    assert "no missing value" in revised(model, commented((2, "harder"))).text
    assert model.asked[0].identity != model.asked[1].identity
    with pytest.raises(ModelError, match=r"^s: revise: the model changed nothing"):
        revised(Says("No.", "No."), commented((2, "harder")))


def test_a_comment_on_no_problem_is_an_error() -> None:
    """A number that the draft does not have is a slip."""
    with pytest.raises(UsageError, match="problem 9"):
        revised(Says(), commented((9, "harder")))


def test_comments_without_a_model_are_no_revision() -> None:
    """Nobody would carry them out."""
    with pytest.raises(UsageError, match="holds no text"):
        revise_draft(DRAFT, commented((2, "harder")))


def test_comment_on_an_experiment_keeps_to_its_rules() -> None:
    """The model is told CIBench's page, module and topic, the comment with its step, and what rests on the step."""
    problems = parse(SHOP).problems
    origins = (ProblemOrigin(origin="model:says", knowledge=("k",), level="easy"),) * len(problems)
    before = Draft(name="shops", seed="module-pandas", revision=1, text=SHOP, origins=origins)
    second = problems[1][0].source
    model = Says("# problem 2\n" + second.replace("question: |", "question: |\n  For the owner of both shops:"))
    decision = commented((2, "Say who wants to know."), about=before)
    pages = ExperimentInstructions(**dict(pinned()), experiment=EXPERIMENT)
    after = revise_draft(
        before,
        decision,
        profile=Profile(seed="module-pandas", tables=()),
        model=model,
        instructions=pages,
    )
    system, *turns = [message.content for message in model.asked[0].messages]

    assert "# Experiments about a Python module" in system
    assert "See which shop sells more." in turns[-1]
    assert turns[-1].index("Step 2:") < turns[-1].index("Say who wants to know.") < turns[-1].index("# problem 3: ")
    assert "Step 1:" not in turns[-1]
    assert "For the owner of both shops:" in after.text
    assert [origin.level for origin in after.origins] == ["easy"] * len(problems)
