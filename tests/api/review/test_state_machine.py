"""Where a review stands: which run and which findings belong to the cell that is looked at."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.api.review.state_machine import (
    KEYS,
    AskLine,
    Effect,
    EndReview,
    OpenEditor,
    PendingAnswer,
    RecordDecision,
    Review,
    Rewrite,
    ShowCell,
    ShowKeys,
    ShowMessage,
    TryAnswers,
    continue_with,
    first_effects,
    press_key,
    start_review,
    take_answer,
    take_certificate,
    take_edit,
)
from authoring.api.verification import with_findings
from authoring.dseal import Diagnostic, Severity, drop_cell, move_cell, parse
from authoring.records.certificate.problem import PARTS, Certificate
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import CellRun, Evidence, FigureView, Outcome, ProblemRun, VariableChange

WHOLE = Certificate(draft="0" * 64, problems=(), parts=PARTS)


def test_cell_has_its_run(review: Review) -> None:
    """Each cell shows what the dry run found of it and of no other."""
    numbers = [replace(review, position=position).run for position in range(len(review.cells))]

    assert [run.number if run else "none" for run in numbers] == [None, 1, 2, 3]


def test_finding_stands_at_its_problem(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A finding about problem 2 is shown at problem 2 and nowhere else."""
    review = start_review(draft, evidence_of(draft.text, errors=(2,)), None)
    counts = [len(replace(review, position=position).findings) for position in range(len(review.cells))]

    assert (counts, review.elsewhere) == ([0, 0, 1, 0], ())


