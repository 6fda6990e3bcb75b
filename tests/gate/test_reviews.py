"""Who looked at a problem is what decisions say, and nothing more."""

from datetime import UTC, datetime, timedelta

from authoring.dseal import drop_cell, parse, replace_cell
from authoring.gate.reviews import problem_reviews
from authoring.records.base import sha256_of
from authoring.records.decision import Action, Decision

TEXT = "\n".join(f'# %%\n"""\nquestion: {word}\n"""\n\nlen({word!r})\n' for word in ("one", "two", "three"))
START = datetime(2026, 1, 1, tzinfo=UTC)


def said(reviewer: str, *accepted: int, text: str = TEXT, hour: int = 0, action: Action = Action.REVISE) -> Decision:
    """Return a decision that holds problems to be good."""
    time = START + timedelta(hours=hour)
    return Decision(draft=sha256_of(text), action=action, reviewer=reviewer, time=time, accepted=accepted)


def reviewers(text: str, *decisions: Decision, texts: tuple[str, ...] = (TEXT,)) -> dict[int, str]:
    """Return the reviewer of each problem that is marked."""
    known = {sha256_of(text): text for text in texts}
    return {review.number: review.reviewer for review in problem_reviews(text, decisions, known)}


def test_admission_alone_is_no_look() -> None:
    """`admit --yes` with nothing marked says that nobody looked at any problem."""
    assert reviewers(TEXT, said("ada", action=Action.ADMIT)) == {}


def test_mark_belongs_to_who_set_it() -> None:
    """A later decision of another person repeats marks, and takes none of them over."""
    decisions = (said("ada", 1), said("bob", 1, 3), said("cleo", 1, 3, action=Action.ADMIT))

    assert reviewers(TEXT, *decisions) == {1: "ada", 3: "bob"}


def test_edit_takes_the_mark_and_another_person_may_set_it() -> None:
    """Marks follow the words of a problem through edits and new numbers."""
    edited = replace_cell(parse(TEXT), 1, parse(TEXT).cells[1].source.replace("two", "deux"))
    shorter = drop_cell(parse(edited), 0)
    decisions = (
        said("ada", 1, 2, 3),
        said("bob", 1, 3, text=edited),
        said("bob", 1, 2, 3),
        said("bob", 2, text=shorter),
        said("cleo", 1, 2, text=shorter),
    )

    assert reviewers(shorter, *decisions, texts=(TEXT, edited, shorter)) == {1: "cleo", 2: "ada"}


def test_mark_that_was_taken_back_is_none() -> None:
    """A problem whose output changed has to be looked at again, and whoever does so is named."""
    assert reviewers(TEXT, said("ada", 1, 2), said("ada", 1)) == {1: "ada"}
    assert reviewers(TEXT, said("ada", 1, 2), said("ada", 1), said("bob", 1, 2)) == {1: "ada", 2: "bob"}


def test_decision_about_an_unknown_text_proves_nothing() -> None:
    """What cannot be laid beside the problem is not claimed."""
    assert reviewers(TEXT, said("ada", 1, text="lost")) == {}
