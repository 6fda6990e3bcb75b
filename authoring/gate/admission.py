"""A decision to admit is carried out."""

from collections.abc import Mapping, Sequence

from authoring.dseal import canonical, parse
from authoring.dseal.reference_cells import marked_cells
from authoring.errors import UsageError
from authoring.gate.reviews import ProblemReview
from authoring.records.base import sha256_of
from authoring.records.certificate.problem import Certificate
from authoring.records.decision import Action, Admission, Comment, Decision
from authoring.records.draft import Draft, ProblemOrigin
from authoring.records.evidence import Evidence
from authoring.records.provenance import RecordedTrials, provenance_text, public_reference, public_source
from authoring.records.seed import Seed
from authoring.records.stage import stage


@stage("admit_draft")
def admit_draft(
    seed: Seed,
    draft: Draft,
    evidence: Evidence,
    decision: Decision,
    *,
    decisions: Sequence[Decision],
    version: str,
    reviews: Sequence[ProblemReview] = (),
    certificate: Certificate | None = None,
) -> Admission:
    """Return what goes into the benchmark: the text that was decided about, and where it came from.

    The text is changed in one way only: the paper's spellings (``query``) become those that DSEval's released code
    knows, because what stands in the benchmark has to load there unmodified.

    Args:
        seed: what the draft is about.
        draft: the revision to admit.
        evidence: of this very revision, without errors.
        decision: the person's word on this very revision.
        decisions: all decisions of the run, for the record.
        version: of this toolkit.
        reviews: the problems that a person marked as good, see `problem_reviews`.
        certificate: of this very revision; None where no answers were tried.

    Raises:
        UsageError: when evidence or decision are about another text, or the evidence holds errors.
    """
    # A decision holds for the exact text that the person saw, and for no other.
    if not draft.sha256 == evidence.draft == decision.draft:
        raise UsageError("evidence and decision are about another revision", hint="run: authoring review")
    if evidence.errors or evidence.dry_run is None:
        raise UsageError(f"{draft.name} has {len(evidence.errors)} errors", hint=f"run: authoring review {draft.name}")
    text = canonical(parse(draft.text))
    meta = {
        "name": draft.name,
        "sha256": sha256_of(text),
        "revision": draft.revision,
        "tool": f"dseal-authoring {version}",
        "seed": seed_entry(seed),
        **_entries_of_text(text, draft, reviews, certificate),
        # Templates have no model and no prompts that could be named.
        **({"made_with": draft.made_with.model_dump(mode="json")} if draft.made_with.model else {}),
        "environment": {"python": evidence.dry_run.python, "packages": dict(evidence.dry_run.packages)},
        "pins": [pins.model_dump() for pins in evidence.dry_run.pins],
        "decisions": _decision_entries(decisions),
        "findings": _finding_entries(evidence),
    }
    return Admission(
        name=draft.name,
        text=text,
        meta=provenance_text(meta),
        inputs=evidence.dry_run.inputs,
    )


def _entries_of_text(
    text: str, draft: Draft, reviews: Sequence[ProblemReview], certificate: Certificate | None
) -> dict[str, object]:
    """Return what is recorded of each problem of a text, and of the cells that no answer may see."""
    problemset, origins = parse(text), dict(enumerate(draft.origins, start=1))
    trials = recorded_trials(certificate) if certificate is not None else {}
    problems = [
        _problem_entry(problem.number, origins.get(problem.number), reviews, trials.get(problem.number))
        for _, problem in problemset.problems
    ]
    reference_cells = marked_cells(problemset)
    return {"problems": problems, **({"reference_cells": list(reference_cells)} if reference_cells else {})}


def seed_entry(seed: Seed) -> dict[str, object]:
    """Return what the record of an admitted set says of its seed, without paths of the machine that made it."""
    facts = seed.model_dump(mode="json", include={"publication", "notebook", "allowed"}, exclude_defaults=True)
    if seed.notebook is not None:
        facts["notebook"]["ref"] = public_reference(seed.notebook.ref)
    return {
        "name": seed.name,
        "title": seed.title,
        "source": public_source(seed.source),
        "url": seed.url,
        "licence": seed.licence,
        "files": [{"name": file.name, "sha256": file.sha256, "size": file.size} for file in seed.data],
        **facts,
    }


def _problem_entry(
    number: int, origin: ProblemOrigin | None, reviews: Sequence[ProblemReview], trials: RecordedTrials | None
) -> dict[str, object]:
    """Return what is recorded of one problem; who marked it as good is null where nobody did."""
    origin = origin or ProblemOrigin(origin="")
    mark = next((review for review in reviews if review.number == number), None)
    return {
        "number": number,
        "origin": origin.origin,
        "level": origin.level,
        "knowledge": list(origin.knowledge),
        "reviewed": mark and {"reviewer": mark.reviewer, "time": mark.time.isoformat()},
        # Left out where nothing was tried: a record of zeros would read as a validator that withstood nothing.
        **({"trials": trials.model_dump()} if trials is not None else {}),
    }


def recorded_trials(certificate: Certificate) -> Mapping[int, RecordedTrials]:
    """Return what the record of a set says of the answers that were tried, by the number of the problem."""
    return {
        problem.number: RecordedTrials(
            wrong=len(problem.wrong),
            refused=len(problem.wrong) - len(problem.survivors),
            right=len(problem.right),
            accepted=len(problem.right) - len(problem.refusals),
            undecided=sum(trial.outcome == "undecided" for trial in problem.trials),
        )
        for problem in certificate.problems
        if problem.trials
    }


def _finding_entries(evidence: Evidence) -> list[dict[str, object]]:
    """Return the findings that stand on admission; their weight says which of them a person had to let pass."""
    return [
        {
            "code": finding.code,
            "severity": finding.severity.value,
            "problem": finding.problem,
            "message": finding.message,
        }
        for finding in evidence.diagnostics
    ]


def _decision_entries(decisions: Sequence[Decision]) -> list[dict[str, object]]:
    """Return the decisions that say something new: an action, an edited text, or a comment not made before.

    Every mark of a review is a decision in the journal and repeats the comments before it; here each stands once.
    """
    entries: list[dict[str, object]] = []
    known_comments: set[Comment] = set()
    for decision in decisions:
        comments = [comment for comment in decision.comments if comment not in known_comments]
        known_comments.update(comments)
        if decision.action is Action.REVISE and decision.text is None and not comments:
            continue
        entries.append(
            {
                "action": decision.action.value,
                "reviewer": decision.reviewer,
                "time": decision.time.isoformat(),
                "about": decision.draft,
                "became": sha256_of(decision.text) if decision.text is not None else None,
                "reason": decision.reason,
                **({"made_by": decision.made_by} if decision.made_by else {}),
                "comments": [{"problem": comment.problem, "text": comment.text} for comment in comments],
            }
        )
    return entries
