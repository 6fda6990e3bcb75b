"""Scores of answers by Data Interpreter's formulas, step by step, checked by hand."""

from typing import Any

import pytest

from authoring.errors import ResultsError
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.formats.mlbench.score import MLBenchScores, StepGrade, read_grades, score_mlbench
from authoring.formats.mlbench.tasks import MLTask
from authoring.records.evidence import CellRun, FigureView, Judgement, Outcome
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Outage,
    ProblemResult,
    SetResult,
    Submission,
)
from authoring.validators.verdicts import SubverdictName, VerdictName
from tests.formats.mlbench.task_files import analysing, predicting

CODE = 'train = pd.read_csv("inputs/train.csv")\nmodel.fit(train)\npredictions = model.predict(train)\n'
TASKS = {"birds": predicting(), "weights": analysing()}
LOSS = {"birds": predicting().model_copy(update={"metric": PredictionMetric.RMSE})}


def attempt(name: str, code: str, *, figure: str = "", number: int = 1, figures: int = 0) -> Attempt:
    """Return a judged answer; with a figure of the metric, its predictions were taken."""
    variables = Judgement(
        correct="yes" if figure else "no",
        category="namespace_check",
        reason=f"Variable `predictions` matches: {figure}" if figure else "Variable `predictions` is not there",
    )
    view = FigureView(width=1, height=1, axes=1)
    return Attempt(
        submission=Submission(problemset=name, index=1, attempt=number, code=code),
        run=CellRun(outcome=Outcome.OK, seconds=1, peak_memory=1, figures=(view,) * figures),
        judgement=Judgement(correct=variables.correct, category="and", parts=(variables,)),
        verdict=VerdictName.CORRECT if figure else VerdictName.WRONG_VARIABLES,
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="" if figure else "Variable `predictions` is not there",
    )


def scored(tasks: dict[str, MLTask], *, grades: tuple[StepGrade, ...] = (), **answers: Any) -> MLBenchScores:
    """Return the scores of answers, by the name of their task: attempts, or what else a result may hold."""
    samples = answers.pop("samples", 1)
    results = [
        ProblemResult(
            problemset=name,
            index=1,
            question="",
            difficulty=1,
            validators=(),
            **(content if isinstance(content, dict) else {"attempts": content}),
        )
        for name, content in answers.items()
    ]
    evaluation = Evaluation(
        benchmark="b",
        version="",
        dialect="strict",
        solver="s",
        options=EvaluationOptions(samples=samples),
        python="3",
        packages=(),
        sets=tuple(SetResult(name=result.problemset, problems=(result,)) for result in results),
    )
    return score_mlbench(tasks, evaluation, grades=grades)


def test_one_task_of_each_kind() -> None:
    """By hand: load 1 and train 2 of the required steps are CR 3/4, and accuracy 0.8 makes CS 0.775; a figure is CR 1.

    The optional step is scored and in no rate. Means are over both answers, that of NPS over the one that predicts.
    """
    scores = scored(
        TASKS,
        birds=(attempt("birds", CODE, figure="accuracy 0.8"),),
        weights=(attempt("weights", "t.hist()", figures=1),),
    )
    birds, weights = scores.tasks

    assert [(step.name, step.score, step.optional) for step in birds.steps] == [
        ("load", 1, False),
        ("look", 0, True),
        ("train", 2, False),
    ]
    assert (birds.completion, birds.figure, birds.performance) == (0.75, 0.8, 0.8)
    assert birds.comprehensive == pytest.approx(0.775)
    assert (weights.completion, weights.performance, weights.comprehensive) == (1.0, None, 1.0)
    assert scores.completion == 0.875
    assert scores.performance == 0.8
    assert scores.comprehensive == pytest.approx(0.8875)
    assert scores.notes == ()


def test_smaller_is_better() -> None:
    """By hand: an error of 3 is NPS 1/4; with CR 3/4 that is CS 1/2."""
    [birds] = scored(LOSS, birds=(attempt("birds", CODE, figure="rmse 3.0"),)).tasks

    assert (birds.performance, birds.comprehensive) == (0.25, 0.5)


def test_what_predicts_nothing_has_no_performance() -> None:
    """Without predictions NPS is 0 in either direction, and steps that rest on them are not compliant."""
    for tasks in (TASKS, LOSS):
        [birds] = scored(tasks, birds=(attempt("birds", CODE),)).tasks

        assert (birds.completion, birds.figure, birds.performance, birds.comprehensive) == (0.5, None, 0.0, 0.25)
        assert "not there" in birds.failure


def test_silence_and_outages() -> None:
    """Nobody's answer is a wrong one; a model that could not be asked, and what cannot be judged, are in no figure."""
    silent = scored(TASKS, birds=())
    absent = scored(
        TASKS,
        birds={"outages": (Outage(attempt=1, message="down"),)},
        weights={"blocked_by": 0},
        other=(),
    )

    assert [(task.comprehensive, task.failure) for task in silent.tasks] == [(0.0, "no answer")]
    assert (absent.tasks, absent.completion, absent.performance, absent.comprehensive) == ((), None, None, None)
    assert absent.notes == (
        "in no figure, because the model gave no reply: 1 answer",
        "in no figure, because they cannot be judged: weights",
        "in no figure, because they are not among the tasks: other",
    )


def test_attempts_and_samples() -> None:
    """Of attempts that build on each other the last counts, of samples each."""
    answers = (attempt("birds", CODE), attempt("birds", CODE, figure="accuracy 0.5", number=2))

    assert [(task.sample, task.performance) for task in scored(TASKS, birds=answers).tasks] == [(1, 0.5)]
    sampled = scored(TASKS, birds=answers, samples=2)
    assert [(task.sample, task.performance) for task in sampled.tasks] == [(1, 0.0), (2, 0.5)]
    assert sampled.performance == 0.25


def test_a_person_grades() -> None:
    """A person's score takes the place of the rule's: load 2 and train 0 are CR 1/2."""
    text = '{"task": "birds", "step": "load", "score": 2}\n\n{"task": "birds", "step": "train", "score": 0}\n'
    grades = read_grades(text, location="grades.jsonl")
    [birds] = scored(TASKS, birds=(attempt("birds", CODE, figure="accuracy 1.0"),), grades=grades).tasks

    assert [(step.score, step.by) for step in birds.steps] == [(2, "person"), (0, "rule"), (0, "person")]
    assert (birds.completion, birds.comprehensive) == (0.5, 0.75)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"task": "birds", "step": "load", "score": 3}', "grades.jsonl:1: score: input should be less than"),
        ('{"task": "birds", "step": "load"}', "grades.jsonl:1: score: field required"),
        ('{"task": "owls", "step": "load", "score": 1}', "a grade is about answer 1 to owls, which is not there"),
        ('{"task": "birds", "step": "load", "score": 1, "sample": 2}', "about answer 2 to birds"),
        ('{"task": "birds", "step": "lode", "score": 1}', "birds has no step called lode"),
        ("{", "grades.jsonl:1: is no JSON"),
        ("", "grades.jsonl: holds no lines"),
    ],
)
def test_grades_about_nothing_are_refused(line: str, message: str) -> None:
    """What a person meant is not dropped in silence."""
    with pytest.raises(ResultsError, match=message):
        scored(TASKS, birds=(attempt("birds", CODE),), grades=read_grades(line, location="grades.jsonl"))
