"""The paper's metrics of an evaluation: pass rates, and who passed by verdict, difficulty and validator."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb

from authoring.evaluation.clustered_rates import pass_rates, rate_of_problems
from authoring.evaluation.error_modes import error_mode
from authoring.records.results import Evaluation, Metrics, ProblemResult, Tally
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict
from authoring.validators.verdicts import VerdictName

BANDS = (10, 20, 40, 80)
"""Where one band of difficulty ends and the next begins; the released sets' quartiles are 11, 19 and 35."""
UNANSWERED = "UNANSWERED"
NOT_JUDGED = "not judged"


def counted_answers(evaluation: Evaluation) -> Iterator[ProblemResult]:
    """Yield each problem that can be judged once for each answer that counts, with that answer as its last attempt."""
    for problem in (problem for result in evaluation.sets for problem in result.problems):
        if problem.blocked_by is None:
            yield from _counted_answers(problem, evaluation.options.samples)


def measure(evaluation: Evaluation, modes: Sequence[ErrorModeVerdict] = ()) -> Metrics:
    """Return the metrics of an evaluation; a problem counts by its last attempt, or by each of its samples.

    `modes` are the kinds of wrong answers where a model judged those that the rules leave open.
    """
    problems = [problem for set_result in evaluation.sets for problem in set_result.problems]
    samples = evaluation.options.samples
    open_problems = [problem for problem in problems if problem.blocked_by is None]
    judgeable = list(counted_answers(evaluation))
    # Blocked problems are in no rate, because nobody could have passed them; unanswered ones are, as not passed.
    judged = sum(problem.verdict is not None for problem in judgeable)
    intact, presentation = VerdictName.INTACT_VIOLATION, VerdictName.PRESENTATION_ERROR
    return Metrics(
        problems=len(problems),
        judged=judged,
        blocked=len(problems) - len(open_problems),
        unanswered=len(judgeable) - judged,
        outages=sum(len(problem.outages) for problem in open_problems),
        pass_at=pass_rates(
            ((problem.problemset, problem.index), _pass_shares(problem, samples)) for problem in open_problems
        )
        if samples > 1
        else (),
        error_propagation=evaluation.options.error_propagation,
        pass_rate=_rate(judgeable, frozenset()),
        interval=rate_of_problems(
            ((problem.problemset, problem.index), float(problem.verdict is VerdictName.CORRECT))
            for problem in judgeable
        ),
        pass_rate_without_intact=_rate(judgeable, frozenset({intact})),
        pass_rate_without_presentation=_rate(judgeable, frozenset({presentation})),
        pass_rate_without_both=_rate(judgeable, frozenset({intact, presentation})),
        by_verdict=_tallies((_verdict(problem), "", problem) for problem in judgeable),
        by_subverdict=_tallies(
            (_verdict(problem), problem.attempts[-1].subverdict.value if problem.attempts else "", problem)
            for problem in judgeable
        ),
        by_difficulty=_tallies((_band(problem.difficulty), "", problem) for problem in judgeable),
        by_error_mode=_judged_modes(modes) if modes else _error_modes(judgeable),
        by_validator=_tallies(
            (name, "", problem) for problem in judgeable for name in dict.fromkeys(problem.validators)
        ),
    )


def _counted_answers(problem: ProblemResult, samples: int) -> Iterator[ProblemResult]:
    """Yield a problem once for each answer that counts; an outage is no answer."""
    if samples == 1:
        # An outage at a further attempt leaves it open whether that one would have been right.
        if not problem.outages:
            yield problem
        return
    for attempt in problem.attempts:
        yield problem.model_copy(update={"attempts": (attempt,)})
    for _ in range(samples - len(problem.attempts) - len(problem.outages)):
        yield problem.model_copy(update={"attempts": ()})


def _pass_shares(problem: ProblemResult, samples: int) -> Mapping[int, float]:
    """Return the unbiased estimates of pass@k of one problem, by k; its outages are no samples."""
    total = samples - len(problem.outages)
    right = sum(attempt.verdict is VerdictName.CORRECT for attempt in problem.attempts)
    # All ways of taking so many of its samples, and those in which none is right.
    return {k: 1 - comb(total - right, k) / comb(total, k) for k in range(1, total + 1)}


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


def _error_modes(problems: Sequence[ProblemResult]) -> tuple[Tally, ...]:
    """Count wrong answers by their kind, in the order in which CIBench names the kinds."""
    modes = Counter(error_mode(problem.attempts[-1], problem.question) for problem in problems if problem.attempts)
    return tuple(Tally(name=mode.value, count=modes[mode], correct=0) for mode in ErrorMode if modes[mode])


def _judged_modes(verdicts: Sequence[ErrorModeVerdict]) -> tuple[Tally, ...]:
    """Count wrong answers by their kind and by who says so; those that nobody says anything of come last."""
    counts = Counter(
        (NOT_JUDGED, "") if verdict.mode is None else (verdict.mode.value, "judge" if verdict.is_judged else "rules")
        for verdict in verdicts
    )
    order = [*((mode.value, part) for mode in ErrorMode for part in ("rules", "judge")), (NOT_JUDGED, "")]
    return tuple(
        Tally(name=name, part=part, count=counts[name, part], correct=0) for name, part in order if counts[name, part]
    )


def _verdict(problem: ProblemResult) -> str:
    return problem.verdict.value if problem.verdict is not None else UNANSWERED


def _band(difficulty: float) -> str:
    """Return the band a difficulty falls into, its upper end not included."""
    for low, high in zip((0, *BANDS), BANDS, strict=False):
        if difficulty < high:
            return f"{low}-{high}"
    return f"{BANDS[-1]}+"
