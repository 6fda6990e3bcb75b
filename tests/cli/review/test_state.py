"""Where a review stands: which run and which findings belong to the cell that is looked at."""

from collections.abc import Callable
from dataclasses import replace

from authoring.cli.review.session import start
from authoring.cli.review.state import Review
from authoring.dseal import Diagnostic, Severity
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence


def test_cell_has_its_run(review: Review) -> None:
    """Each cell shows what the dry run found of it and of no other."""
    numbers = [replace(review, position=position).run for position in range(len(review.cells))]

    assert [run.number if run else "none" for run in numbers] == [None, 1, 2, 3]


def test_finding_stands_at_its_problem(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A finding about problem 2 is shown at problem 2 and nowhere else."""
    review = start(draft, evidence_of(draft.text, errors=(2,)), None)
    counts = [len(replace(review, position=position).findings) for position in range(len(review.cells))]

    assert (counts, review.elsewhere) == ([0, 0, 1, 0], ())


def test_no_finding_is_lost(draft: Draft, evidence_of: Callable[..., Evidence]) -> None:
    """A finding about a line of no cell is one about the set."""
    finding = Diagnostic(code="DS403", name="too-big", severity=Severity.ERROR, message="60 MB of inputs", line=999)
    evidence = evidence_of(draft.text).model_copy(update={"diagnostics": (finding,)})

    assert start(draft, evidence, None).elsewhere == (finding,)


def test_left_counts_down(review: Review) -> None:
    """What is left is what is not accepted."""
    assert replace(review, accepted=frozenset({1, 3})).left == (2,)
