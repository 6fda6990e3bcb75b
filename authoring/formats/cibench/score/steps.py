"""Each step's scores, by the rules of CIBench's evaluator: the last thing that an agent ran counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.formats.base.prerequisites import needed_steps
from authoring.formats.cibench.score.comparison import (
    UnlikeError,
    first_block,
    first_picture,
    likeness,
    rouge_1,
    value_shown,
)
from authoring.formats.cibench.score.records import (
    Answered,
    Dataset,
    Experiment,
    PictureReader,
    Predicted,
    ReferenceStep,
    Shown,
    StepScore,
    Tag,
)

NOTHING_RUN = "no code was run that gave a result"
NO_TEXT = "no text to compare in what came back"
NO_FIGURE = "no figure in what came back"
LOST = "its figure was not found"
NO_REFERENCE = "the tree holds no output for this step"


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of comparing one step's output."""

    score: float
    why: str = ""
    picture: str = ""


def score_dataset(
    dataset: Dataset, predicted: Sequence[Predicted], *, name: str, pictures: PictureReader
) -> tuple[StepScore, ...]:
    """Return the scores of a dataset, step by step; steps that no prediction is about are left out.

    Args:
        dataset: of the tree.
        predicted: one for each of its notebooks, in their order.
        name: what its predictions call it.
        pictures: reads the figures that predictions name.

    Raises:
        PackagesError: a package is missing that a step's metric needs.
        ValueError: there are more or fewer predictions than notebooks.
    """
    return tuple(
        score
        for experiment, answers in zip(dataset.experiments, predicted, strict=True)
        for score in _experiment(dataset, experiment, answers, name, pictures)
    )


def _experiment(
    dataset: Dataset, experiment: Experiment, answers: Predicted, name: str, pictures: PictureReader
) -> list[StepScore]:
    needed = needed_steps(experiment.codes)
    scores = []
    # Steps that a run did not produce leave every denominator, as they do in OpenCompass.
    pairs = zip(experiment.steps, answers.steps, answers.questions, strict=False)
    for index, (reference, answered, question) in enumerate(pairs):
        compared = _compared(reference, answered, pictures)
        last = next((action for action in reversed(answered) if action.interpreter), None)
        scores.append(
            StepScore(
                dataset=name,
                module=dataset.module,
                experiment=experiment.path,
                number=index + 1,
                tag=reference.tag,
                tool=last is not None,
                executable=last is not None and not last.failed,
                score=compared.score if compared else None,
                depends_on=len(needed[index]),
                picture=compared.picture if compared else "",
                why=compared.why if compared else "",
                question=question if reference.tag is Tag.VIS else "",
            )
        )
    return scores


def _compared(reference: ReferenceStep, answered: Answered, pictures: PictureReader) -> Compared | None:
    """Compare an answer with the reference; None for steps that give nothing."""
    shown = [action.result for action in reversed(answered) if action.interpreter and action.result]
    match reference.tag:
        case Tag.EXEC:
            return None
        case Tag.VIS:
            return _figure(shown, reference.output, pictures)
        case Tag.TEXT:
            return _text(shown, reference.output)
        case Tag.NUM | Tag.GENERAL:
            return _value(shown, reference.output)


def _value(shown: Sequence[Shown], reference: str | None) -> Compared:
    """Return 1 where the reference is the output or part of it, blanks around them aside."""
    for result in shown:
        if result.text is None:
            return Compared(0.0, NO_TEXT)
        output = value_shown(result.text)
        if output is not None:
            if reference is None:
                return Compared(0.0, NO_REFERENCE)
            return Compared(float(reference.strip() in output.strip()))
    return Compared(0.0, NO_TEXT if shown else NOTHING_RUN)


def _text(shown: Sequence[Shown], reference: str | None) -> Compared:
    """Return the likeness of words of the first block."""
    for result in shown:
        if result.text is None:
            return Compared(0.0, NO_TEXT)
        output = first_block(result.text)
        if output is not None:
            if reference is None:
                return Compared(0.0, NO_REFERENCE)
            return Compared(rouge_1(output, reference))
    return Compared(0.0, NO_TEXT if shown else NOTHING_RUN)


def _figure(shown: Sequence[Shown], reference: str | None, pictures: PictureReader) -> Compared:
    """Return the likeness of the first figure of the last result; an earlier result is never looked at."""
    if not shown:
        return Compared(0.0, NOTHING_RUN)
    path = first_picture(shown[0].pictures) if shown[0].pictures is not None else None
    if path is None:
        return Compared(0.0, NO_FIGURE)
    content = pictures(path)
    if content is None:
        return Compared(0.0, LOST, path)
    try:
        return Compared(likeness(content, reference), picture=path)
    except UnlikeError as error:
        return Compared(0.0, str(error), path)
