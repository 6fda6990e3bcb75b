"""Certificates of whole sets: what is known of a problem is not tried again, and a draft's stand in its journal."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict

import authoring
from authoring.dseal.parse import parse
from authoring.gate.certificate.trials import certify
from authoring.records.base import Sha256, sha256_of
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.draft import Draft
from authoring.records.evidence import Limits
from authoring.records.job import Job, SandboxRequirements, cell_identity
from authoring.records.progress import Reporter, reporting
from authoring.records.run import RunSettings
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.sandbox.worker_cache import identity_of
from authoring.validators.base import Dialect
from authoring.workspace.cache import CertificateCache, digest_of_code
from authoring.workspace.files import job_inputs
from authoring.workspace.journal import Journal

CODE_FOLDERS = ("dseal", "gate/certificate", "validators", "sandbox/inside")
"""Folders of the package whose code decides what a certificate says."""


def certificate_of(
    job: Job, *, sandbox: Sandbox, quick: bool, cache: CertificateCache | None, reporter: Reporter
) -> Certificate:
    """Try answers on the validators of a set that runs well; what the cache knows of a problem is not tried again.

    Raises:
        SandboxError: the sandbox failed; what answers do is part of the certificate.
    """
    keys = _keys(job, quick=quick)
    known: dict[int, ProblemCertificate] = {}
    for number, (cell, key) in keys.items():
        entry = cache.get(key) if cache is not None else None
        if entry is not None:
            known[number] = entry.certificate.model_copy(update={"number": number, "cell": cell})
    untried = keys.keys() - known.keys()
    if untried:
        with reporting(reporter, f"trying answers on {job.name}") as progress:
            certificate = certify(
                job.text,
                inputs=job.files,
                limits=job.limits,
                sandbox=sandbox,
                dialect=job.dialect,
                quick=quick,
                numbers=untried,
                progress=progress,
            )
        for problem in certificate.problems:
            known[problem.number] = problem
            if cache is not None:
                cache.put(keys[problem.number][1], problem)
    problems = tuple(known[number] for number in sorted(known))
    return Certificate(draft=sha256_of(job.text), problems=problems, is_quick=quick, code=code_digest())


class _Surroundings(TypedDict):
    """What a draft's certificate depends on besides its text."""

    inputs: Sequence[Path]
    limits: Limits
    sandbox: Sandbox
    dialect: Dialect
    code: Sha256


@stage("certificate")
def certified(
    text: str, *, inputs: Sequence[Path], limits: Limits, sandbox: Sandbox, dialect: Dialect, code: Sha256
) -> Certificate:
    """Try answers on all validators of a draft's text; `code` is the hash of what tries them, see `code_digest`.

    Raises:
        SandboxError: the sandbox failed.
    """
    certificate = certify(text, inputs=inputs, limits=limits, sandbox=sandbox, dialect=dialect)
    return certificate.model_copy(update={"code": code})


def certify_draft(
    journal: Journal[RunSettings],
    draft: Draft,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    cache: CertificateCache | None,
    reporter: Reporter,
) -> Certificate:
    """Return the certificate of a draft that runs well, from its journal or else by trial, and record it there.

    Raises:
        SandboxError: the sandbox failed.
    """
    recorded = recorded_certificate(journal, draft, files, sandbox=sandbox)
    if recorded is not None:
        return recorded
    run = journal.settings
    job = Job(
        name=draft.name,
        text=draft.text,
        inputs=tuple(file for path in files for file in job_inputs(path)),
        tables=(),
        limits=run.limits,
        dialect=run.dialect,
        requirements=SandboxRequirements(identity=identity_of(sandbox)),
    )
    certificate = certificate_of(job, sandbox=sandbox, quick=False, cache=cache, reporter=reporter)
    journal.record(certified, certificate, draft.text, **_surroundings(run, files, sandbox))
    return certificate


def recorded_certificate(
    journal: Journal[RunSettings], draft: Draft, files: Sequence[Path], *, sandbox: Sandbox
) -> Certificate | None:
    """Return the certificate of a draft that stands in its journal; None where there is none of today's code."""
    surroundings = _surroundings(journal.settings, files, sandbox)
    is_known = journal.has(certified, draft.text, **surroundings)
    return journal.step(certified, draft.text, **surroundings) if is_known else None


def _surroundings(run: RunSettings, files: Sequence[Path], sandbox: Sandbox) -> _Surroundings:
    return {
        "inputs": files,
        "limits": run.limits,
        "sandbox": sandbox,
        "dialect": run.dialect,
        "code": code_digest(),
    }


def _keys(job: Job, *, quick: bool) -> Mapping[int, tuple[int, Sha256]]:
    """Return for each problem its cell and what decides its certificate: the cells up to it, and what they run in."""
    problemset = parse(job.text)
    surroundings = {
        "code": code_digest(),
        "inputs": sorted((file.name, file.sha256) for file in job.inputs),
        "limits": job.limits.model_dump(mode="json"),
        "dialect": job.dialect,
        "where": job.requirements.identity,
        "quick": quick,
    }
    keys: dict[int, tuple[int, Sha256]] = {}
    cells: list[object] = []
    for index, cell in enumerate(problemset.cells):
        if cell not in problemset.runnable:
            continue
        cells.append(cell_identity(cell))
        if cell.problem is not None:
            content = {**surroundings, "cells": cells, "question": cell.problem.question}
            keys[cell.problem.number] = index, sha256_of(json.dumps(content, sort_keys=True))
    return keys


@cache
def code_digest() -> Sha256:
    """Return the hash of the code that tries answers and judges them."""
    package = Path(authoring.__path__[0])
    return digest_of_code(*(package / folder for folder in CODE_FOLDERS))
