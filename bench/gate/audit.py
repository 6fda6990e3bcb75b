"""The audit of a published benchmark: which wrong answers its validators accept, and which right ones they refuse.

Every set is a line of a journal as soon as it is done, so that a run that was killed goes on where it was.
"""

import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.errors import SandboxError
from authoring.gate.alignment.registry import align
from authoring.gate.certificate.findings import certificate_findings
from authoring.gate.certificate.trials import certify
from authoring.records.base import Record, sha256_of
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.evidence import Limits
from authoring.records.results import BenchmarkSet
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Sandbox
from authoring.workspace.benchmark import read_benchmark
from bench.dseval.checkout import read_checkout
from bench.gate.score import Share

LIMITS = Limits(max_time=20)
MOST_OPERATORS = 6
"""Kinds of answers that a row of the table names."""


class AuditedProblem(Record):
    """What came of one problem."""

    number: int
    wrong: int
    """Wrong answers of which something is known."""
    accepted: tuple[str, ...]
    """Operators of those that are accepted."""
    right: int
    refused: tuple[str, ...]
    """Operators of the right answers that are refused."""
    warnings: tuple[str, ...]
    """Codes of the warnings about the problem."""


class AuditedSet(Record):
    """What came of one set."""

    benchmark: str
    set: str
    text: str
    """The hash of its text."""
    size: int
    """Problems that it has."""
    problems: tuple[AuditedProblem, ...] = ()
    seconds: float = 0.0
    """By the clock."""
    failure: str = ""
    """Why the sandbox could not run it."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Which set it is, and with which text."""
        return self.benchmark, self.set, self.text


@dataclass(frozen=True, slots=True)
class Subject:
    """A set that is to be audited."""

    benchmark: str
    problemset: BenchmarkSet

    @property
    def key(self) -> tuple[str, str, str]:
        """As that of `AuditedSet`."""
        return self.benchmark, self.problemset.name, sha256_of(self.problemset.text)


def subjects_of(checkout: Path, seed: int, trained: float) -> tuple[Subject, ...]:
    """Return the sets of a checkout in a seeded order, of those that train models this share."""
    sets = [
        Subject(part.name, problemset)
        for part in read_checkout(checkout)
        for problemset in read_benchmark(part.folder).sets
    ]
    chance = random.Random(seed)  # noqa: S311 - a sample that can be drawn again
    chance.shuffle(sets)
    return tuple(subject for subject in sets if "sklearn" not in subject.problemset.text or chance.random() < trained)


def audit(
    subjects: Sequence[Subject], journal: Path, *, max_seconds: float, python: Path | None = None
) -> tuple[AuditedSet, ...]:
    """Audit what the journal does not hold, and return all; ^C ends it with what is known.

    Args:
        subjects: the sets.
        journal: where each stands as soon as it is done; of one interpreter alone.
        max_seconds: by the clock, after which no further problem of a set is begun.
        python: an interpreter whose packages are meant; this one if None.
    """
    lines = journal.read_text("utf-8").splitlines(keepends=True) if journal.exists() else []
    # A line that was torn by a kill was never done, and the next one may not stand behind it.
    whole = [line for line in lines if line.endswith("\n")]
    journal.write_text("".join(whole), "utf-8")
    audited = {entry.key: entry for entry in map(AuditedSet.model_validate_json, whole)}
    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with closing(LocalSandbox(python)) as sandbox, journal.open("a", encoding="utf-8") as file, Progress(*parts) as bar:
        task = bar.add_task("auditing", total=len(subjects))
        try:
            for subject in subjects:
                if subject.key not in audited:
                    entry = _audited(subject, sandbox, max_seconds)
                    file.write(entry.model_dump_json() + "\n")
                    file.flush()
                    audited[subject.key] = entry
                bar.advance(task)
        except KeyboardInterrupt:
            bar.print("stopped; --resume goes on")
    return tuple(audited[subject.key] for subject in subjects if subject.key in audited)


def _audited(subject: Subject, sandbox: Sandbox, max_seconds: float) -> AuditedSet:
    benchmark, name, text_hash = subject.key
    text, began = subject.problemset.text, time.monotonic()
    entry = AuditedSet(benchmark=benchmark, set=name, text=text_hash, size=len(parse(text).problems))
    try:
        certificate = certify(
            text, inputs=subject.problemset.inputs, limits=LIMITS, sandbox=sandbox, max_seconds=max_seconds
        )
    except SandboxError as error:
        return entry.model_copy(update={"failure": error.message})
    warnings: dict[int, list[str]] = {}
    for finding in (*certificate_findings(text, certificate), *align(text)):
        if finding.severity is Severity.WARNING and finding.problem is not None:
            warnings.setdefault(finding.problem, []).append(finding.code)
    problems = [_audited_problem(problem, warnings) for problem in certificate.problems]
    return entry.model_copy(update={"problems": tuple(problems), "seconds": round(time.monotonic() - began, 1)})


def _audited_problem(problem: ProblemCertificate, warnings: Mapping[int, Sequence[str]]) -> AuditedProblem:
    return AuditedProblem(
        number=problem.number,
        wrong=len(problem.wrong),
        accepted=_operators(problem.survivors),
        right=len(problem.right),
        refused=_operators(problem.refusals),
        warnings=tuple(sorted(set(warnings.get(problem.number, ())))),
    )


def _operators(trials: Iterable[Trial]) -> tuple[str, ...]:
    return tuple(sorted({trial.operator for trial in trials}))


def audit_table(audited: Sequence[AuditedSet], subjects: Sequence[Subject]) -> str:
    """Return what was found by benchmark, and what share of each was covered, as a table in Markdown."""
    columns = "accept a wrong answer | refuse a right one | two readings | question and reference differ"
    lines = [f"| benchmark | sets | problems tried | {columns} |", f"|{' --- |' * 7}"]
    names = sorted({subject.benchmark for subject in subjects})
    for name in [*names, ""]:
        own = [entry for entry in audited if name in {"", entry.benchmark}]
        total = sum(name in {"", subject.benchmark} for subject in subjects)
        tried = [problem for entry in own for problem in entry.problems if problem.wrong or problem.right]
        size = sum(entry.size for entry in own)
        lax = sum(bool(problem.accepted) for problem in tried)
        strict = sum(bool(problem.refused) for problem in tried)
        read = sum("DS611" in problem.warnings for problem in tried)
        aligned = sum(any(code.startswith(("DS64", "DS65", "DS67")) for code in problem.warnings) for problem in tried)
        counts = " | ".join(f"{count} ({_percent(count, len(tried))})" for count in (lax, strict, read, aligned))
        lines.append(f"| {name or 'all'} | {len(own)} of {total} | {len(tried)} of {size} | {counts} |")
    return "\n".join((*lines, "", *_operator_lines(audited)))


def _percent(part: int, whole: int) -> str:
    return str(Share(part, whole)).partition(" (")[0]


def _operator_lines(audited: Iterable[AuditedSet]) -> Iterator[str]:
    """Yield by how many problems each kind of answer was judged wrongly, the most frequent kinds."""
    problems = [problem for entry in audited for problem in entry.problems]
    for field, words in (
        ("accepted", "wrong answers that are accepted"),
        ("refused", "right answers that are refused"),
    ):
        counts = Counter(operator for problem in problems for operator in getattr(problem, field))
        listing = ", ".join(f"{operator} ({count})" for operator, count in counts.most_common(MOST_OPERATORS))
        yield f"{words.capitalize()}, by problems: {listing or 'none'}."
