"""How a pilot is shown: a line for each solver while it works, then problems, findings with their answers, and cost."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.api.evaluation.pass_rates import passes_of_pilot, rate_of_solver
from authoring.api.evaluation.pilot import PilotRequest
from authoring.api.evaluation.pilot_report import PilotEstimate, PilotReport, PilotStep
from authoring.cli.views.evaluation.estimates import estimate_lines
from authoring.cli.views.evaluation.task_graph import GraphsUnderWay
from authoring.cli.views.findings import finding_view
from authoring.cli.views.live import Board, name_cell
from authoring.cli.views.pilot_answers import SHOWN_BY_ANSWERS, answers_table
from authoring.cli.views.render import heading, plain, table
from authoring.cli.views.statistics import pass_at_view, statistics_cells
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records.pilot import PilotProblem, PilotRecord
from authoring.records.progress import PartialResult, ProgressEvent, Started
from authoring.records.solvers.task_graph import LiveGraph
from authoring.records.wording import counted

MOST_REMARKS = 3
"""Remarks about recorded answers that are shown."""
MOST_LOOKED_AT = 3
"""Problems that are named to look at first."""
ORDER = ("DS971", "DS974", "DS972", "DS973", "DS977", "DS975", "DS976", "DS978")
"""Codes in the order in which they are worth a look: what makes a problem wrong comes before what makes it unfair."""


@dataclass(slots=True)
class _SolverLine:
    """One solver on the board."""

    name: str
    problems: int
    answered: int = 0
    right: int = 0
    answers: int = 0
    outages: int = 0

    def as_text(self, width: int) -> Text:
        """Return the line; the name takes `width` columns."""
        text = name_cell(self.name, width)
        text.append(f"{self.answered:>4} of {self.problems:<4}")
        text.append(f"{self.right} of {counted(self.answers, 'answer')} right", "green" if self.right else "")
        if self.outages:
            text.append(f"  {counted(self.outages, 'answer')} did not come", "yellow")
        return text


class PilotBoard(Board):
    """How far a pilot has come: one line for every solver; without solvers a model judges by the rubric alone."""

    label = "answering"

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[str, _SolverLine] = {}
        self._graphs = GraphsUnderWay()

    def handle(self, event: ProgressEvent) -> Text | None:
        """Note an event; return the line of a solver that is done."""
        with self.lock:
            if isinstance(event, Started):
                self._lines = {name: _SolverLine(name, problems) for name, problems in event.parts}
                self.measure_names(self._lines)
            elif isinstance(event, PartialResult) and isinstance(event.record, PilotStep):
                step, line = event.record, self._lines[event.record.solver]
                line.answered += 1
                line.right += step.right
                line.answers += step.answers
                line.outages += step.outages
                self._graphs.drop(step.solver, step.number)
                if line.answered == line.problems:
                    return line.as_text(self.longest)
            elif isinstance(event, PartialResult) and isinstance(event.record, LiveGraph):
                self._graphs.note(event.record.solver, event.record)
        return None

    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the lines of the solvers that are done and of those under way."""
        lines = list(self._lines.values())
        finished = [line.as_text(width) for line in lines if line.answered == line.problems]
        working = [line.as_text(width) for line in lines if line.answered < line.problems]
        return finished, [*working, *self._graphs.lines()]

    def summary(self) -> tuple[str, Text]:
        """Return how many answers are there."""
        answers = sum(line.answers for line in self._lines.values())
        text = f"{counted(len(self._lines), 'solver')}, {counted(answers, 'answer')}" if self._lines else "pilot"
        return text, Text()

    @property
    def steps(self) -> tuple[int, int]:
        """Problems that were answered, over all solvers, and all of them."""
        lines = self._lines.values()
        return sum(line.answered for line in lines), sum(line.problems for line in lines)


