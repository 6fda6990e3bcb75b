"""What an evaluation comes to: a board while it runs, then rates, verdicts, difficulty, validators, root causes."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.api.evaluation.report import EvaluationReport
from authoring.cli.views.evaluation.error_modes import error_modes_table, judged_view
from authoring.cli.views.evaluation.setup import setup_words
from authoring.cli.views.evaluation.task_graph import graph_lines
from authoring.cli.views.live import Board, name_cell, name_width
from authoring.cli.views.render import first_line, heading, percent, plain, table
from authoring.cli.views.statistics import pass_at_view
from authoring.cli.views.verdicts import (
    agreement_view,
    pair_words,
    problem_label,
    style_of,
    verdict_counts,
    verdict_words,
)
from authoring.dseal.diagnostic import Diagnostic
from authoring.records.progress import PartialResult, Progress, ProgressEvent, Started
from authoring.records.results import ProblemResult, RootCause, SetResult, StepMode, SubmissionNotice
from authoring.records.solvers.task_graph import LiveGraph
from authoring.records.wording import counted
from authoring.validators.verdicts import SubverdictName, VerdictName

if TYPE_CHECKING:
    from authoring.records.results import Metrics, Tally

MOST_ENTRIES = 8
"""Root causes, findings and remarks that are listed."""
MOST_ALIKE = 3
"""Findings of one kind that are listed."""
MESSAGE_WIDTH = 70
"""Characters of a message on one line."""
DIALECTS = {"dseval": "DSEval's rules", "strict": "the strict rules"}
RATES: tuple[tuple[str, frozenset[VerdictName]], ...] = (
    ("pass rate", frozenset()),
    ("  forgiving unwanted changes", frozenset({VerdictName.INTACT_VIOLATION})),
    ("  forgiving presentation errors", frozenset({VerdictName.PRESENTATION_ERROR})),
    ("  forgiving both", frozenset({VerdictName.INTACT_VIOLATION, VerdictName.PRESENTATION_ERROR})),
)
"""The paper's rates, and which verdicts count as right beside CORRECT."""
MODES = {
    StepMode.END_TO_END: "end-to-end: each answer finds what the solver's own answers left",
    StepMode.ORACLE: "oracle: each reference ran behind the answer to its problem",
}
VERDICTS_OF = {
    "mlbench": "correct is a task whose code ran and left the predictions asked for: its figures say how good they are",
    "dabench": "correct is a question whose answer is the value of the code: its figures take what was printed, too",
}
"""What a verdict means where another project's figures stand beside it, by the name of their field."""
LISTED_PACKAGES = ("numpy", "pandas")
OUTAGE = "no reply of the model"
PENDING = "waiting for a batch"
MOST_LOOKED_AT = 3
"""Kinds of failure that a person is pointed to."""


@dataclass(slots=True)
class _SetLine:
    """One set on the board."""

    name: str
    problems: int
    labels: dict[int, str] = field(default_factory=dict)
    """What became of each problem so far, by number, as `problem_label` says it."""
    seconds: float | None = None
    """None while the set is not done."""
    activity: str = ""
    """What is waited for, where a model answers."""
    graphs: dict[tuple[int, int], LiveGraph] = field(default_factory=dict)
    """Plans of a solver that makes some, by problem and sample, until the problem is judged: the first is shown."""

    def finish(self, result: SetResult) -> None:
        """Note the whole result."""
        self.labels = {problem.index: label_of(problem) for problem in result.problems}
        self.problems, self.seconds = len(result.problems), result.seconds

    def as_text(self, width: int) -> Text:
        """Return the line; the name takes `width` columns."""
        is_done = self.seconds is not None
        correct = sum(label == VerdictName.CORRECT for label in self.labels.values())
        text = name_cell(self.name, width)
        text.append(f"{correct:>4}/{self.problems:<6}" if is_done else f"{len(self.labels):>4} of {self.problems:<3}")
        text.append(f"{self.seconds:6.1f} s  " if self.seconds is not None else "  running ", "dim")
        text.append_text(verdict_counts(Counter(self.labels.values()), hide_correct=is_done))
        if not is_done and self.activity:
            text.append_text(plain(f"  {self.activity}", "dim"))
        # Without counts the line would end in the spaces that stand before them.
        text.rstrip()
        return text


