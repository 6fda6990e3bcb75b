"""What a benchmark has enough of, and what it lacks."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.duplicates import avoid, coverage, quota, wanted
from authoring.records.provenance import AdmittedProblem, Provenance, read_provenance
from authoring.records.sketch import Covered

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

    assert covered == (Covered(knowledge="dates", problems=2), Covered(knowledge="joining", problems=1))


def test_repository_is_counted() -> None:
    """The sets of this repository: every problem's points stand in the sum."""
    found = [read_provenance(path.read_text()) for path in sorted(META.glob("*.yaml"))]
    covered = coverage(found)

    points = sum(len({point.casefold() for point in problem.knowledge}) for one in found for problem in one.problems)
    assert sum(one.problems for one in covered) == points > 100
    assert covered[0].problems == max(one.problems for one in covered)


def test_quota_names_the_frequent_and_the_missing() -> None:
    """Twice the mean and five problems are too many; nothing, and less than half the mean, are too few."""
    covered = coverage(sets(*[["grouping"]] * 9, *[["dates"]] * 3, ["regex"]))
    found = quota(covered, ["joining", "Dates", "Regex", "grouping"])

    assert [one.knowledge for one in found.avoid] == ["grouping"]
    assert found.wanted == ("joining", "regex")


def test_young_benchmark_is_free() -> None:
    """While no point has five problems, nothing is over its share."""
    assert avoid(coverage(sets(*[["grouping"]] * 4)), ["a", "b", "c", "d"]) == ()
    assert wanted((), ["b", "a"]) == ("a", "b")
    assert quota(()).wanted == ()


@given(problems=st.lists(POINTS, max_size=30), known=POINTS)
def test_nothing_is_avoided_and_wanted(problems: list[list[str]], known: list[str]) -> None:
    """No point is over and under its share at once, and only known points are wanted."""
    found = quota(coverage(sets(*problems)), known)

    assert not {one.knowledge for one in found.avoid} & set(found.wanted)
    assert set(found.wanted) <= {point.casefold() for point in known}
