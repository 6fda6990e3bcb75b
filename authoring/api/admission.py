"""The admission that a person's word leads to, through the journal of the run."""

from collections.abc import Sequence
from importlib.metadata import version

from authoring.drafting.model_reasons import explained
from authoring.gate.admission import admit_draft
from authoring.gate.reviews import ProblemReview, problem_reviews
from authoring.records.certificate.problem import Certificate
from authoring.records.decision import Admission, Decision, Waiting
from authoring.records.draft import Draft
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.workspace.journal import Journal


def carry_out_admission(
    journal: Journal[RunSettings],
    waiting: Waiting,
    decision: Decision,
    decisions: Sequence[Decision],
    facts: Seed,
    certificate: Certificate | None = None,
) -> Admission:
    """Return what goes into the benchmark, from the journal where it was made before.

    `decisions` are all of the run, the last one included; `facts` is the seed as it is known now, and `certificate` is
    that of the draft, None where no answers were tried.
    """
    draft = waiting.draft
    return journal.step(
        admit_draft,
        facts,
        draft,
        explained(waiting, journal).evidence,
        decision,
        decisions=decisions,
        version=version("dseal-authoring"),
        reviews=_reviews(journal, draft, decisions),
        certificate=certificate,
    )


def planned_admission(
    journal: Journal[RunSettings],
    waiting: Waiting,
    decision: Decision,
    facts: Seed,
    certificate: Certificate | None = None,
) -> Admission:
    """Return what a decision would put into the benchmark; nothing is recorded."""
    decisions = (*journal.decisions, decision)
    return admit_draft(
        facts,
        waiting.draft,
        explained(waiting, journal).evidence,
        decision,
        decisions=decisions,
        version=version("dseal-authoring"),
        reviews=_reviews(journal, waiting.draft, decisions),
        certificate=certificate,
    )


def _reviews(journal: Journal[RunSettings], draft: Draft, decisions: Sequence[Decision]) -> tuple[ProblemReview, ...]:
    return problem_reviews(draft.text, decisions, {**journal.texts, draft.sha256: draft.text})