def pilot_view(report: PilotReport) -> tuple[RenderableType, ...]:
    """Return everything about a pilot: problems, findings with their answers, solvers, and what to look at first."""
    record = report.record
    return (
        *(answers_view(record) if record.solvers else (heading(record.name), Text())),
        *evidence_view(record),
        *((solvers_table(record), Text()) if record.solvers else ()),
        *rubric_view(record),
        *first_look_view(record),
        *outages_view(record),
        *spending_view(report),
        plain(f"record    {report.path}", "dim"),
    )


def answers_view(record: PilotRecord) -> tuple[RenderableType, ...]:
    """Return who answered how often, and what came of each problem."""
    title = f"{record.name}: {counted(len(record.solvers), 'solver')}, {counted(record.samples, 'sample')} each"
    passes = pass_at_view(passes_of_pilot(record))
    return (heading(title), Text(), problems_table(record), *hint_view(record), Text(), *passes, Text())


def problems_table(record: PilotRecord) -> Table:
    """Return a line for each problem: its answers, its figures and its findings."""
    columns = ("problem>", "right>", "pass@1>", "interval>", "discrimination>", "level", "clusters", "tokens>", "found")
    listing = table(*columns)
    for problem in record.problems:
        codes = [finding.code for finding in record.findings if finding.problem == problem.number]
        figures = statistics_cells(problem.statistics)
        listing.add_row(
            str(problem.number),
            *figures,
            level_cell(problem),
            " ".join(f"{cluster.answers}{'=' if cluster.is_reference else ''}" for cluster in problem.clusters),
            f"{problem.tokens:,}" if problem.tokens else "",
            Text(" ".join(codes) or ("cannot be judged" if problem.is_blocked else ""), "yellow"),
        )
    return listing


def level_cell(problem: PilotProblem) -> str:
    """Return the level that follows from the answers, behind the one that is claimed."""
    follows = problem.statistics.level if problem.statistics else ""
    return f"{problem.level} -> {follows}" if problem.level and problem.level != follows else follows


def hint_view(record: PilotRecord) -> Iterator[RenderableType]:
    """Yield what the columns mean, and how far they can be trusted."""
    yield plain("intervals: Wilson, 95 %; clusters: answers the judge takes for one, = the reference's", "dim")
    if any(figures.is_hint for figures in record.items.values()):
        solvers = counted(len(record.solvers), "solver")
        yield plain(f"discrimination (point-biserial, item against rest) of {solvers}: a hint, no measurement", "dim")


def evidence_view(record: PilotRecord) -> Iterator[RenderableType]:
    """Yield each finding with the answers that show it."""
    problems = {problem.number: problem for problem in record.problems}
    for finding in record.findings:
        yield finding_view(finding, record.name)
        problem = problems.get(finding.problem or 0)
        if problem is not None and finding.code in SHOWN_BY_ANSWERS:
            yield Padding(answers_table(problem), (0, 0, 1, 2), expand=False)


def solvers_table(record: PilotRecord) -> Table:
    """Return a line for each solver: what it got right, and what it took."""
    listing = table("solver", "right>", "95 %>", "answers>", "calls>", "tokens>", "cost")
    for solver in record.solvers:
        amounts = (f"{solver.calls:,}", f"{solver.tokens:,}") if solver.calls else ("", "")
        share = f"{solver.right / solver.answers:.0%}" if solver.answers else "-"
        rate = rate_of_solver(record, solver.name)
        interval = f"{100 * rate.low:.0f}-{100 * rate.high:.0f}" if rate is not None else ""
        listing.add_row(plain(solver.name, "bold"), share, interval, f"{solver.answers:,}", *amounts, solver.amount)
        if solver.blind_calls:
            blind = (f"{solver.blind_calls:,}", f"{solver.blind_tokens:,}", solver.blind_amount)
            listing.add_row(plain("  without the data", "dim"), "", "", "", *blind)
        for remark in solver.remarks[:MOST_REMARKS]:
            listing.add_row(plain(f"  {remark}", "yellow"))
    return listing


