"""How verdicts are shown: in words and colours, how far two lists of them agree, and all that is known of one."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.cli.views.problems import CORRECT, text_view, value_view
from authoring.cli.views.render import code, flowing, heading, plain, table
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import Attempt, ProblemResult, RecordedResult
from authoring.records.wording import counted
from authoring.validators.verdicts import SubverdictName, VerdictName

if TYPE_CHECKING:
    from authoring.records.results import Agreement, VerdictPair

INDENT = (0, 0, 0, 2)
"""Padding of what stands under a heading."""
CELL_WIDTH = 34
"""Characters of a value in the table of differences."""
NAME_WIDTH = 32
"""Columns for a set's name."""
MOST_CHANGES = 8
"""Disagreements that are listed."""
NO_ANSWER = "no answer"
BLOCKED = "cannot be judged"
STYLES: dict[str, str] = {
    VerdictName.CORRECT: "green",
    VerdictName.PRESENTATION_ERROR: "yellow",
    VerdictName.INTACT_VIOLATION: "yellow",
    NO_ANSWER: "yellow",
    "UNANSWERED": "yellow",
    BLOCKED: "dim",
}
"""Colours of verdicts; all others are red."""


def verdict_words(name: str) -> str:
    """Return DSEval's name of a verdict or sub-verdict as words."""
    return name.replace("_", " ").lower()


def pair_words(pair: "VerdictPair | None") -> str:
    """Return a verdict and its sub-verdict in words: ``wrong output, value mismatch``."""
    if pair is None:
        return "not judged"
    verdict, subverdict = (verdict_words(name) for name in pair)
    # DSEval says uncategorized where there is nothing more to say.
    return verdict if pair[1] is SubverdictName.UNCATEGORIZED else f"{verdict}, {subverdict}"


def style_of(verdict: str) -> str:
    """Return the colour of a verdict."""
    return STYLES.get(verdict, "red")


def problem_label(problem: ProblemResult) -> str:
    """Return what became of a problem: its verdict, `NO_ANSWER` or `BLOCKED`."""
    if problem.verdict is not None:
        return problem.verdict
    return NO_ANSWER if problem.blocked_by is None else BLOCKED


def verdict_counts(counts: Mapping[str, int], *, hide_correct: bool = False) -> Text:
    """Return how often each verdict, `NO_ANSWER` or `BLOCKED` was given, the frequent first: ``9 correct, 3 crash``."""
    # The correct ones first, then the frequent ones, then by name, so that two runs print the same.
    ordered = sorted(counts.items(), key=lambda item: (item[0] != VerdictName.CORRECT, -item[1], item[0]))
    listed = [(verdict, count) for verdict, count in ordered if count]
    if hide_correct:
        listed = [(verdict, count) for verdict, count in listed if verdict != VerdictName.CORRECT]
    return Text(", ").join(Text(f"{count} {verdict_words(verdict)}", style_of(verdict)) for verdict, count in listed)


def agreement_view(agreement: "Agreement", *, old: str = "recorded", new: str = "now") -> tuple[RenderableType, ...]:
    """Return how far verdicts agree, and the first few that do not; `old` and `new` are what they are called."""
    title = f"{agreement.same:,} of {counted(agreement.pairs, 'verdict')} agree with what was {old}"
    parts: list[RenderableType] = [heading(title, "bold green" if agreement.same == agreement.pairs else "bold")]
    # A verdict that is missing now is counted below, and is no disagreement.
    changes = [change for change in agreement.changes if change.new is not None]
    if changes:
        listing = table("problem", f"{old}", f"{new}")
        for change in changes[:MOST_CHANGES]:
            name = plain(change.problemset)
            name.truncate(NAME_WIDTH, overflow="ellipsis")
            name.append(f" {change.index}" + (f", attempt {change.attempt}" if change.attempt > 1 else ""))
            listing.add_row(name, Text(pair_words(change.old)), Text(pair_words(change.new)))
        parts.append(listing)
    if len(changes) > MOST_CHANGES:
        parts.append(Text(f"… and {len(changes) - MOST_CHANGES} more; all of them with --json", "dim"))
    if agreement.unjudged:
        parts.append(Text(f"{counted(agreement.unjudged, 'verdict')} {old} for what was not judged {new}", "dim"))
    if agreement.added:
        parts.append(Text(f"{counted(agreement.added, 'verdict')} {new} for what was not judged before", "dim"))
    return (*parts, Text())


def problem_view(problem: ProblemResult, blocked: str = "") -> Iterator[RenderableType]:
    """Yield all that is known of one problem; `blocked` is why it cannot be judged, where that is so."""
    yield heading(f"{problem.problemset} {problem.index}")
    validators = ", ".join(problem.validators) or "nothing"
    yield plain(f"difficulty {problem.difficulty:.0f}, judged by {validators}", "dim")
    yield from _part("question", flowing(problem.question.strip()))
    for attempt in problem.attempts:
        yield from _attempt(attempt, is_only=len(problem.attempts) == 1)
    if blocked:
        yield from _part("not judged", plain(blocked))
    elif problem.outages and not problem.is_pending:
        yield from _part("not judged", plain(f"the model gave no reply: {problem.outages[-1].message}"))
    elif not problem.attempts:
        waiting = "the reply is on its way" if problem.outages else "nothing was submitted"
        yield from _part("not judged", Text(waiting))


