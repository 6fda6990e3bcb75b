"""How scores are shown: a table with one line for each group, a dash where a figure is about nothing."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.render import first_line, plain, table

if TYPE_CHECKING:
    from authoring.api.evaluation.project_scores import ProjectScores
    from authoring.formats.cibench.score.averages import CIBenchScores, ScoreGroup
    from authoring.formats.dabench.score import DABenchScores
    from authoring.formats.mlbench.score import MLBenchScores, TaskScore
    from authoring.records.results import ComparedFigure

NO_FIGURE = "-"
COLUMNS = {
    "tool_rate": "tool",
    "executable": "runs",
    "numeric_correct": "number",
    "text_score": "text",
    "vis_sim": "figure",
    "general_correct": "output",
    "vis_judged": "judged",
}
"""OpenCompass' names of the figures, and ours in the table."""
OPTIONAL_COLUMNS = {"general_correct", "vis_judged"}
"""Columns that stand only where something is in them."""
LONGEST_FAILURE = 200
"""Characters of why an answer is not accepted."""
MOST_NOTES = 8
"""Notes that are shown; ``--json`` has all."""


def cibench_view(scores: "CIBenchScores") -> tuple[RenderableType, ...]:
    """Return all figures, in percent, and what weighs on them."""
    metrics = [
        metric for metric in COLUMNS if metric not in OPTIONAL_COLUMNS or _score(scores.total, metric) is not None
    ]
    rows = table("", "steps>", *(f"{COLUMNS[metric]}>" for metric in metrics), title="CIBench, percent")
    parts = (
        ("dataset", scores.datasets),
        ("gives", scores.tags),
        ("module", scores.modules),
        ("category", scores.categories),
        ("depends on", scores.difficulties),
    )
    # The sum stands above its parts.
    rows.add_row(*_row(scores.total, metrics, "bold"))
    for title, groups in parts:
        rows.add_row()
        rows.add_row(Text(title, "dim"))
        for group in groups:
            rows.add_row(*_row(group, metrics))
    return (rows, *_notes(scores.notes))


def command_after_cibench(scores: "CIBenchScores", command: str) -> str:
    """Return the command that tells more: a model's grades where there are figures without, else every step."""
    # A model grades figures, so there have to be some.
    is_ungraded = _score(scores.total, "vis_sim") is not None and _score(scores.total, "vis_judged") is None
    return f"{command} --judge MODEL" if is_ungraded else f"{command} --json"


def _score(group: "ScoreGroup", metric: str) -> float | None:
    return next((average.score for average in group.averages if average.metric == metric), None)


def _row(group: "ScoreGroup", metrics: Sequence[str], style: str = "") -> tuple[RenderableType, ...]:
    figures = (_percent(_score(group, metric)) for metric in metrics)
    return plain(group.name, style), f"{group.steps:,}", *figures


def _percent(score: float | None) -> str:
    return NO_FIGURE if score is None else f"{score:.1f}"


def dabench_view(scores: "DABenchScores") -> tuple[RenderableType, ...]:
    """Return InfiAgent's figures, in percent."""
    rows = table("", "questions>", "right>", title="InfiAgent-DABench, percent")
    answered, is_empty = f"{scores.answered:,}", scores.answered == 0
    for name, rate in (
        ("by question", scores.by_question),
        ("proportional by sub-question", scores.proportional),
        ("by sub-question", scores.by_sub_question),
    ):
        rows.add_row(Text(name, "bold"), answered, NO_FIGURE if is_empty else _rate(rate))
    rows.add_row(Text("by question, unanswered as wrong"), f"{scores.questions:,}", _rate(scores.by_question_of_all))
    for title, groups in (
        ("concept", scores.concepts),
        ("number of concepts", scores.concept_counts),
        ("level", scores.levels),
    ):
        if groups:
            rows.add_row()
            rows.add_row(Text(title, "dim"))
        for group in groups:
            rows.add_row(plain(group.name), f"{group.questions:,}", _rate(group.rate))
    return (rows, *_notes(scores.notes))


def _rate(rate: float) -> str:
    return f"{rate * 100:.2f}"


def mlbench_view(scores: "MLBenchScores") -> tuple[RenderableType, ...]:
    """Return Data Interpreter's figures for each answer, the scores of its steps, and their means."""
    columns = ("task", "metric", "figure>", "NPS>", "steps", "CR>", "CS>")
    rows = table(*columns, title="ML-Benchmark: normalised performance, completion rate, comprehensive score")
    for score in scores.tasks:
        rows.add_row(*_task_row(score, is_sample=any(other.sample > 1 for other in scores.tasks)))
    figures = (scores.performance, None, scores.completion, scores.comprehensive)
    performance, _, completion, comprehensive = (NO_FIGURE if figure is None else f"{figure:.4f}" for figure in figures)
    rows.add_row(Text("mean", "bold"), "", "", performance, "", completion, Text(comprehensive, "bold"))
    faulty = [score for score in scores.tasks if score.failure]
    failures = [plain(f"{score.task}: {_failure_line(score)}", "red") for score in faulty[:MOST_NOTES]]
    return (rows, *failures, *_notes(scores.notes))


def _failure_line(score: "TaskScore") -> str:
    """Return why an answer is not accepted; of a traceback, its last line says it."""
    lines = score.failure.strip().splitlines()
    return first_line(f"{lines[0]} {lines[-1].strip()}" if len(lines) > 1 else score.failure, LONGEST_FAILURE)


def _task_row(score: "TaskScore", *, is_sample: bool) -> tuple[RenderableType, ...]:
    steps = " ".join(f"{step.name} {step.score}" + ("*" if step.by == "person" else "") for step in score.steps)
    return (
        plain(f"{score.task} #{score.sample}" if is_sample else score.task),
        score.metric.value if score.metric is not None else NO_FIGURE,
        NO_FIGURE if score.figure is None else f"{score.figure:.4f}",
        NO_FIGURE if score.performance is None else f"{score.performance:.4f}",
        plain(steps, "dim"),
        f"{score.completion:.4f}",
        f"{score.comprehensive:.4f}",
    )


def command_after_mlbench(scores: "MLBenchScores", results: Path) -> str:
    """Return the command that looks at the answer with the lowest score."""
    show = f"authoring results show {quote(str(results))}"
    worst = min(scores.tasks, key=lambda score: score.comprehensive, default=None)
    return f"{show} {quote(worst.task)} 1" if worst is not None else show


def project_scores_view(scores: "ProjectScores | None") -> tuple[RenderableType, ...]:
    """Return the figures of the project whose questions or tasks were evaluated; nothing for problem sets in DSEAL."""
    if scores is None:
        return ()
    mlbench = (*mlbench_view(scores.mlbench), Text()) if scores.mlbench is not None else ()
    dabench = (*dabench_view(scores.dabench), Text()) if scores.dabench is not None else ()
    cibench = (*cibench_view(scores.cibench), Text()) if scores.cibench is not None else ()
    return (*mlbench, *dabench, *cibench, *_notes(scores.notes))


def figure_name(figure: "ComparedFigure") -> str:
    """Return what a figure is called, as the tables of scores call it."""
    return COLUMNS.get(figure.name, figure.name)


def _notes(notes: Sequence[str]) -> tuple[RenderableType, ...]:
    lines = [plain(f"note: {note}", "yellow") for note in notes[:MOST_NOTES]]
    if len(notes) > MOST_NOTES:
        lines.append(plain(f"and {len(notes) - MOST_NOTES} more notes: see --json", "yellow"))
    return (Text(), *lines) if lines else ()
