"""Mends problems that a certificate accuses: each proposal is tried in all of them at once, and kept where it holds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from authoring.dseal.dump import add_sentence, replace_validator
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError
from authoring.gate.certificate.trials import certify
from authoring.gate.mending.forms import form_sentences
from authoring.gate.mending.proposals import Proposal, proposals
from authoring.records.certificate.mend import Mend
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.certificate.trial import Trial
from authoring.records.evidence import Limits
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect

MOST_ROUNDS = 16
"""Rounds of trials, in each of which every accused problem has one proposal tried."""


@dataclass(frozen=True, slots=True)
class MendingResult:
    """What came of mending a problem set."""

    text: str
    mends: tuple[Mend, ...]
    left: tuple[int, ...]
    """Numbers of the problems that are accused as before: no proposal ended it."""


def mended(
    text: str,
    certificate: Certificate,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    progress: ProgressCallback | None = None,
) -> MendingResult:
    """Change validators and questions so that wrong answers are refused, right ones accepted, and readings settled.

    A change is made only where a new certificate of the problem has no fault, every wrong answer that was refused still
    is, and every one that was accepted is refused now. References stay as they are.

    Args:
        text: a problem set whose references run.
        certificate: of its answers.
        inputs: files that stand in ``inputs/``.
        limits: per cell, as in a dry run.
        sandbox: where answers are tried.
        dialect: whose rules judge.
        progress: told after each cell, in every round anew.

    Raises:
        SandboxError: the sandbox failed.
    """
    accused = {problem.number: problem for problem in certificate.problems if faults_of(problem)}
    forms = partial(form_sentences, parse(text), set(accused), inputs=inputs, limits=limits, sandbox=sandbox)
    form_of = _looked_up(forms)
    waiting = {
        problem.number: proposals(cell, problem, accused[problem.number], partial(form_of, problem.number))
        for cell, problem in parse(text).problems
        if problem.number in accused
    }
    kept: dict[int, Proposal] = {}
    for _ in range(MOST_ROUNDS):
        chosen = {number: _next_writable(text, ways, accused[number]) for number, ways in waiting.items()}
        tried = {number: proposal for number, proposal in chosen.items() if proposal is not None}
        if not tried:
            break
        again = certify(
            _with(text, tried, accused),
            inputs=inputs,
            limits=limits,
            sandbox=sandbox,
            dialect=dialect,
            numbers=set(tried),
            progress=progress,
        )
        for problem in again.problems:
            if problem.number in tried and _is_mended(accused[problem.number], problem):
                kept[problem.number] = tried[problem.number]
                del waiting[problem.number]
    mends = tuple(
        Mend(number=number, what=proposal.what, faults_before=faults_of(accused[number]))
        for number, proposal in sorted(kept.items())
    )
    return MendingResult(_with(text, kept, accused), mends, tuple(sorted(waiting)))


def _looked_up(sentences: Callable[[], Mapping[int, str]]) -> Callable[[int], str]:
    """Return what gives a problem's sentence, empty where there is none; they are made when the first is wanted."""
    once = cache(sentences)
    return lambda number: once().get(number, "")


def faults_of(problem: ProblemCertificate) -> int:
    """Return how many answers and readings accuse a problem."""
    readings = sum(reading.outcome == "differs" and not reading.is_customary for reading in problem.readings)
    return len(problem.survivors) + len(problem.refusals) + readings


def _is_mended(before: ProblemCertificate, after: ProblemCertificate) -> bool:
    """Tell whether nothing accuses a problem any more, and as much is known in its favour as was before."""
    if faults_of(after) or not after.trials:
        return False
    known = {_key(trial): trial.outcome for trial in after.trials}
    # An answer that code of a validator accepts is undecided, for the code may have its reasons; here it has none.
    return all(known.get(_key(trial)) not in {"undecided", "accepted"} for trial in before.wrong)


def _key(trial: Trial) -> tuple[str, str, str, str]:
    return trial.side, trial.operator, trial.subject, trial.code or trial.text


def _next_writable(text: str, ways: Iterator[Proposal], accused: ProblemCertificate) -> Proposal | None:
    """Return the next proposal that the problem's docstring can hold."""
    for proposal in ways:
        try:
            _with(text, {accused.number: proposal}, {accused.number: accused})
        except AuthoringError:
            continue
        return proposal
    return None


def _with(text: str, chosen: Mapping[int, Proposal], accused: Mapping[int, ProblemCertificate]) -> str:
    for number, proposal in chosen.items():
        index = accused[number].cell
        if proposal.block is not None:
            text = replace_validator(parse(text), index, proposal.block)
        for sentence in proposal.sentences:
            text = add_sentence(parse(text), index, sentence)
    return text
