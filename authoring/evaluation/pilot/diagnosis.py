"""What answers tell of a problem: seven signs, each a finding with the answers that show it."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question
from authoring.evaluation.pilot.codes import (
    DISPUTED_REFERENCE,
    GUESSABLE_ANSWER,
    REFUSED_FORM,
    SCATTERED_ANSWERS,
    SHARED_FAILURE,
    UNEARNED_LEVEL,
    UNSOLVED_PROBLEM,
)
from authoring.evaluation.pilot.item_statistics import band_of, wilson
from authoring.records.pilot import AnswerCluster, AnswerOutcome, BlindVariant, PilotProblem
from authoring.records.wording import counted, short_text, visible

FEWEST_ANSWERS = 4
"""Answers below which a finding is a hint: three answers of one model are often one mistake made three times."""
FEWEST_AGREEING = 2
"""Answers that have to be one before they count as agreement, unless a problem has one answer alone."""
MAJORITY = 0.5
"""Share of all answers that "most" stands for: more than half leave room for no other answer as frequent."""
SHARED_SHARE = 2 / 3
"""Share of the answers that fail with one exception, from which on it is the problem's: some model always forgets a
part of what is asked, and with it the name that nobody can know."""
FORM_SHARE = 1 / 3
"""Share of the answers with the right value that are refused for their form, from which on the validator
does it: one solver in four with its own habits stays below it."""
SECOND_SHARE = 0.3
"""Share of all answers that a second cluster needs before the question counts as open: two weak solvers among four that
make one mistake in three of twelve answers stay below it."""
FEWEST_SCATTERED = 3
"""Answers of which no two agree that are scatter even without a second cluster."""
GUESS_SHARE = 0.5
"""Share of the blind answers that are right from which on a problem is guessable: a truth value is guessed half the
time by chance, and one lucky guess among several says little."""
FEWEST_EASY = 6
"""Answers, all of them right, from which on a problem is too easy for any level but ``easy``: what half of all answers
get right is solved by six of six in 2 cases of 100."""
SEVERAL_SOLVERS = 2
"""Solvers that have to stand behind a cluster where three or more took part: what one does is its own weakness."""
LONGEST_EVIDENCE = 160
"""Characters of a value or an error that a finding repeats; the whole stands in the record."""
MOST_WORDS = 4
"""Words that two clusters differ in that a finding names."""
_WORD = re.compile(r"\w+|[<>=!]=|[<>]")


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands against a problem."""

    info: RuleInfo
    message: str
    hint: str
    answers: int
    """Answers that it rests on."""
    solvers: int = SEVERAL_SOLVERS
    """Solvers that have to agree for it, where what a single one does says little; else as many as are enough."""


def diagnose(text: str, problems: Sequence[PilotProblem]) -> tuple[Diagnostic, ...]:
    """Return what the answers tell of the problems of a text, in its order."""
    problemset = parse(text)
    cells = {problem.number: cell for cell, problem in problemset.problems}
    return tuple(
        _weighed(at_question(problemset, cells[problem.number], "", sign.info, sign.message, sign.hint), sign)
        for problem in problems
        if problem.number in cells
        for sign in signs_of(problem)
    )


def _weighed(finding: Diagnostic, sign: Sign) -> Diagnostic:
    """Return a finding as a hint where few answers, or what one solver says every time, stand behind it."""
    if sign.answers >= FEWEST_ANSWERS and sign.solvers >= SEVERAL_SOLVERS:
        return finding
    few = counted(sign.answers, "answer") if sign.answers < FEWEST_ANSWERS else counted(sign.solvers, "solver")
    message = f"{finding.message} ({few}: a hint)"
    return finding.model_copy(update={"severity": Severity.NOTE, "message": message})


def signs_of(problem: PilotProblem) -> Iterator[Sign]:
    """Yield what stands against one problem; a sign that says why they are right or not silences the one of levels."""
    if problem.is_blocked:
        return
    explained = False
    for look in SIGNS:
        if (sign := look(problem)) is not None:
            explained = True
            yield sign
    if (sign := _guessable(problem)) is not None:
        explained = True
        yield sign
    if not explained and (sign := _level(problem)) is not None:
        yield sign


def _count(problem: PilotProblem, *outcomes: AnswerOutcome) -> int:
    return sum(answer.outcome in outcomes for answer in problem.answers)


