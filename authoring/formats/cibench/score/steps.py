"""Each step's scores, by the rules of CIBench's evaluator: the last thing that an agent ran counts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.formats.base.prerequisites import needed_steps
from authoring.formats.cibench.score.comparison import (
    IncomparableError,
    first_block,
    first_picture,
    first_value,
    picture_similarity,
    rouge_1,
)
from authoring.formats.cibench.score.records import (
    Dataset,
    InterpreterOutput,
    NotebookPrediction,
    PictureReader,
    ReferenceNotebook,
    ReferenceStep,
    StepActions,
    StepScore,
    Tag,
)

NOTHING_RUN = "no code was run that gave a result"
NO_TEXT = "no text to compare in what came back"
NO_FIGURE = "no figure in what came back"
NO_PICTURE_FILE = "its figure was not found"
NO_REFERENCE = "the tree holds no output for this step"
MORE_THAN_REFERENCE = "it holds the reference and more, as a list of candidates would"


@dataclass(frozen=True, slots=True)
class OutputComparison:
    """The comparison of one step's output with the reference."""

    score: float
    why: str = ""
    picture: str = ""


def score_dataset(
    dataset: Dataset, predicted: Sequence[NotebookPrediction], *, name: str, pictures: PictureReader
) -> tuple[StepScore, ...]:
    """Return the scores of a dataset, step by step; steps that no prediction is about are left out.

    There is one prediction for each notebook, in their order; `name` is that of the dataset in the predictions, which
    may say that it was played with oracle answers.

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
    dataset: Dataset, experiment: ReferenceNotebook, answers: NotebookPrediction, name: str, pictures: PictureReader
) -> list[StepScore]:
    needed = needed_steps(experiment.codes)
    scores = []
    # Steps that a run did not produce leave every denominator, as they do in OpenCompass.
    pairs = zip(experiment.steps, answers.steps, answers.questions, strict=False)
    for index, (reference, answered, question) in enumerate(pairs):
        compared = _compared(reference, answered, pictures)
        # The last run counts for `executable`, be there a result or not.
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
                # Only the grading of figures needs the question again.
                question=question if reference.tag is Tag.VIS else "",
            )
        )
    return scores


def _compared(reference: ReferenceStep, answered: StepActions, pictures: PictureReader) -> OutputComparison | None:
    """Compare an answer with the reference; None for steps that give nothing."""
    outputs = [action.result for action in reversed(answered) if action.interpreter and action.result]
    match reference.tag:
        case Tag.EXEC:
            return None
        case Tag.VIS:
            return _figure(outputs, reference.output, pictures)
        case Tag.TEXT:
            return _text(outputs, reference.output, first_block, rouge_1)
        case Tag.NUM | Tag.GENERAL:
            return _text(outputs, reference.output, first_value, _contains)


def _contains(output: str, reference: str) -> float:
    """Return 1 where the reference is the output or part of it, blanks around them aside."""
    return float(reference.strip() in output.strip())


def _text(
    outputs: Sequence[InterpreterOutput],
    reference: str | None,
    part: Callable[[str], str | None],
    compare: Callable[[str, str], float],
) -> OutputComparison:
    """Compare a part of the last output that holds such a part with the reference."""
    for result in outputs:
        if result.text is None:
            return OutputComparison(0.0, NO_TEXT)
        output = part(result.text)
        # An earlier success counts even if the last attempt failed: the evaluator looks backwards for a match.
        if output is not None:
            if reference is None:
                return OutputComparison(0.0, NO_REFERENCE)
            score = compare(output, reference)
            # Right by OpenCompass' rule, whatever stands around it.
            is_more = compare is _contains and score == 1 and output.strip() != reference.strip()
            return OutputComparison(score, MORE_THAN_REFERENCE if is_more else "")
    return OutputComparison(0.0, NO_TEXT if outputs else NOTHING_RUN)


def _figure(outputs: Sequence[InterpreterOutput], reference: str | None, pictures: PictureReader) -> OutputComparison:
    """Return how similar the first figure of the last result is to the reference; no earlier result is looked at."""
    if not outputs:
        return OutputComparison(0.0, NOTHING_RUN)
    path = first_picture(outputs[0].pictures) if outputs[0].pictures is not None else None
    if path is None:
        return OutputComparison(0.0, NO_FIGURE)
    content = pictures(path)
    if content is None:
        return OutputComparison(0.0, NO_PICTURE_FILE, path)
    try:
        return OutputComparison(picture_similarity(content, reference), picture=path)
    except IncomparableError as error:
        return OutputComparison(0.0, str(error), path)
