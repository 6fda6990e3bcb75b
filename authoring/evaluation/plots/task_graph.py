"""A task graph as a picture: a box a task, in columns by what it depends on, coloured by what became of it."""

import textwrap
from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from authoring.evaluation.plots.style import BLUE, GREEN, GREY, ORANGE, VERMILLION, label, tint
from authoring.records.solvers.task_graph import PlanTask, TaskGraph, TaskState

COLUMN, ROW = 3.1, 1.3
"""Inches from one box to the next."""
BOX = (2.5, 0.95)
"""Width and height of a box, in inches."""
LETTERS = 42
"""Characters of a line in a box."""
LINES = 4
"""Lines of an instruction."""
SHADE = 0.25
"""How much of its colour a box has."""
TITLE = 90
"""Characters of the question above the picture."""
COLOURS: Mapping[TaskState, str] = {"finished": GREEN, "current": BLUE, "failed": VERMILLION, "open": GREY}


def task_graph_figure(graph: TaskGraph) -> Figure:
    """Return the picture of a graph."""
    columns = graph.plan.columns
    rows = max((len(column) for column in columns), default=1)
    width, height = max(len(columns), 1) * COLUMN + 0.4, rows * ROW + 1.1
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    axes.set_xlim(0, width)
    axes.set_ylim(height - 0.7, 0)  # The first task stands at the top.
    axes.set_axis_off()
    axes.set_title(label(f"{graph.problemset} {graph.index}: {graph.summary}", TITLE), parse_math=False)
    places = {
        task.task_id: (0.4 + number * COLUMN, 0.25 + row * ROW)
        for number, column in enumerate(columns)
        for row, task in enumerate(column)
    }
    tries = graph.tries
    for task in graph.plan.tasks:
        for needed in task.dependent_task_ids:
            if needed in places:
                _arrow(axes, places[needed], places[task.task_id])
        _box(axes, places[task.task_id], task, tries.get(task.task_id, 0), _colour(graph, task))
    return figure


def _colour(graph: TaskGraph, task: PlanTask) -> str:
    # A person may accept what did not end well.
    if task.is_finished and not task.is_success:
        return ORANGE
    return COLOURS[graph.state_of(task)]


def _box(axes: Axes, place: tuple[float, float], task: PlanTask, tries: int, colour: str) -> None:
    x, y = place
    box = FancyBboxPatch(place, *BOX, boxstyle="round,pad=0.06", facecolor=tint(colour, SHADE), edgecolor=colour)
    axes.add_patch(box)
    head = f"{label(task.task_id, LETTERS // 3)}  {label(task.task_type, LETTERS // 2)}"
    times = f"  {tries} tries" if tries > 1 else ""
    axes.text(x + 0.02, y + 0.12, head + times, fontsize=8, fontweight="bold", va="center", parse_math=False)
    text = label(" ".join(task.instruction.split()), LETTERS * LINES)
    lines = textwrap.wrap(text, LETTERS, max_lines=LINES, placeholder="…")
    axes.text(x + 0.02, y + 0.28, "\n".join(lines), fontsize=7, va="top", parse_math=False)


def _arrow(axes: Axes, start: tuple[float, float], end: tuple[float, float]) -> None:
    width, height = BOX
    axes.annotate(
        "",
        xy=(end[0] - 0.07, end[1] + height / 2),
        xytext=(start[0] + width + 0.07, start[1] + height / 2),
        arrowprops={"arrowstyle": "-|>", "color": GREY, "connectionstyle": "arc3,rad=0.08"},
    )
