"""How a task graph is shown: a line a task while it is worked on, and all of it when results are looked at."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.cli.views.render import first_line, plain, table
from authoring.records.solvers.task_graph import LiveGraph, TaskGraph
from authoring.records.wording import counted

INSTRUCTION_WIDTH = 60
"""Characters of an instruction on one line."""
DEEPEST = 6
"""Levels of indentation; tasks below stand as deep."""
SIGNS = {"finished": ("✓", "green"), "current": ("▶", "bold cyan"), "open": ("·", "dim"), "failed": ("✗", "red")}


def graph_lines(graph: TaskGraph) -> list[Text]:
    """Return a line for each task, indented by what it depends on: its state, tries and instruction."""
    tries, levels = graph.tries, graph.plan.depths
    lines = []
    for task in graph.plan.tasks:
        sign, style = SIGNS[graph.state_of(task)]
        text = Text("  " * (2 + min(levels[task.task_id], DEEPEST)), no_wrap=True, overflow="ellipsis")
        text.append(f"{sign} ", style)
        text.append_text(plain(f"{task.task_id}  ", "bold"))
        text.append_text(plain(first_line(task.instruction, INSTRUCTION_WIDTH)))
        if task.dependent_task_ids:
            text.append_text(plain(f"  ← {', '.join(task.dependent_task_ids)}", "dim"))
        if (number := tries.get(task.task_id, 0)) > 1:
            text.append(f"  {number} tries", "yellow")
        lines.append(text)
    return lines


class GraphsUnderWay:
    """The task graphs that several solvers work on, or one in several ways."""

    def __init__(self) -> None:
        self._states: dict[tuple[str, str, int, int], LiveGraph] = {}
        """By solver, set, problem and sample."""

    def note(self, solver: str, state: LiveGraph) -> None:
        """Take the next state of a graph; one on which the work has ended is shown no more."""
        graph = state.graph
        key = (solver, graph.problemset, graph.index, graph.sample)
        if graph.outcome == "working":
            self._states[key] = state
        else:
            self._states.pop(key, None)

    def drop(self, solver: str, index: int, problemset: str = "") -> None:
        """Forget the graphs of a problem that is judged or got no reply; of any set if none is named."""
        self._states = {
            key: state for key, state in self._states.items() if key[:3] != (solver, problemset or key[1], index)
        }

    def lines(self, solver: str | None = None) -> list[Text]:
        """Return the graphs of one solver, or of all: lines for each task where it is the only one, else one each.

        They stand in the order of their problems, so that no line changes its place while it is read.
        """
        states = [state for key, state in sorted(self._states.items()) if solver in {None, key[0]}]
        if len(self._states) == 1:
            return [line for state in states for line in graph_lines(state.graph)]
        return [_graph_line(state) for state in states]


def _graph_line(state: LiveGraph) -> Text:
    """Return how far a graph is, and the page that shows it."""
    graph = state.graph
    finished = sum(task.is_finished for task in graph.plan.tasks)
    text = Text("    ", no_wrap=True, overflow="ellipsis")
    text.append_text(plain(f"{graph.problemset} {graph.index} ({graph.sample})", "bold"))
    text.append(f"  {finished}/{counted(len(graph.plan.tasks), 'task')}  ")
    text.append_text(plain(state.page, "dim"))
    return text


def graph_view(graph: TaskGraph) -> Iterator[RenderableType]:
    """Yield the plan, what each of its steps came to, and how the work ended."""
    yield Text()
    yield Text("task graph", "bold")
    yield from graph_lines(graph)
    yield Text()
    listing = table("step", "task", "try>", "tokens>", "came to")
    for step in graph.steps:
        style = "green" if step.is_success else "yellow"
        tokens = Text(f"{step.prompt_tokens:,} + {step.output_tokens:,}")
        words = plain(first_line(step.verdict, INSTRUCTION_WIDTH), style)
        listing.add_row(Text(step.kind), plain(step.task_id or "-"), Text(f"{step.attempt}"), tokens, words)
    yield Padding(listing, (0, 0, 0, 2), expand=False)
    parts = (
        [f"{counted(graph.replans, 'new plan')}, finished tasks left as they were: {graph.reused}"]
        if graph.replans
        else []
    )
    parts += [f"finished code was run again {counted(graph.rebuilds, 'time')}"] if graph.rebuilds else []
    if parts:
        yield Padding(plain("; ".join(parts), "dim"), (0, 0, 0, 2), expand=False)
    if graph.detail:
        yield Padding(plain(f"{graph.outcome}: {graph.detail}", "yellow"), (0, 0, 0, 2), expand=False)
