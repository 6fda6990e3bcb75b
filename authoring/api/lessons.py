"""Lessons: what reviewers said becomes rules for whoever drafts next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.runs.history import read_comments
from authoring.drafting.lessons import lessons_diff, propose_lessons, with_accepted, with_refused
from authoring.errors import UsageError
from authoring.records.base import Record
from authoring.records.lesson import LessonProposal, ReviewComment, RuleChange
from authoring.records.progress import NOBODY, Reporter
from authoring.records.sketch import Guide
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.guidance import lessons_path, read_lessons, read_prompt, write_lessons


class LearnedLessons(Record):
    """What became of reviewers' comments."""

    proposal: LessonProposal
    accepted: tuple[int, ...] = ()
    """Numbers in the proposal, as for `refused`."""
    refused: tuple[int, ...] = ()
    diff: str = ""
    """What changed on the page; empty where nothing did."""
    path: str
    """The page, relative to the workspace."""
    troubles: tuple[str, ...] = ()
    """Journals whose comments could not be read, and rules that could not be taken as they were edited."""


@dataclass(slots=True)
class LessonDecisions:
    """What a person decided about proposed rules; those that stand in neither list are left for later."""

    accepted: list[RuleChange] = field(default_factory=list)
    """Rules as they are to be written: with the person's own words where they edited them."""
    refused: list[RuleChange] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """Why rules were left for later that a person meant to accept."""


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """Which proposed rules are accepted and refused, by the numbers they have in the proposal."""

    accept_all: bool = False
    accept: tuple[int, ...] = ()
    refuse: tuple[int, ...] = ()

    def chosen(self, proposal: LessonProposal) -> tuple[tuple[RuleChange, ...], tuple[RuleChange, ...]]:
        """Return the rules of a proposal that are accepted, and those that are refused; the others wait.

        Raises:
            UsageError: a number is that of no rule.
        """
        changes = {change.number: change for change in proposal.changes}
        if unknown := [number for number in (*self.accept, *self.refuse) if number not in changes]:
            proposed = f"there are {len(changes)}" if changes else "there is none"
            hint = "see them with: authoring learn --json"
            raise UsageError(f"no rule {unknown[0]} was proposed: {proposed}", hint=hint)
        # Where all are accepted, what is refused by number stays refused.
        remaining = [number for number in changes if number not in self.refuse]
        accepted = remaining if self.accept_all else self.accept
        return tuple(changes[number] for number in accepted), tuple(changes[number] for number in self.refuse)


def learn(
    workspace: Workspace,
    decide: Callable[[LessonProposal], LessonDecisions],
    *,
    access: ModelAccess = ModelAccess(),
    reporter: Reporter = NOBODY,
) -> LearnedLessons:
    """Gather the comments that no rule came from, have a model propose rules, decide, and write the page.

    Journals and admitted sets hold the comments; guides/lessons.md is the page.

    Raises:
        UsageError: comments wait, and no model is named anywhere.
        ModelError: the model gave no usable reply.
        BudgetError: the next call would exceed the budget.
        WorkspaceError: the page of lessons, or the prompt, is missing or not in order.
    """
    history, page = read_comments(workspace), read_lessons(workspace.root)
    waiting = [comment for comment in history.comments if comment.source.id not in page.used]
    guide = Guide(name="lessons", text=page.text)
    proposal = LessonProposal(version=guide.version, changes=(), considered=())
    # Without a comment that waits no model is asked, and none need be named.
    if waiting:
        proposal = _propose(workspace, guide, waiting, access, reporter)
    decisions = decide(proposal)
    after = with_refused(with_accepted(page, decisions.accepted), decisions.refused)
    if after.text != page.text:
        # The page as it was read goes along, so that an edit made meanwhile is noticed and not written over.
        write_lessons(workspace.root, after, before=page)
    return LearnedLessons(
        proposal=proposal,
        accepted=tuple(change.number for change in decisions.accepted),
        refused=tuple(change.number for change in decisions.refused),
        diff=lessons_diff(page, after),
        path=lessons_path(workspace.root).relative_to(workspace.root).as_posix(),
        troubles=(*history.problems, *decisions.problems),
    )


def _propose(
    workspace: Workspace, guide: Guide, comments: Sequence[ReviewComment], access: ModelAccess, reporter: Reporter
) -> LessonProposal:
    config = access.config(workspace)
    if not config.name:
        message = f"no model is named, and {counted(len(comments), 'comment')} could become rules"
        raise UsageError(message, hint="name one with --model, or in authoring.toml")
    prompt = read_prompt(workspace.root, "lessons")
    with open_model_pool(workspace, access, reporter=reporter) as pool:
        return propose_lessons(comments, model=pool.required_model(config), lessons=guide, prompt=prompt)
