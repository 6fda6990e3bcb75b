"""Whether a submission's figures show what the reference's do."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from authoring.validators.figures.closeness import folded, lacking, same_words
from authoring.validators.figures.comparing import Disagreement, disagreement
from authoring.validators.figures.demands import Demands
from authoring.validators.figures.pairing import by_kind, grouped, in_one, joined, unpaired
from authoring.validators.figures.seen import KINDS, Axis, Mark, Panel, Seen
from authoring.validators.figures.similarity import structural_similarity
from authoring.validators.words import short

EXTRA = frozenset({"text", "error bars"})
"""Kinds of marks that a submission may add: they say more of the same data."""


class Judged(NamedTuple):
    """What came of comparing two lists of figures."""

    wrong: Disagreement | None
    """The first difference; None where they show the same."""
    similarity: float | None
    """The least structural similarity of figures that were compared; None where none was measured."""


def judge_figures(reference: Sequence[Seen], submission: Sequence[Seen], demands: Demands) -> Judged:
    """Compare the figures of two cells, neither of which is empty."""
    if demands.figure == "last":
        return _judge(reference[-1], submission[-1], demands)
    if demands.figure == "any":
        return _among(reference, submission, demands)
    if len(reference) != len(submission):
        return Judged(Disagreement("amount of figures", str(len(reference)), str(len(submission)), "shape"), None)
    found = [_judge(one, other, demands) for one, other in zip(reference, submission, strict=True)]
    if len(found) > 1:
        found = [_numbered(each, number) for number, each in enumerate(found, start=1)]
    measured = [each.similarity for each in found if each.similarity is not None]
    wrong = next((each.wrong for each in found if each.wrong is not None), None)
    return Judged(wrong, min(measured) if measured else None)


def _among(reference: Sequence[Seen], submission: Sequence[Seen], demands: Demands) -> Judged:
    least: list[float] = []
    for one in reference:
        tried = [_judge(one, other, demands) for other in submission]
        fitting = [each for each in tried if each.wrong is None]
        if not fitting:
            return tried[-1]
        least += [each.similarity for each in fitting[:1] if each.similarity is not None]
    return Judged(None, min(least) if least else None)


def _numbered(judged: Judged, number: int) -> Judged:
    wrong = judged.wrong
    return (
        judged if wrong is None else Judged(wrong._replace(place=f"figure {number}, {wrong.place}"), judged.similarity)
    )


def _judge(reference: Seen, submission: Seen, demands: Demands) -> Judged:
    alike = structural_similarity(reference.picture, submission.picture)
    return Judged(next(_differences(reference, submission, demands, alike), None), alike)


def _differences(
    reference: Seen, submission: Seen, demands: Demands, similarity: float | None
) -> Iterator[Disagreement]:
    if submission.failure:
        yield Disagreement("the figure", "one that can be drawn", submission.failure, "type")
        return
    panels = [[panel for panel in seen.panels if panel.marks] for seen in (reference, submission)]
    if not panels[1]:
        yield Disagreement("the figure", "one that shows something", "a blank one", "type", "nothing is drawn on it")
        return
    if len(panels[0]) != len(panels[1]):
        yield Disagreement("amount of panels", str(len(panels[0])), str(len(panels[1])), "shape")
        return
    for number, (expected, found) in enumerate(zip(*panels, strict=True), start=1):
        where = f"panel {number}, " if len(panels[0]) > 1 else ""
        yield from (each._replace(place=f"{where}{each.place}") for each in _of_panel(expected, found, demands))
    if demands.titles:
        yield from _titles(reference, submission)
    if demands.legend and not any(panel.legend for panel in reference.panels):
        yield from _legend(reference.legend, submission.legend)
    if demands.similarity is not None and (similarity is None or similarity < demands.similarity):
        told = "none that can be measured" if similarity is None else f"{similarity:.4f}"
        yield Disagreement("structural similarity", f"at least {demands.similarity:g}", told)


def _of_panel(reference: Panel, submission: Panel, demands: Demands) -> Iterator[Disagreement]:
    if reference.projection != submission.projection:
        yield Disagreement("projection", reference.projection, submission.projection, "type")
    yield from _marks(reference.marks, submission.marks, demands)
    for name, expected, found in zip("xyz", reference.axes, submission.axes, strict=False):
        yield from _axis(name, expected, found, demands)
    if demands.legend and reference.legend:
        yield from _legend(reference.legend, submission.legend)


def _axis(name: str, reference: Axis, submission: Axis, demands: Demands) -> Iterator[Disagreement]:
    if reference.scale not in {"linear", submission.scale}:
        yield Disagreement(f"scale of {name}", reference.scale, submission.scale)
    if demands.labels and reference.label and folded(reference.label) != folded(submission.label):
        yield Disagreement(f"label of {name}", short(reference.label), short(submission.label))
    span = abs(reference.limits[1] - reference.limits[0])
    apart = max(abs(one - other) for one, other in zip(reference.limits, submission.limits, strict=True))
    if demands.limits and not apart <= max(demands.tolerance, 1e-6) * span:
        yield Disagreement(f"limits of {name}", short(reference.limits), short(submission.limits))
    if demands.ticks and [*map(folded, reference.ticks)] != [*map(folded, submission.ticks)]:
        yield Disagreement(f"ticks of {name}", short(list(reference.ticks)), short(list(submission.ticks)))


def _titles(reference: Seen, submission: Seen) -> Iterator[Disagreement]:
    """Compare the titles that the reference has; over a single panel either of the two kinds of title will do."""
    pair = [[seen.title, *(panel.title for panel in seen.panels if panel.marks)] for seen in (reference, submission)]
    if len(pair[0]) > 2:  # noqa: PLR2004 - the figure and its only panel
        same = all(not one or folded(one) == folded(other) for one, other in zip(*pair, strict=True))
    else:
        same = not lacking(filter(None, pair[0]), pair[1])
    if not same:
        told = [[title for title in titles if title] for titles in pair]
        yield Disagreement("titles", short(told[0]), short(told[1]))


def _legend(reference: tuple[str, ...] | None, submission: tuple[str, ...] | None) -> Iterator[Disagreement]:
    if not same_words(reference or (), submission or ()):
        told = "no legend" if submission is None else short(list(submission))
        yield Disagreement("legend", short(list(reference or ())), told)


def _marks(reference: Sequence[Mark], submission: Sequence[Mark], demands: Demands) -> Iterator[Disagreement]:
    sides = [grouped(joined(marks)) for marks in (reference, submission)]
    pair = [by_kind(side) for side in sides]
    if len(pair[0].get("points", ())) == 1 < len(pair[1].get("points", ())) and _plain(pair[1]["points"]):
        # The reference tells its points apart by nothing, so that it does not matter how a submission does.
        pair[1]["points"] = [in_one(pair[1]["points"])]
    wanted = [kind for kind in pair[0] if kind not in pair[1]]
    extra = [kind for kind in pair[1] if kind not in pair[0] and kind not in EXTRA]
    if wanted or extra:
        told = [", ".join(KINDS[kind] for kind in kinds) or "nothing more" for kinds in (wanted, extra)]
        yield Disagreement("what is drawn", told[0], told[1], "type")
        return
    for kind, expected in pair[0].items():
        yield from _of_kind(kind, expected, pair[1][kind], demands)


def _plain(marks: Sequence[Mark]) -> bool:
    return all(mark.numbers.keys() == {"x", "y"} and not mark.digest and not mark.names for mark in marks)


def _of_kind(kind: str, reference: list[Mark], submission: list[Mark], demands: Demands) -> Iterator[Disagreement]:
    if len(reference) != len(submission):
        counts = Counter({"reference": len(reference), "submission": len(submission)})
        yield Disagreement(f"amount of series ({kind})", str(counts["reference"]), str(counts["submission"]), "shape")
        return
    left, free = unpaired(
        lambda one, other: disagreement(reference[one], submission[other], demands) is None, len(reference)
    )
    for one, other in zip(left, free, strict=True):
        found = disagreement(reference[one], submission[other], demands)
        if found is not None:
            series = f"{kind} {one + 1} of {len(reference)}" if len(reference) > 1 else kind
            yield found._replace(place=f"{series}: {found.place}")
