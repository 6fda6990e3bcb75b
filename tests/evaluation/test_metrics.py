"""The paper's metrics: who counts, and what is forgiven."""

from authoring.evaluation.metrics import measure
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Metrics,
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


def measured(*problems: ProblemResult) -> Metrics:
    """Return the metrics of one set."""
    return measure(
        Evaluation(
            benchmark="b",
            version=1,
            dialect="dseval",
            solver="x",
            options=EvaluationOptions(),
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
