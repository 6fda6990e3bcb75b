"""Two runs are held against each other so that nobody takes chance for progress."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.evaluation.clustered_rates import ENOUGH_SETS, ProblemKey
from authoring.evaluation.rate_comparison import (
    adjusted_p_values,
    compare_rates,
    judged_scores,
    rate_of,
    recorded_scores,
)
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Outage,
    ProblemResult,
    RateComparison,
    RecordedResult,
    SetResult,
    Submission,
)
from authoring.validators.verdicts import SubverdictName, VerdictName

RIGHT, WRONG = VerdictName.CORRECT, VerdictName.WRONG_OUTPUT


def attempt(number: int, verdict: VerdictName) -> Attempt:
    """Return an answer with this verdict."""
    return Attempt(
        submission=Submission(problemset="s", index=1, code="x", attempt=number),
        run=CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0),
        judgement=Judgement(correct="yes" if verdict is RIGHT else "no", category="and"),
        verdict=verdict,
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="",
    )


def evaluation(problems: list[ProblemResult], *, samples: int = 1) -> Evaluation:
    """Return the evaluation of one set."""
    return Evaluation(
        benchmark="b",
        version=1,
        dialect="dseval",
        solver="x",
        options=EvaluationOptions(samples=samples),
        python="3.11",
        packages=(),
        sets=(SetResult(name="s", problems=tuple(problems), seconds=0),),
    )


def problem(index: int, *verdicts: VerdictName, blocked: int | None = None, outages: int = 0) -> ProblemResult:
    """Return a problem whose answers came to these verdicts, one after the other."""
    return ProblemResult(
        problemset="s",
        index=index,
        question="",
        difficulty=1,
        validators=(),
        blocked_by=blocked,
        attempts=tuple(attempt(number, verdict) for number, verdict in enumerate(verdicts, start=1)),
        outages=tuple(Outage(attempt=number + 1, message="gone") for number in range(outages)),
    )


def compared(old: dict[ProblemKey, float], new: dict[ProblemKey, float]) -> RateComparison:
    """Return a comparison of scores that have problems in common."""
    comparison = compare_rates(old, new)
    assert comparison is not None
    return comparison


def scores(values: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]", sets: int = 1) -> dict[ProblemKey, float]:
    """Return scores of problems, spread over so many sets."""
    return {(f"s{index % sets}", index): float(value) for index, value in enumerate(values)}


def test_last_attempts_and_shares_of_samples_count() -> None:
    """What nobody could pass, and what a model gave no reply to, is in no rate; what was not answered is not passed."""
    one_answer = evaluation(
        [problem(1, WRONG, RIGHT), problem(2), problem(3, blocked=0), problem(4, outages=1), problem(5, RIGHT, WRONG)]
    )
    samples = evaluation([problem(1, RIGHT, WRONG, WRONG), problem(2, RIGHT, WRONG, outages=1)], samples=3)

    assert judged_scores(one_answer) == {("s", 1): 1, ("s", 2): 0, ("s", 5): 0}
    assert judged_scores(samples) == {("s", 1): pytest.approx(1 / 3), ("s", 2): 0.5}


def test_of_recorded_results_the_last_attempt_counts() -> None:
    """In whatever order the file has them."""
    lines = [(2, RIGHT), (1, WRONG)]
    results = [
        RecordedResult(
            problemset="s", index=1, attempt=number, code="x", verdict=verdict, subverdict=SubverdictName.UNCATEGORIZED
        )
        for number, verdict in lines
    ]

    assert recorded_scores(results) == {("s", 1): 1}


def test_exact_test_of_gains_and_losses() -> None:
    """One problem won and eight lost: at most one of nine coins shows heads, or tails, in 20 of 512 cases."""
    old = {("s", index): float(index != 0) for index in range(20)}
    new = {("s", index): float(not 1 <= index <= 8) for index in range(20)}

    comparison = compared(old, new)

    assert (comparison.gained, comparison.lost) == (1, 8)
    assert comparison.p_value == pytest.approx(20 / 512)
    assert comparison.is_clear


@pytest.mark.parametrize("rate", [0.0, 0.5, 1.0])
def test_runs_that_agree_are_not_certain_to_be_equal(rate: float) -> None:
    """An interval stays, also where no verdict differs."""
    same = {("s", index): float(index < rate * 30) for index in range(30)}

    comparison = compared(same, same)

    assert comparison.p_value == 1
    assert comparison.difference.low < comparison.difference.rate == 0 < comparison.difference.high
    assert not comparison.is_clear
    assert 0 <= comparison.old.low < comparison.old.high <= 1


def test_only_problems_of_both_runs_count() -> None:
    """Where there are none, nothing can be said."""
    assert compare_rates({("a", 1): 1}, {("b", 1): 1}) is None
    assert compared({("a", 1): 1, ("a", 2): 0}, {("a", 2): 1}).problems == 1


@settings(max_examples=20)
@given(st.lists(st.tuples(st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=40))
def test_turned_round_the_difference_has_the_other_sign(pairs: list[tuple[float, float]]) -> None:
    """Gains become losses, and the test says the same."""
    old, new = np.array(pairs).T
    forth, back = compared(scores(old, 3), scores(new, 3)), compared(scores(new, 3), scores(old, 3))

    assert forth.difference.rate == pytest.approx(-back.difference.rate)
    assert (forth.gained, forth.lost, forth.p_value) == (back.lost, back.gained, back.p_value)
    assert forth.difference.low <= forth.difference.rate <= forth.difference.high


@given(st.lists(st.floats(0, 1), max_size=8))
def test_adjusted_p_values(p_values: list[float]) -> None:
    """None is smaller than it was, none larger than Bonferroni's, their order stays, and one alone is left as it is."""
    adjusted = adjusted_p_values(p_values)

    assert all(
        before <= after <= min(1, before * len(p_values)) for before, after in zip(p_values, adjusted, strict=True)
    )
    ranked = sorted(zip(p_values, adjusted, strict=True))
    assert [after for _, after in ranked] == sorted(adjusted)
    assert len(p_values) != 1 or adjusted == tuple(p_values)


