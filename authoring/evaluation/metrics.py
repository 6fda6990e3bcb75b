"""The paper's metrics of an evaluation: pass rates, and who passed by verdict, difficulty and validator."""

from collections import Counter
from collections.abc import Iterable, Sequence

from authoring.records.results import Evaluation, Metrics, ProblemResult, Tally
from authoring.validators.verdicts import VerdictName

BANDS = (10, 20, 40, 80)
"""Where one band of difficulty ends and the next begins; the released sets' quartiles are 11, 19 and 35."""
UNANSWERED = "UNANSWERED"


def measure(evaluation: Evaluation) -> Metrics:
    """Return the metrics of an evaluation; a problem counts by its last attempt."""
    problems = [problem for set_result in evaluation.sets for problem in set_result.problems]
    judgeable = [problem for problem in problems if problem.blocked_by is None]
    # Blocked problems are in no rate, because nobody could have passed them; unanswered ones are, as not passed.
    judged = sum(problem.verdict is not None for problem in judgeable)
    intact, presentation = VerdictName.INTACT_VIOLATION, VerdictName.PRESENTATION_ERROR
    return Metrics(
        problems=len(problems),
        judged=judged,
        blocked=len(problems) - len(judgeable),
        unanswered=len(judgeable) - judged,
        error_propagation=evaluation.options.error_propagation,
        pass_rate=_rate(judgeable, frozenset()),
        pass_rate_without_intact=_rate(judgeable, frozenset({intact})),
        pass_rate_without_presentation=_rate(judgeable, frozenset({presentation})),
        pass_rate_without_both=_rate(judgeable, frozenset({intact, presentation})),
        by_verdict=_tallies((_verdict(problem), "", problem) for problem in judgeable),
        by_subverdict=_tallies(
            (_verdict(problem), problem.attempts[-1].subverdict.value if problem.attempts else "", problem)
            for problem in judgeable
        ),
        by_difficulty=_tallies((_band(problem.difficulty), "", problem) for problem in judgeable),
        by_validator=_tallies(
            (name, "", problem) for problem in judgeable for name in dict.fromkeys(problem.validators)
        ),
    )


def _rate(problems: Sequence[ProblemResult], forgiven: frozenset[VerdictName]) -> float | None:
    passed = sum(problem.verdict in forgiven | {VerdictName.CORRECT} for problem in problems)
    return passed / len(problems) if problems else None


def _tallies(entries: Iterable[tuple[str, str, ProblemResult]]) -> tuple[Tally, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    correct: Counter[tuple[str, str]] = Counter()
    for name, part, problem in entries:
        counts[name, part] += 1
        correct[name, part] += problem.verdict is VerdictName.CORRECT
    # Verdicts and bands share one list, because a table holds either and names of both never meet.
    order = [*VerdictName, UNANSWERED, *map(_band, (0, *BANDS))]
    positions = {name: place for place, name in enumerate(order)}
    ordered = sorted(counts, key=lambda key: (positions.get(key[0], len(positions)), key))
    return tuple(
        Tally(name=name, part=part, count=counts[name, part], correct=correct[name, part]) for name, part in ordered
    )


def _verdict(problem: ProblemResult) -> str:
    return problem.verdict.value if problem.verdict is not None else UNANSWERED


def _band(difficulty: float) -> str:
    """Return the band a difficulty falls into, its upper end not included."""
    for low, high in zip((0, *BANDS), BANDS, strict=False):
        if difficulty < high:
            return f"{low}-{high}"
    return f"{BANDS[-1]}+"
