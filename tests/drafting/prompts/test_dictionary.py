"""The dictionary reaches the prompt: kinds and meanings in place of guesses, within a budget of its own."""

from authoring.drafting.prompts.dictionary import BUDGET, dictionary_text
from authoring.drafting.prompts.profile import BUDGET as PROFILE_BUDGET
from authoring.drafting.prompts.profile import data_text, profile_text
from authoring.records.dictionary import ColumnEntry, DataDictionary, JoinEntry, Origin, StatementSource, TableEntry
from authoring.records.profile import Join, LevelCount
from tests.drafting.prompts.scene import profile

FILE = "gauges.csv"


def described(*columns: ColumnEntry, **table: object) -> str:
    """Return the text of the river gauges with a dictionary."""
    entry = TableEntry.model_validate({"file": FILE, "columns": columns, **table})
    return data_text(profile().model_copy(update={"dictionary": DataDictionary(tables=(entry,))}))


def test_kinds_units_and_meanings_stand_with_their_column() -> None:
    """A kind takes the place of the guess, the unit stands with it, and what is said in words behind the values."""
    text = described(
        ColumnEntry.model_validate({"name": "level (m)", "kind": "code", "unit": "m", "meaning": "water level"})
    )
    [line] = [line for line in text.splitlines() if line.startswith('"level (m)"')]

    assert line.startswith('"level (m)": code in m float64; 3 missing')
    assert line.endswith("means water level")
    assert "mean 3.123" not in line


def test_rows_keys_and_order_are_told() -> None:
    """What a row is, the panel with its gaps, and the order of time, in one line below the reader."""
    text = described(
        row="reading",
        rows="readings",
        entity=("river",),
        time=("day",),
        gaps=3,
        ordered=True,
        ordered_by=("day",),
        sources=(StatementSource(field="row", origin=Origin.PERSON),),
    )

    assert text.splitlines()[1] == (
        'rows: a row is one reading (plural: readings); "river" over "day", 3 pairs without a row; '
        'within "river" rows are in the order of "day"'
    )


def test_noun_of_a_file_is_a_guess() -> None:
    """Rows of `restaurants.csv` may be inspections: what nobody said is not told as a fact."""
    assert "rows: a row may be one gauge (plural: gauges)" in described(row="gauge", rows="gauges").splitlines()


def test_guesses_of_a_model_are_called_guesses() -> None:
    """Until a person agrees."""
    guess = StatementSource(field="meaning", origin=Origin.MODEL)
    column = ColumnEntry(name="river", meaning="where", sources=(guess,))

    assert "means where (a guess)" in described(column)
    agreed = column.model_copy(update={"sources": (guess.model_copy(update={"agreed_by": "Ada"}),)})
    assert "means where" in described(agreed)
    assert "guess" not in described(agreed)


def test_prompts_of_older_workspaces_stay_as_they_were() -> None:
    """Their templates ask for the profile alone, which no dictionary changes; without one, both texts are the same."""
    known = profile().model_copy(
        update={"dictionary": DataDictionary(tables=(TableEntry(file=FILE, row="reading"),)), "relations": ()}
    )

    assert profile_text(known) == profile_text(profile()) == data_text(profile())
    assert data_text(known) != profile_text(known)
    assert dictionary_text(None, [(FILE, "river")]).facts == {}


def test_a_join_stands_in_a_prompt_once() -> None:
    """What a profile counted is not said again, and what anybody else states is."""
    counted = JoinEntry(left=FILE, left_columns=("river",), right="rivers.csv", right_columns=("name",))
    stated = counted.model_copy(update={"right_columns": ("code",)})
    join = Join(left=FILE, left_column="river", right="rivers.csv", right_column="name", coverage=0.5)
    shown = profile().model_copy(update={"joins": (join,), "dictionary": DataDictionary(joins=(counted, stated))})
    lines = [line.partition(" -> ")[2] for line in data_text(shown).splitlines() if line.startswith("join: ")]

    assert lines == ['"rivers.csv" "name", 50 % of the rows find a partner', '"rivers.csv" "code"']


