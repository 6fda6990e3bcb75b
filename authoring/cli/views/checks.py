"""What ``authoring check`` shows: both sides of every validator, and what stands against the problems."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.api.checks import CheckedSet
from authoring.cli.views.findings import findings_view, tally
from authoring.cli.views.render import heading, table
from authoring.records.certificate.problem import Certificate
from authoring.records.certificate.trial import Trial
from authoring.records.wording import counted


def checks_view(results: Sequence[CheckedSet]) -> Iterator[RenderableType]:
    """Return what came of checking sets, one after the other, and a line that says all in one."""
    for result in results:
        yield from _set_view(result)
    if len(results) > 1:
        yield _sum_line(results)


def _set_view(result: CheckedSet) -> Iterator[RenderableType]:
    if result.failure:
        yield heading(f"{result.name}: could not be checked: {result.failure}", "bold red")
        return
    style = "bold red" if result.fails(strict=False) else "bold yellow" if result.fails(strict=True) else "bold green"
    course = "" if result.certificate is not None else "no answer was tried before the errors are mended, "
    yield heading(f"{result.name}: {course}{tally(result.findings)}", style)
    if result.certificate is not None and "answers" in result.certificate.parts:
        yield _certificate_table(result.certificate)
        yield Text()
    yield from findings_view(result.findings, result.name)


def _certificate_table(certificate: Certificate) -> Table:
    """Return a row for each problem: wrong answers that are refused, right ones that are accepted, both of all."""
    columns = table("", "wrong answers refused", "right answers accepted", "no other answer")
    for column in columns.columns:
        column.justify = "right"
    for problem in certificate.problems:
        columns.add_row(
            str(problem.number),
            _side(problem.wrong, problem.survivors),
            _side(problem.right, problem.refusals),
            Text(str(len(problem.equivalent) or ""), "dim"),
        )
    return columns


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
        if result.findings:
            return f"authoring explain {result.findings[0].code}"
    return "authoring doctor" if any(result.failure for result in results) else "authoring status"
