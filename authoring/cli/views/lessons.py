"""How proposed rules are shown, what became of them, and how the page of lessons changed."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.api.lessons import LearnedLessons
from authoring.cli.views.render import block, code, plain
from authoring.records.wording import counted

if TYPE_CHECKING:
    from authoring.records.lesson import RuleChange

LONGEST_QUOTE = 200
"""Characters of a comment that are shown."""


def change_view(change: "RuleChange", *, count: int) -> tuple[RenderableType, ...]:
    """Return one of `count` proposed rules with all that helps to decide about it."""
    kind = "new rule" if change.new else f"changes rule L{change.rule}"
    parts: list[RenderableType] = [Text(), Text(f"{change.number} of {count}: {kind}", "bold")]
    if change.before:
        parts.append(Padding(block(f"- {change.before}", "red"), (0, 2)))
    parts.append(Padding(block(f"+ {change.text}", "green"), (0, 2)))
    for comment in change.comments:
        subject = "the whole set" if comment.problem is None else f"problem {comment.problem}"
        source = f"from {comment.subject}, {subject}, {comment.reviewer}: {_quote(comment.text)}"
        parts.append(Padding(plain(source), (0, 2)))
    if change.why:
        parts.append(Padding(plain(f"because: {change.why}", "dim"), (0, 2)))
    for numbers, relation in ((change.repeats, "nearly repeats"), (change.contradicts, "contradicts")):
        if numbers:
            rules = ", ".join(f"L{number}" for number in numbers)
            parts.append(Padding(Text(f"{relation} {rules}", "yellow"), (0, 2)))
    return tuple(parts)


def lessons_view(lessons: LearnedLessons) -> tuple[RenderableType, ...]:
    """Return what was proposed, what was decided, and how the page changed."""
    proposal = lessons.proposal
    parts: list[RenderableType] = [plain(f"note: {trouble}", "yellow") for trouble in lessons.troubles]
    parts += [plain(f"left out: {reason}", "yellow") for reason in proposal.left_out]
    decided = {*lessons.accepted, *lessons.refused}
    waiting = [change for change in proposal.changes if change.number not in decided]
    for change in waiting:
        parts += change_view(change, count=len(proposal.changes))
    if lessons.diff:
        parts.append(Text())
        parts.append(code(lessons.diff, "diff"))
    summary = (
        f"{counted(len(proposal.considered), 'comment')} considered, {counted(len(proposal.changes), 'rule')} "
        f"proposed: {len(lessons.accepted)} accepted, {len(lessons.refused)} refused, {len(waiting)} left"
    )
    return (*parts, plain(summary if proposal.considered else "no comment waits to become a rule", "bold"))


def next_step(lessons: LearnedLessons) -> str:
    """Return the command that comes next."""
    decided = {*lessons.accepted, *lessons.refused}
    waiting = [str(change.number) for change in lessons.proposal.changes if change.number not in decided]
    if waiting and not decided:
        return f"authoring learn --accept {','.join(waiting)}"
    return "authoring report yield" if lessons.accepted else "authoring status"


def _quote(text: str) -> str:
    line = " ".join(text.split())
    return f"«{line if len(line) <= LONGEST_QUOTE else line[: LONGEST_QUOTE - 1] + '…'}»"
