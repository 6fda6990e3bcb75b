"""What a benchmark asks for already, and what it should be asked for next."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from authoring.records.provenance import Provenance
from authoring.records.sketch import Covered

OVER = 2.0
"""Times the mean count of a point above which it is over its share."""
UNDER = 0.5
"""Times the mean count of a point below which it is under its share."""
SEEN = 5
"""Problems below which nothing is over its share: a young benchmark may ask for anything."""


@dataclass(frozen=True, slots=True)
class Quota:
    """What steers the next sketch."""

    avoid: tuple[Covered, ...]
    """Points over their share, the most frequent first."""
    wanted: tuple[str, ...]
    """Known points that are missing or under their share, the rarest first."""


def coverage(sets: Iterable[Provenance]) -> tuple[Covered, ...]:
    """Count the problems that ask for each knowledge point, the most frequent first, ties by name.

    Points that differ in case or spacing alone are one; a problem that names a point twice counts once.
    """
    counts = Counter(
        point for one in sets for problem in one.problems for point in {_plain(point) for point in problem.knowledge}
    )
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Covered(knowledge=point, problems=count) for point, count in ordered if point)


def quota(covered: Sequence[Covered], known: Sequence[str] = ()) -> Quota:
    """Return what a sketch should avoid and what it should ask for.

    Args:
        covered: from `coverage`.
        known: all points that are worth asking for, for example those of the templates; order and repetition are
            nothing to it.
    """
    return Quota(avoid=avoid(covered, known), wanted=wanted(covered, known))


def avoid(covered: Sequence[Covered], known: Sequence[str] = ()) -> tuple[Covered, ...]:
    """Return the points over their share: asked for by at least five problems, and twice as often as the mean point.

    The mean is over all points there are, those that nobody asked for included.
    """
    mean = _mean(covered, known)
    return tuple(one for one in covered if one.problems >= SEEN and one.problems > OVER * mean)


def wanted(covered: Sequence[Covered], known: Sequence[str]) -> tuple[str, ...]:
    """Return the known points that no problem asks for, then those asked for less than half as often as the mean."""
    mean = _mean(covered, known)
    counts = {one.knowledge: one.problems for one in covered}
    points = {_plain(point) for point in known} - {""}
    rare = [point for point in points if counts.get(point, 0) < max(UNDER * mean, 1)]
    return tuple(sorted(rare, key=lambda point: (counts.get(point, 0), point)))


def _mean(covered: Sequence[Covered], known: Sequence[str]) -> float:
    points = {one.knowledge for one in covered} | {_plain(point) for point in known}
    return sum(one.problems for one in covered) / len(points) if points else 0.0


def _plain(point: str) -> str:
    return " ".join(point.casefold().split())
