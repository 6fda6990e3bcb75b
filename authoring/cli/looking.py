"""Looking at results, for ``authoring results show``: evidence where an evaluation of ours left it, else the file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from shlex import quote
from typing import TypeVar

from pydantic import BaseModel
from rich.console import RenderableType
from rich.text import Text

from authoring.cli.agreement import Pair, pair_words
from authoring.cli.board import style_of
from authoring.cli.evaluated import sum_up
from authoring.cli.evaluation_view import evaluation_view, next_of
from authoring.cli.importing import imported_view, last_attempts, summary_of
from authoring.cli.verdict_view import problem_view, recorded_view
from authoring.cli.views.render import first_line, plain, table
from authoring.errors import UsageError
from authoring.formats.dseval.results import read_results
from authoring.records.results import ProblemResult, RecordedResult
from authoring.validators.verdicts import VerdictName
from authoring.workspace.evaluation_file import read_evaluation

K = TypeVar("K", str, int)
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Seen:
    """What is shown, what ``--json`` prints, and what comes next."""

    view: Sequence[RenderableType]
    answer: BaseModel | Sequence[BaseModel]
    next: str


@dataclass(frozen=True, slots=True)
class _Line:
    """One problem in a list."""

    problemset: str
    index: int
    question: str
    pair: Pair | None


def look(file: Path, problemset: str | None, index: int | None) -> Seen:
    """Look at a file of results: at all of it, at one set, or at one problem.

    Raises:
        UsageError: when it has no such set or problem.
        ResultsError: when it cannot be read.
    """
    evaluation = read_evaluation(file)
    if evaluation is None:
        return _look_at_recorded(file, read_results(file), problemset, index)
    if problemset is None:
        done = sum_up(evaluation, file)
        return Seen(evaluation_view(done, evaluation.sets), done, next_of(done))
    lines = [_Line(p.problemset, p.index, p.question, _pair(p)) for each in evaluation.sets for p in each.problems]
    each = _found({each.name: each for each in evaluation.sets}, problemset, file)
    if index is None:
        return _look_at_set(file, each, lines, problemset)
    problem = _found({problem.index: problem for problem in each.problems}, index, f"{file}: {problemset}")
    blocked = next((cause.message for cause in each.root_causes if cause.cell == problem.blocked_by), "")
    return Seen(tuple(problem_view(problem, blocked)), problem, _next(file, lines, problemset, index))


def _look_at_recorded(file: Path, found: Sequence[RecordedResult], problemset: str | None, index: int | None) -> Seen:
    """Look at results that no evaluation of ours wrote: there is no evidence beside them."""
    if problemset is None:
        imported = summary_of(file, found)
        return Seen(imported_view(imported), imported, f"authoring evaluate BENCHMARK --submissions {quote(str(file))}")
    lines = [_Line(r.problemset, r.index, r.question, (r.verdict, r.subverdict)) for r in last_attempts(found)]
    here = [result for result in found if result.problemset == problemset]
    _found(dict.fromkeys(result.problemset for result in found), problemset, file)
    if index is None:
        return _look_at_set(file, here, lines, problemset)
    _found(dict.fromkeys(result.index for result in here), index, f"{file}: {problemset}")
    attempts = [result for result in here if result.index == index]
    view = [part for result in attempts for part in recorded_view(result)]
    return Seen(view, attempts, _next(file, lines, problemset, index))


def _look_at_set(file: Path, answer: BaseModel | Sequence[BaseModel], lines: Sequence[_Line], problemset: str) -> Seen:
    made = table("#>", "verdict", "question")
    made.columns[1].no_wrap = True
    for line in lines:
        if line.problemset == problemset:
            question = plain(first_line(line.question, 120))
            question.no_wrap, question.overflow = True, "ellipsis"
            style = style_of(line.pair[0]) if line.pair else "dim"
            made.add_row(Text(f"{line.index}", "bold"), Text(pair_words(line.pair), style), question)
    return Seen((made,), answer, _next(file, lines, problemset, 0))


def _next(file: Path, lines: Sequence[_Line], problemset: str, index: int) -> str:
    """Return the command that looks at the next problem that is not correct; the summary after the last."""
    places = [number for number, line in enumerate(lines) if line.problemset == problemset]
    here = next((number for number in places if lines[number].index == index), places[0] - 1)
    command = f"authoring results show {quote(str(file))}"
    for line in lines[here + 1 :]:
        if line.pair is None or line.pair[0] is not VerdictName.CORRECT:
            return f"{command} {quote(line.problemset)} {line.index}"
    return command


def _pair(problem: ProblemResult) -> Pair | None:
    last = problem.attempts[-1] if problem.attempts else None
    return (last.verdict, last.subverdict) if last else None


def _found(known: Mapping[K, V], wanted: K, where: object) -> V:
    if wanted not in known:
        names = [str(name) for name in known]
        close = get_close_matches(str(wanted), names, n=1)
        hint = f"did you mean {close[0]}?" if close else f"it has {names[0]}" + (" and others" if names[1:] else "")
        kind = "problem" if isinstance(wanted, int) else "set"
        raise UsageError(f"{where}: has no {kind} {wanted}", hint=hint)
    return known[wanted]
