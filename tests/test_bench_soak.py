"""The page of a soak says which parts of a round ran, on what, and what failed."""

from bench.soak import PARTS, Round, next_part, summary

FIRST = Round(7, "1/2", "abc1234", 50.0, {"passed": 300, "failed": 1}, ("tests/test_a.py::test_b",))
SECOND = Round(7, "2/2", "def5678", 40.0, {"passed": 310}, ())


def test_parts_of_a_round_stand_together() -> None:
    """A part that is run adds its row to those of its seed, with what failed in them."""
    page = summary([SECOND], summary([FIRST]))

    assert "| 7 | 1/2 | abc1234 | 50.0 | 300 | 1 |\n| 7 | 2/2 | def5678 | 40.0 | 310 | 0 |" in page
    assert "- seed 7, part 1/2: `tests/test_a.py::test_b`" in page


def test_a_part_that_runs_again_replaces_its_row() -> None:
    """What failed before is gone once it passes."""
    mended = Round(7, "1/2", "def5678", 50.0, {"passed": 301}, ())
    page = summary([mended], summary([SECOND], summary([FIRST])))

    assert "abc1234" not in page
    assert "| 7 | 2/2 |" in page
    assert "Failed" not in page


def test_another_seed_is_another_soak() -> None:
    """Rows of other seeds go."""
    assert "| 7 |" not in summary([Round(8, "1/1", "def5678", 9.0, {"passed": 5}, ())], summary([FIRST]))


def test_a_round_goes_on_with_the_part_that_lacks() -> None:
    """The parts of one seed are run in their order, whichever ran before; a whole round, or none, has no next part."""
    page = summary([Round(7, f"2/{PARTS}", "def5678", 9.0, {"passed": 5}, ())])
    assert f"1 of the {PARTS} parts" in page
    assert next_part(page) == (7, f"1/{PARTS}")

    for number in range(1, PARTS + 1):
        page = summary([Round(7, f"{number}/{PARTS}", "def5678", 9.0, {"passed": 5}, ())], page)
    assert next_part(page) is None
    assert next_part("") is None
    assert [row.split(" | ")[1] for row in page.splitlines() if row.startswith("| 7 |")][8:10] == ["9/24", "10/24"]
