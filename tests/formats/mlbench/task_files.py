"""Tasks for tests: one that predicts, one that analyses."""

from authoring.formats.mlbench.tasks import MLTask, read_task

PREDICTING = """format_version: 1
requirement: Predict which birds migrate.
train: birds/train.csv
evaluation: birds/eval.csv
labels: birds/labels.csv
target: migrates
metric: accuracy
seconds: 30
steps:
- name: load
  evidence: {reads: [train]}
  compliant: {reads: [train, evaluation]}
- name: look
  optional: true
  evidence: {calls: [describe, 'value_*']}
  compliant: {prints: true}
- name: train
  evidence: {calls: [fit]}
  compliant: {predicts: true}
"""
ANALYSING = """requirement: Draw the weights of birds.
train: birds/all.csv
steps:
- name: draw
  evidence: {calls: [hist, plot]}
  compliant: {figure: true}
"""


def predicting() -> MLTask:
    """Return the task that predicts."""
    return read_task(PREDICTING, location="birds.yaml")


def analysing() -> MLTask:
    """Return the task that analyses."""
    return read_task(ANALYSING, location="weights.yaml")
