"""Later templates see what earlier problems did to the table, and never more rows or columns than there are."""

from dataclasses import replace

import pytest

from authoring.drafting.templates.header import TemplateEffects
from authoring.drafting.templates.state import State, beginning, new_column
from authoring.records.dictionary import DataDictionary, JoinEntry
from authoring.records.profile import (
    ColumnKind,
    ColumnProfile,
    Join,
    LevelCount,
    Profile,
    Relation,
    RelationKind,
    TableProfile,
)

GROUP = ColumnProfile(
    name="group",
    kind=ColumnKind.CATEGORY,
    dtype="str",
    missing=3,
    distinct=2,
    levels=(LevelCount(value="a", count=50), LevelCount(value="b", count=47)),
    is_text=True,
)
MASS = ColumnProfile(name="mass", kind=ColumnKind.AMOUNT, dtype="float64", missing=4, distinct=80, histogram=(10,) * 9)
WHEN = ColumnProfile(
    name="when", kind=ColumnKind.DATE, dtype="str", missing=0, distinct=90, date_format="%Y-%m-%d", is_text=True
)
CODE = ColumnProfile(name="code", kind=ColumnKind.IDENTIFIER, dtype="str", missing=0, distinct=2, is_text=True)
MAIN = TableProfile(file="t.csv", reader="r", rows=100, duplicate_rows=5, columns=(GROUP, MASS, WHEN))
OTHER = TableProfile(file="o.csv", reader="r", rows=2, duplicate_rows=0, columns=(CODE,), keys=(("code",),))
PROFILE = Profile(
    seed="s",
    tables=(MAIN, OTHER),
    joins=(Join(left="t.csv", left_column="group", right="o.csv", right_column="code", coverage=1.0),),
)


def changed(**effects: object) -> State:
    """Return the state after effects on slots named as the columns."""
    state = beginning(PROFILE, MAIN)
    filling = {column.name: column for column in state.table.columns}
    return state.after(TemplateEffects.model_validate(effects), filling, {"thing": {"mass": filling["mass"]}})


def test_beginning_knows_tables_and_partners() -> None:
    """A session's table, the others, and what it refers to stand at the beginning."""
    state = beginning(PROFILE, MAIN)

    assert [table.file for table in state.other_tables] == ["o.csv"]
    assert [(partner.key.name, partner.partner_key.name) for partner in state.partners] == [("group", "code")]
    assert beginning(PROFILE, OTHER).partners == ()


@pytest.mark.parametrize(("distinct", "expected"), [(2, ["code"]), (1, [])])
def test_a_join_of_the_dictionary_leads_to_a_key(distinct: int, expected: list[str]) -> None:
    """Rows of a column with gaps or repetition would become several, so that no template joins by it."""
    code = CODE.model_copy(update={"distinct": distinct, "missing": 2 - distinct})
    join = JoinEntry(left="t.csv", left_columns=("group",), right="o.csv", right_columns=("code",))
    other = OTHER.model_copy(update={"columns": (code,), "keys": ()})
    update = {"tables": (MAIN, other), "joins": (), "dictionary": DataDictionary(joins=(join,))}
    state = beginning(PROFILE.model_copy(update=update), MAIN)

    assert [partner.partner_key.name for partner in state.partners] == expected


@pytest.mark.parametrize(("decimals", "expected"), [((0, 0, 5), True), ((0, 0, 0), False), ((2, 0, 5), False)])
def test_a_count_and_its_share_of_another_are_no_pair(decimals: tuple[int, int, int], *, expected: bool) -> None:
    """Where a count divided by its share gives another count, all three follow from two; parts of a total do not."""
    names = "all", "some", "percent"
    columns = tuple(MASS.model_copy(update={"name": n, "decimals": d}) for n, d in zip(names, decimals, strict=True))
    derived = Relation(
        kind=RelationKind.DERIVED, file="t.csv", columns=("all",), related=("some", "percent"), formula="some / percent"
    )
    profile = PROFILE.model_copy(update={"tables": (MAIN.model_copy(update={"columns": columns}),), "joins": ()})
    profile = profile.model_copy(update={"relations": (derived,)})
    state = beginning(profile, profile.tables[0])

    [some] = [column for column in state.table.columns if column.name == "some"]
    assert ("percent" in some.related) is expected


