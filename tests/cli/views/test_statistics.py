"""Figures of benchmarks name what they leave out."""

from authoring.cli.views.statistics import MOST_LIBRARIES, coverage_notes, coverage_table
from authoring.records.statistics import Count, Coverage, LibraryUse


def coverage(libraries: int, unresolved: int = 0) -> Coverage:
    """Return calls of as many libraries."""
    uses = tuple(
        LibraryUse(library=f"lib{number}", calls=2, apis=(Count(name=f"lib{number}.A.f", count=2),))
        for number in range(libraries)
    )
    unknown = (Count(name="fit", count=unresolved),) if unresolved else ()
    return Coverage(calls=2 * libraries + unresolved, own=0, libraries=uses, unresolved=unknown)


def test_libraries_beyond_the_table_are_counted() -> None:
    """What is not listed is in a note, with its calls."""
    many = coverage(MOST_LIBRARIES + 2)

    assert coverage_table(many, "Library calls").row_count == MOST_LIBRARIES
    assert next(iter(coverage_notes(many))).plain == "and 2 libraries with 4 calls"


def test_unresolved_calls_are_named() -> None:
    """Methods of objects nobody knows the type of stand with their share."""
    (summary,) = coverage_notes(coverage(1, 2))

    assert "2 unresolved (50%: fit 2)" in summary.plain
