"""CIBench's metrics: OpenCompass' predictions against an exported tree, step by step and in averages of our own counts.

The rules are those of `CIBenchEvaluator` in OpenCompass 0.4.0, tried on the real code; shared/spec/cibench.md, 2.
"""

from authoring.formats.cibench.score.averages import CIBenchScores, add_up
from authoring.formats.cibench.score.predictions import read_predictions
from authoring.formats.cibench.score.records import Dataset, Experiment, PictureReader, StepScore
from authoring.formats.cibench.score.steps import score_dataset
from authoring.formats.cibench.score.tree import read_experiment

__all__ = [
    "CIBenchScores",
    "Dataset",
    "Experiment",
    "PictureReader",
    "StepScore",
    "add_up",
    "read_experiment",
    "read_predictions",
    "score_dataset",
]
