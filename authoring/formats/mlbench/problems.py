"""A task as a problem that solvers are asked: its question, the limits of an answer, and how predictions are measured.

The labels stand in the reference's code alone, which runs in a session of its own: neither a table of the answer's
session nor anything that a solver is shown holds them.
"""

import csv
import io
import json
import math
from collections.abc import Callable

from authoring.dseal.compose import compose_problem
from authoring.dseal.model import Json
from authoring.errors import BenchmarkError
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.formats.mlbench.tasks import MLTask

PREDICTIONS = "predictions"
"""The variable that an answer leaves."""
MOST_LABELS = 20_000_000
"""``labels_file``: characters of the labels of one task."""
VALUES = {
    PredictionMetric.ACCURACY: "a class",
    PredictionMetric.F1: "a class",
    PredictionMetric.AUC: "a score of class {positive}, the higher the likelier",
}
"""What is predicted of a row; a number where nothing stands here."""
ONE_CLASS = frozenset({PredictionMetric.F1, PredictionMetric.AUC})
"""Metrics of one class against all others."""
PREDICTING = """{requirement}

The table to train on is inputs/{train}; `{target}` is its target. The table inputs/{evaluation} has the same columns
without it. Leave {value} for each row of that table, in the order of its rows, in the variable `{variable}`: a list,
an array or a series. The predictions are measured by {metric} against the values that were held out."""
ANALYSING = """{requirement}

The table is inputs/{train}."""
MEASURING = """from authoring.validators.predictions import measured

def compare_fn(labels, predictions):
    try:
        return {{"match": True, "reason": measured({metric!r}, labels, predictions, {positive!r})}}
    except ValueError as error:
        return {{"match": False, "reason": str(error)}}
"""
LABELS = "import json\n\n{variable} = json.loads({labels!r})"
ANALYSIS = 'import pandas as pd\n\ntable = pd.read_csv("inputs/{train}")'
BASIC: dict[str, Json] = {"template": "basic"}
"""The validators of a task without predictions: its code has to run."""

Label = int | float | str


def problem_of(task: MLTask, labels: str = "", *, location: str = "") -> str:
    """Return a problem set of one problem.

    Args:
        task: what is asked.
        labels: the text of its file of labels; none where nothing is predicted.
        location: of that file, for messages.

    Raises:
        BenchmarkError: the labels cannot be read, or none of them is the class that counts.
    """
    train = _file_name(task.train)
    execution: dict[str, Json] = {"max_time": task.seconds}
    if task.memory is not None:
        execution["max_memory"] = task.memory
    if task.metric is None:
        question = ANALYSING.format(requirement=task.requirement.strip(), train=train)
        return compose_problem(question, ANALYSIS.format(train=train), validator=BASIC, execution=execution)
    values = VALUES.get(task.metric, "a number").format(positive=task.positive)
    question = PREDICTING.format(
        requirement=task.requirement.strip(),
        train=train,
        evaluation=_file_name(task.evaluation or ""),
        target=task.target,
        value=values,
        variable=PREDICTIONS,
        metric=METRIC_WORDS[task.metric],
    )
    truth = labels_in(labels, location=location)
    positive = _counting_label(task.positive, truth, location) if task.metric in ONE_CLASS else task.positive
    measuring = MEASURING.format(metric=task.metric.value, positive=positive)
    reference = LABELS.format(variable=PREDICTIONS, labels=json.dumps(truth))
    validator: dict[str, Json] = {**BASIC, "namespace_check": {PREDICTIONS: measuring}}
    return compose_problem(question, reference, validator=validator, execution=execution)


METRIC_WORDS = {
    PredictionMetric.ACCURACY: "accuracy",
    PredictionMetric.F1: "F1",
    PredictionMetric.AUC: "the area under the ROC curve",
    PredictionMetric.MAE: "the mean absolute error",
    PredictionMetric.RMSE: "the root of the mean squared error",
    PredictionMetric.RMSE_LOG: "the root of the mean squared error of logarithms",
    PredictionMetric.RMSLE: "the root of the mean squared error of the logarithms of one more (RMSLE)",
}
"""The metrics in words."""


def labels_in(text: str, *, location: str) -> list[Label]:
    """Return the labels of a CSV table of one column: whole numbers if all are, else numbers if all are, else texts.

    Raises:
        BenchmarkError: it is no such table, or has no rows.
    """
    hint = "labels are a CSV table of one column, with the name of the target as its first line"
    if len(text) > MOST_LABELS:
        raise BenchmarkError(f"{location}: is larger than {MOST_LABELS // 1_000_000} MB (limit labels_file)", hint=hint)
    try:
        rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))
    except csv.Error as error:
        raise BenchmarkError(f"{location}: {error}", hint=hint) from None
    # An empty line is what editors leave at the end, and no label.
    rows = [row for row in rows if row]
    broken = next((number for number, row in enumerate(rows, start=1) if len(row) != 1 or not row[0].strip()), None)
    if broken is not None:
        raise BenchmarkError(f"{location}:{broken}: is no label alone", hint=hint)
    if len(rows) < 2:  # noqa: PLR2004 - the header and a label
        raise BenchmarkError(f"{location}: holds no labels", hint=hint)
    texts = [row[0] for row in rows[1:]]
    # Python reads `2020_1` as a number, and no table means one by it.
    if any("_" in text for text in texts):
        return list[Label](texts)
    return _as_numbers(texts, int) or _as_numbers(texts, _finite) or list[Label](texts)


def _counting_label(positive: int | str, labels: list[Label], location: str) -> Label:
    """Return the class that counts as the labels spell it.

    Raises:
        BenchmarkError: no label is that class.
    """
    numbers = _as_numbers([str(positive)], float)
    for label in labels:
        if str(label) == str(positive) or label in numbers:
            return label
    hint = "name the class that counts with `positive`, in quotes where it is a text"
    raise BenchmarkError(f"{location}: no label is {positive!r}, the class that counts", hint=hint)


def _as_numbers(texts: list[str], kind: Callable[[str], Label]) -> list[Label]:
    """Return texts as numbers; nothing where one is none."""
    try:
        return [kind(text) for text in texts]
    except ValueError:
        return []


def _finite(text: str) -> float:
    """Return a number; `nan` and `inf` are names as any other.

    Raises:
        ValueError: the text is no finite number.
    """
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]
