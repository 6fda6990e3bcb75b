"""The paper's metrics: who counts, and what is forgiven."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.evaluation.metrics import measure
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Metrics,
    Outage,
    ProblemResult,
    SetResult,
    Submission,
    Tally,
)
from authoring.validators.verdicts import SubverdictName, VerdictName

RUN = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0)


def result(verdict: str, *, difficulty: float = 5, blocked: int | None = None) -> ProblemResult:
    """Return a problem whose one attempt came to this verdict; a dash for none."""
    attempt = Attempt(
        submission=Submission(problemset="s", index=1, code=""),
        run=RUN,
        judgement=Judgement(correct="yes" if verdict == "CORRECT" else "no", category="and"),
        verdict=VerdictName("CORRECT" if verdict == "-" else verdict),
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="",
    )
    attempts = () if verdict == "-" else (attempt,)
    kinds = ("crash", "result")
    return ProblemResult(
        problemset="s",
        index=1,
        question="q",
        difficulty=difficulty,
        validators=kinds,
        attempts=attempts,
        blocked_by=blocked,
    )


def measured(*problems: ProblemResult, samples: int = 1) -> Metrics:
    """Return the metrics of one set."""
    return measure(
        Evaluation(
            benchmark="b",
            version=1,
            dialect="dseval",
            solver="x",
            options=EvaluationOptions(samples=samples),
            python="3",
            packages=(),
            sets=(SetResult(name="s", problems=problems),),
        )
    )


def test_rates_forgive_what_they_are_named_after() -> None:
    """Blocked problems are in no rate, unanswered ones in all."""
    found = measured(
        result("CORRECT"),
        result("INTACT_VIOLATION"),
        result("PRESENTATION_ERROR"),
        result("WRONG_OUTPUT"),
        result("-"),
        result("-", blocked=0),
    )

    assert (found.problems, found.judged, found.blocked, found.unanswered) == (6, 4, 1, 1)
    assert (found.pass_rate, found.pass_rate_without_intact) == (0.2, 0.4)
    assert (found.pass_rate_without_presentation, found.pass_rate_without_both) == (0.4, 0.6)


def test_nothing_to_count_has_no_rate() -> None:
    """A rate of nothing is not zero."""
    assert measured(result("-", blocked=0)).pass_rate is None


def test_breakdowns_count_problems_and_passes() -> None:
    """By verdict in the catalogue's order, by band of difficulty from easy to hard, by every validator."""
    found = measured(
        result("WRONG_OUTPUT", difficulty=9.5),
        result("CORRECT", difficulty=10),
        result("-", difficulty=200),
        result("CORRECT", difficulty=79),
    )

    assert [(each.name, each.count, each.correct) for each in found.by_verdict] == [
        ("CORRECT", 2, 2),
        ("WRONG_OUTPUT", 1, 0),
        ("UNANSWERED", 1, 0),
    ]
    assert found.by_subverdict[0] == Tally(name="CORRECT", part="UNCATEGORIZED", count=2, correct=2)
    assert [(each.name, each.count, each.correct) for each in found.by_difficulty] == [
        ("0-10", 1, 0),
        ("10-20", 1, 1),
        ("40-80", 1, 1),
        ("80+", 1, 0),
    ]
    assert [(each.name, each.count, each.correct) for each in found.by_validator] == [("crash", 4, 2), ("result", 4, 2)]


def sampled(verdicts: str, *, outages: int = 0) -> ProblemResult:
    """Return a problem whose samples came to these verdicts, ``+`` or ``-`` each."""
    attempts = tuple(attempt for sign in verdicts for attempt in result("CORRECT" if sign == "+" else "CRASH").attempts)
    missing = tuple(Outage(attempt=9 + number, message="down") for number in range(outages))
    return result("-").model_copy(update={"attempts": attempts, "outages": missing})


def test_an_outage_is_in_no_rate() -> None:
    """It is counted apart; whether its answer would have been right is not known."""
    metrics = measured(result("CORRECT"), result("CRASH"), sampled("", outages=1))

    assert (metrics.problems, metrics.judged, metrics.unanswered, metrics.outages) == (3, 2, 0, 1)
    assert metrics.pass_rate == 0.5


def test_each_sample_counts() -> None:
    """Right ones of all answers; a sample without an answer is a wrong one, and an outage is none."""
    metrics = measured(sampled("+-+"), sampled("-"), sampled("+", outages=2), samples=3)

    assert (metrics.judged, metrics.unanswered, metrics.outages) == (5, 2, 2)
    assert metrics.pass_rate == 3 / 7


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=5))
def test_pass_at_k_is_the_mean_over_all_choices(problems: list[list[bool]]) -> None:
    """The estimate is the share of all ways of taking k of the samples in which at least one is right."""
    signs = ["".join("+" if right else "-" for right in problem) for problem in problems]
    metrics = measured(*map(sampled, signs), samples=4)

    for entry in metrics.pass_at:
        shares = [sum(map(any, combinations(problem, entry.samples))) / comb(4, entry.samples) for problem in problems]
        assert entry.rate == pytest.approx(sum(shares) / len(shares))
        assert entry.problems == len(problems)
    assert [entry.samples for entry in metrics.pass_at] == [1, 2, 3, 4]


def test_pass_at_k_needs_k_samples() -> None:
    """A problem with outages has a say in the estimates for which it has samples enough."""
    metrics = measured(sampled("++"), sampled("-", outages=1), samples=2)

    assert [(entry.rate, entry.problems) for entry in metrics.pass_at] == [(0.5, 2), (1, 1)]
