"""Mends by rule: of drafts before a person is asked, and of checked sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.verification import verify_job
from authoring.drafting.codes import MENDED_BY_RULE
from authoring.drafting.replacement import PERSON, origins_of
from authoring.dseal.parse import parse
from authoring.gate.certificate.trials import Progress
from authoring.gate.mending.mend import faults_of, mended
from authoring.records.certificate.mend import Mend
from authoring.records.certificate.problem import Certificate
from authoring.records.decision import Waiting
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence, Limits
from authoring.records.job import Job
from authoring.records.progress import Notice, Reporter, reporting
from authoring.records.run import RunSettings
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.workspace.journal import Journal


@dataclass(frozen=True, slots=True)
class MendedSet:
    """A set with its mends, proved anew."""

    text: str
    mends: tuple[Mend, ...]
    left: tuple[int, ...]
    """Numbers of the problems for which no mend was found."""
    evidence: Evidence
    """Lint and dry run of the mended text."""
    certificate: Certificate


@stage("mend_draft")
def mend_draft(
    draft: Draft,
    accused: Certificate,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect,
    progress: Progress | None = None,
) -> Draft:
    """Return the next revision, in which rules have mended what a certificate accuses; the same text where none could.

    Problems that a person wrote stay as they are.

    Raises:
        SandboxError: the sandbox failed.
    """
    origins = origins_of(draft, parse(draft.text))
    problems = tuple(problem for problem in accused.problems if origins[problem.number - 1].origin != PERSON)
    mending = mended(
        draft.text,
        accused.model_copy(update={"problems": problems}),
        inputs=inputs,
        limits=limits,
        sandbox=sandbox,
        dialect=dialect,
        progress=progress,
    )
    if not mending.mends:
        return draft.model_copy(update={"came_from": draft.sha256})
    notes = tuple(MENDED_BY_RULE.diagnostic("; ".join(mend.what), problem=mend.number) for mend in mending.mends)
    update = {"text": mending.text, "revision": draft.revision + 1, "mended": notes, "came_from": draft.sha256}
    return draft.model_copy(update=update)


def mended_by_rule(
    waiting: Waiting,
    certificate: Certificate | None,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    reporter: Reporter,
) -> Draft | None:
    """Return what rules make of a draft that its certificate accuses; None where there is nothing for them to do.

    A draft that was imported stays as it was made, and a mend that the journal holds is not made again.

    Raises:
        SandboxError: the sandbox failed.
    """
    run, draft = journal.settings, waiting.draft
    earlier = journal.mended(draft)
    if earlier is None:
        is_accused = certificate is not None and any(map(faults_of, certificate.problems))
        if certificate is None or not is_accused or waiting.evidence.errors or run.imported or not run.tries_answers:
            return None
        with reporting(reporter, "mending", run.name) as progress:
            earlier = journal.step(
                mend_draft,
                draft,
                certificate,
                inputs=files,
                limits=run.limits,
                sandbox=sandbox,
                dialect=run.dialect,
                progress=progress,
            )
        for note in earlier.mended:
            reporter.report(Notice(f"problem {note.problem} was mended by rule: {note.message}"))
    return None if earlier.text == draft.text else earlier


def mend_set(
    job: Job,
    evidence: Evidence,
    certificate: Certificate,
    *,
    certify: Callable[[Job], Certificate],
    sandbox: Sandbox,
    reporter: Reporter,
) -> MendedSet:
    """Mend what a certificate has against a set, and prove the mended text by a dry run and a certificate of its own.

    Where the mended text does not run as well as before, nothing is mended.

    Raises:
        SandboxError: the sandbox failed.
    """
    accused = tuple(problem.number for problem in certificate.problems if faults_of(problem))
    unmended = MendedSet(job.text, (), accused, evidence, certificate)
    if not accused:
        return unmended
    with reporting(reporter, f"mending {job.name}") as progress:
        mending = mended(
            job.text,
            certificate,
            inputs=job.files,
            limits=job.limits,
            sandbox=sandbox,
            dialect=job.dialect,
            progress=progress,
        )
    if not mending.mends:
        return unmended
    changed = job.model_copy(update={"text": mending.text})
    with reporting(reporter, f"running {job.name}") as progress:
        proof = verify_job(changed, sandbox=sandbox, progress=progress)
    if proof.errors or proof.dry_run is None:
        return unmended
    return MendedSet(mending.text, mending.mends, mending.left, proof, certify(changed))
