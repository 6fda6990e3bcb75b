"""Task graphs on a page of the workspace, drawn anew at each step of a solver that plans."""

import threading
from contextlib import suppress
from pathlib import Path

from authoring.api.workspaces import results_path
from authoring.evaluation.live_graph_svg import graphs_page, graphs_svg
from authoring.records.progress import Notice, PartialResult, Reporter
from authoring.records.solvers.task_graph import LiveGraph, TaskGraph
from authoring.workspace.files import write_file

GRAPHS = ".authoring/graphs"
"""The folder of the pages within a workspace."""
MOST_GRAPHS = 12
"""Graphs of a page: those that are worked on, and those that ended last."""


class LiveGraphs:
    """Reports each state of the graphs of one solver, and keeps a page and a picture of them up to date.

    Args:
        root: the folder of the workspace.
        benchmark: its name.
        solver: as it is named; of solvers that work at the same time each needs a name of its own.
        reporter: told each state, and once where the page is.
    """

    def __init__(self, root: Path, benchmark: str, solver: str, reporter: Reporter) -> None:
        self._page = results_path(root, GRAPHS, benchmark, solver).with_suffix(".html")
        self._solver, self._benchmark = solver, benchmark
        self._reporter = reporter
        self._graphs: dict[tuple[str, int, int], TaskGraph] = {}
        """The last state of each that is shown, what changed last at the end."""
        self._lock = threading.Lock()
        self._is_announced = False

    def show(self, graph: TaskGraph) -> None:
        """Take the next state of a graph; that no file can be written stops no solver."""
        self._reporter.report(PartialResult(LiveGraph(solver=self._solver, page=str(self._page), graph=graph)))
        with self._lock:
            is_first, self._is_announced = not self._is_announced, True
            self._graphs.pop(_key(graph), None)
            newest_first = [graph, *reversed(self._graphs.values())]
            working = [entry for entry in newest_first if entry.outcome == "working"]
            ended = [entry for entry in newest_first if entry.outcome != "working"]
            shown = (*working, *ended)[:MOST_GRAPHS]
            self._graphs = {_key(entry): entry for entry in reversed(shown)}
            with suppress(OSError):
                # No wait for the disk: the next step writes both anew.
                write_file(self._page.with_suffix(".svg"), graphs_svg(shown).encode(), lasting=False)
            self._write_page(is_live=True)
        if is_first and self._page.is_file():
            self._reporter.report(Notice(f"task graphs of {self._solver}, as they grow: {self._page}"))

    def close(self) -> None:
        """Leave a page that loads itself no more, as the work has ended; safe to call twice."""
        with self._lock:
            if self._graphs:
                self._write_page(is_live=False)

    def _write_page(self, *, is_live: bool) -> None:
        title = f"{self._solver} on {self._benchmark}"
        page = graphs_page(title, tuple(reversed(self._graphs.values())), is_live=is_live)
        with suppress(OSError):
            write_file(self._page, page.encode(), lasting=False)


def _key(graph: TaskGraph) -> tuple[str, int, int]:
    return graph.problemset, graph.index, graph.sample