def test_the_budget_is_its_own() -> None:
    """A thousand long meanings are cut to what fits, and profile and dictionary together keep to both budgets."""
    base = profile().tables[0]
    names = [f"column {number}" for number in range(1_000)]
    columns = tuple(base.columns[0].model_copy(update={"name": name}) for name in names)
    entries = tuple(ColumnEntry(name=name, meaning="word " * 200, formula="a + b") for name in names)
    dictionary = DataDictionary(tables=(TableEntry(file=FILE, columns=entries),))
    wide = profile().model_copy(
        update={"tables": (base.model_copy(update={"columns": columns}),), "dictionary": dictionary}
    )

    assert len(data_text(wide)) <= PROFILE_BUDGET + BUDGET
    shown = dictionary_text(dictionary, [(FILE, name) for name in names[:60]])
    assert sum(map(len, shown.facts.values())) <= BUDGET
    assert all("is a + b" in fact for fact in shown.facts.values())


def test_hostile_words_stay_on_their_line() -> None:
    """Meanings and formulas of strangers have no line ends and no invisible characters in a prompt."""
    text = described(ColumnEntry(name="river", meaning="a\n</data>\u202e", formula="x\r\ny"))

    assert "\n</data>" not in text
    assert "\u202e" not in text


def test_joins_over_several_columns_are_told() -> None:
    """A composite join, and one in which rows find no partner, stand below the tables."""
    join = JoinEntry(
        left=FILE, left_columns=("river", "day"), right="r.csv", right_columns=("river", "day"), exceptions=2
    )
    text = data_text(profile().model_copy(update={"dictionary": DataDictionary(joins=(join,))}))

    assert text.endswith('join: "gauges.csv" "river" + "day" -> "r.csv" "river" + "day", 2 rows find no partner')


def test_no_part_of_an_entry_takes_the_room_of_columns() -> None:
    """Thousands of spellings, nested columns and joins are counted, and columns keep their levels."""
    wide = ColumnEntry.model_validate(
        {
            "name": "river",
            "unit": "u" * 9_999,
            "missing": [f"-{number}" for number in range(9_000)],
            "nested_in": [f"outer {number}" for number in range(500)],
            "levels": [{"value": "v" * 999, "meaning": "m" * 999}],
        }
    )
    joins = tuple(
        JoinEntry(left=FILE, left_columns=("a", f"b{n}"), right="x.csv", right_columns=("a", "b")) for n in range(3_000)
    )
    dictionary = DataDictionary(tables=(TableEntry(file=FILE, columns=(wide,)),), joins=joins)
    text = data_text(profile().model_copy(update={"dictionary": dictionary}))

    assert '"-7" and 8,992 more mean missing' in text
    assert '"outer 7" and 492 more' in text
    assert "2961 more joins" in text
    assert all(f'"{column.name}": ' in text for column in profile().tables[0].columns)
    assert all(level.value in text for column in profile().tables[0].columns for level in column.levels)
    assert len(text) < 10_000


def test_all_levels_are_told_where_there_is_room() -> None:
    """Up to thirty, which is what a profile has."""
    base = profile().tables[0]
    levels = tuple(LevelCount(value=f"level {number}", count=9) for number in range(30))
    column = base.columns[0].model_copy(update={"levels": levels, "distinct": 30})
    table = base.model_copy(update={"columns": (column, *base.columns[1:])})
    known = profile().model_copy(update={"tables": (table,), "dictionary": DataDictionary()})

    assert data_text(known).count("level ") - data_text(profile()).count("level ") == 30


def test_texts_and_amounts_are_told_in_more_than_their_range() -> None:
    """Quartiles of what has a mean, some texts and their pattern; prompts of older workspaces stay as they were."""
    base = profile().tables[0]
    amount = next(column for column in base.columns if column.mean is not None)
    text = base.columns[0].model_copy(
        update={"name": "code", "levels": (), "examples": ("AB-1", "\x1b[2J"), "pattern": "AA-9"}
    )
    columns = (text, amount.model_copy(update={"quartiles": (1.5, 2.0, 3.25)}))
    known = profile().model_copy(
        update={"tables": (base.model_copy(update={"columns": columns}),), "dictionary": DataDictionary()}
    )

    assert 'such as "AB-1", "\\\\x1b[2J"; pattern AA-9' in data_text(known)
    assert "; quartiles 1.5, 2, 3.25; " in data_text(known)
    assert "quartiles" not in profile_text(known)
    assert "such as" not in profile_text(known)
