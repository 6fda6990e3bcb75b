"""A profile in few tokens says what a writer has to know."""

from authoring.drafting.prompts.profile import BUDGET, profile_text, seed_text
from authoring.records.profile import ColumnKind, ColumnProfile, LevelCount, Profile
from tests.drafting.prompts.scene import profile, seed


def test_what_is_said_of_a_column() -> None:
    """Kind, type, what is missing, what values there are, in the spelling that code has to use."""
    lines = profile_text(profile()).splitlines()

    assert lines[0].startswith('pd.read_csv("inputs/gauges.csv"): 40 rows, 3 columns')
    assert '"river": category str; Elbe (20), Oder (12), Rhine (8)' in lines
    assert any(line.startswith('"level (m)": amount float64; 3 missing; 31 distinct; 0.25 to 9.5') for line in lines)


def test_a_name_keeps_its_spaces() -> None:
    """A column that ends in a space, or holds a quote, can be read off."""
    assert '" level\\" ": amount' in profile_text(profile(column=' level" '))


def test_a_long_level_is_not_cut_where_code_compares_with_it() -> None:
    """Names of species and the like are whole."""
    name = "Adelie Penguin (Pygoscelis adeliae) of Torgersen"

    assert f"{name} (20)" in profile_text(profile(value=name))


def test_wide_tables_cost_no_more() -> None:
    """With a thousand columns of many levels, the first are described and others named, within the budget."""
    levels = tuple(LevelCount(value=f"level {number} of many", count=9) for number in range(30))
    column = ColumnProfile(name="c" * 70, kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=30, levels=levels)
    table = profile().tables[0].model_copy(update={"columns": (column,) * 1_000})
    text = profile_text(Profile(seed="gauges", tables=(table,) * 15))

    assert len(text) <= BUDGET
    assert "more columns" in text


def test_a_description_is_cut() -> None:
    """A title is one line; a long description keeps its beginning."""
    text = seed_text(seed("word " * 10_000).model_copy(update={"title": "a\nb"}))

    assert text.startswith("title: a b\nword")
    assert len(text) < 2_000
