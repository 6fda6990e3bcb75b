"""Whether a submission's figures show what the reference's do."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from authoring.validators.display import short_repr
from authoring.validators.figures.comparison import FigureDifference, first_difference
from authoring.validators.figures.pairing import by_kind, grouped, in_one, joined, unpaired
from authoring.validators.figures.requirements import FigureRequirements
from authoring.validators.figures.snapshots import KINDS, Axis, FigureSnapshot, Mark, Panel, Pixels
from authoring.validators.figures.tolerance import folded, lacking, same_words

EXTRA = frozenset({"text", "error bars"})
"""Kinds of marks that a submission may add: they say more of the same data."""
WINDOW = 7
"""Pixels of the square that scikit-image slides over both pictures."""


class FigureJudgement(NamedTuple):
    """What came of comparing two lists of figures."""

    difference: FigureDifference | None
    """The first difference; None where they show the same."""
    similarity: float | None
    """The least structural similarity of figures that were compared; None where none was measured."""


def judge_figures(
    reference: Sequence[FigureSnapshot], submission: Sequence[FigureSnapshot], demands: FigureRequirements
) -> FigureJudgement:
    """Compare the figures of two cells, neither of which is empty."""
    if demands.figure == "last":
        return _judge(reference[-1], submission[-1], demands)
    if demands.figure == "any":
        return _among(reference, submission, demands)
    if len(reference) != len(submission):
        return FigureJudgement(
            FigureDifference("amount of figures", str(len(reference)), str(len(submission)), "shape"), None
        )
    judgements = [_judge(expected, actual, demands) for expected, actual in zip(reference, submission, strict=True)]
    if len(judgements) > 1:
        judgements = [_numbered(judgement, number) for number, judgement in enumerate(judgements, start=1)]
    measured = [judgement.similarity for judgement in judgements if judgement.similarity is not None]
    difference = next((judgement.difference for judgement in judgements if judgement.difference is not None), None)
    return FigureJudgement(difference, min(measured) if measured else None)


def _among(
    reference: Sequence[FigureSnapshot], submission: Sequence[FigureSnapshot], demands: FigureRequirements
) -> FigureJudgement:
    similarities: list[float] = []
    for expected in reference:
        tried = [_judge(expected, actual, demands) for actual in submission]
        fitting = [judgement for judgement in tried if judgement.difference is None]
        if not fitting:
            return tried[-1]
        similarities += [judgement.similarity for judgement in fitting[:1] if judgement.similarity is not None]
    return FigureJudgement(None, min(similarities) if similarities else None)


def _numbered(judgement: FigureJudgement, number: int) -> FigureJudgement:
    if judgement.difference is None:
        return judgement
    place = f"figure {number}, {judgement.difference.place}"
    return judgement._replace(difference=judgement.difference._replace(place=place))


def _judge(reference: FigureSnapshot, submission: FigureSnapshot, demands: FigureRequirements) -> FigureJudgement:
    alike = structural_similarity(reference.picture, submission.picture)
    return FigureJudgement(next(_differences(reference, submission, demands, alike), None), alike)


def structural_similarity(reference: Pixels | None, submission: Pixels | None) -> float | None:
    """Return how alike two pictures are, 1 for the same; None where scikit-image or a picture is not there.

    The submission's is brought to the size of the reference's first, as OpenCompass does.
    """
    if reference is None or submission is None or not reference.size or not submission.size:
        return None
    # Resizing and rounding would leave equal pictures a little short of 1.
    if reference.shape == submission.shape and np.array_equal(reference, submission):
        return 1.0
    if min(reference.shape[:2]) < WINDOW or find_spec("skimage") is None:
        return None
    metrics: Any = import_module("skimage.metrics")  # few environments have it
    transform: Any = import_module("skimage.transform")
    same_size = transform.resize(submission, reference.shape[:2], preserve_range=True, anti_aliasing=True)
    return float(metrics.structural_similarity(reference, same_size.astype(np.uint8), channel_axis=2, win_size=WINDOW))


def _differences(
    reference: FigureSnapshot, submission: FigureSnapshot, demands: FigureRequirements, similarity: float | None
) -> Iterator[FigureDifference]:
    if submission.failure:
        yield FigureDifference("the figure", "one that can be drawn", submission.failure, "type")
        return
    # Panels that nothing is drawn on show nothing, such as the last ones of a grid.
    panels = [[panel for panel in figure.panels if panel.marks] for figure in (reference, submission)]
    if not panels[1]:
        yield FigureDifference(
            "the figure", "one that shows something", "a blank one", "type", "nothing is drawn on it"
        )
        return
    if len(panels[0]) != len(panels[1]):
        yield FigureDifference("amount of panels", str(len(panels[0])), str(len(panels[1])), "shape")
        return
    for number, (expected, actual) in enumerate(zip(*panels, strict=True), start=1):
        prefix = f"panel {number}, " if len(panels[0]) > 1 else ""
        yield from (
            judgement._replace(place=f"{prefix}{judgement.place}") for judgement in _of_panel(expected, actual, demands)
        )
    if demands.titles:
        yield from _titles(reference, submission)
    if demands.legend and not any(panel.legend for panel in reference.panels):
        yield from _legend(reference.legend, submission.legend)
    if demands.similarity is not None and (similarity is None or similarity < demands.similarity):
        measured = "none that can be measured" if similarity is None else f"{similarity:.4f}"
        yield FigureDifference("structural similarity", f"at least {demands.similarity:g}", measured)


def _of_panel(reference: Panel, submission: Panel, demands: FigureRequirements) -> Iterator[FigureDifference]:
    if reference.projection != submission.projection:
        yield FigureDifference("projection", reference.projection, submission.projection, "type")
    yield from _marks(reference.marks, submission.marks, demands)
    # A plane panel has no z.
    for name, expected, actual in zip("xyz", reference.axes, submission.axes, strict=False):
        yield from _axis(name, expected, actual, demands)
    if demands.legend and reference.legend:
        yield from _legend(reference.legend, submission.legend)


def _axis(name: str, reference: Axis, submission: Axis, demands: FigureRequirements) -> Iterator[FigureDifference]:
    # A linear axis is matplotlib's default and asks for nothing, so a submission may choose a scale.
    if reference.scale not in {"linear", submission.scale}:
        yield FigureDifference(f"scale of {name}", reference.scale, submission.scale)
    if demands.labels and reference.label and folded(reference.label) != folded(submission.label):
        yield FigureDifference(f"label of {name}", short_repr(reference.label), short_repr(submission.label))
    span = abs(reference.limits[1] - reference.limits[0])
    deviation = max(
        abs(expected - actual) for expected, actual in zip(reference.limits, submission.limits, strict=True)
    )
    # Negated, so that limits that are no numbers differ.
    if demands.limits and not deviation <= max(demands.tolerance, 1e-6) * span:
        yield FigureDifference(f"limits of {name}", short_repr(reference.limits), short_repr(submission.limits))
    if demands.ticks and [*map(folded, reference.ticks)] != [*map(folded, submission.ticks)]:
        yield FigureDifference(
            f"ticks of {name}", short_repr(list(reference.ticks)), short_repr(list(submission.ticks))
        )


def _titles(reference: FigureSnapshot, submission: FigureSnapshot) -> Iterator[FigureDifference]:
    """Compare the titles that the reference has; over a single panel either of the two kinds of title will do."""
    pair = [
        [figure.title, *(panel.title for panel in figure.panels if panel.marks)] for figure in (reference, submission)
    ]
    if len(pair[0]) > 2:  # noqa: PLR2004 - the figure and its only panel
        same = all(not expected or folded(expected) == folded(actual) for expected, actual in zip(*pair, strict=True))
    else:
        same = not lacking(filter(None, pair[0]), pair[1])
    if not same:
        shown_titles = [[title for title in titles if title] for titles in pair]
        yield FigureDifference("titles", short_repr(shown_titles[0]), short_repr(shown_titles[1]))


def _legend(reference: tuple[str, ...] | None, submission: tuple[str, ...] | None) -> Iterator[FigureDifference]:
    if not same_words(reference or (), submission or ()):
        labels = "no legend" if submission is None else short_repr(list(submission))
        yield FigureDifference("legend", short_repr(list(reference or ())), labels)


def _marks(
    reference: Sequence[Mark], submission: Sequence[Mark], demands: FigureRequirements
) -> Iterator[FigureDifference]:
    sides = [grouped(joined(marks)) for marks in (reference, submission)]
    pair = [by_kind(side) for side in sides]
    if len(pair[0].get("points", ())) == 1 < len(pair[1].get("points", ())) and _plain(pair[1]["points"]):
        # The reference tells its points apart by nothing, so that it does not matter how a submission does.
        pair[1]["points"] = [in_one(pair[1]["points"])]
    missing = [kind for kind in pair[0] if kind not in pair[1]]
    extra = [kind for kind in pair[1] if kind not in pair[0] and kind not in EXTRA]
    if missing or extra:
        labels = [", ".join(KINDS[kind] for kind in kinds) or "nothing more" for kinds in (missing, extra)]
        yield FigureDifference("what is drawn", labels[0], labels[1], "type")
        return
    for kind, expected in pair[0].items():
        yield from _of_kind(kind, expected, pair[1][kind], demands)


def _plain(marks: Sequence[Mark]) -> bool:
    return all(mark.numbers.keys() == {"x", "y"} and not mark.digest and not mark.names for mark in marks)


def _of_kind(
    kind: str, reference: list[Mark], submission: list[Mark], demands: FigureRequirements
) -> Iterator[FigureDifference]:
    if len(reference) != len(submission):
        yield FigureDifference(f"amount of series ({kind})", str(len(reference)), str(len(submission)), "shape")
        return
    left, free = unpaired(
        lambda row, column: first_difference(reference[row], submission[column], demands) is None,
        len(reference),
    )
    for row, column in zip(left, free, strict=True):
        difference = first_difference(reference[row], submission[column], demands)
        if difference is not None:
            series = f"{kind} {row + 1} of {len(reference)}" if len(reference) > 1 else kind
            yield difference._replace(place=f"{series}: {difference.place}")