def _voting(problem: PilotProblem) -> int:
    """Return how many answers say something of the question: all but those without code."""
    return len(problem.answers) - _count(problem, AnswerOutcome.NO_CODE)


def _is_supported(cluster: AnswerCluster, problem: PilotProblem) -> bool:
    """Tell whether more than one solver's weakness stands behind a cluster."""
    solvers = len({answer.solver for answer in problem.answers})
    # Where answers did not come, there may be more solvers than answered: an outage is no sign.
    is_alone = solvers <= SEVERAL_SOLVERS and not problem.outages
    several = len(cluster.solvers) >= SEVERAL_SOLVERS or is_alone
    return several and (cluster.answers >= FEWEST_AGREEING or len(problem.answers) == 1)


def _shared_failure(problem: PilotProblem) -> Sign | None:
    voting = _voting(problem)
    failures = [answer for answer in problem.answers if answer.outcome is AnswerOutcome.FAILED]
    if not failures or _count(problem, AnswerOutcome.RIGHT, AnswerOutcome.FORM):
        return None
    [(error, failed)] = Counter(answer.error for answer in failures).most_common(1)
    if failed < SHARED_SHARE * voting or failed < min(FEWEST_AGREEING, len(problem.answers)):
        return None
    code = next(answer.code for answer in failures if answer.error == error)
    voters = f"all {voting}" if failed == voting else f"none is right, and {failed} of {voting}"
    message = f"{voters} answers fail with the same exception: {_short(error)}"
    hint = "Have an earlier cell define what they lack, say in the question what it is called, or allow more time."
    return Sign(SHARED_FAILURE, message, f"{hint} The first: {_short_code(code)}", voting)


def _refused_form(problem: PilotProblem) -> Sign | None:
    clusters = [cluster for cluster in problem.clusters if cluster.outcome is AnswerOutcome.FORM]
    refused, right = sum(cluster.answers for cluster in clusters), _count(problem, AnswerOutcome.RIGHT)
    solvers = {solver for cluster in clusters for solver in cluster.solvers}
    if not clusters or refused < min(FEWEST_AGREEING, len(problem.answers)):
        return None
    # A habit of one solver, where others pass, is no fault of the validator.
    if refused / (refused + right) < FORM_SHARE or (right and len(solvers) < SEVERAL_SOLVERS):
        return None
    message = f"{refused} of {refused + right} answers with the right value are refused for their form"
    hint = "Say the form in the question, or forgive it by a flag or a `compare_fn`. " + _beside(problem, clusters[0])
    return Sign(REFUSED_FORM, message, hint, len(problem.answers))


def _disputed_reference(problem: PilotProblem) -> Sign | None:
    wrong = [cluster for cluster in problem.clusters if cluster.outcome is AnswerOutcome.WRONG]
    if not wrong or not _voting(problem):
        return None
    first = max(wrong, key=lambda cluster: cluster.answers)
    share = first.answers / _voting(problem)
    if share <= MAJORITY or first.answers < min(FEWEST_AGREEING, len(problem.answers)):
        return None
    message = f"{first.answers} of {_voting(problem)} answers agree with each other, and not with the reference"
    hint = "The reference is wrong, or the question asks for something else. " + _beside(problem, first)
    return Sign(DISPUTED_REFERENCE, message, hint, len(problem.answers), len(first.solvers))


def _scattered_answers(problem: PilotProblem) -> Sign | None:
    if _refused_form(problem) is not None or _disputed_reference(problem) is not None or not _voting(problem):
        return None
    clusters = [cluster for cluster in problem.clusters if cluster.outcome is not AnswerOutcome.FORM]
    supported = [cluster for cluster in clusters if _is_supported(cluster, problem) and cluster.answers > 1]
    is_open = len(supported) > 1 and supported[1].answers / _voting(problem) >= SECOND_SHARE
    alone = [cluster for cluster in clusters if cluster.answers == 1]
    is_scattered = len(alone) == len(clusters) >= FEWEST_SCATTERED and len(alone) > MAJORITY * _voting(problem)
    if not (is_open or is_scattered):
        return None
    chosen = supported[:2] if is_open else clusters[:2]
    sizes = " and ".join(str(cluster.answers) for cluster in (supported if is_open else clusters))
    message = f"the answers fall into {len(supported if is_open else clusters)} clusters, of {sizes} answers"
    hint = f"Say in the question which is meant. They differ in: {differing_words(chosen[0].code, chosen[1].code)}. "
    hint += _beside(problem, *chosen)
    solvers = {solver for cluster in chosen for solver in cluster.solvers}
    return Sign(SCATTERED_ANSWERS, message, hint, len(problem.answers), len(solvers))


