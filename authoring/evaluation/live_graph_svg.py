"""Task graphs as they grow, as SVG: a box a task, in columns by what it depends on; made without a drawing library.

It is drawn again at each step of a model, while others wait for replies, so it may take no time. What a finished graph
looks like in a report is drawn by `plots.task_graph`.
"""

import textwrap
from collections.abc import Mapping, Sequence
from html import escape

from authoring.records.solvers.task_graph import PlanTask, TaskGraph, TaskState
from authoring.records.wording import one_line

COLUMN, ROW = 300, 110
"""Pixels from one box to the next."""
WIDTH, HEIGHT = 250, 84
"""A box."""
HEAD = 44
"""Pixels above the boxes of a graph, for its title."""
LETTERS = 40
"""Characters of a line in a box."""
LINES = 3
"""Lines of an instruction."""
MOST_TASKS = 200
"""Tasks of a graph that are drawn."""
RELOAD = 2
"""Seconds after which the page loads itself again."""
COLOURS: Mapping[TaskState, tuple[str, str]] = {
    "finished": ("#009E73", "#bfe7dc"),
    "current": ("#0072B2", "#bfdcec"),
    "failed": ("#D55E00", "#f5d7bf"),
    "open": ("#999999", "#f4f4f4"),
}
"""Edge and ground of a box; Okabe and Ito's colours, which colour-blind readers tell apart."""
STYLE = "text{font:12px sans-serif;fill:#222}.t{font-weight:bold}.h{font-size:14px;font-weight:bold}"
ARROW = (
    '<defs><marker id="a" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
    '<path d="M0,0L8,4L0,8z" fill="#999999"/></marker></defs>'
)


def graphs_svg(graphs: Sequence[TaskGraph]) -> str:
    """Return the picture of graphs, one below the other."""
    parts: list[str] = []
    top = width = 0
    for graph in graphs:
        drawn, size = _graph(graph, top)
        parts.append(drawn)
        top, width = top + size[1], max(width, size[0])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(width, 400)}" height="{max(top, HEAD)}">'
        f"<style>{STYLE}</style>{ARROW}{''.join(parts)}</svg>\n"
    )


def graphs_page(title: str, graphs: Sequence[TaskGraph], *, is_live: bool) -> str:
    """Return a page that holds the picture; no script is in it, and nothing from elsewhere.

    It loads itself again while the work is under way.
    """
    reload = f'<meta http-equiv="refresh" content="{RELOAD}">' if is_live else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{reload}\n'
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_text(title, 200)}</title></head>\n<body>{graphs_svg(graphs)}</body></html>\n"
    )


def _graph(graph: TaskGraph, top: int) -> tuple[str, tuple[int, int]]:
    """Return a graph, drawn below `top`, and the width and height that it takes."""
    columns = graph.plan.columns
    places = {
        task.task_id: (10 + COLUMN * number, top + HEAD + ROW * row)
        for number, column in enumerate(columns)
        for row, task in enumerate(column)
    }
    tasks, tries = graph.plan.tasks[:MOST_TASKS], graph.tries
    words = f"{graph.problemset} {graph.index}: {graph.summary}"
    if len(graph.plan.tasks) > MOST_TASKS:
        words += f"; the first {MOST_TASKS} tasks are drawn"
    drawn = [f'<text class="h" x="10" y="{top + 24}">{_text(words, 160)}</text>']
    drawn += [
        _arrow(places[needed], places[task.task_id])
        for task in tasks
        for needed in task.dependent_task_ids
        if needed in places
    ]
    drawn += [_box(places[task.task_id], task, tries.get(task.task_id, 0), graph.state_of(task)) for task in tasks]
    rows = max((len(column) for column in columns), default=0)
    return "".join(drawn), (20 + COLUMN * len(columns), HEAD + ROW * rows)


def _box(place: tuple[int, int], task: PlanTask, tries: int, state: TaskState) -> str:
    x, y = place
    edge, ground = COLOURS[state]
    head = f"{_text(task.task_id, 12)}  {_text(task.task_type, 20)}" + (f"  {tries} tries" if tries > 1 else "")
    lines = textwrap.wrap(one_line(task.instruction)[: LETTERS * LINES * 2], LETTERS, max_lines=LINES, placeholder="…")
    texts = "".join(
        f'<text x="{x + 8}" y="{y + 36 + 16 * number}">{_text(line, LETTERS)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{ground}" stroke="{edge}">'
        f'<title>{_text(task.instruction, 2_000)}</title></rect><text class="t" x="{x + 8}" y="{y + 18}">{head}</text>'
        f"{texts}"
    )


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    x, y = start[0] + WIDTH, start[1] + HEIGHT // 2
    far, low = end[0] - 2, end[1] + HEIGHT // 2
    return (
        f'<path d="M{x},{y}C{x + 25},{y} {far - 25},{low} {far},{low}" fill="none" stroke="#999999" '
        'marker-end="url(#a)"/>'
    )


def _text(text: str, limit: int) -> str:
    """Return a stranger's text as it may stand in SVG and HTML: one line, escaped, nothing in it that steers."""
    printable = "".join(char if char.isprintable() else "?" for char in one_line(text))
    return escape(printable if len(printable) <= limit else printable[: limit - 1] + "…")
