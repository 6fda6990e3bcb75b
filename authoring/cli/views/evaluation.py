"""What an evaluation comes to, on the screen: rates, verdicts, difficulty, validators, and what stood in the way."""

import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import PurePath

from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from authoring.cli.agreement import agreement_view, words
from authoring.cli.board import SetsTable, style_of
from authoring.cli.evaluated import Evaluated, exit_code
from authoring.cli.views.render import first_line, heading, plain, table
from authoring.dseal.diagnostic import Diagnostic
from authoring.evaluation.metrics import UNANSWERED, Metrics, Tally
from authoring.records.results import Remark, RootCause, SetResult
from authoring.records.wording import counted
from authoring.validators.verdicts import SubverdictName, VerdictName

MOST = 8
"""Root causes, findings and astray sets that are listed."""

ALIKE = 3
"""Findings of one kind that are listed."""

MESSAGE = 70
"""Characters of a message that are shown."""

RULES = {"dseval": "DSEval's rules", "strict": "the strict rules"}

RATES: tuple[tuple[str, frozenset[VerdictName]], ...] = (
    ("pass rate", frozenset()),
    ("  forgiving unwanted changes", frozenset({VerdictName.INTACT_VIOLATION})),
    ("  forgiving presentation errors", frozenset({VerdictName.PRESENTATION_ERROR})),
    ("  forgiving both", frozenset({VerdictName.INTACT_VIOLATION, VerdictName.PRESENTATION_ERROR})),
)
"""The paper's rates, and which verdicts count as right beside CORRECT."""

SHOWN_PACKAGES = ("numpy", "pandas")


def evaluation_view(done: Evaluated, sets: Sequence[SetResult] = ()) -> tuple[RenderableType, ...]:
    """Return everything about an evaluation.

    Args:
        done: what it comes to.
        sets: those that are to be listed.
    """
    return (
        SetsTable(sets),
        *title_view(done),
        rates_view(done.metrics),
        Text(),
        *breakdowns_view(done.metrics),
        *root_causes_view(done.root_causes),
        *weak_view(done.findings),
        *remarks_view(done.remarks),
        *(agreement_view(done.agreement) if done.agreement else ()),
    )


def end_view(done: Evaluated, *, kept: int, fail_under: float | None) -> Iterator[RenderableType]:
    """Yield where the results stand, and why the command fails if it does."""
    if kept:
        yield Text(f"{counted(kept, 'set')} had been judged before; --fresh judges them again", "dim")
    yield _line(("results   ", "dim"), (done.out, ""))
    yield _line(("evidence  ", "dim"), (done.evidence, ""))
    if not done.metrics.judged:
        yield Text("nothing could be judged", "bold red")
    elif exit_code(done, fail_under):
        yield Text(f"the pass rate of {percent(done.metrics.pass_rate)} is under {fail_under:g} %", "bold red")


def next_of(done: Evaluated) -> str:
    """Return the command that looks at the first problem that is not correct."""
    show = f"authoring results show {shlex.quote(done.out)}"
    for problem in sorted(done.problems, key=lambda problem: problem.verdict is None):
        if problem.verdict is not VerdictName.CORRECT:
            return f"{show} {shlex.quote(problem.problemset)} {problem.index}"
    return show


def title_view(done: Evaluated) -> Iterator[RenderableType]:
    """Yield what was judged, by whose rules, where."""
    version = f" v{done.version}" if str(done.version) else ""
    yield heading(f"{done.benchmark}{version}: {done.solver}")
    took = f"{done.seconds:.1f} s"
    counts = f"{counted(done.sets, 'set')}, {counted(done.metrics.problems, 'problem')} in {took}"
    yield plain(f"{counts}, by {RULES[done.dialect]}", "dim")
    packages = [f"{name} {version}" for name, version in done.packages if name in SHOWN_PACKAGES]
    yield plain(", ".join((f"Python {done.python}", *packages)), "dim")
    yield Text()


def rates_view(metrics: Metrics) -> Table:
    """Return the paper's rates of an evaluation, and what they leave out."""
    asked = metrics.judged + metrics.unanswered
    rates = (
        *(metrics.pass_rate, metrics.pass_rate_without_intact),
        *(metrics.pass_rate_without_presentation, metrics.pass_rate_without_both),
    )
    made = rates_table([round((rate or 0) * asked) for rate in rates], asked)
    if metrics.error_propagation:
        made.columns[0].header = "with its own errors in view"
    for name, number in (("no answer, counted as wrong", metrics.unanswered), ("cannot be judged", metrics.blocked)):
        if number:
            made.add_row(Text(name, "yellow"), Text(f"{number}", "yellow"), "")
    return made


