"""How scores are shown: a table with one line for each group, a dash where a figure is about nothing."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.render import plain, table
from authoring.formats.cibench.score.averages import CIBenchScores, Group
from authoring.formats.cibench.score.records import Metric
from authoring.formats.dabench.score import DABenchScores

DASH = "-"
COLUMNS = {
    Metric.TOOL: "tool",
    Metric.EXECUTABLE: "runs",
    Metric.NUMERIC: "number",
    Metric.TEXT: "text",
    Metric.VISUAL: "figure",
    Metric.GENERAL: "output",
    Metric.JUDGED: "judged",
}
RARE = {Metric.GENERAL, Metric.JUDGED}
"""Columns that stand only where something is in them."""
NOTES_SHOWN = 8


def cibench_view(scored: CIBenchScores) -> tuple[RenderableType, ...]:
    """Return all figures, in percent, and what weighs on them."""
    shown = [metric for metric in COLUMNS if metric not in RARE or scored.total.score(metric) is not None]
    made = table("", "steps>", *(f"{COLUMNS[metric]}>" for metric in shown), title="CIBench, percent")
    parts = (
        ("dataset", scored.datasets),
        ("gives", scored.tags),
        ("module", scored.modules),
        ("category", scored.categories),
        ("depends on", scored.difficulties),
    )
    made.add_row(*_row(scored.total, shown, "bold"))
    for title, groups in parts:
        made.add_row()
        made.add_row(Text(title, "dim"))
        for group in groups:
            made.add_row(*_row(group, shown))
    return (made, *_notes(scored.notes))


def next_of(scored: CIBenchScores, command: str) -> str:
    """Return the command that tells more: a model's grades where there are figures without, else every step."""
    ungraded = scored.total.score(Metric.VISUAL) is not None and scored.total.score(Metric.JUDGED) is None
    return f"{command} --judge MODEL" if ungraded else f"{command} --json"


def _row(group: Group, shown: Sequence[Metric], style: str = "") -> tuple[RenderableType, ...]:
    figures = (_percent(group.score(metric)) for metric in shown)
    return plain(group.name, style), f"{group.steps:,}", *figures


def _percent(score: float | None) -> str:
    return DASH if score is None else f"{score:.1f}"


def dabench_view(scored: DABenchScores) -> tuple[RenderableType, ...]:
    """Return InfiAgent's figures, in percent."""
    made = table("", "questions>", "right>", title="InfiAgent-DABench, percent")
    answered = f"{scored.answered:,}"
    none = scored.answered == 0
    for name, rate in (
        ("by question", scored.by_question),
        ("proportional by sub-question", scored.proportional),
        ("by sub-question", scored.by_sub_question),
    ):
        made.add_row(Text(name, "bold"), answered, DASH if none else _rate(rate))
    made.add_row(Text("by question, unanswered as wrong"), f"{scored.questions:,}", _rate(scored.by_question_of_all))
    for title, rates in (
        ("concept", scored.concepts),
        ("number of concepts", scored.concept_counts),
        ("level", scored.levels),
    ):
        if rates:
            made.add_row()
            made.add_row(Text(title, "dim"))
        for one in rates:
            made.add_row(plain(one.name), f"{one.questions:,}", _rate(one.rate))
    return (made, *_notes(scored.notes))


def _rate(rate: float) -> str:
    return f"{rate * 100:.2f}"


def _notes(notes: Sequence[str]) -> tuple[RenderableType, ...]:
    lines = [plain(f"note: {note}", "yellow") for note in notes[:NOTES_SHOWN]]
    if len(notes) > NOTES_SHOWN:
        lines.append(plain(f"and {len(notes) - NOTES_SHOWN} more notes: see --json", "yellow"))
    return (Text(), *lines) if lines else ()
