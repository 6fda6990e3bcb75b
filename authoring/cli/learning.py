"""What ``authoring learn`` does: gather comments, ask, let a person decide, write the page."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from rich.console import RenderableType
from rich.padding import Padding
from rich.syntax import Syntax
from rich.text import Text

from authoring.cli.histories import said_comments
from authoring.cli.review.editor import edit as in_editor
from authoring.cli.review.keyboard import Keyboard, open_keyboard
from authoring.cli.views.render import block, counted, plain, show, visible
from authoring.drafting.lessons import LessonProposal, RuleChange, accepted, difference, propose_lessons, refused
from authoring.errors import UsageError, WorkspaceError
from authoring.records.base import Record
from authoring.records.lesson import SaidComment
from authoring.records.sketch import Guide
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_prompts
from authoring.workspace.lessons import lessons_path, read_lessons, write_lessons

KEYS = "a accept, e edit and accept, r refuse, s leave for later, q quit"
_MOST_QUOTED = 200


class Learned(Record):
    """Answer of ``learn``."""

    proposal: LessonProposal
    accepted: tuple[int, ...] = ()
    """Numbers in the proposal, as for `refused`."""
    refused: tuple[int, ...] = ()
    diff: str = ""
    """What changed on the page; empty where nothing did."""
    path: str
    """Of the page."""
    troubles: tuple[str, ...] = ()
    """Journals whose comments could not be read, and rules that could not be taken as they were edited."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """How it is decided about proposed rules."""

    every: bool = False
    accept: tuple[int, ...] = ()
    refuse: tuple[int, ...] = ()
    edit: bool = False
    asks: bool = True
    """Whether a person is asked about each; not where any is decided beforehand."""

    @classmethod
    def of(cls, *, yes: bool, accept: str | None, refuse: str | None, edit: bool, asks: bool) -> Self:
        """Read the options of the command.

        Raises:
            UsageError: a list of numbers is none, or a rule is to be accepted and refused.
        """
        taken, dropped = _numbers("--accept", accept), _numbers("--refuse", refuse)
        if both := sorted(set(taken) & set(dropped)):
            raise UsageError(f"rule {both[0]} is accepted and refused", hint="name it once")
        if yes and taken:
            raise UsageError("--yes accepts every rule, and --accept names some", hint="give one of the two")
        return cls(yes, taken, dropped, edit, asks and not (yes or taken or dropped))


@dataclass(slots=True)
class _Decided:
    """What was decided so far."""

    accepted: list[RuleChange] = field(default_factory=list)
    refused: list[RuleChange] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


def learn_from_comments(
    place: Workspace, deciding: Deciding, *, model: str | None = None, base_url: str | None = None
) -> Learned:
    """Gather the comments that no rule came from, ask for rules, decide, and write the page.

    Raises:
        UsageError: no model is named anywhere, or a rule is named that was not proposed.
        ModelError: the model gave no usable reply.
        BudgetError: the next call would exceed the budget.
        WorkspaceError: the page of lessons, or the prompt, is missing or not in order.
    """
    said, page = said_comments(place), read_lessons(place.root)
    waiting = [comment for comment in said.comments if comment.source.id not in page.used]
    guide = Guide(name="lessons", text=page.text)
    proposal = LessonProposal(version=guide.version, changes=(), considered=())
    if waiting:
        proposal = _proposed(place, guide, waiting, model=model, base_url=base_url)
    decided = _decide(proposal, deciding)
    after = refused(accepted(page, decided.accepted), decided.refused)
    if after.text != page.text:
        write_lessons(place.root, after, before=page)
    return Learned(
        proposal=proposal,
        accepted=tuple(change.number for change in decided.accepted),
        refused=tuple(change.number for change in decided.refused),
        diff=difference(page, after),
        path=_relative(lessons_path(place.root), place.root),
        troubles=(*said.troubles, *decided.troubles),
    )


def _proposed(
    place: Workspace, guide: Guide, waiting: Sequence[SaidComment], *, model: str | None, base_url: str | None
) -> LessonProposal:
    from authoring.cli.asking import asking
    from authoring.cli.model_choice import choice_of

    choice = choice_of(place, model=model, base_url=base_url)
    if not choice.name:
        message = f"no model is named, and {counted(len(waiting), 'comment')} could become rules"
        raise UsageError(message, hint="name one with --model, or in authoring.toml")
    prompt = next((page for page in read_prompts(place.root) if page.name == "lessons"), None)
    if prompt is None:
        raise WorkspaceError("templates/prompts/lessons.md is missing", hint="restore it with: authoring init .")
    with asking(place) as asked:
        asked_model = asked.model(choice)
        if asked_model is None:
            return LessonProposal(version=guide.version, changes=(), considered=())
        return propose_lessons(waiting, model=asked_model, lessons=guide, prompt=prompt)


def _decide(proposal: LessonProposal, deciding: Deciding) -> _Decided:
    known = {change.number: change for change in proposal.changes}
    if unknown := [number for number in (*deciding.accept, *deciding.refuse) if number not in known]:
        there = f"there are {len(known)}" if known else "there is none"
        raise UsageError(f"no rule {unknown[0]} was proposed: {there}", hint="see them with: authoring learn --json")
    decided = _Decided()
    if deciding.asks:
        _ask(proposal, decided, open_keyboard(), edit=deciding.edit)
        return decided
    decided.refused += [known[number] for number in deciding.refuse]
    taken = [number for number in known if number not in deciding.refuse] if deciding.every else deciding.accept
    for number in taken:
        _take(known[number], decided, edit=deciding.edit)
    return decided


def _ask(proposal: LessonProposal, decided: _Decided, keyboard: Keyboard, *, edit: bool) -> None:
    for change in proposal.changes:
        show(*change_view(change, of=len(proposal.changes)), Text(KEYS, "dim"))
        key = keyboard.key()
        while key not in {"a", "e", "r", "s", "n", "q"}:
            show(Text(KEYS, "dim"))
            key = keyboard.key()
        if key == "q":
            return
        if key == "r":
            decided.refused.append(change)
        elif key in {"a", "e"}:
            _take(change, decided, edit=edit or key == "e")


def _take(change: RuleChange, decided: _Decided, *, edit: bool) -> None:
    if not edit:
        decided.accepted.append(change)
        return
    returned = in_editor(change.text + "\n")
    text = " ".join((returned.text or "").split())
    if text:
        decided.accepted.append(change.model_copy(update={"text": text}))
    else:
        decided.troubles.append(f"rule {change.number} was left for later: {returned.trouble or 'nothing was saved'}")


def change_view(change: RuleChange, *, of: int) -> tuple[RenderableType, ...]:
    """Return a proposed rule with all that helps to decide about it."""
    what = "new rule" if change.new else f"changes rule L{change.rule}"
    parts: list[RenderableType] = [Text(), Text(f"{change.number} of {of}: {what}", "bold")]
    if change.before:
        parts.append(Padding(block(f"- {change.before}", "red"), (0, 2)))
    parts.append(Padding(block(f"+ {change.text}", "green"), (0, 2)))
    parts += [
        Padding(
            plain(f"from {comment.subject}, {_about(comment.problem)}, {comment.reviewer}: {_quoted(comment.text)}"),
            (0, 2),
        )
        for comment in change.comments
    ]
    if change.why:
        parts.append(Padding(plain(f"because: {change.why}", "dim"), (0, 2)))
    for numbers, words in ((change.repeats, "nearly repeats"), (change.contradicts, "contradicts")):
        if numbers:
            named = ", ".join(f"L{number}" for number in numbers)
            parts.append(Padding(Text(f"{words} {named}", "yellow"), (0, 2)))
    return tuple(parts)


def learned_view(learned: Learned) -> tuple[RenderableType, ...]:
    """Return what was proposed, what was decided, and how the page changed."""
    proposal = learned.proposal
    parts: list[RenderableType] = [plain(f"note: {trouble}", "yellow") for trouble in learned.troubles]
    parts += [plain(f"left out: {reason}", "yellow") for reason in proposal.left_out]
    decided = {*learned.accepted, *learned.refused}
    waiting = [change for change in proposal.changes if change.number not in decided]
    for change in waiting:
        parts += change_view(change, of=len(proposal.changes))
    if learned.diff:
        parts += [
            Text(),
            Syntax(visible(learned.diff), "diff", theme="ansi_dark", background_color="default", word_wrap=True),
        ]
    said = (
        f"{counted(len(proposal.considered), 'comment')} considered, {counted(len(proposal.changes), 'rule')} "
        f"proposed: {len(learned.accepted)} accepted, {len(learned.refused)} refused, {len(waiting)} left"
    )
    return (*parts, plain(said if proposal.considered else "no comment waits to become a rule", "bold"))


def next_of(learned: Learned) -> str:
    """Return the command that comes next."""
    decided = {*learned.accepted, *learned.refused}
    waiting = [str(change.number) for change in learned.proposal.changes if change.number not in decided]
    if waiting and not decided:
        return f"authoring learn --accept {','.join(waiting)}"
    return "authoring report yield" if learned.accepted else "authoring status"


def _about(problem: int | None) -> str:
    return "the whole set" if problem is None else f"problem {problem}"


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"«{line if len(line) <= _MOST_QUOTED else line[: _MOST_QUOTED - 1] + '…'}»"


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _numbers(option: str, given: str | None) -> tuple[int, ...]:
    words = [word.strip() for word in (given or "").split(",") if word.strip()]
    if not all(word.isdigit() for word in words):
        raise UsageError(f"{option} {given}: is no list of numbers", hint=f"for example {option} 1,3")
    return tuple(dict.fromkeys(int(word) for word in words))
