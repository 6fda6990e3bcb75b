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


@pytest.mark.parametrize("words", ["a\n# %%\nb", 'a """ b\\', "\x07 {x} %s", " a\r\n   b", "...\n---\n", "\u2028é"])
def test_any_words_are_asked(words: str) -> None:
    """What a stranger's requirement holds is one question, and opens no cell of its own."""
    parsed = parse(problem_of(predicting().model_copy(update={"requirement": words}), LABELS))

    assert (len(parsed.cells), parsed.diagnostics) == (1, ())
    assert words.strip() in parsed.problems[0][1].question


def test_a_task_names_its_limits() -> None:
    """Seconds and megabytes are those of the problem."""
    task = predicting().model_copy(update={"memory": 4096})
    _, problem = parse(problem_of(task, LABELS)).problems[0]

    assert (problem.max_time, problem.max_memory) == (30, 4096)


@pytest.mark.parametrize("metric", PredictionMetric)
def test_the_question_says_what_is_predicted(metric: PredictionMetric) -> None:
    """Classes, scores of the class that counts, or numbers."""
    task = predicting().model_copy(update={"metric": metric, "positive": "secret-no"})
    _, problem = parse(problem_of(task, LABELS)).problems[0]

    assert VALUES.get(metric, "a number").format(positive="secret-no") in problem.question
    assert f"measured({metric.value!r}, labels, predictions, 'secret-no')" in str(problem.validator).replace("\\'", "'")


@pytest.mark.parametrize("metric", [PredictionMetric.F1, PredictionMetric.AUC])
def test_the_class_that_counts_is_there(metric: PredictionMetric) -> None:
    """Otherwise every answer would come to nothing; numbers and texts that look alike are one class."""
    task = predicting().model_copy(update={"metric": metric})
    with pytest.raises(BenchmarkError, match=r"l\.csv: no label is 1, the class that counts"):
        problem_of(task, LABELS, location="l.csv")
    for positive, labels, spelt in ((1, "y\n1\n0\n", "1"), ("1", "y\n0\n1\n", "1"), (1, "y\n0.5\n1.0\n", "1.0")):
        text = problem_of(task.model_copy(update={"positive": positive}), labels)
        assert f"labels, predictions, {spelt})" in text


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("y\n1\n0\n", [1, 0]),
        ("y\n1.5\n2\n\n", [1.5, 2.0]),
        ("\ufeffy\r\nTrue\r\n0\r\n", ["True", "0"]),
        ('y\n"a, b"\n"""c"""\n', ["a, b", '"c"']),
        ("y\nnan\n1\n", ["nan", "1"]),
        ("y\n1\ninf\n", ["1", "inf"]),
        ("y\n2020_1\n2020_2\n", ["2020_1", "2020_2"]),
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
