"""The dialogue with a reviewer: keys go into the state machine, and what it wants done is done here."""

from rich.console import RenderableType
from rich.text import Text

from authoring.api.review.session import ReviewResult, ReviewSession
from authoring.api.review.state_machine import (
    FREE_KEYS,
    KEYS,
    AskLine,
    Effect,
    EndReview,
    OpenEditor,
    RecordDecision,
    Review,
    ReviseByModel,
    Rewrite,
    ShowCell,
    ShowKeys,
    ShowMessage,
    Transition,
    TryAnswers,
    first_effects,
    press_key,
    take_answer,
    take_edit,
)
from authoring.cli.review.editor import edit_text
from authoring.cli.review.keyboard import Keyboard, open_keyboard
from authoring.cli.review.screen import PROMPT, cell_view, heading_view, keys_view, prompt
from authoring.cli.views.drafts import admission_view, settled_view
from authoring.cli.views.render import plain, show
from authoring.records.decision import Waiting
from authoring.records.run import RunState


def hold_review(session: ReviewSession) -> RunState:
    """Go through a draft with the reviewer at the keyboard; return where the run stands when they leave."""
    keyboard = open_keyboard()
    review = session.start(wait=False)
    show(*heading_view(review))
    effects = list(first_effects(review))
    if review.cells and review.is_under_way and not keyboard.is_live:
        # Keys that were written beforehand are about all that there is to see.
        show(Text(), cell_view(review))
        review = session.settled(review)
    while True:
        while effects:
            effect = effects.pop(0)
            if isinstance(effect, EndReview):
                return session.end()
            review, further = _carry_out(session, keyboard, review, effect)
            effects.extend(further)
        show(prompt(PROMPT))
        review, key = _pressed(session, keyboard, review)
        if review.is_under_way and key not in FREE_KEYS:
            shown, review = review, session.settled(review)
            if differs(review, shown):
                # Nobody decides about what they have not seen.
                effects += [ShowCell(), ShowMessage("the dry run has ended; press the key again")]
                continue
        review, further = press_key(review, key)
        effects.extend(further)


def _pressed(session: ReviewSession, keyboard: Keyboard, review: Review) -> tuple[Review, str]:
    """Wait for a key; show the cell again as soon as there is more to see of it."""
    current = review

    def look() -> None:
        nonlocal current
        before, current = current, session.look(current) if current.is_under_way else current
        if differs(current, before):
            show(Text(), cell_view(current), prompt(PROMPT))

    with session.clock.running(is_live=keyboard.is_live):
        key = keyboard.key_meanwhile(look) if review.is_under_way else keyboard.key()
    return current, key


def differs(review: Review, shown: Review) -> bool:
    """Return whether there is more to see of the cell than was shown."""
    return (review.run, review.findings) != (shown.run, shown.findings)


def _carry_out(session: ReviewSession, keyboard: Keyboard, review: Review, effect: Effect) -> Transition:
    if isinstance(effect, AskLine):
        with session.clock.running(is_live=keyboard.is_live):
            answer = keyboard.line(effect.question)
        return take_answer(review, answer)
    if isinstance(effect, OpenEditor):
        with session.clock.running(is_live=keyboard.is_live):
            result = edit_text(effect.source)
        return take_edit(review, result.text, result.problem)
    if isinstance(effect, Rewrite):
        return session.rewrite(review, effect)
    if isinstance(effect, ReviseByModel):
        return session.revise(review)
    if isinstance(effect, TryAnswers):
        return session.try_answers(review)
    if isinstance(effect, RecordDecision):
        session.record(review, effect.action, effect.reason)
    elif isinstance(effect, ShowCell):
        show(Text(), cell_view(review))
    elif isinstance(effect, ShowKeys):
        show(keys_view(KEYS))
    elif isinstance(effect, ShowMessage):
        show(plain(effect.message, "cyan"))
    return review, ()


def result_view(result: ReviewResult) -> tuple[RenderableType, ...]:
    """Return how a draft stands after a review."""
    if result.admission is not None:
        return admission_view(result.admission)
    if not isinstance(result.state, Waiting):
        return settled_view(result.state)
    summary = f"{result.accepted} of {result.problems} accepted; what you said is kept"
    return (plain(f"{result.state.draft.name}: {summary}", "bold"),)
