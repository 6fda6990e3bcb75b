"""What a benchmark has enough of, and what it lacks."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.duplicates.coverage import coverage, missing_points, overused_points
from authoring.records.provenance import AdmittedProblem, Provenance, read_provenance
from authoring.records.sketch import KnowledgeCount

META = Path(__file__).parents[3] / "problemsets" / "_meta"
POINTS = st.lists(st.sampled_from(["dates", "Joining", "joining", "regex", "grouping"]), max_size=4)


def sets(*problems: list[str]) -> list[Provenance]:
    """Return one admitted set with problems about these points."""
    return [
        Provenance(
            problems=tuple(AdmittedProblem(number=at, knowledge=tuple(points)) for at, points in enumerate(problems, 1))
        )
    ]


def test_points_are_counted_once_a_problem() -> None:
    """Points that differ in case or spacing are one, and a problem that names one twice counts once."""
    covered = coverage(sets(["Dates", "dates "], ["dates", "joining"], []))

    assert covered == (KnowledgeCount(knowledge="dates", problems=2), KnowledgeCount(knowledge="joining", problems=1))


def test_repository_is_counted() -> None:
    """The sets of this repository: every problem's points stand in the sum."""
    found = [read_provenance(path.read_text()) for path in sorted(META.glob("*.yaml"))]
    covered = coverage(found)

    points = sum(len({point.casefold() for point in problem.knowledge}) for one in found for problem in one.problems)
    assert sum(one.problems for one in covered) == points > 100
    assert covered[0].problems == max(one.problems for one in covered)


def test_frequent_and_missing_points_are_named() -> None:
    """Twice the mean and five problems are too many; nothing, and less than half the mean, are too few."""
    covered = coverage(sets(*[["grouping"]] * 9, *[["dates"]] * 3, ["regex"]))
    points = ["joining", "Dates", "Regex", "grouping"]

    assert [point.knowledge for point in overused_points(covered, points)] == ["grouping"]
    assert missing_points(covered, points) == ("joining", "regex")


def test_young_benchmark_is_free() -> None:
    """While no point has five problems, nothing is over its share."""
    assert overused_points(coverage(sets(*[["grouping"]] * 4)), ["a", "b", "c", "d"]) == ()
    assert missing_points((), ["b", "a"]) == ("a", "b")
    assert missing_points((), ()) == ()


@given(problems=st.lists(POINTS, max_size=30), known=POINTS)
def test_no_point_is_overused_and_missing(problems: list[list[str]], known: list[str]) -> None:
    """No point is over and under its share at once, and only known points are missing."""
    covered = coverage(sets(*problems))
    missing = set(missing_points(covered, known))

    assert not {point.knowledge for point in overused_points(covered, known)} & missing
    assert missing <= {point.casefold() for point in known}
