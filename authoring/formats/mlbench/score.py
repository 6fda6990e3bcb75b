"""What answers to ML-Benchmark's tasks come to: steps, completion rate, normalised performance, comprehensive score."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import Field

from authoring.errors import ResultsError
from authoring.formats.base.json_lines import read_json_lines
from authoring.formats.mlbench.metrics import (
    PredictionMetric,
    completion_of,
    comprehensive_of,
    figure_in,
    performance_of,
)
from authoring.formats.mlbench.steps import ShownWork, score_step, shown_work
from authoring.formats.mlbench.tasks import MLTask
from authoring.records.base import Record
from authoring.records.results import Attempt, Evaluation, ProblemResult
from authoring.records.wording import counted

Grader = Literal["rule", "person"]
HINT: Final = 'a line of grades is like {"task": "titanic", "step": "train", "score": 2}; see guides/scoring.md'
NO_WORK: Final = ShownWork(frozenset(), frozenset(), *[False] * 4)


class StepGrade(Record):
    """A person's score of one step of an answer; it takes the place of the rule's."""

    task: str
    step: str
    score: int = Field(ge=0, le=2)
    sample: int = Field(default=1, ge=1)
    """The number of the answer, where a task was answered several times."""


class GradedStep(Record):
    """The score of one step of an answer."""

    name: str
    score: int
    """0 missing or failed, 1 done, 2 done as it should be."""
    optional: bool
    by: Grader


class TaskScore(Record):
    """The scores of one answer to one task."""

    task: str
    sample: int
    steps: tuple[GradedStep, ...]
    completion: float
    """Completion rate CR, 0 to 1: of the required steps."""
    metric: PredictionMetric | None
    """None for a task that predicts nothing."""
    figure: float | None
    """What the metric is on the held-out rows; None where the answer predicts nothing usable."""
    performance: float | None
    """Normalised performance NPS; None for a task that predicts nothing."""
    comprehensive: float
    """Comprehensive score CS."""
    failure: str = ""
    """Why the answer is not accepted."""


class MLBenchScores(Record):
    """Data Interpreter's figures for ML-Benchmark; each mean is over all answers, None where there is none."""

    tasks: tuple[TaskScore, ...]
    completion: float | None
    performance: float | None
    """Over the tasks that predict something."""
    comprehensive: float | None
    notes: tuple[str, ...] = ()
    """Notes about what was left out."""


def read_grades(text: str, *, location: str) -> tuple[StepGrade, ...]:
    """Read a person's grades, one JSON object a line.

    Raises:
        ResultsError: a line is no grade.
    """
    return read_json_lines(text, StepGrade, location=location, hint=HINT)


def score_mlbench(
    tasks: Mapping[str, MLTask], evaluation: Evaluation, *, grades: Sequence[StepGrade] = ()
) -> MLBenchScores:
    """Return the figures of an evaluation.

    Args:
        tasks: by name, which is the name of the task's set in the evaluation.
        evaluation: of answers to them. With several attempts at a task the last one counts; samples count each.
        grades: steps that a person looked at.

    Raises:
        ResultsError: a grade is about a task, an answer or a step that is not there.
    """
    problems = [problem for result in evaluation.sets for problem in result.problems if problem.problemset in tasks]
    answers = [answer for problem in problems for answer in _answers(problem, evaluation.options.samples)]
    _refuse_stray_grades(tasks, answers, grades)
    grade_scores = {(grade.task, grade.sample, grade.step): grade.score for grade in grades}
    scores = tuple(_score(answer, tasks[answer.task], grade_scores) for answer in answers)
    return MLBenchScores(
        tasks=scores,
        completion=_mean([score.completion for score in scores]),
        performance=_mean([score.performance for score in scores if score.performance is not None]),
        comprehensive=_mean([score.comprehensive for score in scores]),
        notes=tuple(_notes(tasks, evaluation, problems)),
    )


@dataclass(frozen=True, slots=True)
class _TaskAnswer:
    """An answer that counts."""

    task: str
    sample: int
    attempt: Attempt | None
    """None where nobody answered."""


def _answers(problem: ProblemResult, samples: int) -> tuple[_TaskAnswer, ...]:
    """Return the answers to a task that count; a model that could not be asked has not answered wrong."""
    if problem.blocked_by is not None or (problem.outages and not problem.attempts):
        return ()
    if samples > 1:
        return tuple(
            _TaskAnswer(problem.problemset, attempt.submission.attempt, attempt) for attempt in problem.attempts
        )
    return (_TaskAnswer(problem.problemset, 1, problem.attempts[-1] if problem.attempts else None),)


def _score(answer: _TaskAnswer, task: MLTask, grade_scores: Mapping[tuple[str, int, str], int]) -> TaskScore:
    attempt = answer.attempt
    figure = figure_in(attempt.judgement) if attempt is not None and task.metric else None
    work, failure = NO_WORK, "no answer"
    if attempt is not None:
        work = shown_work(attempt.submission.code, attempt.run, predicts=figure is not None)
        failure = attempt.submission.agent_exception or attempt.reason
    steps = tuple(
        GradedStep(
            name=step.name,
            score=grade_scores.get((answer.task, answer.sample, step.name), score_step(step, task, work)),
            optional=step.optional,
            by="person" if (answer.task, answer.sample, step.name) in grade_scores else "rule",
        )
        for step in task.steps
    )
    completion = completion_of([step.score for step in steps if not step.optional])
    performance = performance_of(task.metric, figure) if task.metric is not None else None
    return TaskScore(
        task=answer.task,
        sample=answer.sample,
        steps=steps,
        completion=completion,
        metric=task.metric,
        figure=figure,
        performance=performance,
        comprehensive=comprehensive_of(completion, performance),
        failure=failure,
    )


def _refuse_stray_grades(
    tasks: Mapping[str, MLTask], answers: Sequence[_TaskAnswer], grades: Sequence[StepGrade]
) -> None:
    places = {(answer.task, answer.sample) for answer in answers}
    for grade in grades:
        if (grade.task, grade.sample) not in places:
            raise ResultsError(f"a grade is about answer {grade.sample} to {grade.task}, which is not there", hint=HINT)
        steps = [step.name for step in tasks[grade.task].steps]
        if grade.step not in steps:
            raise ResultsError(f"{grade.task} has no step called {grade.step}", hint=f"it has: {', '.join(steps)}")


def _mean(figures: Sequence[float]) -> float | None:
    return sum(figures) / len(figures) if figures else None


def _notes(tasks: Mapping[str, MLTask], evaluation: Evaluation, problems: Sequence[ProblemResult]) -> Iterator[str]:
    """Yield notes about what is in no figure."""
    outages = sum(len(problem.outages) for problem in problems)
    blocked = [problem.problemset for problem in problems if problem.blocked_by is not None]
    strange = [result.name for result in evaluation.sets if result.name not in tasks]
    if outages:
        yield f"in no figure, because the model gave no reply: {counted(outages, 'answer')}"
    if blocked:
        yield f"in no figure, because they cannot be judged: {', '.join(blocked)}"
    if strange:
        yield f"in no figure, because they are not among the tasks: {', '.join(strange)}"
