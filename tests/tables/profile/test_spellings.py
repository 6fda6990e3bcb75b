"""Levels that differ in capitals, blanks, points or an ending only are one, and others stay apart."""

import pytest

from authoring.tables.profile.spellings import has_outer_blanks, unified_spellings


@pytest.mark.parametrize(
    ("counts", "pairs"),
    [
        ({"Loss": 9, "Lose": 2, "Win": 8}, {"Lose": "Loss"}),
        ({"NY": 9, "N.Y.": 2, "LA": 8}, {"N.Y.": "NY"}),
        ({"media": 1, "Media": 9, "Acting": 8}, {"media": "Media"}),
        ({"South  Asian": 1, "South Asian": 9, "Black": 8}, {"South  Asian": "South Asian"}),
        ({"Inc.": 9, "Inc": 2, "Ltd": 8}, {"Inc": "Inc."}),
        ({"dogs": 3, "dog": 9, "cat": 8}, {}),
        ({"horses": 3, "horse": 9, "cat": 8}, {"horses": "horse"}),
        ({"yes": 3, "Y": 9, "no": 8}, {"yes": "Y"}),
        ({"6 - 12": 3, "6-12": 9, "1-5": 8}, {"6 - 12": "6-12"}),
    ],
)
def test_one_level_has_one_spelling(counts: dict[str, int], pairs: dict[str, str]) -> None:
    """The most frequent spelling is kept."""
    assert unified_spellings(counts) == pairs


@pytest.mark.parametrize(
    "levels",
    [
        "AA Aa aa",
        "A+ A- A",
        "House-G House-GS Sen",
        "glass glas",
        "M F m2",
        "1.5 15",
        "Yes No Maybe",
        "win winner loss",
    ],
)
def test_other_levels_stay_apart(levels: str) -> None:
    """Genotypes, grades, codes in capitals and numbers differ by their signs."""
    assert unified_spellings(dict.fromkeys(levels.split(), 5)) == {}


def test_what_cannot_be_said_is_left_alone() -> None:
    """Of many spellings none gives way, and neither do those of a column that would have one level left."""
    many = {f"level {letter}": 2 for letter in "abcdefghij"} | {f"Level {letter}": 1 for letter in "abcdefghij"}

    assert unified_spellings(many) == {}
    assert unified_spellings({"yes": 3, "Yes": 2}) == {}


def test_blanks_at_the_ends_are_no_spelling() -> None:
    """They are taken away from all texts, so that no level gives way because of them."""
    assert has_outer_blanks([" Male", "Female"])
    assert not has_outer_blanks(["Male", "not known"])
    assert unified_spellings({" Male": 3, "Male": 2, "Female": 4}) == {}
