"""Certificates of whole sets: what is known of a problem is not tried again, and a draft's stand in its journal."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Protocol, TypedDict

import authoring
from authoring.dseal.parse import parse
from authoring.gate.certificate.trials import certify
from authoring.gate.probes.set_probes import probe
from authoring.gate.variation import vary
from authoring.records.base import Sha256, sha256_of
from authoring.records.certificate.problem import DRAFT_PARTS, PARTS, Certificate, Part, ProblemCertificate
from authoring.records.draft import Draft
from authoring.records.evidence import Limits
from authoring.records.job import Job, SandboxRequirements, cell_identity
from authoring.records.progress import NOBODY, ProgressCallback, Reporter, reporting
from authoring.records.run import RunSettings
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.sandbox.worker_cache import identity_of
from authoring.validators.base import Dialect
from authoring.workspace.cache import CertificateCache, digest_of_code
from authoring.workspace.files import job_inputs
from authoring.workspace.journal import Journal

CODE_FOLDERS = ("dseal", "gate", "validators", "sandbox/inside", "sandbox/programs")
"""Folders of the package whose code decides what a certificate says."""


class _TrialConditions(TypedDict):
    """Where references run, and under what."""

    inputs: Sequence[Path]
    limits: Limits
    sandbox: Sandbox
    dialect: Dialect
    progress: ProgressCallback


class _Examiner(Protocol):
    """Looks at one part of some problems of a set."""

    def __call__(
        self, job: Job, numbers: Collection[int], conditions: _TrialConditions, /, *, quick: bool
    ) -> Iterable[ProblemCertificate]:
        """Return what came of it for these problems, and perhaps for others."""


def _try_answers(
    job: Job, numbers: Collection[int], conditions: _TrialConditions, *, quick: bool
) -> Iterable[ProblemCertificate]:
    return certify(job.text, quick=quick, numbers=numbers, **conditions).problems


def _probe(
    job: Job, numbers: Collection[int], conditions: _TrialConditions, *, quick: bool
) -> Iterable[ProblemCertificate]:
    for problem in probe(job.text, quick=quick, numbers=numbers, **conditions).problems:
        yield ProblemCertificate(number=problem.number, cell=problem.cell, probes=problem)


def _vary_surroundings(
    job: Job, numbers: Collection[int], conditions: _TrialConditions, *, quick: bool
) -> Iterable[ProblemCertificate]:
    # A session is varied as a whole, and quick examinations leave this part out.
    del numbers, quick
    dependences = vary(job.text, **conditions)
    for number, (cell, _) in problem_keys(job).items():
        own = tuple(dependence for dependence in dependences if dependence.cell == cell)
        yield ProblemCertificate(number=number, cell=cell, dependences=own)


class PartExaminer(Protocol):
    """Looks at a part of some problems of a set, wherever that is done; see `examine_part`."""

    def __call__(
        self, job: Job, *, part: Part, numbers: Collection[int], quick: bool, progress: ProgressCallback
    ) -> Sequence[ProblemCertificate]:
        """Return what came of it for these problems, and perhaps for others."""


EXAMINERS: Mapping[Part, tuple[str, _Examiner]] = {
    "answers": ("trying answers on", _try_answers),
    "probes": ("probing", _probe),
    "surroundings": ("varying what surrounds", _vary_surroundings),
}
"""The parts for which code runs: what a person reads while it does, and what looks at them. Of questions and references
nothing is recorded: holding them against each other takes no time."""
QUICK_PARTS = frozenset[Part]({"answers", "alignment"})
"""The parts that a quick examination looks at."""


def examine_part(
    job: Job, *, part: Part, numbers: Collection[int], quick: bool, sandbox: Sandbox, progress: ProgressCallback
) -> tuple[ProblemCertificate, ...]:
    """Look at a part, for which code runs, of some problems of a set that runs well.

    Raises:
        SandboxError: the sandbox failed.
    """
    conditions = _TrialConditions(
        inputs=job.files, limits=job.limits, sandbox=sandbox, dialect=job.dialect, progress=progress
    )
    _, examine = EXAMINERS[part]
    return tuple(examine(job, numbers, conditions, quick=quick))


def certificate_of(
    job: Job,
    *,
    examine: PartExaminer,
    cache: CertificateCache | None,
    reporter: Reporter,
    quick: bool = False,
    parts: Collection[Part] = PARTS,
) -> Certificate:
    """Look at these parts of a set that runs well; what the cache knows of a problem is not looked at again.

    `examine` looks at one part of some problems, as `examine_part` does in a sandbox.

    Raises:
        SandboxError: the sandbox failed; what answers do is part of the certificate.
    """
    chosen = _chosen(parts, quick=quick)
    known: dict[int, ProblemCertificate] = {}
    for part in chosen:
        for problem in _examined(job, part, examine=examine, quick=quick, cache=cache, reporter=reporter):
            earlier = known.get(problem.number)
            known[problem.number] = problem if earlier is None else earlier.joined(problem)
    problems = tuple(known[number] for number in sorted(known))
    return Certificate(draft=sha256_of(job.text), problems=problems, parts=chosen, is_quick=quick, code=code_digest())


def _chosen(parts: Collection[Part], *, quick: bool) -> tuple[Part, ...]:
    return tuple(part for part in PARTS if part in parts and (not quick or part in QUICK_PARTS))


def will_run(job: Job, *, cache: CertificateCache | None, quick: bool, parts: Collection[Part]) -> bool:
    """Return whether `certificate_of` will run code: the last problem is as unknown as anything that changed."""
    for part in EXAMINERS.keys() & {*_chosen(parts, quick=quick)}:
        *_, (_, key) = problem_keys(job, part, quick=quick).values() or [(0, "")]
        if cache is None or cache.get(key) is None:
            return True
    return False


def _examined(
    job: Job, part: Part, *, examine: PartExaminer, quick: bool, cache: CertificateCache | None, reporter: Reporter
) -> Iterator[ProblemCertificate]:
    """Yield what is known of each problem in one part, from the cache or else by looking at it now."""
    if part not in EXAMINERS:
        return
    activity, _ = EXAMINERS[part]
    keys, untried = problem_keys(job, part, quick=quick), set[int]()
    for number, (cell, key) in keys.items():
        entry = cache.get(key) if cache is not None else None
        if entry is None:
            untried.add(number)
        else:
            # The key holds what runs before and in the cell, not where that stands: problems and cells may have moved
            # since.
            yield entry.certificate.model_copy(update={"number": number, "cell": cell})
    if not untried:
        return
    with reporting(reporter, f"{activity} {job.name}") as progress:
        fresh = examine(job, part=part, numbers=untried, quick=quick, progress=progress)
    for problem in fresh:
        # An examiner may say something of every problem; what the cache gave already is not given twice.
        if problem.number in untried:
            if cache is not None:
                cache.put(keys[problem.number][1], problem)
            yield problem


class _Surroundings(TypedDict):
    """What a draft's certificate depends on besides its text."""

    inputs: Sequence[Path]
    limits: Limits
    sandbox: Sandbox
    dialect: Dialect
    code: Sha256


