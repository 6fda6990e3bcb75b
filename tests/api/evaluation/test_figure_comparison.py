"""Runs are held against each other by the figures of the project whose questions or tasks they answered."""

import pytest

from authoring.api.evaluation.figure_comparison import compare_figures, figures_of, figures_of_runs
from authoring.api.evaluation.project_scores import ProjectScores
from authoring.formats.cibench.score.averages import add_up
from authoring.formats.cibench.score.records import StepScore, Tag
from authoring.formats.dabench.score import Label, Response, score_dabench
from authoring.formats.mlbench.score import MLBenchScores, TaskScore

LABELS = (Label(id=3, common_answers=(("birds", "2"),)), Label(id=8, common_answers=(("mean", "2.5"), ("top", "owl"))))


def dabench(*responses: str) -> ProjectScores:
    """Return InfiAgent's figures of responses to the first labels."""
    answers = [Response(id=label.id, response=text) for label, text in zip(LABELS, responses, strict=False)]
    return ProjectScores(dabench=score_dabench(LABELS, answers))


def task(sample: int, completion: float, performance: float | None) -> TaskScore:
    """Return the score of an answer to one task."""
    return TaskScore(
        task="birds",
        sample=sample,
        steps=(),
        completion=completion,
        metric=None,
        figure=None,
        performance=performance,
        comprehensive=completion,
    )


def mlbench(*tasks: TaskScore) -> ProjectScores:
    """Return Data Interpreter's figures of answers."""
    return ProjectScores(mlbench=MLBenchScores(tasks=tasks, completion=None, performance=None, comprehensive=None))


def cibench(suite: str, score: float) -> ProjectScores:
    """Return CIBench's figures of one step that gives a figure."""
    step = StepScore(
        dataset=f"{suite}/seaborn",
        module="seaborn",
        experiment="a.ipynb",
        number=1,
        tag=Tag.VIS,
        tool=True,
        executable=True,
        score=score,
        depends_on=0,
    )
    return ProjectScores(cibench=add_up([step]))


def test_two_runs_over_what_both_answered() -> None:
    """By hand: of the first question alone, which only one of two runs had right; the second has no answer there."""
    by_question, proportional = compare_figures(dabench("@birds[9]"), dabench("@birds[2]", "@mean[2.5]"))

    assert (by_question.name, proportional.name) == ("by question", "proportional")
    assert by_question.rates is not None
    assert (by_question.rates.problems, by_question.rates.old.rate, by_question.rates.difference.rate) == (1, 0, 1)


def test_figures_of_samples_are_means() -> None:
    """Of the answers that have the figure; one that no answer has is none."""
    figures = figures_of(mlbench(task(1, 0.5, None), task(2, 1.0, None)))

    assert figures == {"comprehensive score": {("birds", 1): 0.75}, "completion rate": {("birds", 1): 0.75}}


def test_a_step_is_the_same_in_both_modes() -> None:
    """Suites that are played with oracle answers have names of their own; similarities may be below zero."""
    compared = compare_figures(cibench("cibench_generation", -0.5), cibench("cibench_generation_oracle", 0.5))

    assert [figure.name for figure in compared] == ["tool_rate", "executable", "vis_sim"]
    similarity = compared[-1].rates
    assert similarity is not None
    assert similarity.difference.rate == pytest.approx(1.0)
    assert similarity.old.low <= similarity.old.rate <= similarity.old.high


def test_several_runs_over_what_all_answered() -> None:
    """Each but the first is held against that one; without figures in one of them there is nothing to compare."""
    runs = [dabench("@birds[2]", "@mean[2.5] @top[tit]"), dabench("@birds[2]"), dabench("@birds[1]", "@mean[1]")]
    first, second, third = figures_of_runs(runs)

    assert [figure.rate.rate for figure in (first[0], second[0], third[0])] == [1, 1, 0]
    assert [figure.rates is None for figure in (first[0], second[0], third[0])] == [True, False, False]
    assert figures_of_runs([runs[0], None]) == ((), ())
    assert compare_figures(runs[0], None) == ()


def test_several_comparisons_are_corrected() -> None:
    """The best of many figures is no progress: p-values are Holm's, and what shows grows with their number."""
    weak, strong = (
        mlbench(*(task(1, level, level).model_copy(update={"task": f"task {number}"}) for number in range(8)))
        for level in (0.2, 0.9)
    )
    (alone, *_), (_, (of_several, *_), _) = compare_figures(weak, strong), figures_of_runs([weak, strong, strong])

    assert alone.rates is not None
    assert of_several.rates is not None
    assert alone.rates.p_value == of_several.rates.p_value == 2 / 2**8
    assert alone.adjusted_p_value == pytest.approx(3 * 2 / 2**8)
    assert of_several.adjusted_p_value == pytest.approx(6 * 2 / 2**8)
    assert alone.is_clear
    assert 0 < alone.rates.smallest_difference < of_several.rates.smallest_difference
