"""What taking a DSEval benchmark in says: every set in one line, findings by code, root causes once."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import AuthoringError
from authoring.formats.dseval.causes import Cause, causes_of
from authoring.formats.dseval.import_ import ReadSet
from authoring.records.base import Record
from authoring.records.evidence import Evidence
from authoring.records.results import Benchmark

Standing = Literal["clean", "noted", "warned", "errors", "not run", "unread", "settled"]


class SetReport(Record):
    """One set of the benchmark."""

    name: str
    problems: int
    right: int = 0
    """Problems whose reference satisfies its own validator when it is run a second time."""
    reached: int = 0
    """Problems that were judged: the others stand after a cell that fails, or in a set that lint refuses."""
    seconds: float = 0.0
    findings: tuple[Diagnostic, ...] = ()
    failure: str = ""
    """Why nothing is known of it: the sandbox failed, or a seed or a draft of that name is about something else."""
    drafted: bool = False
    settled: bool = False
    """Whether a person has decided about it before."""
    admitted: bool = False
    causes: tuple[Cause, ...] = ()

    @classmethod
    def of(
        cls,
        read: ReadSet,
        evidence: Evidence | None,
        failure: AuthoringError | None,
        *,
        drafted: bool = False,
        settled: bool = False,
    ) -> "SetReport":
        """Return what is to be said of a set that was proved, or could not be."""
        run = evidence.dry_run if evidence else None
        judged = [cell.judgement for cell in run.cells if cell.judgement is not None] if run else []
        text = read.imported.text
        said = {finding.code for finding in read.imported.findings}
        proved = tuple(finding for finding in (evidence.diagnostics if evidence else ()) if finding.code not in said)
        return cls(
            name=read.name,
            problems=len(read.imported.origins),
            right=sum(judgement.correct == "yes" for judgement in judged),
            reached=len(judged),
            seconds=sum(cell.run.seconds for cell in run.cells) if run else 0.0,
            findings=(*read.imported.findings, *proved),
            failure=f"{failure.message}; {failure.hint}".removesuffix("; ") if failure else "",
            drafted=drafted,
            settled=settled,
            causes=causes_of([(read.name, text, evidence)]) if evidence else (),
        )

    @classmethod
    def unread(cls, read: ReadSet) -> "SetReport":
        """Return what is to be said of a file without a problem."""
        return cls(name=read.name, problems=0, findings=read.imported.findings)

    @property
    def errors(self) -> int:
        """Findings that keep it from admission."""
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def standing(self) -> Standing:
        """How it stands, by its worst finding."""
        if self.failure:
            return "not run"
        if self.settled:
            return "settled"
        worst = {finding.severity for finding in self.findings}
        if not self.problems:
            return "unread"
        if Severity.ERROR in worst:
            return "errors"
        return "warned" if Severity.WARNING in worst else "noted" if worst else "clean"


class CodeCount(Record):
    """How often one kind of finding was made."""

    code: str
    name: str
    severity: Severity
    findings: int
    sets: int


class Reverified(Record):
    """Answer of ``import dseval``."""

    benchmark: str
    version: str | int | float
    checked: bool
    """Whether nothing was to be written."""
    sets: tuple[SetReport, ...]
    problems: int
    right: int
    """Problems whose reference satisfies its own validator."""
    reached: int
    """Problems that were judged."""
    standings: dict[Standing, int]
    """Number of sets by how they stand."""
    codes: tuple[CodeCount, ...]
    """Errors first, then the frequent ones."""
    causes: tuple[Cause, ...]

    @property
    def exit_code(self) -> int:
        """1 where a set has errors, cannot be read or was not run, 0 else."""
        bad: tuple[Standing, ...] = ("errors", "not run", "unread")
        return 1 if any(self.standings.get(standing) for standing in bad) else 0


def report_of(benchmark: Benchmark, sets: Sequence[SetReport], *, checked: bool) -> Reverified:
    """Put together what is known of all sets."""
    return Reverified(
        benchmark=benchmark.name,
        version=benchmark.version,
        checked=checked,
        sets=tuple(sets),
        problems=sum(report.problems for report in sets),
        right=sum(report.right for report in sets),
        reached=sum(report.reached for report in sets),
        standings=dict(Counter(report.standing for report in sets).most_common()),
        codes=_codes(sets),
        causes=_causes(sets),
    )


def _codes(sets: Sequence[SetReport]) -> tuple[CodeCount, ...]:
    kinds = {finding.code: finding for report in sets for finding in report.findings}
    found = Counter(finding.code for report in sets for finding in report.findings)
    having = Counter(code for report in sets for code in {finding.code for finding in report.findings})
    order = list(Severity)
    codes = [
        CodeCount(code=code, name=kind.name, severity=kind.severity, findings=found[code], sets=having[code])
        for code, kind in kinds.items()
    ]
    return tuple(sorted(codes, key=lambda each: (order.index(each.severity), -each.findings, each.code)))


def _causes(sets: Sequence[SetReport]) -> tuple[Cause, ...]:
    """Return each root cause once, with all the sets that have it."""
    merged: dict[tuple[str, str, str], Cause] = {}
    for cause in (cause for report in sets for cause in report.causes):
        key = (cause.kind, cause.what, cause.code)
        known = merged.get(key)
        merged[key] = (
            cause
            if known is None
            else known.model_copy(
                update={"sets": (*known.sets, *cause.sets), "problems": known.problems + cause.problems}
            )
        )
    return tuple(sorted(merged.values(), key=lambda cause: (-cause.problems, cause.kind, cause.what)))