class EvaluationBoard(Board):
    """How far an evaluation has come: one line for every set."""

    def __init__(self, label: str = "judging") -> None:
        super().__init__()
        self.label = label
        self.results: list[SetResult] = []
        """Sets that are done."""
        self.earlier: list[SetResult] = []
        """Those of them that an earlier command judged."""
        self._lines: dict[str, _SetLine] = {}

    def handle(self, event: ProgressEvent) -> Text | None:
        """Note an event; return the line of a set that this command judged."""
        with self.lock:
            if isinstance(event, Started):
                self._lines = {name: _SetLine(name, problems) for name, problems in event.parts}
                self.measure_names(self._lines)
            elif isinstance(event, PartialResult) and isinstance(event.record, ProblemResult):
                problem = event.record
                line = self._lines[problem.problemset]
                line.labels[problem.index] = label_of(problem)
                line.graphs = {place: graph for place, graph in line.graphs.items() if place[0] != problem.index}
            elif isinstance(event, PartialResult) and isinstance(event.record, LiveGraph):
                graph = event.record.graph
                self._lines[graph.problemset].graphs[graph.index, graph.sample] = event.record
            elif isinstance(event, PartialResult) and isinstance(event.record, SetResult):
                line = self._lines[event.record.name]
                line.finish(event.record)
                self.results.append(event.record)
                if event.is_earlier:
                    self.earlier.append(event.record)
                else:
                    return line.as_text(self.longest)
            elif isinstance(event, Progress) and (waiting := self._lines.get(event.subject)):
                waiting.activity = event.activity
        return None

    def lines(self, width: int) -> tuple[Sequence[Text], Sequence[Text]]:
        """Return the lines of the sets that are done and of those under way."""
        lines = self._lines.values()
        finished = [line.as_text(width) for line in lines if line.seconds is not None]
        working: list[Text] = []
        for line in lines:
            if (line.labels or line.activity or line.graphs) and line.seconds is None:
                graph = line.graphs.get(min(line.graphs, default=(0, 0)))
                working += [line.as_text(width), *(graph_lines(graph.graph) if graph else ())]
        return finished, working

    def summary(self) -> tuple[str, Text]:
        """Return how many sets and problems are judged, and the verdicts so far."""
        finished = sum(line.seconds is not None for line in self._lines.values())
        labels = Counter(label for line in self._lines.values() for label in line.labels.values())
        judged, problems = self.steps
        text = f"{finished} of {counted(len(self._lines), 'set')}, {judged} of {problems} problems"
        return text, verdict_counts(labels)

    @property
    def steps(self) -> tuple[int, int]:
        """Problems that are judged, and all problems."""
        lines = self._lines.values()
        return sum(len(line.labels) for line in lines), sum(line.problems for line in lines)


@dataclass(frozen=True, slots=True)
class JudgedSets:
    """The sets, one a line; of many, those that have most wrong."""

    results: Sequence[SetResult]
    max_sets: int = 25
    """Sets that are listed."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it, followed by an empty line."""
        results = self.results
        if len(results) > self.max_sets:
            worst = sorted(results, key=lambda result: -_wrong_count(result))[: self.max_sets]
            # Sets in which all is right are counted and not listed; the others keep their order.
            listed = {result.name for result in worst if _wrong_count(result)}
            results = [result for result in results if result.name in listed]
        longest = max((plain(result.name).cell_len for result in self.results), default=0)
        for result in results:
            line = _SetLine(result.name, 0)
            line.finish(result)
            yield line.as_text(min(longest, name_width(options.max_width)))
        if unlisted := len(self.results) - len(results):
            yield Text(f"… and {counted(unlisted, 'set')} with fewer wrong", "dim")
        if self.results:
            yield Text()


def _wrong_count(result: SetResult) -> int:
    return sum(problem.verdict is not VerdictName.CORRECT for problem in result.problems)


def label_of(problem: ProblemResult) -> str:
    """Return what became of a problem for a count of them; where the model gave no reply, or none yet, that."""
    if problem.outages:
        return PENDING if problem.is_pending else OUTAGE
    return problem_label(problem)


