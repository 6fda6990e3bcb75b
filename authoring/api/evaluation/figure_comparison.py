"""How two runs compare by the figures of the project whose questions, steps or tasks they answered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.evaluation.clustered_rates import ProblemKey
from authoring.evaluation.rate_comparison import adjusted_p_values, compare_rates, rate_of
from authoring.formats.cibench.score.averages import CIBenchScores, value_of
from authoring.formats.cibench.score.opencompass import ORACLE
from authoring.formats.cibench.score.records import Metric
from authoring.formats.dabench.score import DABenchScores
from authoring.formats.mlbench.score import MLBenchScores
from authoring.records.results import ComparedFigure, RateComparison

Figure = Mapping[ProblemKey, float]
"""What a figure is for each question, step or task: mostly from 0 to 1."""


def compare_figures(old: ProjectScores | None, new: ProjectScores | None) -> tuple[ComparedFigure, ...]:
    """Hold the figures of one run against those of another, over the questions, steps or tasks of both."""
    before, after = figures_of(old), figures_of(new)
    names = [name for name in after if before.get(name, {}).keys() & after[name].keys()]
    compared = [compare_rates(before[name], after[name], comparisons=len(names), by_size=True) for name in names]
    return _corrected([[_compared(name, rates) for name, rates in zip(names, compared, strict=True) if rates]])[0]


def _compared(name: str, rates: RateComparison) -> ComparedFigure:
    return ComparedFigure(name=name, rate=rates.new, rates=rates)


def figures_of_runs(runs: Sequence[ProjectScores | None]) -> tuple[tuple[ComparedFigure, ...], ...]:
    """Return for each of several runs the figures that all have, over what all were asked, held against the first."""
    figures = [figures_of(run) for run in runs]
    shared = {
        name: set.intersection(*(set(of_run[name]) for of_run in figures))
        for name in figures[0]
        if all(name in of_run for of_run in figures)
    }
    common = {name: keys for name, keys in shared.items() if keys}
    first, *others = (
        {name: {key: of_run[name][key] for key in keys} for name, keys in common.items()} for of_run in figures
    )
    comparisons = len(others) * len(common)
    rows = [
        [
            _compared(name, rates)
            for name in common
            if (rates := compare_rates(first[name], other[name], comparisons=comparisons, by_size=True))
        ]
        for other in others
    ]
    against = tuple(ComparedFigure(name=name, rate=rate_of(values)) for name, values in first.items())
    return (against, *_corrected(rows))


def _corrected(rows: Sequence[Sequence[ComparedFigure]]) -> tuple[tuple[ComparedFigure, ...], ...]:
    """Return the figures of several runs with p-values for as many comparisons as there are, by Holm's method."""
    p_values = iter(adjusted_p_values([figure.rates.p_value for row in rows for figure in row if figure.rates]))
    return tuple(
        tuple(figure.model_copy(update={"adjusted_p_value": next(p_values)}) for figure in row) for row in rows
    )


def figures_of(scores: ProjectScores | None) -> Mapping[str, Figure]:
    """Return each figure question by question, step by step or task by task; of samples the mean."""
    if scores is None:
        return {}
    figures: dict[str, Figure] = {}
    for name, values in (*_mlbench(scores.mlbench), *_dabench(scores.dabench), *_cibench(scores.cibench)):
        if figure := _means(values):
            figures[name] = figure
    return figures


def _mlbench(scores: MLBenchScores | None) -> Iterator[tuple[str, Iterable[tuple[ProblemKey, float | None]]]]:
    if scores is not None:
        yield "comprehensive score", (((task.task, 1), task.comprehensive) for task in scores.tasks)
        yield "completion rate", (((task.task, 1), task.completion) for task in scores.tasks)
        yield "normalised performance", (((task.task, 1), task.performance) for task in scores.tasks)


def _dabench(scores: DABenchScores | None) -> Iterator[tuple[str, Iterable[tuple[ProblemKey, float | None]]]]:
    if scores is not None:
        yield "by question", (((repr(score.id), 1), float(score.all_correct)) for score in scores.scores)
        # A question without labels has none right, as InfiAgent counts it.
        shares = (
            ((repr(score.id), 1), sum(right for _, right in score.correct) / max(len(score.correct), 1))
            for score in scores.scores
        )
        yield "proportional", shares


def _cibench(scores: CIBenchScores | None) -> Iterator[tuple[str, Iterable[tuple[ProblemKey, float | None]]]]:
    if scores is not None:
        for metric in Metric:
            # A step is the same in both modes, which have different names in predictions.
            places = (
                (f"{step.dataset.replace(ORACLE, '', 1)}/{step.experiment}", step.number) for step in scores.steps
            )
            yield metric.value, zip(places, [value_of(metric, step) for step in scores.steps], strict=True)


def _means(values: Iterable[tuple[ProblemKey, float | None]]) -> Figure:
    """Return the mean of what stands under each key, where anything does."""
    collected: dict[ProblemKey, list[float]] = {}
    for key, value in values:
        if value is not None:
            collected.setdefault(key, []).append(value)
    return {key: fmean(of_key) for key, of_key in collected.items()}
