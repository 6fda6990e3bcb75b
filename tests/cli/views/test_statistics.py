"""Figures of benchmarks name what they leave out."""

from rich.console import Console, Group

from authoring.cli.views.statistics import MOST_LIBRARIES, coverage_notes, coverage_table, pass_at_view
from authoring.records.results import PassAt
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


def test_both_ends_of_k_are_shown() -> None:
    """Of many k the first and the last, of one k one line, of none nothing."""
    passes = [PassAt(samples=k, rate=k / 4, problems=7, low=0.1, high=0.9) for k in (1, 2, 3)]
    for entries, shown in ((passes, ["1 answer", "3 answers"]), (passes[:1], ["1 answer"]), ([], [])):
        console = Console(width=80)
        with console.capture() as capture:
            console.print(Group(*pass_at_view(entries)))
        lines = [line for line in capture.get().splitlines() if " answer" in line[:9]]
        assert [line.partition("  ")[0] for line in lines] == shown
        assert all("10.0 % to 90.0 %" in line for line in lines)