def recorded_view(result: RecordedResult) -> Iterator[RenderableType]:
    """Yield what a line of DSEval's results says of one attempt."""
    yield heading(f"{result.problemset} {result.index}" + (f", attempt {result.attempt}" if result.attempt > 1 else ""))
    if result.question.strip():
        yield from _part("question", flowing(result.question.strip()))
    yield from _part("submission", code(result.code.strip()) if result.code.strip() else Text("no code", "dim"))
    if result.agent_exception:
        yield from _part("the solver failed", text_view(result.agent_exception.strip()))
    style = style_of(result.verdict)
    yield from _part("verdict", Text(pair_words((result.verdict, result.subverdict)), style))
    if result.extended_verdict.strip():
        yield Padding(text_view(result.extended_verdict.strip()), INDENT, expand=False)


def _part(title: str, content: RenderableType) -> Iterator[RenderableType]:
    yield Text()
    yield plain(title, "bold")
    yield Padding(content, INDENT, expand=False)


def _attempt(attempt: Attempt, *, is_only: bool) -> Iterator[RenderableType]:
    submission = attempt.submission
    title = "submission" if is_only else f"submission, attempt {submission.attempt}"
    yield from _part(title, code(submission.code.strip()) if submission.code.strip() else Text("no code", "dim"))
    if took := effort_of(submission.agent_stats):
        yield Padding(plain(took, "dim"), INDENT, expand=False)
    if submission.agent_exception:
        yield from _part("the solver failed", text_view(submission.agent_exception.strip()))
    style = style_of(attempt.verdict)
    yield from _part("verdict", Text(pair_words((attempt.verdict, attempt.subverdict)), style))
    for judgement, depth in _leaves(attempt.judgement):
        yield Padding(_judgement_line(judgement), (0, 0, 0, 2 + 2 * depth), expand=False)
    for judgement, _ in _leaves(attempt.judgement):
        if judgement.differences:
            yield from _differences(judgement)
    yield from run_view(attempt.run)


def effort_of(stats: Mapping[str, object]) -> str:
    """Return what an answer took, of a model or of a person, as far as that stands beside it."""

    def number(key: str) -> float:
        value = stats.get(key)
        return value if isinstance(value, int | float) else 0

    tokens = f", {number('prompt_tokens'):,} + {number('output_tokens'):,} tokens" if "prompt_tokens" in stats else ""
    calls = f"{counted(int(number('calls')), 'call')}{tokens}" if number("calls") else ""
    return ", ".join(filter(None, (calls, f"{number('seconds'):,.1f} s" if number("seconds") else "")))


def _leaves(judgement: Judgement, depth: int = 0) -> Iterator[tuple[Judgement, int]]:
    """Yield the verdicts a result tree is made of; an `and` at the root goes without saying."""
    if not judgement.parts:
        yield judgement, depth
        return
    if judgement.category != "and":
        yield judgement, depth
        depth += 1
    for part in judgement.parts:
        yield from _leaves(part, depth)


def _judgement_line(judgement: Judgement) -> Text:
    word, style = CORRECT[judgement.correct]
    name = judgement.category + (f" of {judgement.subject}" if judgement.subject else "")
    text = Text.assemble((f"{word:<8}", style), plain(name, "bold"))
    lines = judgement.reason.strip().splitlines()
    # A traceback says it in its last line.
    return text.append_text(plain(f": {lines[-1].strip()}")) if lines else text


def _differences(judgement: Judgement) -> Iterator[RenderableType]:
    variable = f" of {judgement.subject}" if judgement.subject else ""
    listing = table("place", "reference", "submission")
    for difference in judgement.differences:
        listing.add_row(*(_cut(text) for text in difference))
    yield from _part(f"what differs{variable}", listing)


def _cut(text: str) -> Text:
    cell = plain(text)
    cell.truncate(CELL_WIDTH, overflow="ellipsis")
    return cell


def run_view(run: CellRun) -> Iterator[RenderableType]:
    """Yield what became of a run: how it ended, its value, what it printed."""
    if run.outcome is not Outcome.OK and run.detail:
        yield from _part("how it ended", plain(f"{run.outcome.value}: {run.detail}"))
    if run.error:
        yield from _part("error", text_view(run.error.traceback.strip() or f"{run.error.type}: {run.error.message}"))
    if run.value:
        yield from _part("value", value_view(run.value))
    if run.stream.strip():
        yield from _part("printed", text_view(run.stream.rstrip()))
