"""Carrying a reviewer's comments out with the run's model, and showing what became of them."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rich.console import RenderableType
from rich.syntax import Syntax

from authoring.api.pipeline import RunSettings
from authoring.cli.isolation import open_sandbox
from authoring.cli.journals import End, decision_on, go_on, resume_run
from authoring.cli.review.carry import carried
from authoring.cli.views.render import plain, visible
from authoring.dseal import parse
from authoring.errors import AuthoringError, UsageError
from authoring.records.decision import Action, Comment, Waiting
from authoring.records.draft import Draft
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from authoring.workspace.journal import Journal

_NUMBERED = re.compile(r"\s*(\d+)\s*:\s*(.+)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Revised:
    """A revision that a model made, and where its run stands."""

    before: Draft
    end: End
    journal: Journal[RunSettings]


def revise_run(place: Workspace, name: str, given: Sequence[str], *, reviewer: str) -> Revised:
    """Send comments to the model of a run, and examine what it wrote.

    Args:
        place: the workspace.
        name: the draft's.
        given: comments in words, ``3: text`` for one on problem 3; those of the last review are sent as well.
        reviewer: who says so.

    Raises:
        UsageError: the run has no model, the draft is settled, there is no comment, or one names no problem.
        ModelError: the model gave no usable reply; the comments are kept.
    """
    with resume_run(place, name) as journal:
        if not journal.settings.model.name:
            imported = journal.settings.imported is not None
            came = "was imported" if imported else "was drafted from templates"
            hint = f"edit it in: authoring review {name}" + ("" if imported else "; or draft anew with --model")
            raise UsageError(f"{name} {came}: no model belongs to it", hint=hint)
        with open_sandbox(place) as sandbox:
            end = go_on(place, journal, sandbox=sandbox, label=f"examining {name}")
            if not isinstance(end, Waiting):
                raise UsageError(f"{name} is settled already", hint="see: authoring status")
            said = journal.decision(end.draft)
            comments = (*(said.comments if said else ()), *(comment_of(text, end.draft) for text in given))
            if not comments:
                hint = f'say what to change: authoring revise {name} -c "3: the tie order is unclear"'
                raise UsageError(f"there is no comment on {name}", hint=hint)
            accepted = said.accepted if said else ()
            journal.decide(decision_on(end.draft.sha256, Action.REVISE, reviewer, comments=comments, accepted=accepted))
            return Revised(end.draft, carry_out(place, journal, sandbox, end.draft, reviewer), journal)


def carry_out(place: Workspace, journal: Journal[RunSettings], sandbox: Sandbox, draft: Draft, reviewer: str) -> End:
    """Have the run's model carry out what was last said of a draft; problems that stay as they are stay accepted.

    Raises:
        AuthoringError: the model gave no usable reply, or may not change what was commented on; the comments are kept,
            and a review is open as before.
    """
    said = journal.decision(draft)
    comments, accepted = (said.comments, said.accepted) if said else ((), ())
    keep = partial(decision_on, draft.sha256, Action.REVISE, reviewer, comments=comments, accepted=accepted)
    journal.decide(keep(for_model=True))
    try:
        end = go_on(place, journal, sandbox=sandbox, label=f"revising {draft.name}")
    except (AuthoringError, KeyboardInterrupt):
        # Nobody is kept from a review by a model that does not answer, or by a comment that no model may carry out.
        journal.decide(keep())
        raise
    if isinstance(end, Waiting) and accepted:
        still, _ = carried(parse(draft.text), parse(end.draft.text), accepted, ())
        journal.decide(decision_on(end.draft.sha256, Action.REVISE, reviewer, accepted=still))
    return end


def comment_of(text: str, draft: Draft) -> Comment:
    """Read a comment: ``3: text`` is about problem 3, anything else about the whole set.

    Raises:
        UsageError: the draft has no such problem.
    """
    match = _NUMBERED.match(text)
    if match is None:
        return Comment(problem=None, text=text.strip())
    count = len(parse(draft.text).problems)
    if not 1 <= int(match[1]) <= count:
        raise UsageError(f"there is no problem {match[1]}", hint=f"{draft.name} has problems 1 to {count}")
    return Comment(problem=int(match[1]), text=match[2].strip())


def difference_view(revised: Revised) -> tuple[RenderableType, ...]:
    """Return what a revision changed, as a diff."""
    after = revised.end.draft.text if isinstance(revised.end, Waiting) else revised.before.text
    lines = difflib.unified_diff(
        revised.before.text.splitlines(), after.splitlines(), "before", "after", lineterm="", n=2
    )
    text = "\n".join(visible(line, lines=False) for line in lines)
    return (Syntax(text, "diff", background_color="default"),) if text else (plain("nothing was changed", "yellow"),)
