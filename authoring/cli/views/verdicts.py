"""How one problem's verdict is shown: question, code, the validators' words, what differs, what the code printed."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.cli.agreement import pair_words
from authoring.cli.board import style_of
from authoring.cli.views.problems import CORRECT, text_view, value_view
from authoring.cli.views.render import code, flowing, heading, plain, table
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import Attempt, ProblemResult, RecordedResult

INDENT = (0, 0, 0, 2)
"""What stands under a heading is set in."""

CELL = 34
"""Characters of a value in the table of differences."""


def problem_view(problem: ProblemResult, blocked: str = "") -> Iterator[RenderableType]:
    """Yield all that is known of one problem.

    Args:
        problem: the problem.
        blocked: why it cannot be judged, where that is so.
    """
    yield heading(f"{problem.problemset} {problem.index}")
    judged = ", ".join(problem.validators) or "nothing"
    yield plain(f"difficulty {problem.difficulty:.0f}, judged by {judged}", "dim")
    yield from _part("question", flowing(problem.question.strip()))
    for attempt in problem.attempts:
        yield from _attempt(attempt, only=len(problem.attempts) == 1)
    if blocked:
        yield from _part("not judged", plain(blocked))
    elif not problem.attempts:
        yield from _part("not judged", Text("nothing was submitted"))


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


def _attempt(attempt: Attempt, *, only: bool) -> Iterator[RenderableType]:
    submission = attempt.submission
    title = "submission" if only else f"submission, attempt {submission.attempt}"
    yield from _part(title, code(submission.code.strip()) if submission.code.strip() else Text("no code", "dim"))
    if submission.agent_exception:
        yield from _part("the solver failed", text_view(submission.agent_exception.strip()))
    style = style_of(attempt.verdict)
    yield from _part("verdict", Text(pair_words((attempt.verdict, attempt.subverdict)), style))
    for judgement, depth in _leaves(attempt.judgement):
        yield Padding(_word(judgement), (0, 0, 0, 2 + 2 * depth), expand=False)
    for judgement, _ in _leaves(attempt.judgement):
        if judgement.differences:
            yield from _differences(judgement)
    yield from _run(attempt.run)


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


def _word(judgement: Judgement) -> Text:
    word, style = CORRECT[judgement.correct]
    name = judgement.category + (f" of {judgement.subject}" if judgement.subject else "")
    text = Text.assemble((f"{word:<8}", style), plain(name, "bold"))
    lines = judgement.reason.strip().splitlines()
    # A traceback says it in its last line.
    return text.append_text(plain(f": {lines[-1].strip()}")) if lines else text


def _differences(judgement: Judgement) -> Iterator[RenderableType]:
    of = f" of {judgement.subject}" if judgement.subject else ""
    made = table("place", "reference", "submission")
    for difference in judgement.differences:
        made.add_row(*(_cut(text) for text in difference))
    yield from _part(f"what differs{of}", made)


def _cut(text: str) -> Text:
    cell = plain(text)
    cell.truncate(CELL, overflow="ellipsis")
    return cell


def _run(run: CellRun) -> Iterator[RenderableType]:
    if run.outcome is not Outcome.OK and run.detail:
        yield from _part("how it ended", plain(f"{run.outcome.value}: {run.detail}"))
    if run.error:
        yield from _part("error", text_view(run.error.traceback.strip() or f"{run.error.type}: {run.error.message}"))
    if run.value:
        yield from _part("value", value_view(run.value))
    if run.stream.strip():
        yield from _part("printed", text_view(run.stream.rstrip()))