def evaluation_view(report: EvaluationReport, sets: Sequence[SetResult] = ()) -> tuple[RenderableType, ...]:
    """Return everything about an evaluation, and the sets that are to be listed."""
    return (
        JudgedSets(sets),
        *title_view(report),
        rates_view(report.metrics),
        *intervals_view(report.metrics),
        *person_view(report),
        Text(),
        *breakdowns_view(report.metrics),
        *root_causes_view(report.root_causes),
        *benchmark_findings_view(report.findings),
        *remarks_view(report.remarks),
        *(agreement_view(report.agreement) if report.agreement else ()),
    )


def end_view(report: EvaluationReport, *, earlier: int, fail_under: float | None) -> Iterator[RenderableType]:
    """Yield where the results stand, and why the command fails if it does."""
    if earlier:
        yield Text(f"{counted(earlier, 'set')} had been judged before; --fresh judges them again", "dim")
    yield from first_look_view(report)
    yield from outages_view(report)
    yield from spending_view(report)
    yield from judged_view(report)
    if report.batches:
        yield _line(("batches   ", "dim"), (", ".join(report.batches), ""))
    yield _line(("results   ", "dim"), (report.out, ""))
    yield _line(("evidence  ", "dim"), (report.evidence, ""))
    if report.transcripts:
        for folder in report.transcripts.folders:
            yield _line(("transcript", "dim"), (f" {folder}", ""))
        for note in report.transcripts.notes:
            yield plain(note, "yellow")
    if not report.metrics.judged and not report.metrics.outages:
        yield Text("nothing could be judged", "bold red")
    elif not report.metrics.outages and report.exit_code(fail_under):
        yield Text(f"the pass rate of {percent(report.metrics.pass_rate)} is under {fail_under:g} %", "bold red")


def next_of_evaluation(report: EvaluationReport) -> str:
    """Return the command that scores transcripts, or looks at the first problem that is not correct."""
    if report.transcripts and report.transcripts.folders:
        tree, folder = report.transcripts.tree, report.transcripts.folders[0]
        return f"authoring score cibench {shlex.quote(folder)} --tree {shlex.quote(tree)}"
    show = f"authoring results show {shlex.quote(report.out)}"
    # Wrong ones come before those without a verdict: sorting is stable.
    for problem in sorted(report.problems, key=lambda problem: problem.verdict is None):
        if problem.verdict is not VerdictName.CORRECT:
            return f"{show} {shlex.quote(problem.problemset)} {problem.index}"
    return show


def title_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield what was judged, by whose rules, where."""
    version = f" v{report.version}" if str(report.version) else ""
    yield heading(f"{report.benchmark}{version}: {report.solver}")
    took = f"{report.seconds:.1f} s"
    counts = f"{counted(report.sets, 'set')}, {counted(report.metrics.problems, 'problem')} in {took}"
    yield plain(f"{counts}, by {DIALECTS[report.dialect]}", "dim")
    if report.mode is not StepMode.SEPARATE:
        yield plain(MODES[report.mode], "dim")
    packages = [f"{name} {version}" for name, version in report.packages if name in LISTED_PACKAGES]
    yield plain(", ".join((f"Python {report.python}", *packages)), "dim")
    if words := setup_words(report):
        yield plain(words, "dim")
    yield from verdicts_of_view(report)
    yield Text()


def verdicts_of_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield whose judges gave the verdicts where another project's figures stand beside them."""
    yield from (plain(words, "dim") for name, words in VERDICTS_OF.items() if getattr(report.scores, name, None))


def rates_view(metrics: "Metrics") -> Table:
    """Return the paper's rates of an evaluation, and what they leave out."""
    problems = metrics.judged + metrics.unanswered
    rates = (
        *(metrics.pass_rate, metrics.pass_rate_without_intact),
        *(metrics.pass_rate_without_presentation, metrics.pass_rate_without_both),
    )
    # Rates come as shares and are shown as counts, of which rounding gives back the whole number.
    listing = rates_table([round((rate or 0) * problems) for rate in rates], problems)
    if metrics.error_propagation:
        listing.columns[0].header = "with its own errors in view"
    if metrics.pass_at:
        listing.columns[1].header = "answers"
    for name, number in (("no answer, counted as wrong", metrics.unanswered), ("cannot be judged", metrics.blocked)):
        if number:
            listing.add_row(Text(name, "yellow"), Text(f"{number}", "yellow"), "")
    return listing