def rubric_view(record: PilotRecord) -> Iterator[RenderableType]:
    """Yield what a model says by the rubric: how many problems meet each criterion, and how many are not judged."""
    if record.rubric is None:
        return
    yield heading(f"by the rubric, {record.rubric.model} says")
    listing = table("criterion", "met>", "objected>", "not judged>", "problems")
    for criterion in record.rubric.criteria:
        verdicts = [verdict for verdict in record.rubric.verdicts if verdict.criterion == criterion]
        counts = Counter(verdict.holds for verdict in verdicts)
        objected = ", ".join(str(verdict.number) for verdict in verdicts if verdict.holds is False)
        listing.add_row(plain(criterion), *(str(counts[holds]) for holds in (True, False, None)), objected)
    yield listing
    if record.rubric.outages:
        problems = counted(record.rubric.outages, "problem")
        yield Text(f"no reply about {problems}; the same command asks again", "bold yellow")
    yield Text()


def first_look_view(record: PilotRecord) -> Iterator[RenderableType]:
    """Yield the problems to look at first: what is wrong before what is unfair, warnings before hints."""
    ranked = sorted(record.findings, key=_weight)[:MOST_LOOKED_AT]
    if ranked:
        yield Text("to look at first", "bold yellow")
        for finding in ranked:
            yield Text.assemble((f"  problem {finding.problem}", "bold"), f"  {finding.code}  ", plain(finding.message))
        yield Text()


def _weight(finding: Diagnostic) -> tuple[bool, int]:
    return finding.severity is Severity.NOTE, ORDER.index(finding.code) if finding.code in ORDER else len(ORDER)


def outages_view(record: PilotRecord) -> Iterator[RenderableType]:
    """Yield how many answers are still to be asked for."""
    if record.outages:
        text = f"{counted(record.outages, 'answer')} did not come: neither right nor wrong, and in no figure"
        yield Text(f"{text}; the same command asks again", "bold yellow")


def spending_view(report: PilotReport) -> Iterator[RenderableType]:
    """Yield what this command paid for."""
    if report.new_calls or any(solver.calls for solver in report.record.solvers):
        paid = f", {report.new_amount}" if report.new_amount else ""
        yield plain(f"cost      {counted(report.new_calls, 'call')} now{paid}", "dim")


def estimates_view(estimates: Sequence[PilotEstimate]) -> Iterator[RenderableType]:
    """Yield a line for each solver and for each way in which it is asked without the data."""
    withouts = (f" without the data ({entry.variant})" if entry.variant else "" for entry in estimates)
    yield from estimate_lines(
        (f"{entry.solver}{without}: {entry.estimate.figures}", entry.estimate.priced)
        for entry, without in zip(estimates, withouts, strict=True)
    )


def next_of_pilot(request: PilotRequest, report: PilotReport) -> str:
    """Return the command that comes next: the same one, a review, or what a code means."""
    record = report.record
    if record.outages or (record.rubric is not None and record.rubric.outages):
        return command_of(request)
    if report.is_draft:
        return f"authoring review {record.name}"
    first = min(record.findings, key=_weight, default=None)
    return f"authoring explain {first.code}" if first else "authoring stats"


def command_of(request: PilotRequest) -> str:
    """Return the command that asks for a pilot."""
    asking = request.asking
    values = (
        *(("--solver", solver) for solver in request.solvers),
        *(("--samples", request.samples), ("--context", asking.context), ("--turns", asking.turns)),
        *(("--temperature", asking.temperature), ("--seed", asking.seed), ("--base-url", asking.access.base_url)),
        *(("--budget", asking.access.budget), ("--jobs", request.jobs), ("--workspace", request.workspace)),
    )
    words = [f"{option} {shlex.quote(str(value))}" for option, value in values if value is not None]
    words += [f"--rubric {shlex.quote(request.rubric)}"] if request.rubric else []
    words += [] if request.blind else ["--no-blind"]
    return " ".join(["authoring pilot", shlex.quote(request.name), *words])
