"""Figures of one problem as an item of a test: how often it is solved, and whether better solvers solve it."""

from authoring.records.base import Record
from authoring.records.sketch import LevelName


class PassEstimate(Record):
    """The probability that at least one of k answers is right."""

    k: int
    rate: float
    """By the unbiased estimator."""
    low: float
    """The lower end of Wilson's interval of 95 %."""
    high: float


class ItemStatistics(Record):
    """How solvers did on one problem, over all solvers and samples."""

    solvers: int
    """How many stand behind the figures."""
    answers: int
    right: int
    pass_at: tuple[PassEstimate, ...]
    """For k from 1 on."""
    discrimination: float | None = None
    """Point-biserial correlation of being right here with the share of the other problems that the same solver got
    right at the same sample; None where either is the same for all."""
    is_hint: bool = True
    """Whether too few solvers stand behind the correlation for more than a hint."""
    level: LevelName
    """What follows from how often it was solved."""