@stage("certificate")
def certified(
    text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect,
    code: Sha256,
    parts: tuple[Part, ...],
) -> Certificate:
    """Look at parts of a draft's text; `code` is the hash of what looks at them, see `code_digest`.

    Raises:
        SandboxError: the sandbox failed.
    """
    job = _job("draft", text, inputs, limits, sandbox, dialect)
    examine = partial(examine_part, sandbox=sandbox)
    certificate = certificate_of(job, examine=examine, cache=None, reporter=NOBODY, parts=parts)
    return certificate.model_copy(update={"code": code})


def certify_draft(
    journal: Journal[RunSettings],
    draft: Draft,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    cache: CertificateCache | None,
    reporter: Reporter,
    parts: tuple[Part, ...] = PARTS,
) -> Certificate:
    """Return the certificate of a draft that runs well, from its journal or else by trial, and record it there.

    Raises:
        SandboxError: the sandbox failed.
    """
    recorded = recorded_certificate(journal, draft, files, sandbox=sandbox)
    if recorded is not None and {*recorded.parts} >= {*parts}:
        return recorded
    run = journal.settings
    job = _job(draft.name, draft.text, files, run.limits, sandbox, run.dialect)
    examine = partial(examine_part, sandbox=sandbox)
    certificate = certificate_of(job, examine=examine, cache=cache, reporter=reporter, parts=parts)
    # Recorded, and not made by the step: what is not an argument of a step may not change its result, and the cache of
    # other drafts' problems and the person who waits are no arguments.
    journal.record(certified, certificate, draft.text, **_surroundings(run, files, sandbox), parts=parts)
    return certificate


def recorded_certificate(
    journal: Journal[RunSettings], draft: Draft, files: Sequence[Path], *, sandbox: Sandbox
) -> Certificate | None:
    """Return the certificate of a draft that stands in its journal, the one with the most parts.

    None where there is none of today's code.
    """
    surroundings = _surroundings(journal.settings, files, sandbox)
    for parts in (PARTS, DRAFT_PARTS):
        if journal.has(certified, draft.text, **surroundings, parts=parts):
            # The journal has it, so that nothing runs here.
            return journal.step(certified, draft.text, **surroundings, parts=parts)
    return None


def _job(name: str, text: str, files: Sequence[Path], limits: Limits, sandbox: Sandbox, dialect: Dialect) -> Job:
    return Job(
        name=name,
        text=text,
        inputs=tuple(file for path in files for file in job_inputs(path)),
        tables=(),
        limits=limits,
        dialect=dialect,
        requirements=SandboxRequirements(identity=identity_of(sandbox)),
    )


def _surroundings(run: RunSettings, files: Sequence[Path], sandbox: Sandbox) -> _Surroundings:
    return {
        "inputs": files,
        "limits": run.limits,
        "sandbox": sandbox,
        "dialect": run.dialect,
        "code": code_digest(),
    }


def problem_keys(job: Job, part: Part = "answers", *, quick: bool = False) -> Mapping[int, tuple[int, Sha256]]:
    """Return for each problem its cell and what decides one part of it: the cells up to it, and what they run in."""
    problemset = parse(job.text)
    surroundings = {
        "code": code_digest(),
        "inputs": sorted((file.name, file.sha256) for file in job.inputs),
        "limits": job.limits.model_dump(mode="json"),
        "dialect": job.dialect,
        "where": job.requirements.identity,
        "part": part,
        "quick": quick,
    }
    keys: dict[int, tuple[int, Sha256]] = {}
    cells: list[object] = []
    for index, cell in enumerate(problemset.cells):
        if cell not in problemset.runnable:
            continue
        cells.append(cell_identity(cell))
        if cell.problem is not None:
            # The list grows with every cell and is written out at once: each key covers the cells up to its own.
            content = {**surroundings, "cells": cells, "question": cell.problem.question}
            keys[cell.problem.number] = index, sha256_of(json.dumps(content, sort_keys=True))
    return keys


@cache
def code_digest() -> Sha256:
    """Return the hash of the code that tries answers and judges them."""
    package = Path(authoring.__path__[0])
    return digest_of_code(*(package / folder for folder in CODE_FOLDERS))
