"""How results are shown that are looked at again: all of a file, one set, or one problem."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from rich.console import RenderableType
from rich.text import Text

from authoring.api.evaluation.report import EvaluationReport
from authoring.api.imports.results import ImportedResults
from authoring.api.results import ExplainedProblem, ResultLine, SelectedResults, task_graph_of
from authoring.cli.views.evaluation import evaluation_view, next_of_evaluation
from authoring.cli.views.evaluation.error_modes import judged_view, kinds_view
from authoring.cli.views.evaluation.task_graph import graph_view
from authoring.cli.views.imports import imported_results_view
from authoring.cli.views.render import first_line, plain, table
from authoring.cli.views.scores import project_scores_view
from authoring.cli.views.verdicts import pair_words, problem_view, recorded_view, style_of
from authoring.records.results import ProblemResult

QUESTION_WIDTH = 120


def results_view(selected: SelectedResults, problemset: str | None, index: int | None) -> Sequence[RenderableType]:
    """Return what was looked at: a summary of all sets, the problems of one set, or one problem with its evidence."""
    record = selected.record
    if isinstance(record, EvaluationReport):
        return (*evaluation_view(record, selected.sets), *project_scores_view(record.scores), *judged_view(record))
    if isinstance(record, ProblemResult):
        graph = task_graph_of(record)
        kinds = kinds_view(record) if isinstance(record, ExplainedProblem) else ()
        graphs = graph_view(graph) if graph is not None else ()
        return (*problem_view(record, selected.blocked), *kinds, *graphs)
    if isinstance(record, tuple) and index is not None:
        return [part for result in record for part in recorded_view(result)]
    if isinstance(record, ImportedResults):
        return imported_results_view(record)
    return (_set_table(line for line in selected.lines if line.problemset == problemset),)


def _set_table(lines: Iterator[ResultLine]) -> RenderableType:
    listing = table("#>", "verdict", "question")
    listing.columns[1].no_wrap = True
    for line in lines:
        question = plain(first_line(line.question, QUESTION_WIDTH))
        question.no_wrap, question.overflow = True, "ellipsis"
        style = style_of(line.pair[0]) if line.pair else "dim"
        listing.add_row(Text(f"{line.index}", "bold"), Text(pair_words(line.pair), style), question)
    return listing


def next_of_results(file: Path, selected: SelectedResults, problemset: str | None, index: int | None) -> str:
    """Return the command that looks at the next problem that is not correct; at the summary after the last."""
    if isinstance(selected.record, EvaluationReport):
        return next_of_evaluation(selected.record)
    if problemset is None:
        return f"authoring evaluate BENCHMARK --submissions {quote(str(file))}"
    lines = selected.lines
    positions = [position for position, line in enumerate(lines) if line.problemset == problemset]
    before = next((position for position in positions if lines[position].index == index), min(positions, default=0) - 1)
    command = f"authoring results show {quote(str(file))}"
    for line in lines[before + 1 :]:
        if not line.is_correct:
            return f"{command} {quote(line.problemset)} {line.index}"
    return command
