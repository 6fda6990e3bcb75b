"""``authoring learn``: what reviewers said becomes rules for whoever drafts next."""

from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.options import AsJson, BaseUrl, InWorkspace, ModelName, model_access
from authoring.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from authoring.api.lessons import LessonDecisions, RuleChoices
    from authoring.records.lesson import LessonProposal, RuleChange

KEYS = "a accept, e edit and accept, r refuse, s leave for later, q quit"
Yes = Annotated[bool, typer.Option("--yes", help="Accept every proposed rule.")]
Accept = Annotated[str | None, typer.Option(metavar="1,3", help="Accept these proposed rules, and leave the others.")]
Refuse = Annotated[
    str | None, typer.Option(metavar="2", help="Refuse these: their comments are set aside and not proposed again.")
]
Edit = Annotated[bool, typer.Option("--edit", help="Open each accepted rule in $EDITOR before it is written.")]


def learn(
    *,
    yes: Yes = False,
    accept: Accept = None,
    refuse: Refuse = None,
    edit: Edit = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Have a model propose rules that follow from reviewers' comments, and decide about each.

    Accepted rules go into guides/lessons.md with the comments they came from; those are not proposed again.

    Example: authoring learn --model gpt-5.6-mini
    """
    from authoring.api import lessons
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.lessons import lessons_view, next_step
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import answer

    opened = open_workspace(workspace)
    # Before a model is asked: a slip in the options should cost nothing.
    choices = _rule_choices(yes=yes, accept=accept, refuse=refuse)
    # A person is asked where nothing is decided beforehand.
    asks = not (as_json or yes or choices.accept or choices.refuse)
    access = model_access(model=model, base_url=base_url)
    learned = lessons.learn(
        opened, _decider(choices, edit=edit, asks=asks), access=access, reporter=IntermittentReporter()
    )
    answer(learned, lessons_view, next_step(learned), as_json=as_json)


def _rule_choices(*, yes: bool, accept: str | None, refuse: str | None) -> "RuleChoices":
    """Read the options that decide beforehand.

    Raises:
        UsageError: a list of numbers is none, or a rule is to be accepted and refused.
    """
    from authoring.api.lessons import RuleChoices

    accepted, refused = _parse_numbers("--accept", accept), _parse_numbers("--refuse", refuse)
    if both_ways := sorted(set(accepted) & set(refused)):
        raise UsageError(f"rule {both_ways[0]} is accepted and refused", hint="name it once")
    if yes and accepted:
        raise UsageError("--yes accepts every rule, and --accept names some", hint="give one of the two")
    return RuleChoices(yes, accepted, refused)


def _parse_numbers(option: str, text: str | None) -> tuple[int, ...]:
    words = [word.strip() for word in (text or "").split(",") if word.strip()]
    if not all(word.isdigit() for word in words):
        raise UsageError(f"{option} {text}: is no list of numbers", hint=f"for example {option} 1,3")
    return tuple(dict.fromkeys(int(word) for word in words))


def _decider(choices: "RuleChoices", *, edit: bool, asks: bool) -> "Callable[[LessonProposal], LessonDecisions]":
    """Return who decides about proposed rules: the options, or a person at the keyboard."""
    from authoring.api.lessons import LessonDecisions

    def decide(proposal: "LessonProposal") -> LessonDecisions:
        accepted, refused = choices.chosen(proposal)
        if asks:
            decisions = LessonDecisions()
            _ask_each(proposal, decisions, edit=edit)
            return decisions
        decisions = LessonDecisions(refused=[*refused])
        for change in accepted:
            _accept(change, decisions, edit=edit)
        return decisions

    return decide


def _ask_each(proposal: "LessonProposal", decisions: "LessonDecisions", *, edit: bool) -> None:
    from rich.text import Text

    from authoring.cli.review.keyboard import open_keyboard
    from authoring.cli.views.lessons import change_view
    from authoring.cli.views.render import show

    keyboard = open_keyboard()
    for change in proposal.changes:
        show(*change_view(change, count=len(proposal.changes)), Text(KEYS, "dim"))
        key = keyboard.key()
        # n is what other reviews call "later", and means s here.
        while key not in {"a", "e", "r", "s", "n", "q"}:
            show(Text(KEYS, "dim"))
            key = keyboard.key()
        if key == "q":
            return
        if key == "r":
            decisions.refused.append(change)
        elif key in {"a", "e"}:
            _accept(change, decisions, edit=edit or key == "e")


def _accept(change: "RuleChange", decisions: "LessonDecisions", *, edit: bool) -> None:
    from authoring.cli.review.editor import edit_text

    if not edit:
        decisions.accepted.append(change)
        return
    result = edit_text(change.text + "\n")
    # A rule is one line of the page, however it was broken in the editor.
    text = " ".join((result.text or "").split())
    if text:
        decisions.accepted.append(change.model_copy(update={"text": text}))
    else:
        reason = result.problem or "nothing was saved"
        decisions.problems.append(f"rule {change.number} was left for later: {reason}")
