"""The review as a state machine without a terminal: a key gives the next state and what is to be done.

`press` takes a key, `answer` the line that an `Ask` asked for, `edited` what came back from the editor. What they
return besides the new state are effects, plain values that the sitting carries out in order.
"""

from dataclasses import replace

from authoring.cli.review.carry import carried
from authoring.cli.review.state import (
    Ask,
    CarryOut,
    Effect,
    Keep,
    Leave,
    OpenEditor,
    Pending,
    Review,
    Rewrite,
    Show,
    ShowKeys,
    Step,
    Tell,
)
from authoring.dseal import drop_cell, move_cell, parse, replace_cell
from authoring.dseal.diagnostic import Severity
from authoring.dseal.model import CellKind
from authoring.records.decision import Action, Comment, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, ProblemRun

SHOWN = {CellKind.PROBLEM, CellKind.CONTEXT, CellKind.BROKEN}

KEYS = {
    "a": "accept this problem",
    "e": "edit this cell in $EDITOR",
    "c": "comment on it",
    "r": "have the model revise what was commented on",
    "d": "drop it",
    "m": "move it to another number",
    "n": "next",
    "p": "previous",
    "A": "admit the set, when every problem is accepted",
    "x": "reject the set",
    "?": "show the keys",
    "q": "quit; go on later where you stopped",
}


def start(draft: Draft, evidence: Evidence, said: Decision | None) -> Review:
    """Return the state a sitting begins with: at the first problem that is not accepted yet."""
    problemset = parse(draft.text)
    cells = tuple(index for index, cell in enumerate(problemset.cells) if cell.kind in SHOWN)
    review = Review(
        draft=draft,
        evidence=evidence,
        problemset=problemset,
        cells=cells,
        position=0,
        accepted=frozenset(said.accepted if said else ()),
        comments=said.comments if said else (),
    )
    if not review.accepted:
        return review
    return replace(review, position=_first_left(review, behind=-1))


def opening(review: Review) -> tuple[Effect, ...]:
    """Return what a sitting begins with."""
    if not review.cells:
        return (Tell("there is no problem in this draft"), Leave())
    return (Show(),)


def moved_on(review: Review, draft: Draft, evidence: Evidence, cell: int) -> Step:
    """Return the review of the new revision.

    Marks stay with the problems whose cells are unchanged; a problem whose output is no longer what was accepted loses
    its mark.
    """
    accepted, comments = carried(review.problemset, parse(draft.text), review.accepted, review.comments)
    new = start(draft, evidence, None)
    position = next((place for place, index in enumerate(new.cells) if index >= cell), len(new.cells) - 1)
    new = replace(new, position=position, comments=comments, accepted=accepted)
    changed = _changed_outputs(review, new)
    kept = replace(new, accepted=accepted - changed)
    if not changed:
        return kept, (Show(),)
    names = ", ".join(str(number) for number in sorted(changed))
    return kept, (Keep(Action.REVISE), Tell(f"accepted before, but the output is another now: problem {names}"), Show())


def _changed_outputs(old: Review, new: Review) -> frozenset[int]:
    """Return the accepted problems of `new` that gave other evidence when they were accepted."""
    before = {old.problemset.cells[run.cell].source.strip(): run.run.digest for run in _runs(old) if _steady(run)}
    after = {run.number: (new.problemset.cells[run.cell].source.strip(), run.run.digest) for run in _runs(new)}
    return frozenset(
        number
        for number in new.accepted
        if number in after and before.get(after[number][0], after[number][1]) != after[number][1]
    )


def _steady(run: ProblemRun) -> bool:
    """Say whether a cell gave the same evidence twice, so that other evidence means another output."""
    return run.repeat is not None and run.repeat.digest == run.run.digest


def _runs(review: Review) -> tuple[ProblemRun, ...]:
    return review.evidence.dry_run.cells if review.evidence.dry_run else ()


def press(review: Review, key: str) -> Step:
    """Take a key."""
    plain: dict[str, Effect] = {"e": OpenEditor(review.cell.source), "?": ShowKeys(), "q": Leave()}
    steps = {"a": _accept, "c": _comment, "d": _drop, "m": _move, "r": _revise, "A": _admit, "x": _reject}
    if key in steps:
        return steps[key](review)
    if key in {"n", "p"}:
        return _go(review, 1 if key == "n" else -1)
    return review, (plain.get(key, Tell("no such key; ? shows them all")),)


def _go(review: Review, by: int) -> Step:
    position = review.position + by
    if not 0 <= position < len(review.cells):
        return review, (Tell("this is the last one" if by > 0 else "this is the first one"),)
    return replace(review, position=position), (Show(),)


