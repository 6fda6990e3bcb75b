"""A run of OpenCompass on an exported tree is scored: CIBench's metrics as a library."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from authoring.errors import ResultsError
from authoring.formats.cibench.score.averages import CIBenchScores, add_up
from authoring.formats.cibench.score.opencompass import (
    ExportedTree,
    PredictionFiles,
    find_predictions,
    open_tree,
    picture_reader,
    read_dataset,
    read_parts,
    read_predictions,
)
from authoring.formats.cibench.score.records import Dataset, NotebookPrediction, StepScore
from authoring.formats.cibench.score.steps import MORE_THAN_REFERENCE, NO_PICTURE_FILE, score_dataset
from authoring.records.progress import ProgressCallback
from authoring.records.wording import counted


def score_cibench(
    results: Path,
    tree: Path,
    *,
    pictures: Path | None = None,
    progress: ProgressCallback | None = None,
) -> CIBenchScores:
    """Return the scores of a run of OpenCompass, step by step and in averages.

    The figures of each dataset are those of OpenCompass 0.4.0's `CIBenchEvaluator` on the same files; the averages over
    several datasets are made of the steps, not of OpenCompass' weights.

    Args:
        results: a run's folder, a model's folder of predictions, or one ``SUITE/MODULE.json``.
        tree: the exported tree that was asked.
        pictures: the folder of the run's figures, if it is not the one in the predictions.
        progress: told how many of how many datasets are scored.

    Raises:
        BenchmarkError: the tree is none, or OpenCompass would not load it.
        ResultsError: the predictions cannot be read, or are not about this tree.
        UsageError: there are predictions of several models.
        PackagesError: rouge-score or scikit-image is missing, and there are texts or figures.
    """
    exported = open_tree(tree)
    files, left_out = find_predictions(results, exported)
    reader = picture_reader(results, pictures)
    steps: list[StepScore] = []
    notes = [*left_out]
    for count, predictions in enumerate(files, start=1):
        dataset, predicted = _read(predictions, exported)
        steps += score_dataset(dataset, predicted, name=predictions.name, pictures=reader)
        notes += _mismatches(predictions.name, dataset, predicted)
        if progress is not None:
            progress(count, len(files))
    lost = [step for step in steps if step.why == NO_PICTURE_FILE]
    if lost:
        example = f"for example {lost[0].picture}: name their folder with --pictures"
        notes.append(f"{counted(len(lost), 'figure')} not found, scored 0, {example}")
    doubtful = [step for step in steps if step.why == MORE_THAN_REFERENCE]
    if doubtful:
        outputs = counted(len(doubtful), "output")
        notes.append(
            f"{outputs} right by OpenCompass' rule and doubtful, for example {doubtful[0].place}: {doubtful[0].why}"
        )
    return add_up(steps, notes=notes)


def _read(files: PredictionFiles, tree: ExportedTree) -> tuple[Dataset, tuple[NotebookPrediction, ...]]:
    dataset = read_dataset(tree, files.dataset)
    predicted = tuple(
        answers for path, text in read_parts(files) for answers in read_predictions(text, location=str(path))
    )
    # Predictions and notebooks are paired by position, so a wrong count makes every pair doubtful.
    if len(predicted) != len(dataset.experiments):
        raise ResultsError(
            f"{files.parts[0]}: holds predictions of {counted(len(predicted), 'notebook')}, "
            f"and {files.dataset} of the tree has {len(dataset.experiments)}",
            hint="score a whole run on the tree that it was made with; OpenCompass gives no scores for this one",
        )
    return dataset, predicted


def _mismatches(name: str, dataset: Dataset, predicted: Sequence[NotebookPrediction]) -> Iterator[str]:
    """Give what shows that predictions are not of this tree, or not whole."""
    pairs = list(zip(dataset.experiments, predicted, strict=True))
    missing = sum(max(0, len(experiment.steps) - len(answers.steps)) for experiment, answers in pairs)
    reworded = sum(
        question.strip() != expected
        for experiment, answers in pairs
        for question, expected in zip(answers.questions, experiment.questions, strict=False)
    )
    if missing:
        yield f"{name}: {counted(missing, 'step')} without a prediction: left out, as OpenCompass does"
    if reworded:
        yield f"{name}: {counted(reworded, 'question')} not worded as in the tree: was the run made with it?"
