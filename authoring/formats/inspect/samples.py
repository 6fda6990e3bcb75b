"""One sample of Inspect AI per problem: the question, the cells before it, and what judges an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.dseal.session import at_key
from authoring.formats.base.port import Player
from authoring.formats.base.questions import exported_question, unreadable
from authoring.formats.inspect.codes import UNJUDGEABLE_SAMPLE, UNPLAYED_REFERENCE, UNREADABLE_SAMPLE
from authoring.records.base import Record
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import Outcome
from authoring.records.provenance import AdmittedProblem, read_provenance
from authoring.validators import build, collecting_block
from authoring.validators.base import Dialect, ValidatorError


class PriorCell(Record):
    """A cell that ran before."""

    code: str
    forbid_names: tuple[str, ...] = ()


class SampleMetadata(Record):
    """The metadata of a sample: the scorer judges by it, and scores are grouped by it."""

    set: str
    number: int
    level: str
    """The author's level of the problem; ``unrated`` where there is none."""
    knowledge: tuple[str, ...]
    files: tuple[str, ...]
    """Names of the data files, in the order of the names."""
    cells: tuple[PriorCell, ...]
    """The cells that ran before, in order."""
    validator: Mapping[str, JsonValue]
    """The block, ``template`` included."""
    collecting: Mapping[str, JsonValue]
    """The part of it that an answer's own process gets to see: what has to be collected there."""
    forbid_names: tuple[str, ...]
    modules: tuple[str, ...]
    """To be imported before the first cell, so that no import counts as a solver's time."""
    max_time: float | None
    """Seconds; None where the problem sets no limit of its own."""
    max_memory: float | None
    """Megabytes, as above."""


class Sample(Record):
    """One line of ``dataset.jsonl``, in Inspect's own keys."""

    id: str
    input: str
    """The question."""
    target: str
    """The reference."""
    metadata: SampleMetadata


@dataclass(frozen=True, slots=True)
class SetSamples:
    """The samples of a set, and findings about its problems."""

    samples: tuple[Sample, ...]
    findings: tuple[Diagnostic, ...]


def samples_of(problemset: AdmittedSet, *, language: str, dialect: Dialect, play: Player) -> SetSamples:
    """Return the samples of one set, in order, and what is to be said of its problems.

    A problem that cannot be judged becomes a cell that ran before; a cell that fails ends the set.
    """
    parsed = parse(problemset.text)
    admitted = {problem.number: problem for problem in read_provenance(problemset.meta).problems}
    modules: set[str] = set()
    findings: list[Diagnostic] = [*unreadable(parsed, UNREADABLE_SAMPLE)]
    samples: list[Sample] = []
    before: list[PriorCell] = []
    runs = play(problemset, [cell.code for cell in parsed.runnable])
    failed = next((index for index, run in enumerate(runs) if run.outcome is not Outcome.OK), None)
    for index, cell in enumerate(parsed.runnable):
        problem = cell.problem
        # What the reference should have left is missing, so nothing behind it can be judged.
        if index == failed:
            findings.append(_unplayed(cell))
            break
        # Modules of the cell itself count, too: they are imported before its time begins.
        modules.update(loads_of(cell.code))
        if problem is not None:
            unfit = _unjudgeable(parsed, cell, problem, dialect)
            if unfit is not None:
                findings.append(unfit)
            else:
                question, untranslated = exported_question(problemset, problem.number, language)
                findings += untranslated
                about = _sample_metadata(
                    problemset, problem, admitted.get(problem.number), before, sorted(modules), dialect
                )
                name = f"{problemset.name}/{problem.number}"
                samples.append(Sample(id=name, input=question, target=cell.code, metadata=about))
        before.append(PriorCell(code=cell.code, forbid_names=() if problem is None else problem.forbid_names))
    path = f"{problemset.name}.py"
    return SetSamples(tuple(samples), tuple(finding.model_copy(update={"path": path}) for finding in findings))


def _sample_metadata(
    problemset: AdmittedSet,
    problem: Problem,
    admitted: AdmittedProblem | None,
    before: Sequence[PriorCell],
    modules: Sequence[str],
    dialect: Dialect,
) -> SampleMetadata:
    return SampleMetadata(
        set=problemset.name,
        number=problem.number,
        level=(admitted.level if admitted is not None else "") or "unrated",
        knowledge=admitted.knowledge if admitted is not None else (),
        files=tuple(sorted(file.path for file in problemset.inputs)),
        cells=tuple(before),
        validator=cast("Mapping[str, JsonValue]", problem.validator or {}),
        collecting=cast("Mapping[str, JsonValue]", collecting_block(problem.validator, dialect)),
        forbid_names=problem.forbid_names,
        modules=tuple(modules),
        max_time=problem.max_time,
        max_memory=problem.max_memory,
    )


def _unplayed(cell: Cell) -> Diagnostic:
    number = cell.problem.number if cell.problem is not None else None
    subject = "this context cell" if number is None else f"the reference of problem {number}"
    hint = "Mend it: authoring run PATH shows what happens. Let pass, the problem and all behind it are left out."
    return UNPLAYED_REFERENCE.diagnostic(
        f"{subject} does not run to its end", hint=hint, line=cell.code_span.line, problem=number
    )


def _unjudgeable(parsed: ProblemSet, cell: Cell, problem: Problem, dialect: Dialect) -> Diagnostic | None:
    """Return why no answer can be judged; a key that nobody knows would be passed over, and something else judge."""
    hint = "Mend the block as authoring lint says. Let pass, the problem is not asked, and its code runs as context."
    reason = f"no scorer can judge problem {problem.number}"
    for parse_error in parsed.diagnostics:
        if parse_error.problem == problem.number and parse_error.severity is Severity.ERROR:
            finding = UNJUDGEABLE_SAMPLE.diagnostic(
                f"{reason}: {parse_error.message}", hint=hint, problem=problem.number
            )
            place = {"line": parse_error.line, "column": parse_error.column, "source_line": parse_error.source_line}
            return finding.model_copy(update=place)
    try:
        build(problem.validator, dialect)
    except ValidatorError as error:
        return at_key(parsed, cell, ("validator",), UNJUDGEABLE_SAMPLE, f"{reason}: {error}", hint)
    return None