def rates_table(right: Sequence[int], problems: int) -> Table:
    """Return the paper's rates of so many problems; `right` are those that count as right, for each of `RATES`."""
    listing = table("", "problems>", "rate>")
    for (name, forgiven), number in zip(RATES, right, strict=True):
        style = "" if forgiven else "bold"
        rate = percent(number / problems if problems else None)
        listing.add_row(Text(name, style), Text(f"{number}/{problems}", style), Text(rate, style))
    return listing


def intervals_view(metrics: "Metrics") -> Iterator[RenderableType]:
    """Yield how far the pass rate can be trusted; of several samples, how likely one of k is right."""
    interval = metrics.interval
    if metrics.pass_at:
        yield from pass_at_view(metrics.pass_at)
    elif interval is not None:
        yield Text(f"pass rate: 95 % interval {percent(interval.low)} to {percent(interval.high)}", "dim")


def person_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield how long a person took, whose answers are a baseline for the others."""
    if (took := report.person_time) is not None:
        answers = counted(took.answers, "answer")
        yield Text(f"person: {answers} in {minutes(took.total)}, median {minutes(took.median)}")


def minutes(seconds: float) -> str:
    """Return a time in minutes and seconds, as a person took it."""
    return f"{round(seconds) // 60}:{round(seconds) % 60:02} min"


def ranked_failures(report: EvaluationReport) -> list[tuple[str, list[str]]]:
    """Return the most frequent ways of failing in words, each with the places of its problems."""
    places: dict[str, list[str]] = {}
    for problem in report.problems:
        if problem.verdict in {None, VerdictName.CORRECT} or problem.subverdict is None:
            continue
        words = pair_words((problem.verdict, problem.subverdict))
        if problem.failure:
            words = f"{verdict_words(problem.verdict)}, {first_line(problem.failure, MESSAGE_WIDTH)}"
        places.setdefault(words, []).append(f"{problem.problemset} {problem.index}")
    # The frequent ones first; sorting is stable, so that of equals the first one stays it.
    return sorted(places.items(), key=lambda entry: -len(entry[1]))[:MOST_LOOKED_AT]


def first_look_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield the most frequent ways of failing, each with a problem to begin with."""
    if ranked := ranked_failures(report):
        yield Text("to look at first", "bold yellow")
        for words, problems in ranked:
            yield _line((f"{len(problems):>5}  {words}: ", ""), (problems[0], "bold"))
        yield Text()


