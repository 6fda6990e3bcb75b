"""A task becomes one problem, whose labels stand in the reference and nowhere else."""

import pytest

from authoring.dseal.parse import parse
from authoring.errors import BenchmarkError
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.formats.mlbench.problems import VALUES, labels_in, problem_of
from tests.formats.mlbench.task_files import analysing, predicting

LABELS = "migrates\nsecret-yes\nsecret-no\n"


def test_labels_stand_in_the_reference_alone() -> None:
    """The question names tables, target, metric and the variable; nothing that a solver is shown holds a label."""
    parsed = parse(problem_of(predicting(), LABELS))
    cell, problem = parsed.problems[0]

    assert parsed.diagnostics == ()
    assert len(parsed.cells) == 1
    assert "secret" in cell.code
    assert "secret" not in problem.question
    assert "secret" not in str(problem.validator)
    assert (problem.max_time, problem.max_memory) == (30, None)
    for words in ("inputs/train.csv", "inputs/eval.csv", "`migrates`", "a class", "accuracy", "`predictions`"):
        assert words in problem.question


def test_a_task_without_predictions_has_to_run() -> None:
    """Its figures come of its steps alone."""
    _, problem = parse(problem_of(analysing())).problems[0]

    assert problem.validator == {"template": "basic"}
    assert "inputs/all.csv" in problem.question


def test_a_task_names_its_limits() -> None:
    """Seconds and megabytes are those of the problem."""
    task = predicting().model_copy(update={"memory": 4096})
    _, problem = parse(problem_of(task, LABELS)).problems[0]

    assert (problem.max_time, problem.max_memory) == (30, 4096)


@pytest.mark.parametrize("metric", PredictionMetric)
def test_the_question_says_what_is_predicted(metric: PredictionMetric) -> None:
    """Classes, scores of the class that counts, or numbers."""
    task = predicting().model_copy(update={"metric": metric, "positive": "yes"})
    _, problem = parse(problem_of(task, LABELS)).problems[0]

    assert VALUES.get(metric, "a number").format(positive="yes") in problem.question
    assert f"measured({metric.value!r}, labels, predictions, 'yes')" in str(problem.validator).replace("\\'", "'")


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("y\n1\n0\n", [1, 0]),
        ("y\n1.5\n2\n\n", [1.5, 2.0]),
        ("\ufeffy\r\nTrue\r\n0\r\n", ["True", "0"]),
        ('y\n"a, b"\n"""c"""\n', ["a, b", '"c"']),
        ("y\nnan\n1\n", ["nan", "1"]),
        ("y\n1\ninf\n", ["1", "inf"]),
    ],
)
def test_labels_are_read_as_a_table_is(text: str, labels: list[object]) -> None:
    """Numbers if all are numbers, else texts."""
    assert labels_in(text, location="labels.csv") == labels


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y\n", "labels.csv: holds no labels"),
        ("", "labels.csv: holds no labels"),
        ("id,y\n1,0\n", "labels.csv:1: is no label alone"),
        ("y\n1\n ,2\n", "labels.csv:3: is no label alone"),
        ('y\n"1\n', "labels.csv: unexpected end of data"),
    ],
)
def test_what_is_no_table_of_labels_is_refused(text: str, message: str) -> None:
    """File and line."""
    with pytest.raises(BenchmarkError, match=message):
        labels_in(text, location="labels.csv")
