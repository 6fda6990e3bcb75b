"""Several solvers of one benchmark side by side: a line for each while they answer, then how far they differ."""

import shlex
from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.api.evaluation.report import EvaluationReport
from authoring.api.evaluation.solver_comparison import ProblemRates, SolverComparison
from authoring.cli.views.evaluation import (
    EvaluationBoard,
    benchmark_findings_view,
    minutes,
    outages_view,
    ranked_failures,
    root_causes_view,
    verdicts_of_view,
)
from authoring.cli.views.evaluation.comparison import runs_view
from authoring.cli.views.evaluation.error_modes import judged_view, modes_of_solvers
from authoring.cli.views.evaluation.task_graph import GraphsUnderWay
from authoring.cli.views.live import Board, name_cell
from authoring.cli.views.render import heading, percent, plain, table
from authoring.cli.views.scores import project_scores_view
from authoring.records.progress import PartialResult, ProgressEvent, SolverEvent, Started
from authoring.records.results import ProblemResult
from authoring.records.solvers.task_graph import LiveGraph
from authoring.records.wording import counted

MOST_PROBLEMS = 3
"""Problems of one kind that are named to look at first."""


class SolversBoard(Board):
    """How far an evaluation by several solvers has come: one line for every solver."""

    label = "judging"

    def __init__(self) -> None:
        super().__init__()
        self._boards: dict[str, EvaluationBoard] = {}
        self._problems: dict[str, int] = {}
        self._graphs = GraphsUnderWay()

    def handle(self, event: ProgressEvent) -> Text | None:
        """Note an event; return the line of a set that is done, with the solver before it."""
        with self.lock:
            if isinstance(event, Started):
                self._boards = {name: EvaluationBoard() for name, _ in event.parts}
                self._problems = dict(event.parts)
                self.measure_names(self._boards)
            elif isinstance(event, SolverEvent):
                line = self._boards[event.solver].handle(event.event)
                record = event.event.record if isinstance(event.event, PartialResult) else None
                if isinstance(record, LiveGraph):
                    self._graphs.note(event.solver, record)
                elif isinstance(record, ProblemResult):
                    self._graphs.drop(event.solver, record.index, record.problemset)
                return None if line is None else Text.assemble(name_cell(event.solver, self.longest), "  ", line)
        return None

    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the lines of the solvers that are done and of those under way."""
        finished: list[Text] = []
        working: list[Text] = []
        for name, board in self._boards.items():
            judged, problems = board.steps[0], self._problems[name]
            text, counts = board.summary()
            is_done = judged == problems
            line = Text.assemble(name_cell(name, width), "  ", text if judged else "waiting", "  ", counts)
            (finished if is_done else working).append(line)
            working += self._graphs.lines(name)
        return finished, working

    def summary(self) -> tuple[str, Text]:
        """Return how many answers are judged, over all solvers."""
        judged, problems = self.steps
        return f"{counted(len(self._boards), 'solver')}, {judged:,} of {counted(problems, 'problem')}", Text()

    @property
    def steps(self) -> tuple[int, int]:
        """Problems that are judged, over all solvers, and all of them."""
        return sum(board.steps[0] for board in self._boards.values()), sum(self._problems.values())


def solvers_view(compared: SolverComparison, *, fail_under: float | None) -> Iterator[RenderableType]:
    """Yield the solvers beside each other, what to look at first, what it cost, and where the results stand."""
    first = compared.reports[0]
    yield heading(f"{compared.benchmark}: {counted(len(compared.reports), 'solver')}")
    yield plain(f"{counted(first.sets, 'set')}, {counted(first.metrics.problems, 'problem')}", "dim")
    yield Text()
    yield solvers_table(compared.reports)
    yield Text()
    yield from modes_of_solvers(compared.reports)
    if compared.comparison is not None:
        yield from runs_view(compared.comparison)
    else:
        yield Text(
            "The solvers are not compared, because no two of them were judged on the same problems.", "bold yellow"
        )
        yield Text()
    # Said once: these figures and the verdicts above may differ.
    yield from verdicts_of_view(first)
    for report in compared.reports:
        if report.scores is not None:
            yield heading(report.solver)
            yield from project_scores_view(report.scores)
    yield from root_causes_view(first.root_causes)
    yield from benchmark_findings_view(first.findings)
    yield from first_look_view(compared)
    for report in compared.reports:
        yield from (_with_solver(report, part) for part in outages_view(report))
    yield from end_view(compared, fail_under=fail_under)


def solvers_table(reports: Sequence[EvaluationReport]) -> Table:
    """Return a line for each solver: what it got right, what is missing, and what it took."""
    has_samples = any(report.metrics.pass_at for report in reports)
    columns = ("solver", "right>", "pass rate>", *(["pass@k>"] if has_samples else []), "no answer>")
    listing = table(*columns, "calls>", "tokens>", "cost")
    for report in reports:
        metrics, spending = report.metrics, report.spending
        problems = metrics.judged + metrics.unanswered
        right = round((metrics.pass_rate or 0) * problems)
        cells = [f"{right}/{problems}", percent(metrics.pass_rate)]
        if has_samples:
            last = metrics.pass_at[-1] if metrics.pass_at else None
            interval = f" ({100 * last.low:.0f}-{100 * last.high:.0f})" if last else ""
            cells.append(f"{percent(last.rate)} @{last.samples}{interval}" if last else "")
        cells.append(str(metrics.unanswered + metrics.outages or ""))
        if spending is not None:
            cells += [f"{spending.calls:,}", f"{spending.prompt + spending.output:,}", spending.amount]
        elif report.person_time is not None:
            cells += ["", "", minutes(report.person_time.total)]
        listing.add_row(plain(report.solver, "bold"), *cells)
    return listing


def first_look_view(compared: SolverComparison) -> Iterator[RenderableType]:
    """Yield what to look at first: problems that nobody solves, those that part the solvers, and how each fails."""
    nobody, parting = unsolved_problems(compared), parting_problems(compared)
    failures = [(report.solver, ranked[0]) for report in compared.reports if (ranked := ranked_failures(report))]
    if not (nobody or parting or failures):
        return
    yield Text("to look at first", "bold yellow")
    for problems, words in ((nobody, "that nobody solves"), (parting, "that part the solvers")):
        if problems:
            places = ", ".join(f"{problem.problemset} {problem.index}" for problem in problems[:MOST_PROBLEMS])
            more = ", …" if len(problems) > MOST_PROBLEMS else ""
            text = f"{len(problems):>5}  {'problem' if len(problems) == 1 else 'problems'} {words}: "
            yield Text.assemble(text, (places + more, "bold"))
    for solver, (words, places_of) in failures:
        yield Text.assemble(plain(f"{len(places_of):>5}  {words} ({solver}): "), (places_of[0], "bold"))
    yield Text()


def unsolved_problems(compared: SolverComparison) -> list[ProblemRates]:
    """Return the problems that every solver was judged on and none ever got right."""
    return [problem for problem in compared.problems if not any(problem.rates) and None not in problem.rates]


def parting_problems(compared: SolverComparison) -> list[ProblemRates]:
    """Return the problems that some solvers get right more often than others, where that differs most first."""
    spreads = [(max(rates) - min(rates), problem) for problem in compared.problems if (rates := _judged(problem))]
    return [problem for spread, problem in sorted(spreads, key=lambda entry: -entry[0]) if spread > 0]


def _judged(problem: ProblemRates) -> list[float]:
    return [rate for rate in problem.rates if rate is not None]


def _with_solver(report: EvaluationReport, part: RenderableType) -> RenderableType:
    if isinstance(part, Text) and part:
        return Text.assemble(plain(f"{report.solver}: ", "bold"), part)
    return part


def end_view(compared: SolverComparison, *, fail_under: float | None) -> Iterator[RenderableType]:
    """Yield what this command paid, where the results stand, and why the command fails if it does."""
    if any(report.spending for report in compared.reports):
        paid = f", {compared.new_amount}" if compared.new_amount else ""
        yield plain(f"cost      {counted(compared.new_calls, 'call')} now{paid}", "dim")
    for report in compared.reports:
        yield from judged_view(report)
    for report in compared.reports:
        if report.batches:
            yield plain(f"batches   {', '.join(report.batches)}", "dim")
            break
    for report in compared.reports:
        yield plain(f"results   {report.out}", "dim")
        if report.transcripts:
            yield from (plain(f"transcript {folder}", "dim") for folder in report.transcripts.folders)
    for report in compared.reports:
        if not report.metrics.judged and not report.metrics.outages:
            yield plain(f"{report.solver}: nothing could be judged", "bold red")
        elif not report.metrics.outages and report.exit_code(fail_under):
            text = f"the pass rate of {percent(report.metrics.pass_rate)} is under {fail_under:g} %"
            yield plain(f"{report.solver}: {text}", "bold red")


def next_of_solvers(compared: SolverComparison) -> str:
    """Return the command that looks at the first problem that nobody solves, or that parts solvers, or one that fails.

    It is empty where answers are missing, for which the same command has to be given again.
    """
    reports = compared.reports
    if any(report.metrics.outages or (report.judged and report.judged.outages) for report in reports):
        return ""
    first = next(iter((*unsolved_problems(compared), *parting_problems(compared))), None)
    if first is None:
        return f"authoring results show {shlex.quote(reports[0].out)}"
    # Of a problem that parts them, an answer of the solver that is wrong most often.
    rates = [1.0 if rate is None else rate for rate in first.rates]
    report = reports[rates.index(min(rates))]
    return f"authoring results show {shlex.quote(report.out)} {shlex.quote(first.problemset)} {first.index}"
