"""CIBench's figures of a run on a tree, made of its answers without writing transcripts for OpenCompass."""

from collections.abc import Iterator, Sequence

from authoring.formats.cibench.score.averages import CIBenchScores, add_up
from authoring.formats.cibench.score.opencompass import read_predictions
from authoring.formats.cibench.score.records import Dataset, StepScore
from authoring.formats.cibench.score.steps import score_dataset
from authoring.formats.cibench.transcripts import Transcripts, transcripts
from authoring.records.results import Evaluation


def score_answers(datasets: Sequence[Dataset], evaluation: Evaluation) -> CIBenchScores:
    """Return the figures that `authoring score cibench` gives for the transcripts of a run.

    Of several samples each is scored, and the averages are over all of them. Datasets of which a notebook is missing
    are in no figure, and noted.

    Raises:
        PackagesError: rouge-score or scikit-image is missing, and there are texts or figures.
    """
    results = {result.name: result for result in evaluation.sets}
    samples = evaluation.options.samples
    steps: list[StepScore] = []
    notes: dict[str, None] = {}
    for sample in range(1, samples + 1):
        number = None if samples == 1 else sample
        for dataset in datasets:
            written = transcripts([dataset], results, mode=evaluation.options.mode, sample=number, folder="")
            notes.update(dict.fromkeys(written.notes))
            steps += _scored(dataset, written)
    return add_up(steps, notes=notes)


def _scored(dataset: Dataset, written: Transcripts) -> Iterator[StepScore]:
    contents = {file.path: file.content for file in written.files}
    for path, content in contents.items():
        if path.endswith(".json"):
            yield from score_dataset(
                dataset,
                read_predictions(content.decode(), location=path),
                name=path.removesuffix(".json"),
                # Pictures are named by paths below the folder that transcripts go to, which is the root here.
                pictures=lambda picture: contents.get(picture.removeprefix("/")),
            )
