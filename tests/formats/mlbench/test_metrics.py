"""Data Interpreter's formulas, on examples that can be checked by hand."""

import pytest

from authoring.formats.mlbench.metrics import (
    PredictionMetric,
    completion_of,
    comprehensive_of,
    figure_in,
    performance_of,
)
from authoring.records.evidence import Judgement
from authoring.validators.predictions import MEASURES, measured


def test_completion_rate() -> None:
    """CR is the sum of step scores over twice their number: 2 + 1 + 0 + 2 of 8."""
    assert completion_of([2, 1, 0, 2]) == 0.625
    assert completion_of([2, 2, 2]) == 1.0
    assert completion_of([0]) == 0.0


@pytest.mark.parametrize(
    ("metric", "figure", "performance"),
    [("accuracy", 0.83, 0.83), ("auc", 0.9, 0.9), ("f1", 0.5, 0.5), ("rmse_log", 0.25, 0.8), ("rmsle", 1.5, 0.4)],
)
def test_normalised_performance(metric: str, figure: float, performance: float) -> None:
    """NPS is 1 / (1 + s) where smaller is better, else s itself; an error of 0 and a share of 1 are the best."""
    assert performance_of(PredictionMetric(metric), figure) == pytest.approx(performance)


@pytest.mark.parametrize("metric", PredictionMetric)
def test_directions_and_bounds(metric: PredictionMetric) -> None:
    """The oracle reaches 1 by each metric that the sandbox measures, and an answer without predictions 0."""
    best = float(measured(metric.value, [1, 2], [1, 2], 2).partition(" ")[2])

    assert set(MEASURES) == {member.value for member in PredictionMetric}
    assert performance_of(metric, best) == 1.0
    assert performance_of(metric, None) == 0.0


def test_comprehensive_score() -> None:
    """CS is the mean of CR and NPS, and CR alone where nothing is predicted."""
    assert comprehensive_of(0.625, 0.8) == 0.7125
    assert comprehensive_of(0.625, None) == 0.625


def judged(reason: str, correct: str = "yes") -> Judgement:
    """Return what the judge says of an answer with predictions."""
    part = {"correct": correct, "category": "namespace_check", "reason": reason, "subject": "predictions"}
    variables = {"correct": correct, "category": "namespace_check", "parts": [part]}
    crash = {"correct": "yes", "category": "crash", "reason": "accuracy 1.0"}
    return Judgement.model_validate({"correct": correct, "category": "and", "parts": [crash, variables]})


def test_the_figure_is_read_from_what_was_judged_right() -> None:
    """The judge's own words carry it; a reason that may quote the answer carries none."""
    assert figure_in(judged("Variable `predictions` matches: rmsle 1.25e-05")) == 1.25e-05
    assert figure_in(judged("Variable `predictions` matches: accuracy 0.9333333333333333")) == 0.9333333333333333
    assert figure_in(judged("Variable `predictions` is wrong: accuracy 1.0", "no")) is None
    assert figure_in(Judgement(correct="yes", category="crash", reason="accuracy 1.0")) is None
