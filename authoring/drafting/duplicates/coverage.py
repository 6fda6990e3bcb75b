"""The coverage of a benchmark: which knowledge points its problems ask for too often, too rarely or never."""

from collections import Counter
from collections.abc import Iterable, Sequence

from authoring.records.provenance import Provenance
from authoring.records.sketch import KnowledgeCount

OVER = 2.0
"""Times the mean count of a point above which it is over its share."""
UNDER = 0.5
"""Times the mean count of a point below which it is under its share."""
FEWEST_OVERUSED = 5
"""Problems below which no point is overused: a young benchmark may ask for anything."""


def coverage(sets: Iterable[Provenance]) -> tuple[KnowledgeCount, ...]:
    """Count the problems that ask for each knowledge point, the most frequent first, ties by name.

    Points that differ in case or spacing alone are one; a problem that names a point twice counts once.
    """
    counts = Counter(
        point
        for provenance in sets
        for problem in provenance.problems
        for point in {_plain(point) for point in problem.knowledge}
    )
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(KnowledgeCount(knowledge=point, problems=count) for point, count in ordered if point)


def overused_points(covered: Sequence[KnowledgeCount], all_points: Sequence[str] = ()) -> tuple[KnowledgeCount, ...]:
    """Return the points that at least five problems ask for, and more than twice as many as for the mean point.

    Args:
        covered: the result of `coverage`.
        all_points: points that are worth asking for; those that no problem asks for count in the mean.
    """
    mean = _mean(covered, all_points)
    return tuple(point for point in covered if point.problems >= FEWEST_OVERUSED and point.problems > OVER * mean)


def missing_points(covered: Sequence[KnowledgeCount], all_points: Sequence[str]) -> tuple[str, ...]:
    """Return those of `all_points` that no problem asks for, then those with less than half of the mean count."""
    mean = _mean(covered, all_points)
    counts = {point.knowledge: point.problems for point in covered}
    points = {_plain(point) for point in all_points} - {""}
    rare = [point for point in points if counts.get(point, 0) < max(UNDER * mean, 1)]
    return tuple(sorted(rare, key=lambda point: (counts.get(point, 0), point)))


def _mean(covered: Sequence[KnowledgeCount], all_points: Sequence[str]) -> float:
    points = {point.knowledge for point in covered} | {_plain(point) for point in all_points}
    return sum(point.problems for point in covered) / len(points) if points else 0.0


def _plain(point: str) -> str:
    return " ".join(point.casefold().split())