def rates_table(right: Sequence[int], asked: int) -> Table:
    """Return the paper's rates.

    Args:
        right: how many problems count as right, for each of `RATES`.
        asked: of how many.
    """
    made = table("", "problems>", "rate>")
    for (name, forgiven), number in zip(RATES, right, strict=True):
        style = "" if forgiven else "bold"
        made.add_row(
            Text(name, style), Text(f"{number}/{asked}", style), Text(percent(number / asked if asked else None), style)
        )
    return made


def percent(rate: float | None) -> str:
    """Return a share as a person reads it."""
    return "-" if rate is None else f"{100 * rate:.1f} %"


def breakdowns_view(metrics: Metrics) -> tuple[RenderableType, ...]:
    """Return who got which verdict, how hard problems fared, and what each validator let through."""
    if not metrics.judged:
        return ()
    hard = _shares("difficulty", metrics.by_difficulty)
    by_validator = _shares("validator", metrics.by_validator)
    beside = Columns((hard, by_validator), padding=(0, 4))
    return (verdicts_table(metrics), Text(), beside, Text())


def verdicts_table(metrics: Metrics) -> Table:
    """Return how often each verdict was given, and each sub-verdict below it."""
    made = table("verdict", "sub-verdict", "problems>", "share>")
    asked = metrics.judged + metrics.unanswered
    for tally in sorted(metrics.by_subverdict, key=lambda tally: -tally.count):
        known = tally.name != UNANSWERED
        name = Text(words(tally.name), style_of(tally.name) if known else "yellow")
        part = "" if tally.part == SubverdictName.UNCATEGORIZED else words(tally.part)
        made.add_row(name, Text(part), Text(f"{tally.count}"), Text(percent(tally.count / asked)))
    return made


def _shares(name: str, tallies: Sequence[Tally]) -> Table:
    made = table(name, "correct>", "rate>")
    for tally in tallies:
        rate = percent(tally.correct / tally.count)
        made.add_row(plain(tally.name), Text(f"{tally.correct}/{tally.count}"), Text(rate))
    return made


def root_causes_view(causes: Sequence[RootCause]) -> Iterator[RenderableType]:
    """Yield what keeps problems from being judged, each cause once."""
    if not causes:
        return
    yield Text(f"{counted(len(causes), 'root cause')} why problems cannot be judged", "bold yellow")
    for cause in causes[:MOST]:
        what = "context" if cause.number is None else f"problem {cause.number}"
        yield _line(
            (f"{cause.problemset}.py:{cause.line}", "bold"),
            (f": {what}, blocks {counted(len(cause.blocked), 'problem')}", ""),
        )
        yield Padding(plain(first_line(cause.message, 5 * MESSAGE)), (0, 0, 0, 2), expand=False)
    yield from _more(len(causes))


def weak_view(findings: Sequence[Diagnostic]) -> Iterator[RenderableType]:
    """Yield what is wrong with the benchmark, above all where validators are weak; what is alike once."""
    if not findings:
        return
    yield Text(f"{counted(len(findings), 'finding')} about the benchmark", "bold yellow")
    by_code = sorted(findings, key=lambda finding: finding.code)
    for code, alike in groupby(by_code, key=lambda finding: finding.code):
        same = list(alike)
        yield _line((f"{code} {same[0].name}", "bold"), (f", {counted(len(same), 'time')}", "dim"))
        for finding in same[:ALIKE]:
            # Sets are known by their file's name; the folder is the benchmark's.
            yield plain(f"  {PurePath(finding.path).name or 'line'}:{finding.line}")
            yield Padding(plain(first_line(finding.message, 2 * MESSAGE)), (0, 0, 0, 4), expand=False)
        if len(same) > ALIKE:
            yield Text(f"  … and {len(same) - ALIKE} more; all of them with --json", "dim")
    yield Text()


def remarks_view(remarks: Sequence[Remark]) -> Iterator[RenderableType]:
    """Yield what was seen of submissions that fit no problem, or not quite; what is alike once."""
    if not remarks:
        return
    yield Text(f"{counted(len(remarks), 'remark')} about submissions", "bold yellow")
    alike: dict[str, list[Remark]] = {}
    for remark in remarks:
        alike.setdefault(remark.message, []).append(remark)
    for message, same in list(alike.items())[:MOST]:
        more = f" and {len(same) - 1} more" if len(same) > 1 else ""
        yield _line((same[0].place, "bold"), (more, "dim"), (":", ""))
        yield Padding(plain(message), (0, 0, 0, 2), expand=False)
        if same[0].hint:
            yield Padding(Text.assemble(("hint: ", "cyan"), plain(same[0].hint)), (0, 0, 0, 2), expand=False)
    yield from _more(len(alike))


def _line(*parts: tuple[str, str]) -> Text:
    text = Text(no_wrap=True, overflow="ellipsis")
    for content, style in parts:
        text.append_text(plain(content, style))
    return text


def _more(number: int) -> Iterator[RenderableType]:
    if number > MOST:
        yield Text(f"… and {number - MOST} more; all of them with --json", "dim")
    yield Text()
