"""CIBench's figures are made of answers, with pictures that stand in no file."""

from typing import Any

from authoring.formats.cibench.answer_scores import score_answers
from authoring.formats.cibench.score.averages import CIBenchScores
from authoring.formats.cibench.score.records import Metric
from authoring.records.evidence import FigureView
from authoring.records.results import Evaluation, EvaluationOptions, ProblemResult, SetResult, StepMode
from tests.formats.cibench.test_transcripts import NAME, PNG, attempt, dataset, problem


def scored(*problems: ProblemResult, samples: int = 1) -> CIBenchScores:
    """Return the figures of a run on a notebook of four steps."""
    evaluation = Evaluation(
        benchmark="tree",
        version="",
        dialect="strict",
        solver="model:m",
        options=EvaluationOptions(mode=StepMode.ORACLE, samples=samples),
        python="3.11.7",
        packages=(),
        sets=(SetResult(name=NAME, problems=problems),) if problems else (),
    )
    return score_answers([dataset(4)], evaluation)


def answers(number: int, **run: Any) -> tuple[ProblemResult, ...]:
    """Return problems of which the second prints a number, the third nothing, and the fourth draws the reference."""
    figure = FigureView(width=6, height=4, axes=1, png=PNG)
    runs: tuple[dict[str, Any], ...] = ({}, run, {}, {"figures": (figure,)})
    return tuple(problem(index, attempt(number, **of_step)) for index, of_step in enumerate(runs, start=1))


def test_figures_of_a_run() -> None:
    """By hand: one number of one, no text of one, the same picture; all steps used the interpreter."""
    scores = scored(*answers(1, stream="12.50\n"))

    assert [step.dataset for step in scores.steps] == ["cibench_generation_oracle/pandas"] * 4
    metrics = (Metric.TOOL, Metric.EXECUTABLE, Metric.NUMERIC, Metric.TEXT, Metric.VISUAL)
    assert [scores.total.score(metric) for metric in metrics] == [100, 100, 100, 0, 100]


def test_samples_and_parts() -> None:
    """Averages are over all samples; of a dataset that was not played whole there is a note and no figure."""
    first, second = answers(1, stream="12.50\n"), answers(2, stream="13\n")
    both = [problem(left.index, *left.attempts, *right.attempts) for left, right in zip(first, second, strict=True)]

    assert scored(*both, samples=2).total.score(Metric.NUMERIC) == 50
    assert scored().steps == ()
    assert scored().notes == ("cibench_generation/pandas: 0 of 1 notebooks were answered: left out",)
