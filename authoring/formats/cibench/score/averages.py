"""Averages of steps: the sum of the scores of some steps over the number of these steps, in percent.

OpenCompass sums up datasets with weights that count the steps of the data CIBench released; other trees have other
counts, so all averages here are made from the steps themselves.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from authoring.formats.cibench.score.records import Metric, StepScore, Tag
from authoring.records.base import Record

CATEGORIES: Final[Mapping[str, tuple[str, ...]]] = {
    "data manipulation": ("pandas",),
    "data visualization": ("matplotlib", "seaborn"),
    "modeling": ("pytorch", "sklearn", "tensorflow", "lightgbm"),
    "nlp": ("nltk",),
    "image processing": ("opencv",),
    "math": ("scipy",),
}
"""The paper's categories of modules, by the modules' folders."""
UNCATEGORIZED: Final = "other"
TOP_GRADE: Final = 10
SCORED_BY: Final = {
    Tag.NUM: Metric.NUMERIC,
    Tag.TEXT: Metric.TEXT,
    Tag.VIS: Metric.VISUAL,
    Tag.GENERAL: Metric.GENERAL,
}
EASY_BELOW: Final = 2
HARD_ABOVE: Final = 4


class Average(Record):
    """One averaged figure of a table of scores."""

    metric: Metric
    score: float | None
    """Percent; None where there is no step that it is about."""
    steps: int
    """The number of steps that the figure is about."""


class ScoreGroup(Record):
    """The figures of some steps."""

    name: str
    steps: int
    averages: tuple[Average, ...]
    """One figure for every metric, in the order of `Metric`."""

    def score(self, metric: Metric) -> float | None:
        """Return one of its figures."""
        return next(average.score for average in self.averages if average.metric is metric)


class CIBenchScores(Record):
    """The scores of an agent on a tree."""

    total: ScoreGroup
    datasets: tuple[ScoreGroup, ...]
    """One group for each dataset, as OpenCompass scores them."""
    tags: tuple[ScoreGroup, ...]
    modules: tuple[ScoreGroup, ...]
    categories: tuple[ScoreGroup, ...]
    difficulties: tuple[ScoreGroup, ...]
    steps: tuple[StepScore, ...]
    notes: tuple[str, ...] = ()
    """Notes about whatever was left out or not found, and so weighs on the figures."""


def add_up(steps: Sequence[StepScore], *, notes: Iterable[str] = ()) -> CIBenchScores:
    """Return the averages of all steps, and of each kind of them."""
    return CIBenchScores(
        total=_group("all", steps),
        datasets=_groups(steps, lambda step: step.dataset),
        tags=_groups(steps, lambda step: step.tag.value, tuple(Tag)),
        modules=_groups(steps, lambda step: step.module),
        categories=_groups(steps, lambda step: category_of(step.module), (*CATEGORIES, UNCATEGORIZED)),
        difficulties=_groups(steps, lambda step: difficulty_of(step.depends_on).value, tuple(Difficulty)),
        steps=tuple(steps),
        notes=tuple(notes),
    )


def category_of(module: str) -> str:
    """Return the paper's category of a module's folder."""
    return next((name for name, modules in CATEGORIES.items() if module in modules), UNCATEGORIZED)


def _groups(
    steps: Sequence[StepScore], key: Callable[[StepScore], str], order: Sequence[str] = ()
) -> tuple[ScoreGroup, ...]:
    """Return the groups that have steps: in the order given, else sorted."""
    # Without an order of their own, names are sorted, so that two runs can be laid side by side.
    names = order or sorted({key(step) for step in steps})
    parts = [(name, [step for step in steps if key(step) == name]) for name in names]
    return tuple(_group(name, part) for name, part in parts if part)


def _group(name: str, steps: Sequence[StepScore]) -> ScoreGroup:
    averages = tuple(_average(metric, steps) for metric in Metric)
    return ScoreGroup(name=name, steps=len(steps), averages=averages)


def _average(metric: Metric, steps: Sequence[StepScore]) -> Average:
    # Summed up notebook by notebook, because the evaluator does so and the last digit tells.
    total, count = 0.0, 0
    for _, notebook in groupby(steps, key=lambda step: (step.dataset, step.experiment)):
        values = [value for value in (value_of(metric, step) for step in notebook) if value is not None]
        total += sum(values)
        count += len(values)
    return Average(metric=metric, score=total / count * 100 if count else None, steps=count)


def value_of(metric: Metric, step: StepScore) -> float | None:
    """Return the contribution of a step to a figure; None where the figure is not about the step."""
    match metric:
        case Metric.TOOL:
            return float(step.tool)
        case Metric.EXECUTABLE:
            return float(step.executable)
        # A step without a grade is in no average, rather than counted as 0.
        case Metric.JUDGED:
            return None if step.judged is None else step.judged / TOP_GRADE
        case _:
            return step.score if SCORED_BY.get(step.tag) is metric else None


class Difficulty(StrEnum):
    """The paper's three levels, by the number of steps that a step depends on."""

    EASY = "fewer than 2 steps"
    MEDIUM = "2 to 4 steps"
    HARD = "more than 4 steps"


def difficulty_of(depends_on: int) -> Difficulty:
    """Return the level of a step that needs so many others."""
    if depends_on < EASY_BELOW:
        return Difficulty.EASY
    return Difficulty.MEDIUM if depends_on <= HARD_ABOVE else Difficulty.HARD
