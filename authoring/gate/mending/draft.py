"""Mends of drafts: what a certificate accuses is changed by rule before a model or a person is asked."""

from collections.abc import Sequence
from pathlib import Path

from authoring.dseal.parse import parse
from authoring.errors import UsageError
from authoring.gate.mending.codes import MENDED_BY_RULE
from authoring.gate.mending.helper_names import with_own_names
from authoring.gate.mending.mend import faults_of, mended
from authoring.records.certificate.problem import Certificate
from authoring.records.decision import Decision, Waiting
from authoring.records.draft import PERSON, Draft
from authoring.records.evidence import Limits
from authoring.records.progress import Notice, ProgressCallback, Reporter, reporting
from authoring.records.run import RunSettings
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.workspace.journal import Journal


@stage("mend_draft")
def mend_draft(
    draft: Draft,
    accused: Certificate,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect,
    progress: ProgressCallback | None = None,
) -> Draft:
    """Return the next revision, in which rules have mended what a certificate accuses; the same text where none could.

    Problems that a person wrote stay as they are.

    Raises:
        SandboxError: the sandbox failed.
    """
    drafted = _drafted(draft)
    problems = tuple(problem for problem in accused.problems if problem.number in drafted)
    mending = mended(
        draft.text,
        accused.model_copy(update={"problems": problems}),
        inputs=inputs,
        limits=limits,
        sandbox=sandbox,
        dialect=dialect,
        progress=progress,
    )
    text, renamed = with_own_names(mending.text, drafted)
    mends = (*mending.mends, *renamed)
    if not mends:
        return draft.model_copy(update={"came_from": draft.sha256})
    notes = tuple(MENDED_BY_RULE.diagnostic("; ".join(mend.what), problem=mend.number) for mend in mends)
    update = {"text": text, "revision": draft.revision + 1, "mended": notes, "came_from": draft.sha256}
    return draft.model_copy(update=update)


@stage("take_mended")
def take_mended(draft: Draft, decision: Decision) -> Draft:
    """Return the revision that a rule made and a person had written: its problems keep the origins that they had."""
    if decision.text is None or len(parse(decision.text).problems) != len(parse(draft.text).problems):
        raise UsageError(
            "what a rule mends keeps its problems", hint=f"edit the draft in: authoring review {draft.name}"
        )
    update = {"revision": draft.revision + 1, "text": decision.text, "came_from": "", "mended": ()}
    return draft.model_copy(update=update)


def _drafted(draft: Draft) -> frozenset[int]:
    """Return the numbers of the problems that no person wrote; one of unknown origin counts as a person's."""
    is_known = len(draft.origins) == len(parse(draft.text).problems)
    origins = enumerate(draft.origins, start=1) if is_known else ()
    return frozenset(number for number, origin in origins if origin.origin != PERSON)


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
        is_accused = is_accused or bool(with_own_names(draft.text, _drafted(draft))[1])
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
        # Where rules mended nothing, the draft has what had to be mended in the reply that it was made from.
        for note in (finding for finding in earlier.mended if finding.code == MENDED_BY_RULE.code):
            reporter.report(Notice(f"problem {note.problem} was mended by rule: {note.message}"))
    return None if earlier.text == draft.text else earlier
