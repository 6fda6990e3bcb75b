"""The figures of ML-Benchmark: normalised performance, completion rate, comprehensive score (arXiv 2402.18679)."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from authoring.records.evidence import Judgement

COMPLIANT: Final = 2
"""The score of a step that was done as it should be; one that was done otherwise has 1, any other 0."""
# As `authoring.validators.predictions.measured` writes it, behind the words of the validator that calls it.
_MEASURED: Final = re.compile(r"(?:^|: )(?P<name>[a-z_0-9]+) (?P<figure>-?\d[\d.e+-]*)$")


class PredictionMetric(StrEnum):
    """What predictions for held-out rows are measured by; each is a key of `authoring.validators.predictions`."""

    ACCURACY = "accuracy"
    F1 = "f1"
    AUC = "auc"
    MAE = "mae"
    RMSE = "rmse"
    RMSE_LOG = "rmse_log"
    RMSLE = "rmsle"

    @property
    def is_loss(self) -> bool:
        """Whether smaller figures are better ones."""
        return self in {PredictionMetric.MAE, PredictionMetric.RMSE, PredictionMetric.RMSE_LOG, PredictionMetric.RMSLE}


def performance_of(metric: PredictionMetric, figure: float | None) -> float:
    """Return the normalised performance: 1 / (1 + s) of a loss s, else the figure; 0 where nothing was predicted."""
    if figure is None:
        return 0.0
    return 1 / (1 + figure) if metric.is_loss else figure


def completion_of(scores: Sequence[int]) -> float:
    """Return the completion rate: the scores of the required steps over the most that they could have.

    Raises:
        ZeroDivisionError: there is no step.
    """
    return sum(scores) / (COMPLIANT * len(scores))


def comprehensive_of(completion: float, performance: float | None) -> float:
    """Return the mean of completion rate and performance; the completion rate where no performance is asked for."""
    return completion if performance is None else (completion + performance) / 2


def figure_in(judgement: Judgement) -> float | None:
    """Return the figure that a judgement of predictions carries; None where they are none.

    Only what was judged right is read: the reason of anything else may quote the answer.
    """
    if judgement.category == "namespace_check" and judgement.correct == "yes" and not judgement.parts:
        match = _MEASURED.search(judgement.reason)
        return float(match["figure"]) if match else None
    return next((figure for part in judgement.parts if (figure := figure_in(part)) is not None), None)