def test_adjusted_p_values_of_a_textbook() -> None:
    """Of four, the smallest is taken four times, the next three times, and none is below one before it."""
    assert adjusted_p_values([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))


def test_more_comparisons_show_less() -> None:
    """The smallest difference that is seen grows with the number of comparisons."""
    old = {("s", index): float(index % 2) for index in range(20)}
    new = {("s", index): float(index % 3 == 0) for index in range(20)}
    single, several = compare_rates(old, new), compare_rates(old, new, comparisons=5)

    assert single is not None
    assert several is not None
    assert single.smallest_difference < several.smallest_difference
    assert rate_of(old) == single.old


def drawn(rng: np.random.Generator, sets: int, spread: float, gain: float) -> tuple[RateComparison, float]:
    """Return a comparison over sets of eight problems, which gain more or less together, and the true difference."""
    chances = np.repeat(rng.uniform(0.2, 0.6, sets), 8)
    gains = np.repeat(gain + spread * rng.choice([-1.0, 1.0], sets), 8)
    names = np.repeat(np.arange(sets), 8)
    before = rng.random(sets * 8) < chances
    after = rng.random(sets * 8) < chances + gains
    old = {(f"s{name}", index): float(right) for index, (name, right) in enumerate(zip(names, before, strict=True))}
    new = {(f"s{name}", index): float(right) for index, (name, right) in enumerate(zip(names, after, strict=True))}
    return compared(old, new), gain


@pytest.mark.exhaustive
@pytest.mark.parametrize(("sets", "spread"), [(ENOUGH_SETS * 2, 0.2), (ENOUGH_SETS * 2, 0.0), (5, 0.0)])
def test_intervals_cover_the_truth(sets: int, spread: float) -> None:
    """In about 95 of 100 benchmarks drawn alike, also where the problems of a set gain or lose together."""
    rng = np.random.default_rng(7)
    inside = 0
    for _ in range(200):
        comparison, truth = drawn(rng, sets, spread, 0.1)
        inside += comparison.difference.low <= truth <= comparison.difference.high

    assert 0.89 <= inside / 200 <= 0.99


@pytest.mark.exhaustive
def test_smallest_difference_is_seen_in_four_of_five_repetitions() -> None:
    """Where the truth is the difference that a comparison calls the smallest, most comparisons are clear."""
    rng = np.random.default_rng(11)
    sets = 2 * ENOUGH_SETS
    smallest = float(np.mean([drawn(rng, sets, 0, 0.1)[0].smallest_difference for _ in range(50)]))
    clear = sum(drawn(rng, sets, 0, smallest)[0].is_clear for _ in range(200))

    assert 0.7 <= clear / 200 <= 0.9


@pytest.mark.parametrize("number", [8, 40])
def test_sizes_of_differences_that_are_alike_are_mcnemars(number: int) -> None:
    """Of answers that are right or wrong, drawing signs anew is McNemar's test, exactly or within what is drawn."""
    old = {("set", place): float(place % 4 == 0) for place in range(number)}
    new = dict.fromkeys(old, 1.0)
    counted, sized = (compare_rates(old, new, by_size=by_size) for by_size in (False, True))

    assert counted is not None
    assert sized is not None
    assert sized.p_value == pytest.approx(counted.p_value, abs=0 if number == 8 else 0.001)


def test_sizes_of_differences_count() -> None:
    """Many small losses do not outweigh two large gains, which the sign test cannot see; no difference is none."""
    old = {("set", place): 0.5 for place in range(10)}
    new = {key: 0.49 if key[1] > 1 else 1.0 for key in old}
    sized, same = compare_rates(old, new, by_size=True), compare_rates(old, old, by_size=True)

    assert sized is not None
    assert same is not None
    # The two gains have one sign in half of all drawings, and outweigh the rest whatever its signs are.
    assert sized.p_value == 0.5
    assert same.p_value == 1