def test_no_finding_is_lost(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A finding about a line of no cell is one about the set."""
    finding = Diagnostic(code="DS403", name="too-big", severity=Severity.ERROR, message="60 MB of inputs", line=999)
    evidence = evidence_of(draft.text).model_copy(update={"diagnostics": (finding,)})

    assert start_review(draft, evidence, None).elsewhere == (finding,)


def test_left_counts_down(review: Review) -> None:
    """What is left is what is not accepted."""
    assert replace(review, accepted=frozenset({1, 3})).left == (2,)


# The review as a state machine: what each key does, and what it must never do.


def told(effects: tuple[Effect, ...]) -> str:
    """Return what a reviewer is told."""
    return " ".join(effect.message for effect in effects if isinstance(effect, ShowMessage))


def at(review: Review, number: int) -> Review:
    """Return the review at a problem."""
    problems = [index for index, cell in enumerate(review.problemset.cells) if cell.problem]
    return replace(review, position=review.cells.index(problems[number - 1]))


def accept_all(review: Review) -> tuple[Review, tuple[Effect, ...]]:
    """Accept every problem."""
    effects: tuple[Effect, ...] = ()
    for number in (1, 2, 3):
        review, effects = press_key(at(review, number), "a")
    return review, effects


def test_begins_at_the_top(review: Review) -> None:
    """Nothing was said yet, so the first cell is shown, context included."""
    assert (review.position, review.problem) == (0, None)
    assert first_effects(review) == (ShowCell(),)


def test_resumes_behind_what_was_accepted(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A second sitting goes on at the first problem that is not accepted, with the comments of the first."""
    said = Decision(
        draft=draft.sha256,
        action=Action.REVISE,
        reviewer="ada",
        time=datetime(2026, 1, 1, tzinfo=UTC),
        accepted=(1, 3),
        comments=(Comment(problem=2, text="vague"),),
    )
    review = start_review(draft, evidence_of(draft.text), said)

    assert review.problem is not None
    assert (review.problem.number, review.comments) == (2, said.comments)


def test_accepting_is_kept_and_goes_on(review: Review) -> None:
    """Each acceptance is recorded at once, and the next open problem comes up."""
    after, effects = press_key(at(review, 1), "a")

    assert after.accepted == {1}
    assert after.problem is not None
    assert after.problem.number == 2
    assert [type(effect) for effect in effects] == [RecordDecision, ShowMessage, ShowCell]


def test_last_acceptance_offers_admission(review: Review) -> None:
    """When nothing is left, the reviewer is asked whether to admit the set."""
    after, effects = accept_all(replace(review, certificate=WHOLE))

    assert after.pending is PendingAnswer.ADMIT
    assert isinstance(effects[-1], AskLine)
    assert take_answer(after, "y")[1] == (RecordDecision(Action.ADMIT), EndReview())


def test_admission_needs_a_plain_yes(review: Review) -> None:
    """Anything but yes leaves the set as it is."""
    after, _ = accept_all(replace(review, certificate=WHOLE))

    assert take_answer(after, "")[1] == (ShowMessage("not admitted; A asks again"),)


def test_answers_are_tried_before_admission(review: Review) -> None:
    """Nobody is asked to admit a set on whose validators no answers were tried."""
    after, effects = accept_all(review)
    certified, question = take_certificate(after, after.evidence, WHOLE)

    assert effects[-1] == TryAnswers()
    assert (after.pending, certified.pending) == (None, PendingAnswer.ADMIT)
    assert isinstance(question[0], AskLine)


@pytest.mark.parametrize("answer", ["", "the table has no such text"])
def test_what_was_found_takes_a_reason(review: Review, answer: str) -> None:
    """With a warning of the certificate a set is admitted for a reason, not for a plain yes; a note asks nothing."""
    warning = Diagnostic(
        code="DS601", name="n", severity=Severity.WARNING, message="accepts numbers as text", problem=2
    )
    note = warning.model_copy(update={"severity": Severity.NOTE})
    noted, _ = take_certificate(review, with_findings(review.evidence, (note,)), WHOLE)
    after, (question,) = take_certificate(review, with_findings(review.evidence, (warning,)), WHOLE)
    _, effects = take_answer(after, answer)

    assert noted.pending is PendingAnswer.ADMIT
    assert isinstance(question, AskLine)
    assert "accepts numbers as text, problem 2" in question.question
    assert effects[0] == (RecordDecision(Action.ADMIT, answer) if answer else effects[0])
    assert any(isinstance(effect, RecordDecision) for effect in effects) is bool(answer)


def test_admission_waits_for_every_problem(review: Review) -> None:
    """A names the problems that nobody has accepted."""
    _, effects = press_key(replace(review, accepted=frozenset({2})), "A")

    assert told(effects) == "not accepted yet: problem 1, 3"


def test_problem_with_an_error_cannot_be_accepted(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """What the gate refuses no person waves through."""
    review = at(start_review(draft, evidence_of(draft.text, errors=(2,)), None), 2)
    after, effects = press_key(review, "a")

    assert after == review
    assert "has an error" in told(effects)


def test_set_with_an_error_cannot_be_admitted(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """All problems accepted, and still an error in the evidence: no admission."""
    review = start_review(draft, evidence_of(draft.text, errors=(2,)), None)
    _, effects = press_key(replace(review, accepted=frozenset({1, 2, 3})), "A")

    assert "the draft has errors" in told(effects)
    assert not any(isinstance(effect, RecordDecision | AskLine) for effect in effects)


def test_accepting_context_goes_on(review: Review) -> None:
    """Context is never asked, so accepting it marks nothing and shows the next cell."""
    after, effects = press_key(review, "a")

    assert after == replace(review, position=review.position + 1)
    assert not any(isinstance(effect, RecordDecision) for effect in effects)


def test_comment_is_kept(review: Review) -> None:
    """A comment belongs to the problem it was made on, and is recorded at once."""
    asking, effects = press_key(at(review, 2), "c")
    after, kept = take_answer(asking, " vague ")

    assert isinstance(effects[0], AskLine)
    assert after.comments == (Comment(problem=2, text="vague"),)
    assert kept[0] == RecordDecision(Action.REVISE)


def test_empty_comment_is_none(review: Review) -> None:
    """Nothing said is nothing kept."""
    after, effects = take_answer(press_key(review, "c")[0], "  ")

    assert after.comments == ()
    assert not any(isinstance(effect, RecordDecision) for effect in effects)


def test_editor_gets_the_cell_alone(review: Review) -> None:
    """Only the text of the cell is opened."""
    state = at(review, 2)

    assert press_key(state, "e") == (state, (OpenEditor(state.cell.source),))


def test_edit_touches_its_own_cell(review: Review) -> None:
    """The new text differs from the old in the take_edit cell and nowhere else."""
    state = at(review, 2)
    _, effects = take_edit(state, state.cell.source.replace("1 decimal", "2 decimals"))

    assert effects == (Rewrite(review.draft.text.replace("1 decimal", "2 decimals"), state.cells[state.position]),)


@pytest.mark.parametrize("left", ["", "   \n", "# %%\n"])
def test_emptied_cell_changes_nothing(review: Review, left: str) -> None:
    """Saving nothing is not dropping."""
    assert take_edit(at(review, 2), left)[1] == (ShowMessage("nothing changed"),)


def test_broken_problem_is_opened_again(review: Review) -> None:
    """A docstring that is no YAML costs no problem: the editor opens with it, and saving it as it is gives it up."""
    state = at(review, 2)
    broken = state.cell.source.replace("question:", "question: [")
    opened, effects = take_edit(state, broken)

    assert effects[1:] == (OpenEditor(broken),)
    assert told(effects).startswith("line ")
    given_up, effects = take_edit(opened, broken)
    assert effects == (ShowMessage("nothing changed: it was saved with the same error"),)
    mended = state.cell.source.replace("1 decimal", "2 decimals")
    assert isinstance(take_edit(opened, mended)[1][0], Rewrite)
    assert isinstance(take_edit(given_up, broken)[1][1], OpenEditor)


def test_unchanged_cell_changes_nothing(review: Review) -> None:
    """Leaving the editor without a change makes no revision."""
    state = at(review, 2)

    assert take_edit(state, state.cell.source)[1] == (ShowMessage("nothing changed"),)


def test_failed_editor_changes_nothing(review: Review) -> None:
    """An editor that fails costs nothing, and the reviewer learns why."""
    assert take_edit(review, None, "vi ended with status 1")[1] == (
        ShowMessage("nothing changed: vi ended with status 1"),
    )


def test_drop_asks_first(review: Review) -> None:
    """A problem is dropped after a yes, and only then."""
    asking, effects = press_key(at(review, 2), "d")

    assert effects == (AskLine("drop problem 2? [y/N]"),)
    assert take_answer(asking, "n")[1] == (ShowMessage("nothing dropped"),)
    assert take_answer(asking, "y")[1] == (Rewrite(drop_cell(parse(review.draft.text), 2), 2),)


def test_only_problem_cannot_be_dropped(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A set without a problem is no set."""
    text = "".join(cell.source for cell in parse(draft.text).cells[:2])
    review = start_review(draft.model_copy(update={"text": text}), evidence_of(text), None)

    assert "only problem" in told(press_key(at(review, 1), "d")[1])


def test_move_goes_to_a_number(review: Review) -> None:
    """A problem moved to number 1 stands where problem 1 stood."""
    asking, _ = press_key(at(review, 3), "m")
    _, effects = take_answer(asking, "1")

    assert effects == (Rewrite(move_cell(parse(review.draft.text), 3, 1), 1),)


@pytest.mark.parametrize("line", ["", "0", "4", "3", "x", "-1", "²"])
def test_move_to_nowhere(review: Review, line: str) -> None:
    """What is no number of another problem moves nothing."""
    assert take_answer(press_key(at(review, 3), "m")[0], line)[1] == (ShowMessage("nothing moved"),)


def test_rejection_needs_a_reason(review: Review) -> None:
    """A set is rejected with a reason, or not at all."""
    asking, _ = press_key(review, "x")

    assert take_answer(asking, "too easy")[1] == (RecordDecision(Action.REJECT, "too easy"), EndReview())
    assert take_answer(asking, "")[1] == (ShowMessage("not rejected"),)


def test_ends_are_told(review: Review) -> None:
    """There is nothing before the first and behind the last."""
    assert told(press_key(review, "p")[1]) == "this is the first one"
    assert told(press_key(at(review, 3), "n")[1]) == "this is the last one"


def test_keys_are_shown(review: Review) -> None:
    """The question mark shows every key, and every key shown does something."""
    assert press_key(review, "?")[1] == (ShowKeys(),)
    assert [key for key in KEYS if told(press_key(review, key)[1]).startswith("no such key")] == []


def test_marks_follow_their_problems(review: Review, evidence_of: Callable[..., Evidence]) -> None:
    """After a drop, what was accepted is accepted under its new number, and the review stays where it was."""
    state = replace(at(review, 2), accepted=frozenset({1, 2, 3}))
    text = drop_cell(state.problemset, 2)
    draft = state.draft.model_copy(update={"text": text, "revision": 2})
    after, effects = continue_with(state, draft, evidence_of(text), 2)

    assert (after.accepted, after.draft.revision, after.position) == (frozenset({1, 2}), 2, 2)
    assert effects == (ShowCell(),)


def test_changed_output_loses_its_mark(review: Review, evidence_of: Callable[..., Evidence]) -> None:
    """A problem whose own cell stayed, but whose output an edit before it changed, has to be looked at again."""
    state = replace(at(review, 1), accepted=frozenset({2, 3}))
    text = state.draft.text.replace("len(penguins)", "penguins = penguins.head(3)\nlen(penguins)")
    draft = state.draft.model_copy(update={"text": text, "revision": 2})
    after, effects = continue_with(state, draft, evidence_of(text, digests={3: "another"}), 1)

    assert after.accepted == {2}
    assert effects[0] == RecordDecision(Action.REVISE)
    assert told(effects) == "accepted before, but the output is another now: problem 3"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(typed=st.lists(st.one_of(st.sampled_from(list(KEYS)), st.text(max_size=3)), max_size=25))
def test_any_typing_is_survived(review: Review, typed: list[str]) -> None:
    """Whatever is typed, the state stays whole, and nothing is admitted while something is not accepted."""
    for text in typed:
        review, effects = take_answer(review, text) if review.pending else press_key(review, text)

        assert 0 <= review.position < len(review.cells)
        assert RecordDecision(Action.ADMIT) not in effects or not review.left


@pytest.mark.parametrize(
    ("code", "figures", "shown"),
    [
        ("total = 1", 0, ("added total", "updated alias")),
        ("ax.set_title('a')", 0, ("added total", "updated ax", "updated alias")),
        ("plt.title('a')", 1, ("added total", "updated ax", "updated alias")),
    ],
)
def test_figure_is_updated_by_what_touches_it(
    code: str, figures: int, shown: tuple[str, ...], draft: Draft, evidence_of: Callable[..., Evidence]
) -> None:
    """A figure of an earlier cell is shown as updated by cells that name it or draw, and other values always are."""
    text = f'# %%\n"""\nquestion: What now?\n"""\n\n{code}\n'
    changes = (
        VariableChange(name="total", change="added", type="int"),
        VariableChange(name="ax", change="updated", type="matplotlib.axes._axes.Axes"),
        VariableChange(name="alias", change="updated", type="pandas.DataFrame"),
    )
    views = (FigureView(width=9, height=9, axes=1),) * figures
    run = CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=0, figures=views, changes=changes)
    told = evidence_of(text)
    assert told.dry_run is not None
    cells = (ProblemRun(cell=0, number=1, run=run),)
    told = told.model_copy(update={"dry_run": told.dry_run.model_copy(update={"cells": cells})})
    review = start_review(draft.model_copy(update={"text": text}), told, None)

    assert tuple(f"{change.change} {change.name}" for change in review.changes) == shown
