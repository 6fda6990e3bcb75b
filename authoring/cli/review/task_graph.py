"""Asks the person at the terminal about the plans and tasks of the solver ``taskgraph``."""

import sys
from collections.abc import Callable, Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from authoring.cli.views.evaluation.task_graph import graph_lines
from authoring.cli.views.problems import text_view
from authoring.cli.views.render import block, code, err, flowing, plain
from authoring.records.solvers.task_graph import TaskReview

WORDS = "confirm, redo, exit, or advice for the model"
ACCEPT = "confirm"
INDENT = (0, 0, 0, 2)


def terminal_reviewer() -> Callable[[TaskReview], str] | None:
    """Return what asks a person; None where there is no terminal, so that runs decide."""
    return ask_about if sys.stdin.isatty() else None


def ask_about(review: TaskReview) -> str:
    """Show a plan or a task, and return the person's words; those that accept where nobody answers any more."""
    err().print(*review_view(review), sep="\n")
    try:
        # On standard error, so that the document of --json stands alone.
        err().print(Text(f"{WORDS}: ", "bold cyan"), end="")
        return input()
    except EOFError:
        return ACCEPT


def review_view(review: TaskReview) -> Iterator[RenderableType]:
    """Yield what a person decides about."""
    graph, task = review.graph, review.task
    yield Text()
    yield plain(f"{graph.problemset} {graph.index}: {'the plan' if task is None else f'task {task.task_id}'}", "bold")
    if task is None:
        yield Padding(flowing(graph.plan.goal.strip()), INDENT, expand=False)
    yield from graph_lines(graph)
    if task is not None:
        yield Padding(block(task.instruction), INDENT, expand=False)
        yield Padding(code(task.code) if task.code else Text("no code", "dim"), INDENT, expand=False)
        yield Padding(text_view(task.result), INDENT, expand=False)
        yield Text("its last run ended well" if task.is_success else "its last run failed", "dim")
