"""The record of a pilot counts what stands in it."""

from authoring.records.pilot import PilotProblem
from authoring.records.pilot.item import ItemStatistics, PassEstimate
from tests.workspace.test_pilots import RECORD

ITEM = ItemStatistics(
    solvers=2, answers=4, right=2, pass_at=(PassEstimate(k=1, rate=0.5, low=0.2, high=0.8),), level="medium"
)


def test_items_are_those_of_answered_problems() -> None:
    """A problem that nobody answered has no figures; outages of all problems are counted together."""
    problems = (
        PilotProblem(number=1, question="a", reference="1", statistics=ITEM, outages=1),
        PilotProblem(number=2, question="b", reference="2", outages=2),
    )
    record = RECORD.model_copy(update={"problems": problems})

    assert (record.items, record.outages) == ({1: ITEM}, 3)
