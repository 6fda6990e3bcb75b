"""How the kinds of wrong answers are shown: of one solver, of several side by side, and of one answer."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.api.evaluation.report import EvaluationReport
from authoring.api.results import ExplainedProblem
from authoring.cli.views.render import percent, plain, table
from authoring.records.results import Tally
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict
from authoring.records.wording import counted, visible

ERROR_MODES = {
    ErrorMode.INSTRUCTION: "not what was asked",
    ErrorMode.HALLUCINATION: "something made up",
    ErrorMode.REASONING: "wrong reasoning",
    ErrorMode.CODE: "broken code",
}
"""What a person reads of the kinds of wrong answers."""
LONGEST_NAME = 20
"""Characters of a solver's name for which a column has room."""


def error_modes_table(tallies: Sequence[Tally]) -> Table:
    """Return how many wrong answers are of which kind, as CIBench counts them."""
    by_judge = any(tally.part for tally in tallies)
    listing = table("wrong for", *(["by"] if by_judge else []), "answers>", "share>")
    total = sum(tally.count for tally in tallies)
    for tally in tallies:
        parts = [Text(tally.part)] if by_judge else []
        listing.add_row(Text(_name_of(tally.name)), *parts, Text(f"{tally.count}"), Text(percent(tally.count / total)))
    return listing


def modes_of_solvers(reports: Sequence[EvaluationReport]) -> Iterator[RenderableType]:
    """Yield how many wrong answers of each solver are of which kind; long names stand above, with numbers."""
    counts = [{_kind_of(tally): tally.count for tally in report.metrics.by_error_mode} for report in reports]
    kinds = sorted({kind for of_solver in counts for kind in of_solver}, key=_place_of)
    if not kinds:
        return
    names = [report.solver for report in reports]
    labels = names if max(map(len, names)) <= LONGEST_NAME else [str(place) for place in range(1, len(names) + 1)]
    yield from (plain(f"{label}  {name}", "dim") for label, name in zip(labels, names, strict=True) if label != name)
    by_judge = any(report.judged for report in reports)
    listing = table("wrong for", *(["by"] if by_judge else []), *(f"{visible(label)}>" for label in labels))
    for name, part in kinds:
        numbers = [str(of_solver.get((name, part), "")) for of_solver in counts]
        listing.add_row(_name_of(name), *([part] if by_judge else []), *numbers)
    yield listing
    yield Text()


def _kind_of(tally: Tally) -> tuple[str, str]:
    """Return a kind and who says so; where no model was asked, the rules do."""
    return tally.name, tally.part or ("rules" if tally.name in [*ErrorMode] else "")


def _place_of(kind: tuple[str, str]) -> tuple[int, bool]:
    """Return the place of a kind in CIBench's order, the rules first; what nobody says anything of comes last."""
    modes = [*ErrorMode]
    return modes.index(ErrorMode(kind[0])) if kind[0] in modes else len(modes), kind[1] != "rules"


def _name_of(mode: str) -> str:
    return ERROR_MODES[ErrorMode(mode)] if mode in [*ErrorMode] else mode


def judged_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield what a model said about why answers are wrong, and what of it this command paid."""
    judged = report.judged
    if judged is None:
        return
    missing = sum(verdict.mode is None for verdict in judged.verdicts)
    number = missing + sum(verdict.is_judged for verdict in judged.verdicts)
    paid = f", {counted(judged.new_calls, 'call')} now" + (f", {judged.new_amount}" if judged.new_amount else "")
    text = f"{judged.model} on {counted(number, 'wrong answer')} that rules leave open, {missing} not judged"
    line = Text.assemble(("judge     ", "dim"), plain(text + paid))
    line.no_wrap, line.overflow = True, "ellipsis"
    yield line
    if judged.outages:
        yield Text(f"no reply about {counted(judged.outages, 'answer')}; the same command asks again", "bold yellow")


def kinds_view(problem: ExplainedProblem) -> Iterator[RenderableType]:
    """Yield why the answers to a problem are wrong, each with who says so."""
    if problem.kinds:
        yield Text()
        yield Text("why it is wrong", "bold")
    for verdict in problem.kinds:
        if len(problem.attempts) > 1:
            yield plain(f"  attempt {verdict.attempt}", "dim")
        yield from (Padding(line, (0, 0, 0, 2), expand=False) for line in _kind_lines(verdict, problem.judge))


def _kind_lines(verdict: ErrorModeVerdict, judge: str) -> Iterator[Text]:
    """Yield the kind of one wrong answer, who says so, and the words that a model quotes for it."""
    if verdict.mode is None:
        yield plain(f"not judged by {judge}: {verdict.reason}; the rules guess {_name_of(verdict.rule)}", "yellow")
    elif verdict.is_judged:
        yield plain(f"{_name_of(verdict.mode)}, says {judge}: {verdict.reason}")
        yield plain(f"by the words: {verdict.quote}", "dim")
    else:
        guess = ", a guess that --judge MODEL may decide" if verdict.is_open else ""
        yield plain(f"{_name_of(verdict.mode)}, by the rules{guess}")
