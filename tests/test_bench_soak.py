"""The page of a soak says which parts of a round ran, on what, and what failed."""

from bench.soak import Round, summary

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