def outages_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield how many answers are still to be asked for, and the reason of the first."""
    waiting = sum(len(problem.outages) for problem in report.problems if problem.is_pending)
    if waiting:
        text = f"{counted(waiting, 'answer')} in a batch, within a day: neither right nor wrong, and in no rate"
        yield Text(f"{text}; the same command collects what has come", "bold yellow")
        yield Text()
    reasons = [reason for problem in report.problems if not problem.is_pending for reason in problem.outages]
    if reasons:
        text = f"{counted(len(reasons), 'answer')} did not come: neither right nor wrong, and in no rate"
        yield Text(f"{text}; the same command asks again", "bold yellow")
        yield Padding(plain(first_line(reasons[0], 5 * MESSAGE_WIDTH)), (0, 0, 0, 2), expand=False)
        yield Text()


def spending_view(report: EvaluationReport) -> Iterator[RenderableType]:
    """Yield what the answers took of their model, and what of it this command paid."""
    spending = report.spending
    if spending is None:
        return
    tokens = f"{counted(spending.calls, 'call')}, {spending.prompt:,} + {spending.output:,} tokens"
    yield _line(("model     ", "dim"), (tokens + (f", {spending.amount}" if spending.amount else ""), ""))
    if spending.new_calls not in {0, spending.calls}:
        paid = f", {spending.new_amount}" if spending.new_amount else ""
        # Calls that gave no reply belong to no answer.
        subject = "of these" if spending.new_calls < spending.calls else "with those that gave no reply"
        yield _line(("          ", ""), (f"{subject} {counted(spending.new_calls, 'call')} now{paid}", "dim"))


def breakdowns_view(metrics: "Metrics") -> tuple[RenderableType, ...]:
    """Return who got which verdict, how hard problems fared, and what each validator let through."""
    if not metrics.judged:
        return ()
    tables = (_shares("difficulty", metrics.by_difficulty), _shares("validator", metrics.by_validator))
    modes = (error_modes_table(metrics.by_error_mode), Text()) if metrics.by_error_mode else ()
    return (verdicts_table(metrics), Text(), *modes, Columns(tables, padding=(0, 4)), Text())


def verdicts_table(metrics: "Metrics") -> Table:
    """Return how often each verdict was given, and each sub-verdict below it."""
    listing = table("verdict", "sub-verdict", "problems>", "share>")
    problems = metrics.judged + metrics.unanswered
    for tally in sorted(metrics.by_subverdict, key=lambda tally: -tally.count):
        name = Text(verdict_words(tally.name), style_of(tally.name))
        part = "" if tally.part == SubverdictName.UNCATEGORIZED else verdict_words(tally.part)
        listing.add_row(name, Text(part), Text(f"{tally.count}"), Text(percent(tally.count / problems)))
    return listing


def _shares(name: str, tallies: "Sequence[Tally]") -> Table:
    listing = table(name, "correct>", "rate>")
    for tally in tallies:
        rate = percent(tally.correct / tally.count)
        listing.add_row(plain(tally.name), Text(f"{tally.correct}/{tally.count}"), Text(rate))
    return listing


def root_causes_view(causes: Sequence[RootCause]) -> Iterator[RenderableType]:
    """Yield what keeps problems from being judged, each cause once."""
    if not causes:
        return
    yield Text(f"{counted(len(causes), 'root cause')} why problems cannot be judged", "bold yellow")
    for cause in causes[:MOST_ENTRIES]:
        cell = "context" if cause.number is None else f"problem {cause.number}"
        yield _line(
            (f"{cause.problemset}.py:{cause.line}", "bold"),
            (f": {cell}, blocks {counted(len(cause.blocked), 'problem')}", ""),
        )
        yield Padding(plain(first_line(cause.message, 5 * MESSAGE_WIDTH)), (0, 0, 0, 2), expand=False)
    yield from _unlisted(len(causes))


def benchmark_findings_view(findings: Sequence[Diagnostic]) -> Iterator[RenderableType]:
    """Yield what is wrong with the benchmark, above all where validators are weak; what is alike once."""
    if not findings:
        return
    yield Text(f"{counted(len(findings), 'finding')} about the benchmark", "bold yellow")
    by_code = sorted(findings, key=lambda finding: finding.code)
    for code, alike in groupby(by_code, key=lambda finding: finding.code):
        same = list(alike)
        yield _line((f"{code} {same[0].name}", "bold"), (f", {counted(len(same), 'time')}", "dim"))
        for finding in same[:MOST_ALIKE]:
            # Sets are known by their file's name; the folder is the benchmark's.
            yield plain(f"  {PurePath(finding.path).name or 'line'}:{finding.line}")
            yield Padding(plain(first_line(finding.message, 2 * MESSAGE_WIDTH)), (0, 0, 0, 4), expand=False)
        if len(same) > MOST_ALIKE:
            yield Text(f"  … and {len(same) - MOST_ALIKE} more; all of them with --json", "dim")
    yield Text()


def remarks_view(remarks: Sequence[SubmissionNotice]) -> Iterator[RenderableType]:
    """Yield what was seen of submissions that fit no problem, or not quite; what is alike once."""
    if not remarks:
        return
    yield Text(f"{counted(len(remarks), 'remark')} about submissions", "bold yellow")
    alike: dict[str, list[SubmissionNotice]] = {}
    for remark in remarks:
        alike.setdefault(remark.message, []).append(remark)
    for message, same in list(alike.items())[:MOST_ENTRIES]:
        repetitions = f" and {len(same) - 1} more" if len(same) > 1 else ""
        yield _line((same[0].place, "bold"), (repetitions, "dim"), (":", ""))
        yield Padding(plain(message), (0, 0, 0, 2), expand=False)
        if same[0].hint:
            yield Padding(Text.assemble(("hint: ", "cyan"), plain(same[0].hint)), (0, 0, 0, 2), expand=False)
    yield from _unlisted(len(alike))


def _line(*parts: tuple[str, str]) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    for content, style in parts:
        text.append_text(plain(content, style))
    return text


def _unlisted(number: int) -> Iterator[RenderableType]:
    if number > MOST_ENTRIES:
        yield Text(f"… and {number - MOST_ENTRIES} more; all of them with --json", "dim")
    yield Text()
