"""What ``authoring translate`` does: ask for what is missing, keep it, and let a person decide about each."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import RenderableType

from authoring.cli.findings import findings_view
from authoring.cli.translation_desk import Desk
from authoring.cli.translation_review import Sitting
from authoring.cli.views.render import plain
from authoring.drafting.translation import findings_of, originals
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError, UsageError, WorkspaceError
from authoring.records.base import Record
from authoring.records.translation import LANGUAGES, TranslatedQuestion, Translation
from authoring.records.wording import counted
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_prompts
from authoring.workspace.translations import translation_path

EVERY = "all"


@dataclass(frozen=True, slots=True)
class Order:
    """What ``authoring translate`` was asked."""

    name: str
    language: str
    yes: bool
    again: str
    model: str | None
    base_url: str | None
    budget: str | None
    reviewer: str
    asks: bool
    """Whether a person looks at each."""


class Translated(Record):
    """Answer of ``translate``: where a set stands in a language."""

    name: str
    translation: Translation
    """What fits the questions as they are now, reviewed or not."""
    asked: tuple[int, ...]
    """Numbers of the questions that the model was asked for just now."""
    left: tuple[int, ...]
    """Numbers of those without a translation that a person has looked at."""
    findings: tuple[Diagnostic, ...]
    """About translations that nobody has looked at."""
    trouble: str = ""
    """Why the model gave no translation of those it was asked for; empty where it gave one."""
    path: str
    """Of the file, relative to the workspace."""


def translate_set(place: Workspace, order: Order) -> Translated:
    """Translate what is missing or was changed since, and have it looked at.

    Raises:
        UsageError: there is no such set, language or question, or no model is named and one is needed.
        ModelError: the model gave no usable reply.
        BudgetError: the next call would exceed the budget.
        WorkspaceError: the prompt is missing, or a translation cannot be read.
    """
    if order.language not in LANGUAGES:
        known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
        raise UsageError(f"nothing is translated into {order.language}", hint=f"languages: {known}")
    with _desk(place, order) as desk:
        there = desk.standing
        asked_again = _numbers(order.again, originals(desk.problemset))
        wanted = tuple(number for number in originals(desk.problemset) if number in asked_again or number not in there)
        trouble = _asked(desk, wanted, there) if wanted else ""
        if order.yes:
            _accept_unseen(desk, order.reviewer)
        elif order.asks:
            Sitting(desk, order.reviewer).hold()
        return _translated(desk, wanted, trouble)


def _asked(desk: Desk, wanted: Sequence[int], there: Mapping[int, TranslatedQuestion]) -> str:
    """Have questions translated; return why that failed, where others wait to be looked at all the same.

    Raises:
        AuthoringError: it failed, and nothing waits.
    """
    try:
        desk.ask(wanted)
    except AuthoringError as error:
        if all(question.reviewer for question in there.values()):
            raise
        return error.message
    return ""


@contextmanager
def _desk(place: Workspace, order: Order) -> Iterator[Desk]:
    from authoring.cli.asking import asking, budget_of
    from authoring.cli.model_choice import choice_of

    admitted = place.read_problemset(order.name)
    prompt = next((page for page in read_prompts(place.root) if page.name == "translate"), None)
    if prompt is None:
        raise WorkspaceError("templates/prompts/translate.md is missing", hint="restore it with: authoring init .")
    choice = choice_of(place, model=order.model, base_url=order.base_url)
    with asking(place, budget_of(order.budget) if order.budget else None) as asked:
        yield Desk(place, admitted, order.language, asked.model(choice), prompt)


def _accept_unseen(desk: Desk, reviewer: str) -> None:
    sound = [one for one in desk.standing.values() if not one.reviewer and not findings_of(one, desk.language)]
    if sound:
        desk.keep([question.model_copy(update={"reviewer": reviewer}) for question in sound])


def _translated(desk: Desk, asked: Sequence[int], trouble: str) -> Translated:
    there, asked_for = desk.standing, originals(desk.problemset)
    return Translated(
        name=desk.name,
        translation=Translation(language=desk.language, questions=tuple(there.values())),
        asked=tuple(asked),
        left=tuple(number for number in asked_for if number not in there or not there[number].reviewer),
        findings=tuple(
            finding
            for question in there.values()
            if not question.reviewer
            for finding in _placed(findings_of(question, desk.language), desk)
        ),
        trouble=trouble,
        path=translation_path(desk.place.root, desk.name, desk.language).relative_to(desk.place.root).as_posix(),
    )


def _placed(findings: Sequence[Diagnostic], desk: Desk) -> Iterator[Diagnostic]:
    """Let findings point at the question in the set's own file."""
    problems = {problem.number: problem for _, problem in parse(desk.problemset.text).problems}
    for finding in findings:
        problem = problems[finding.problem or 1]
        span = problem.positions.get((problem.question_key,), problem.yaml_span)
        yield finding.model_copy(update={"path": f"{desk.name}.py", "line": span.line, "column": span.column})


def translated_view(translated: Translated) -> tuple[RenderableType, ...]:
    """Return what was found, and how far the translation is."""
    count = len(translated.translation.questions)
    done = sum(bool(question.reviewer) for question in translated.translation.questions)
    said = f"{translated.name}: {counted(count, 'question')} in {LANGUAGES[translated.translation.language]}"
    told = f"{done} looked at, {len(translated.left)} left; {translated.path}"
    trouble = (plain(f"not translated: {translated.trouble}", "red"),) if translated.trouble else ()
    return (
        *findings_view(translated.findings),
        *trouble,
        plain(f"{said}, {told}", "yellow" if translated.left else "green"),
    )


def next_of(translated: Translated) -> str:
    """Return the command that comes next."""
    language = translated.translation.language
    if translated.left:
        return f"authoring translate {translated.name} --language {language}"
    return f"authoring export cibench DIR {translated.name} --language {language} --suite template"


def _numbers(given: str, known: Mapping[int, str]) -> frozenset[int]:
    """Return the numbers that ``--again`` names.

    Raises:
        UsageError: it names no question of the set.
    """
    if given.strip() == EVERY:
        return frozenset(known)
    words = [word.strip() for word in given.split(",") if word.strip()]
    for word in words:
        if not word.isdecimal() or int(word) not in known:
            hint = f"questions have the numbers 1 to {len(known)}; say {EVERY} for all"
            raise UsageError(f"--again {given}: {word} is no question of the set", hint=hint)
    return frozenset(int(word) for word in words)
