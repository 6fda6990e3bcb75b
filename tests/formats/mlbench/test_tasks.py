"""A task's YAML is read within limits, and what is wrong with it is named with file, line and column."""

from pathlib import Path

import pytest

from authoring.errors import BenchmarkError
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.formats.mlbench.tasks import ALL_OR_NONE, StepEvidence, read_task
from tests.formats.mlbench.task_files import ANALYSING, PREDICTING, analysing, predicting


def test_both_kinds_are_read() -> None:
    """A task predicts a target that is measured, or analyses one table."""
    assert (predicting().metric, predicting().seconds) == (PredictionMetric.ACCURACY, 30)
    assert [step.optional for step in predicting().steps] == [False, True, False]
    assert (analysing().metric, analysing().evaluation) == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("metric: accuracy", "metric: acuracy", "birds.yaml:7:1: metric: input should be 'accuracy'"),
        ("target:", "tarket:", "birds.yaml:6:1: tarket: extra inputs are not permitted"),
        ("labels: birds/labels.csv", "labels: ../labels.csv", "birds.yaml:5:1: labels: is no path below a folder"),
        ("seconds: 30", "positive: yes", "birds.yaml:8:1: positive.int: input should be a valid integer"),
        ("seconds: 30", "seconds: 0", "birds.yaml:8:1: seconds: input should be greater than or equal to 1"),
        ("metric: accuracy\n", "", f"birds.yaml:1:1: the task: {ALL_OR_NONE}"),
        ("[fit]", "[fit", "birds.yaml:1"),
        ("{calls: [fit]}", "{call: [fit]}", "birds.yaml:18:14: steps.2.evidence.call: extra inputs are not permitted"),
        ("{calls: [fit]}", "{}", "birds.yaml:18:3: steps.2.evidence: names nothing that would show the step"),
        (
            "reads: [train]}",
            "reads: [test]}",
            "birds.yaml:11:3: steps.0.evidence: reads 'test', and the tables are called",
        ),
        ("name: train", "name: load", "birds.yaml:1:1: the task: two steps are called 'load'"),
        ("eval.csv", "train.csv", "birds.yaml:1:1: the task: both tables are called train.csv"),
        ("format_version: 1", "format_version: 99", "birds.yaml: format 99 of this kind of file (mlbench-task)"),
        ("target: migrates", "target: migrates\ntarget: flies", "birds.yaml:7:1: is no YAML: the key 'target'"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, message: str) -> None:
    """File, line and column, then the key and the reason."""
    with pytest.raises(BenchmarkError) as caught:
        read_task(PREDICTING.replace(old, new, 1), location="birds.yaml")

    assert caught.value.message.startswith(message)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a\n- b\n", "x.yaml:1:1: expected keys and values, got list"),
        ("", "x.yaml:1:1: requirement: field required"),
        (ANALYSING.replace("figure: true", "predicts: true"), "x.yaml:1:1: the task: a step is shown by predictions"),
        (ANALYSING.replace("- name: draw", "- name: draw\n  optional: true"), "x.yaml:1:1: the task: all steps are"),
        ("requirement: !!python/object:os.system {}\n", "x.yaml:1:"),
        ("requirement: " + "[" * 100, "x.yaml:1:"),
    ],
)
def test_strangers_files_are_refused(text: str, message: str) -> None:
    """Whatever a file holds ends in an error of ours."""
    with pytest.raises(BenchmarkError) as caught:
        read_task(text, location="x.yaml")

    assert caught.value.message.startswith(message)


def test_the_guide_shows_a_task() -> None:
    """What a person copies from the guide is read as it stands, and names every kind of evidence."""
    guide = (Path(__file__).parents[3] / "guides" / "importing.md").read_text("utf-8").partition("## ML-Benchmark")[2]
    task = read_task(guide.partition("```yaml\n")[2].partition("```")[0], location="guide")

    assert (task.positive, [step.name for step in task.steps]) == ("yes", ["load", "draw", "train"])
    assert all(f"`{name}`" in guide for name in StepEvidence.model_fields)
