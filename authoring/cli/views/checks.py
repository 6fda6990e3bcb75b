"""What ``authoring check`` shows: both sides of every validator, and what stands against the problems."""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.api.checks import CheckedSet
from authoring.cli.views.findings import findings_view, gravest, tally
from authoring.cli.views.render import heading, plain, table
from authoring.records.certificate.mend import WrittenTo
from authoring.records.certificate.problem import Certificate
from authoring.records.certificate.trial import Trial
from authoring.records.pilot.trials import PilotTrials
from authoring.records.wording import counted, visible

WRITTEN: Mapping[WrittenTo, str] = {
    "file": "{name} was written",
    "draft": "the draft {name} has a new revision",
    "set": "{name} was admitted anew",
    "draft of the set": "the draft of {name} has a new revision and waits for a review; the set stands as it was",
}
"""What is said of where mends went."""
QUICK_LEAVES_OUT = (
    "left out by --quick: further rewritten values, all but a few answers in other code, further test cases, "
    "other readings, probes, surroundings"
)
MENDABLE = frozenset({"DS601", "DS602", "DS603", "DS607", "DS611"})
"""Codes of findings that a mend may end."""


def checks_view(results: Sequence[CheckedSet]) -> Iterator[RenderableType]:
    """Return what came of checking sets, one after the other, and a line that says all in one."""
    for result in results:
        yield from _set_view(result)
    if len(results) > 1:
        yield _sum_line(results)


def _set_view(result: CheckedSet) -> Iterator[RenderableType]:
    if result.failure:
        course = "" if result.mends else "could not be checked: "
        yield heading(f"{result.name}: {course}{result.failure}", "bold red")
        if result.hint:
            yield plain(f"hint: {result.hint}", "dim")
        return
    style = "bold red" if result.fails(strict=False) else "bold yellow" if result.fails(strict=True) else "bold green"
    course = "" if result.certificate is not None else "no answer was tried before the errors are mended, "
    yield heading(f"{result.name}: {course}{tally(result.findings)}", style)
    if result.certificate is not None and "answers" in result.certificate.parts:
        yield _certificate_table(result.certificate)
        if result.certificate.is_quick:
            yield plain(QUICK_LEAVES_OUT, "dim")
        yield Text()
    yield from findings_view(result.findings, result.name)
    yield from _mends_view(result)


def _mends_view(result: CheckedSet) -> Iterator[Text]:
    """Return what was mended, where it went, and what nothing was found for."""
    for mend in result.mends:
        ended = counted(mend.faults_before, "fault")
        yield Text.assemble(("mended ", "green"), visible(f"problem {mend.number}: {'; '.join(mend.what)} ({ended})"))
    if result.mends and result.written_to is not None:
        yield Text(WRITTEN[result.written_to].format(name=result.name), "green")
    if result.unmended:
        numbers = ", ".join(map(str, result.unmended))
        yield Text(
            f"no mend was found for {'problem' if len(result.unmended) == 1 else 'problems'} {numbers}", "yellow"
        )


def _certificate_table(certificate: Certificate) -> Table:
    """Return a row for each problem: wrong answers that are refused, right ones that are accepted, both of all."""
    is_piloted = any(problem.pilot is not None for problem in certificate.problems)
    names = ("", "wrong answers refused", "right answers accepted", "no other answer")
    is_undecided = any(problem.undecided for problem in certificate.problems)
    further = [*(["undecided"] if is_undecided else []), *(["piloted"] if is_piloted else [])]
    columns = table(*names, *further)
    for column in columns.columns:
        column.justify = "right"
    for problem in certificate.problems:
        columns.add_row(
            str(problem.number),
            _side(problem.wrong, problem.survivors),
            _side(problem.right, problem.refusals),
            Text(str(len(problem.equivalent) or ""), "dim"),
            *([Text(str(len(problem.undecided) or ""), "dim")] if is_undecided else []),
            *([_pilot_cell(problem.pilot)] if is_piloted else []),
        )
    return columns


def _pilot_cell(pilot: PilotTrials | None) -> Text:
    return plain(pilot.counts, "yellow" if pilot.codes else "green") if pilot is not None else Text()


def _side(trials: Sequence[Trial], faults: Sequence[Trial]) -> Text:
    return Text(f"{len(trials) - len(faults)} of {len(trials)}", "yellow" if faults else "green")


def _sum_line(results: Sequence[CheckedSet]) -> Text:
    """Return how many problems were tried, and how many validators stand on both sides."""
    tried = [result.certificate for result in results if result.certificate and "answers" in result.certificate.parts]
    problems = [problem for certificate in tried for problem in certificate.problems]
    sound = sum(problem.holds for problem in problems)
    holds = "refuse all wrong answers and accept all right ones"
    sides = f"validators of {sound} of {counted(len(problems), 'problem')} {holds}; " if tried else ""
    findings = [finding for result in results for finding in result.findings]
    return Text(f"{counted(len(results), 'set')}; {sides}{tally(findings)}")


def next_of_checks(results: Sequence[CheckedSet]) -> str:
    """Return the command that comes next."""
    for result in results:
        waits = result.written_to in {"draft", "draft of the set"}
        if waits:
            return f"authoring review {result.name}"
        is_mendable = any(finding.code in MENDABLE for finding in result.findings)
        if is_mendable and not result.unmended and not result.mends:
            return f"authoring check {shlex.quote(result.name)} --fix"
        if result.findings:
            return f"authoring explain {gravest(result.findings).code}"
    return "authoring doctor" if any(result.failure for result in results) else "authoring status"