def test_who_is_largest_follows_from_the_columns_that_it_names() -> None:
    """The votes for two parties and the party that won tell each other; a level that one column happens to have not."""
    votes = tuple(MASS.model_copy(update={"name": name}) for name in ("Coderre", "Joly"))
    levels = tuple(LevelCount(value=name, count=50) for name in ("Coderre", "Joly"))
    winner = GROUP.model_copy(update={"name": "winner", "levels": levels})

    def related(*columns: ColumnProfile) -> dict[str, frozenset[str]]:
        table = MAIN.model_copy(update={"columns": columns})
        state = beginning(Profile(seed="s", tables=(table,)), table)
        return {column.name: column.related for column in state.table.columns if column.related}

    assert related(*votes, winner, MASS) == {
        "winner": {"Coderre", "Joly"},
        "Coderre": {"winner"},
        "Joly": {"winner"},
    }
    assert related(votes[0], winner, MASS) == {}
    # A column that is called like one of its own levels follows from no other.
    named = [winner.model_copy(update={"name": name}) for name in ("Coderre", "Joly")]
    assert all(name not in columns for name, columns in related(*named).items())


def test_a_class_is_told_by_what_its_amount_is_calculated_from() -> None:
    """Obesity follows from the body mass index, and so from the weight; that tells nothing of the height."""
    amounts = tuple(MASS.model_copy(update={"name": name}) for name in ("bmi", "weight", "height", "age"))
    relations = (
        Relation(
            kind=RelationKind.DERIVED,
            file="t.csv",
            columns=("bmi",),
            related=("weight", "height"),
            formula="weight / height ** 2",
        ),
        Relation(kind=RelationKind.NESTED, file="t.csv", columns=("bmi",), related=("kind",)),
    )
    table = MAIN.model_copy(update={"columns": (*amounts, GROUP.model_copy(update={"name": "kind"}))})
    state = beginning(Profile(seed="s", tables=(table,), relations=relations), table)

    related = {column.name: column.related for column in state.table.columns}
    assert related["kind"] == {"bmi", "weight", "height"}
    assert related["weight"] == {"bmi", "kind"}
    assert related["age"] == set()


def test_games_won_and_lost_follow_from_those_played() -> None:
    """Who plays much wins and loses much; a letter alone, beside no games that were lost, is no game."""

    def related(*names: str) -> dict[str, frozenset[str]]:
        columns = tuple(MASS.model_copy(update={"name": name, "decimals": 0}) for name in names)
        table = MAIN.model_copy(update={"columns": columns})
        state = beginning(Profile(seed="s", tables=(table,)), table)
        return {column.name: column.related for column in state.table.columns if column.related}

    assert related("G", "W", "L", "HR") == {"G": {"W", "L"}, "W": {"G", "L"}, "L": {"G", "W"}}
    assert related("G", "W", "HR") == {}
    # A width and a length.
    assert related("W", "L") == {}


def test_infinite_numbers_are_seen() -> None:
    """A histogram that holds fewer rows than there are values betrays infinite ones."""
    _, mass, _ = beginning(PROFILE, MAIN).table.columns

    assert not mass.finite


def test_duplicates_and_incomplete_rows_go() -> None:
    """Every row that may have gone counts against every level."""
    table = changed(drop_duplicates=True, drop_rows_missing=["mass"]).table

    assert (table.duplicates, table.lost, table.sure_rows) == (0, 9, 91)
    assert [column.missing for column in table.columns] == [3, 0, 0]
    assert table.columns[0].smallest == 38


def test_filling_leaves_no_gaps() -> None:
    """A column that was filled has no missing values; a label adds a level."""
    table = changed(fill=["mass"], fill_with={"group": "unknown"}).table

    assert [column.missing for column in table.columns] == [0, 0, 0]
    assert [level.value for level in table.columns[0].levels] == ["a", "b", "unknown"]


def test_columns_go_and_come() -> None:
    """Dropped columns fill no slot, added ones stand at the end, parsed dates are dates."""
    state = beginning(PROFILE, MAIN)
    filling = {column.name: column for column in state.table.columns} | {"new": new_column(state.table, "mass")}
    effects = TemplateEffects(drop_columns=("group",), parse_dates=("when",), add=("new",))

    columns = state.after(effects, filling, {}).table.columns

    assert [(column.name, column.derived) for column in columns] == [("mass", False), ("when", False), ("mass_2", True)]
    assert columns[1].is_moment


def test_what_was_made_and_used_is_remembered() -> None:
    """Later templates get what was given, and columns that were used less come first."""
    state = changed()

    assert state.outputs["thing"]["mass"].name == "mass"
    assert state.uses == {"group": 1, "mass": 1, "when": 1}
    assert replace(state, uses={}).uses == {}
