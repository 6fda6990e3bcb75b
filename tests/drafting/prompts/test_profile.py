"""A profile in few tokens says what a writer has to know."""

from authoring.drafting.prompts.profile import BUDGET, data_text, profile_text, seed_text
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind
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


def column(name: str, kind: ColumnKind, **more: object) -> ColumnProfile:
    """Return the profile of a column of whole numbers."""
    fields = {"name": name, "kind": kind, "dtype": "int64", "missing": 0, "distinct": 1, "decimals": 0, **more}
    return ColumnProfile.model_validate(fields)


def survey(*columns: ColumnProfile, sample: tuple[str, ...] = ()) -> Profile:
    """Return the profile of a table with these columns, and a dictionary that knows the unit of one."""
    table = profile().tables[0]
    update = {"columns": columns, "keys": tuple((c.name,) for c in columns if c.distinct == 40), "sample": (sample,)}
    entries = (ColumnEntry(name="tenure", kind=ValueKind.UNKNOWN, unit="yr"),)
    dictionary = DataDictionary(tables=(TableEntry(file=table.file, columns=entries),))
    return Profile(seed="gauges", tables=(table.model_copy(update=update),), dictionary=dictionary)


def test_a_constant_has_no_figures() -> None:
    """It is said what it always is; a mean and a unit would make an amount of it."""
    constant = column("tenure", ColumnKind.CONSTANT, minimum=1985.0, maximum=1985.0, mean=1985.0)
    text = column("country", ColumnKind.CONSTANT, dtype="str", is_text=True, longest=2)
    lines = data_text(survey(constant, text, sample=("1985", "NO"))).splitlines()

    assert '"tenure": constant int64; always 1985' in lines
    assert '"country": constant str; always NO' in lines


def test_numbers_of_a_scale_stand_in_their_order() -> None:
    """Whoever reads 5, 7, 10, 0 sees classes; a scale, codes and counts look alike, and are called so."""
    levels = tuple(LevelCount(value=str(value), count=40 - value) for value in (5, 7, 10, 0))
    scale = column("trust", ColumnKind.CATEGORY, distinct=4, levels=levels)
    cut = scale.model_copy(update={"distinct": 5})

    assert '"trust": category, scale or count int64; 0 (40), 5 (35), 7 (33), 10 (30)' in data_text(survey(scale))
    assert "5 (35), 7 (33)" in data_text(survey(cut))
    assert '"trust": category int64; 5 (35), 7 (33)' in profile_text(survey(scale))


def test_a_unit_takes_no_kinds_place() -> None:
    """What a column looks like is said beside it."""
    tenure = column("tenure", ColumnKind.AMOUNT, distinct=9, minimum=1.0, maximum=9.0, mean=4.0)

    assert '"tenure": amount in yr int64; 9 distinct; 1 to 9; mean 4' in data_text(survey(tenure))


def test_a_moment_is_no_key() -> None:
    """That no two interviews began in one second is chance."""
    moment = column("began", ColumnKind.DATE, distinct=40, date_format="%Y-%m-%d %H:%M:%S", dtype="str")
    number = column("id", ColumnKind.IDENTIFIER, distinct=40)

    assert 'unique: "id"' in data_text(survey(moment, number)).splitlines()
    assert 'unique: "began"; "id"' in profile_text(survey(moment, number)).splitlines()


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