SIGNS: Sequence[Callable[[PilotProblem], Sign | None]] = (
    _shared_failure,
    _refused_form,
    _disputed_reference,
    _scattered_answers,
)
"""The signs that say why answers are not right, in the order in which they are told."""


def _guessable(problem: PilotProblem) -> Sign | None:
    if not problem.needs_data:
        return None
    parts: list[str] = []
    codes: list[str] = []
    answers = 0
    # One way at a time: a profile that gives the answer away is no better where names of columns do not.
    for variant, words in _VARIANTS.items():
        given = [answer for answer in problem.blind if answer.variant is variant]
        right = [answer.code for answer in given if answer.is_right]
        if right and len(right) >= GUESS_SHARE * len(given):
            parts.append(f"{len(right)} of {len(given)} from {words}")
            codes.append(right[0])
            answers += len(given)
    if not parts:
        return None
    message = f"answers are right without the data: {', '.join(parts)}"
    hint = f"Ask for something that only the data tell. The first: {_short_code(codes[0])}"
    return Sign(GUESSABLE_ANSWER, message, hint, answers)


_VARIANTS = {BlindVariant.COLUMNS: "the names of columns", BlindVariant.PROFILE: "the profile alone"}


def _level(problem: PilotProblem) -> Sign | None:
    answers, right = len(problem.answers), _count(problem, AnswerOutcome.RIGHT)
    if not answers:
        return None
    low, _ = wilson(right, answers)
    claim = f"claims to be {problem.level}" if problem.level else "claims no level"
    solvers = len({answer.solver for answer in problem.answers})
    is_easy = low > band_of(problem.level)[1] or (answers >= FEWEST_EASY and solvers >= SEVERAL_SOLVERS)
    if right == answers and is_easy and problem.level != "easy":
        message = f"all {answers} answers are right at the first try, and the problem {claim}"
        hint = f"Claim easy, or ask for more: at least {low:.0%} of such answers are right (Wilson, 95 %)."
        return Sign(UNEARNED_LEVEL, message, hint, answers)
    if right == 0 and problem.level != "hard":
        message = f"none of {answers} answers is right, and the problem {claim}"
        hint = "See whether it can be solved from the question alone. " + _beside(problem, *problem.clusters[:1])
        return Sign(UNSOLVED_PROBLEM, message, hint.strip(), answers)
    return None


def _beside(problem: PilotProblem, *clusters: AnswerCluster) -> str:
    """Return what the reference and clusters give side by side, the code of clusters, and the first difference."""
    values = [("reference", problem.value, "")]
    values += [
        (counted(cluster.answers, "answer"), cluster.value, f" by {_short_code(cluster.code)}")
        for cluster in clusters
        if not cluster.is_reference
    ]
    text = "; ".join(f"{who}: {_short(value)}{code}" for who, value, code in values if value or code)
    difference = next((cluster.differences[0] for cluster in clusters if cluster.differences), None)
    if difference is None:
        reason = next((cluster.reason for cluster in clusters if cluster.reason), "")
        return f"{text}. {_short(reason)}".strip(". ")
    first = f"first difference at {difference.place}: {difference.reference} and {difference.submission}"
    return f"{text}; {_short(first)}".strip("; ")


def differing_words(first: str, second: str) -> str:
    """Return the words of two pieces of code that the other one lacks."""
    words = [dict.fromkeys(_WORD.findall(code)) for code in (first, second)]
    sides = [[word for word in words[side] if word not in words[1 - side]][:MOST_WORDS] for side in (0, 1)]
    return " against ".join(", ".join(f"`{word}`" for word in side) or "nothing" for side in sides)


def _short(text: str) -> str:
    # What stands in a finding goes to terminals and into prompts; line feeds become spaces before.
    return visible(short_text(text, LONGEST_EVIDENCE))


def _short_code(code: str) -> str:
    return f"`{_short(code)}`"
