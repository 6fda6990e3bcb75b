"""What an export says of people and solvers: who looked at what, who admitted it, what was let pass, by whom, why.

Everything is counted from recorded decisions and pilots; where no decision is recorded, that is what is said.
"""

from collections import Counter
from collections.abc import Iterator

from authoring.dseal.diagnostic import Severity
from authoring.records.decision import Action
from authoring.records.provenance import Provenance, RecordedDecision
from authoring.records.wording import counted

NO_REASON = "no reason was given"


def reviewed_problems(about: Provenance) -> int:
    """Return how many problems of a set a person marked as good, as far as it is recorded."""
    return sum(problem.reviewed is not None for problem in about.problems)


def review_claim(about: Provenance, problems: int) -> str:
    """Return who looked at how many problems of a set, one by one."""
    if not any("reviewed" in problem.model_fields_set for problem in about.problems):
        return f"which of {counted(problems, 'problem')} a person looked at is not recorded"
    names = Counter(problem.reviewed.reviewer for problem in about.problems if problem.reviewed is not None)
    reviewers = ", ".join(f"{name} ({number})" for name, number in sorted(names.items()))
    return f"{names.total()} of {counted(problems, 'problem')} looked at and marked as good" + (
        f", by {reviewers}" if reviewers else ""
    )


def admission_claim(about: Provenance) -> str:
    """Return who admitted a set, when and why."""
    decision = _admission(about)
    if decision is None:
        return "who admitted it is not recorded"
    why = " ".join(decision.reason.split()) or NO_REASON
    return f"admitted by {decision.reviewer or 'nobody named'} on {decision.time.date().isoformat()}: {why}"


def pilot_claims(about: Provenance) -> Iterator[str]:
    """Yield what solvers did on the problems of a set before it was published, where they were asked."""
    trials = [problem.pilot for problem in about.problems if problem.pilot is not None]
    if trials:
        right, answers = sum(entry.right for entry in trials), sum(entry.answers for entry in trials)
        solvers = max(len(entry.solvers) for entry in trials)
        accused = sum(bool(entry.codes) for entry in trials)
        yield (
            f"{counted(solvers, 'solver')} answered {len(trials)} of {counted(len(about.problems), 'problem')} in a "
            f"pilot: {right} of {counted(answers, 'answer')} right, and something found of {accused}"
        )


def passed_claims(about: Provenance) -> Iterator[str]:
    """Yield each finding that a person let pass: the seed gate's, and those that stood when the set was admitted.

    A note needs no leave, and earlier versions did not record which findings were notes.
    """
    for allowance in about.seed.allowed:
        why = " ".join(allowance.why.split()) or NO_REASON
        yield f"{allowance.code} of the seed, let pass by {allowance.who} on {allowance.time.date().isoformat()}: {why}"
    decision = _admission(about)
    who = decision.reviewer if decision and decision.reviewer else "nobody named"
    why = " ".join(decision.reason.split()) if decision and decision.reason.strip() else NO_REASON
    for finding in about.findings:
        if finding.severity is Severity.NOTE:
            continue
        deed = "standing on admission" if finding.severity is None else "let pass on admission"
        place = "" if finding.problem is None else f" of problem {finding.problem}"
        message = " ".join(finding.message.split())
        yield f"{finding.code}{place} ({message}), {deed} by {who}: {why}"


def leave_claim(code: str, who: str, why: str) -> str:
    """Return who gave leave for findings of a code to pass in an export, and why."""
    return f"leave for {code} in this export was given by {who or 'nobody named'}: {' '.join(why.split()) or NO_REASON}"


def claims_of(about: Provenance, problems: int) -> tuple[str, ...]:
    """Return all that is said of people and solvers about one set, a line each."""
    return (review_claim(about, problems), *pilot_claims(about), admission_claim(about), *passed_claims(about))


def _admission(about: Provenance) -> RecordedDecision | None:
    return next((decision for decision in reversed(about.decisions) if decision.action is Action.ADMIT), None)