def _accept(review: Review) -> Step:
    if review.problem is None:
        return _go(review, 1)  # context needs no mark: whoever presses "a" all the way down has read it
    if any(finding.severity is Severity.ERROR for finding in review.findings):
        return review, (Tell("this problem has an error: edit or drop it first"),)
    accepted = replace(review, accepted=review.accepted | {review.problem.number})
    kept = (Keep(Action.REVISE), Tell(f"problem {review.problem.number} accepted"))
    if accepted.left:
        return replace(accepted, position=_first_left(accepted, behind=review.position)), (*kept, Show())
    admit, asked = _admit(accepted)
    return admit, (*kept, *asked)


def _first_left(review: Review, *, behind: int) -> int:
    """Return the position of the first problem not accepted, behind a position if there is one, else from the top."""
    open_ = [
        position
        for position, index in enumerate(review.cells)
        if (problem := review.problemset.cells[index].problem) is not None and problem.number not in review.accepted
    ]
    return next((position for position in open_ if position > behind), open_[0] if open_ else len(review.cells) - 1)


def _comment(review: Review) -> Step:
    about = f"problem {review.problem.number}" if review.problem else "the set"
    return replace(review, pending=Pending.COMMENT), (Ask(f"comment on {about} (empty: none)"),)


def _revise(review: Review) -> Step:
    return review, (CarryOut(),) if review.comments else (Tell("nothing was commented on; c comments"),)


def _drop(review: Review) -> Step:
    if review.problem is not None and len(review.problemset.problems) == 1:
        return review, (Tell("this is the only problem; x rejects the set"),)
    what = f"problem {review.problem.number}" if review.problem else "this cell"
    return replace(review, pending=Pending.DROP), (Ask(f"drop {what}? [y/N]"),)


def _move(review: Review) -> Step:
    if review.problem is None:
        return review, (Tell("only a problem can be moved"),)
    most = len(review.problemset.problems)
    question = f"move problem {review.problem.number} to which number, 1 to {most}? (empty: nowhere)"
    return replace(review, pending=Pending.MOVE), (Ask(question),)


def _admit(review: Review) -> Step:
    if review.left:
        numbers = ", ".join(str(number) for number in review.left)
        return review, (Tell(f"not accepted yet: problem {numbers}"),)
    if review.evidence.errors or review.evidence.dry_run is None:
        first = review.evidence.errors[0] if review.evidence.errors else None
        where = f": line {first.line}, {first.message}" if first else ""
        return review, (Tell(f"the draft has errors{where}"),)
    count = len(review.problemset.problems)
    return replace(review, pending=Pending.ADMIT), (Ask(f"all {count} problems are accepted: admit the set? [y/N]"),)


def _reject(review: Review) -> Step:
    return replace(review, pending=Pending.REJECT), (Ask("reject the whole set: why? (empty: do not reject)"),)


def answer(review: Review, line: str) -> Step:
    """Take the line that was asked for."""
    pending, said = review.pending, line.strip()
    review = replace(review, pending=None)
    if pending is Pending.COMMENT:
        return _commented(review, said)
    if pending is Pending.MOVE:
        return _moved(review, said)
    if pending is Pending.REJECT:
        return review, (Keep(Action.REJECT, said), Leave()) if said else (Tell("not rejected"),)
    agreed = said.lower() in {"y", "yes"}
    if pending is Pending.ADMIT:
        return review, (Keep(Action.ADMIT), Leave()) if agreed else (Tell("not admitted; A asks again"),)
    if not agreed:
        return review, (Tell("nothing dropped"),)
    index = review.cells[review.position]
    return review, (Rewrite(drop_cell(review.problemset, index), index),)


def _commented(review: Review, said: str) -> Step:
    if not said:
        return review, (Tell("no comment"),)
    comment = Comment(problem=review.problem.number if review.problem else None, text=said)
    return replace(review, comments=(*review.comments, comment)), (Keep(Action.REVISE), Tell("comment kept"))


def _moved(review: Review, said: str) -> Step:
    problems = review.problemset.problems
    here = review.problem.number if review.problem else 0
    if not said.isdecimal() or not 1 <= int(said) <= len(problems) or int(said) == here:
        return review, (Tell("nothing moved"),)
    target = review.problemset.cells.index(problems[int(said) - 1][0])
    return review, (Rewrite(move_cell(review.problemset, review.cells[review.position], target), target),)


def edited(review: Review, source: str | None, trouble: str = "") -> Step:
    """Take what came back from the editor; None, and what the trouble was, where nothing did."""
    if source is None:
        return review, (Tell(f"nothing changed: {trouble}"),)
    if source == review.cell.source or not source.removeprefix("# %%").strip():
        return review, (Tell("nothing changed"),)
    index = review.cells[review.position]
    return review, (Rewrite(replace_cell(review.problemset, index, source), index),)
