"""Reads results again: all of a file, one set, or one problem."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.api.evaluation.report import EvaluationReport, modes_within, report_of
from authoring.api.imports.results import ImportedResults, last_attempts, summarize_results
from authoring.api.statistics import picture_format
from authoring.errors import UsageError, nearest_hint
from authoring.evaluation.error_modes import ruled
from authoring.formats.dseval.results import read_results, render_results
from authoring.records.results import Evaluation, ProblemResult, RecordedResult, SetResult, VerdictPair
from authoring.records.solvers.error_modes import ErrorModeVerdict, JudgedModes
from authoring.records.solvers.task_graph import AGENT_STATS_KEY, TaskGraph
from authoring.validators.verdicts import VerdictName
from authoring.workspace.evaluation_file import check_evaluation, read_evaluation, read_modes, read_scores
from authoring.workspace.files import write_file

Key = TypeVar("Key", str, int)
Value = TypeVar("Value")


class ExplainedProblem(ProblemResult):
    """A problem, and why its wrong answers are wrong."""

    kinds: tuple[ErrorModeVerdict, ...] = ()
    """One for each wrong attempt, in order."""
    judge: str = ""
    """The model that judged kinds which the rules leave open; empty where none was asked."""


ResultRecord = EvaluationReport | ImportedResults | SetResult | ProblemResult | tuple[RecordedResult, ...]
"""What ``results show --json`` prints: of results that no evaluation of ours wrote there is no evidence."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One problem in a file of results."""

    problemset: str
    index: int
    question: str
    pair: VerdictPair | None
    """Verdict and sub-verdict of the last attempt; None where there is none."""

    @property
    def is_correct(self) -> bool:
        """Whether the last attempt is right."""
        return self.pair is not None and self.pair[0] is VerdictName.CORRECT


@dataclass(frozen=True, slots=True)
class SelectedResults:
    """What was looked at, and what stands around it."""

    record: ResultRecord
    lines: tuple[ResultLine, ...] = ()
    """All problems of the file, in its order."""
    sets: tuple[SetResult, ...] = ()
    """All sets, where all are looked at."""
    blocked: str = ""
    """Why the problem cannot be judged; empty where it can."""


def select_results(
    file: Path, problemset: str | None = None, index: int | None = None, *, plot: Path | None = None
) -> SelectedResults:
    """Return results of a file: all of them, those of one set, or that of one problem.

    Args:
        file: of results, of this program or of DSEval.
        problemset: name of a set; all sets if None.
        index: the problem's number, from 1; all problems of the set if None.
        plot: a file to draw the problem's task graph into; it appears whole or not at all.

    Raises:
        UsageError: the file has no such set or problem, or there is no task graph to draw.
        ResultsError: the file cannot be read.
    """
    kind = picture_format(plot) if plot is not None else ""
    selected = _select(file, problemset, index)
    if plot is not None:
        graph = task_graph_of(selected.record) if isinstance(selected.record, ProblemResult) else None
        if graph is None:
            hint = "name a set and the number of a problem that the solver taskgraph:MODEL answered"
            raise UsageError("--plot: there is no task graph to draw", hint=hint)
        from authoring.evaluation.plots import draw_task_graph  # noqa: PLC0415 - needs an extra

        write_file(plot, draw_task_graph(graph, kind))
    return selected


def task_graph_of(problem: ProblemResult) -> TaskGraph | None:
    """Return the task graph of a problem's last answer; None where its solver made none."""
    stats = problem.attempts[-1].submission.agent_stats if problem.attempts else {}
    try:
        return TaskGraph.model_validate(stats[AGENT_STATS_KEY])
    # Statistics are the solver's own affair: a file that somebody else wrote may hold anything under this name.
    except (KeyError, ValidationError):
        return None


def _select(file: Path, problemset: str | None, index: int | None) -> SelectedResults:
    # Results of which the evidence lost a part would be shown as if nothing else had been judged.
    check_evaluation(file, render_results)
    evaluation = read_evaluation(file)
    if evaluation is None:
        return _select_recorded(file, read_results(file), problemset, index)
    judged = read_modes(file)
    if problemset is None:
        report = report_of(evaluation, file, judged=modes_within(judged, evaluation))
        report = report.model_copy(update={"scores": read_scores(file, ProjectScores)})
        return SelectedResults(report, sets=evaluation.sets)
    lines = _lines_of(evaluation)
    selected = _get({result.name: result for result in evaluation.sets}, problemset, file)
    if index is None:
        return SelectedResults(selected, lines)
    problem = _get({problem.index: problem for problem in selected.problems}, index, f"{file}: {problemset}")
    blocked = next((cause.message for cause in selected.root_causes if cause.cell == problem.blocked_by), "")
    return SelectedResults(_with_kinds(problem, judged), lines, blocked=blocked)


def _with_kinds(problem: ProblemResult, judged: JudgedModes | None) -> ExplainedProblem:
    """Return a problem with the kind of each wrong answer: as a model judged it, else by the rules."""
    verdicts = judged.verdicts if judged is not None else ()
    known = {(verdict.problemset, verdict.index, verdict.attempt): verdict for verdict in verdicts}
    kinds = tuple(
        known.get((problem.problemset, problem.index, ruling.attempt), ruling)
        for attempt in problem.attempts
        if (ruling := ruled(problem, attempt)) is not None
    )
    return ExplainedProblem(**dict(problem), kinds=kinds, judge=judged.model if judged else "")


def _select_recorded(
    file: Path, results: Sequence[RecordedResult], problemset: str | None, index: int | None
) -> SelectedResults:
    if problemset is None:
        return SelectedResults(summarize_results(file, results))
    lines = tuple(
        ResultLine(result.problemset, result.index, result.question, (result.verdict, result.subverdict))
        for result in last_attempts(results)
    )
    selected = tuple(result for result in results if result.problemset == problemset)
    # Only to refuse a name that is not there: recorded results are lines, and sets have no record of their own.
    _get(dict.fromkeys(result.problemset for result in results), problemset, file)
    if index is not None:
        _get(dict.fromkeys(result.index for result in selected), index, f"{file}: {problemset}")
        selected = tuple(result for result in selected if result.index == index)
    return SelectedResults(selected, lines)


def _lines_of(evaluation: Evaluation) -> tuple[ResultLine, ...]:
    return tuple(
        ResultLine(problem.problemset, problem.index, problem.question, _last_pair(problem))
        for result in evaluation.sets
        for problem in result.problems
    )


def _last_pair(problem: ProblemResult) -> VerdictPair | None:
    last = problem.attempts[-1] if problem.attempts else None
    return (last.verdict, last.subverdict) if last else None


def _get(members: Mapping[Key, Value], key: Key, container: object) -> Value:
    """Return the member of a key.

    Raises:
        UsageError: there is none; the hint names one that is near.
    """
    if key not in members:
        names = [str(name) for name in members]
        hint = nearest_hint(str(key), names, f"it has {names[0]}" + (" and others" if names[1:] else ""))
        kind = "problem" if isinstance(key, int) else "set"
        raise UsageError(f"{container}: has no {kind} {key}", hint=hint)
    return members[key]
