"""What columns have in common is told by their units, and by their names where these are not known."""

from authoring.drafting.templates.columns import Column
from authoring.drafting.templates.comparability import comparable, foresees
from authoring.records.profile import ColumnKind, ColumnProfile


def amount(name: str) -> Column:
    """Return an amount of a table of 40 rows."""
    profile = ColumnProfile(name=name, kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=30)
    return Column(profile, 40)


def test_a_share_and_what_it_is_a_share_of_are_not_alike() -> None:
    """Amounts that are called after one thing compare, unless one of them is a percentage."""
    assert comparable([amount("score_ppvt"), amount("score_mean")])
    assert not comparable([amount("score_ppvt"), amount("score_pct_change")])
    assert comparable([amount("rate_before"), amount("rate_after")])


def test_what_is_measured_later_explains_nothing_earlier() -> None:
    """A stage of a study in a name tells when a value was known, as a year does."""
    middle, last = amount("covariate_mid"), amount("outcome_followup")
    assert foresees([last], middle)
    assert not foresees([middle], last)
    assert not foresees([amount("mass")], middle)
    assert foresees([amount("income_1990")], amount("income_1980"))
    assert foresees([amount("t3"), amount("age")], amount("t1"))
    assert not foresees([amount("t1"), amount("age"), amount("x4")], amount("t3"))
    assert foresees([amount("domgross"), amount("length")], amount("budget"))
    assert not foresees([amount("budget")], amount("domgross"))
    assert not foresees([amount("test_score"), amount("income"), amount("gross_floor_area")], amount("price"))
