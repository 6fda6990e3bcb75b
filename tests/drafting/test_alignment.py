"""Written problems find their plans, also where some were left out."""

from authoring.drafting.alignment import aligned
from authoring.records.sketch import PlannedProblem

PLANS = tuple(
    PlannedProblem(task=task, knowledge=(task,), level="easy", gives=gives)
    for task, gives in (
        ("Read the table of rivers as `df`.", ("df",)),
        ("Drop rows without a level and store the rest.", ("clean",)),
        ("Which river has the highest mean level?", ()),
        ("Write a function that says whether a level is a flood.", ("is_flood",)),
    )
)
READ = ("Read `inputs/gauges.csv` as `df`.", "df = 1\ndf")
CLEAN = ("Make `clean` without missing levels.", "clean = df.dropna()\nlen(clean)")
BEST = ("Which river has the highest mean level in `clean`? Ties by name.", "1")
FLOOD = ("Write `is_flood(level)`, which says whether it is a flood.", "def is_flood(level):\n    return level > 3")


def test_as_many_as_planned_are_taken_in_order() -> None:
    """A model that was asked for a problem each wrote a problem each, whatever the words."""
    assert aligned(PLANS, [("a", "1")] * 4) == PLANS


def test_what_was_left_out_moves_nobody() -> None:
    """The problems behind one that is missing keep their own knowledge points."""
    assert aligned(PLANS, [READ, BEST, FLOOD]) == (PLANS[0], PLANS[2], PLANS[3])
    assert aligned(PLANS, [CLEAN, FLOOD]) == (PLANS[1], PLANS[3])


def test_what_was_added_has_no_plan() -> None:
    """Nobody knows what it tests."""
    assert aligned(PLANS, [READ, CLEAN, ("zzz", "1"), BEST, FLOOD]) == (*PLANS[:2], None, *PLANS[2:])


def test_nothing_written_or_nothing_planned() -> None:
    """Empty is empty."""
    assert aligned(PLANS, []) == ()
    assert aligned((), [READ]) == (None,)
