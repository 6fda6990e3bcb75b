"""Rules propose what the profile shows, column by column, and leave open what it does not."""

import pytest

from authoring.records.dictionary import ValueKind
from authoring.records.profile import Profile, Relation, RelationKind
from authoring.seeds.dictionary.proposal import nouns_of_file, propose_dictionary
from tests.seeds.dictionary.scene import column, entry_of, orders, profile


def test_a_table_is_proposed() -> None:
    """The noun comes from the file, the key from the data; an order by numbers is none in time."""
    table = propose_dictionary(profile()).table("orders.csv")

    assert table is not None
    assert (table.row, table.rows, table.key) == ("order", "orders", ("order",))
    assert (table.ordered, table.ordered_by) == (None, ("order",))


def test_columns_are_proposed() -> None:
    """Kinds, units, formulas, nesting with its exceptions, spellings of missing values, and what else was noticed."""
    dictionary = propose_dictionary(profile())
    town, total, age, net = (entry_of(dictionary, name) for name in ("town", "total (EUR)", "age", "net"))

    assert (town.nested_in, town.notes) == (("country",), ("1 row is an exception to one country each",))
    assert (total.kind, total.unit, total.formula) == (ValueKind.MONEY, "EUR", "net + tax")
    assert total.derived_from == ("net", "tax")
    assert age.missing == ("-9",)
    assert net.notes == ("mostly rounded to 5",)
    assert all(not column.sources for table in dictionary.tables for column in table.columns)


def test_joins_are_proposed() -> None:
    """A join of the profile is one of the dictionary."""
    [join] = propose_dictionary(profile()).joins

    assert (join.left, join.left_columns, join.right, join.right_columns) == (
        "orders.csv",
        ("customer",),
        "customers.csv",
        ("customer",),
    )


@pytest.mark.parametrize(
    ("file", "nouns"),
    [
        ("penguins.csv", ("penguin", "penguins")),
        ("bank-accounts.parquet", ("account", "accounts")),
        ("cities.csv", ("city", "cities")),
        ("boxes_2020.csv", ("box", "boxes")),
        ("sales.csv", ("", "")),
        ("weather.csv", ("", "")),
        ("glass.csv", ("", "")),
        ("123.csv", ("", "")),
        ("cps1985.csv", ("", "")),
        ("1985orders.csv", ("", "")),
        ("nhls.csv", ("", "")),
        ("gps.csv", ("", "")),
    ],
)
def test_a_noun_is_taken_only_where_there_is_one(file: str, nouns: tuple[str, str]) -> None:
    """A plural is one; masses, numbers, abbreviations and what is written together with digits are none."""
    assert nouns_of_file(file) == nouns


def test_what_names_the_rows_of_a_survey() -> None:
    """A number of its own, and not the second in which each interview began."""
    moment = column("began", "date", distinct=40, date_format="%Y-%m-%d %H:%M:%S")
    table = orders().model_copy(update={"columns": (moment, column("idno", distinct=40, decimals=0))})
    relations = tuple(
        Relation(kind=RelationKind.KEY, file="orders.csv", columns=columns) for columns in (("began",), ("idno",))
    )
    dictionary = propose_dictionary(Profile(seed="survey", tables=(table,), relations=relations))
    entry = dictionary.table("orders.csv")

    assert entry is not None
    assert entry.key == ("idno",)
    assert entry_of(dictionary, "idno").kind is ValueKind.IDENTIFIER


@pytest.mark.parametrize(
    ("name", "fields", "pairs", "kind"),
    [
        ("cowcode2", {"minimum": 2.0, "maximum": 990.0}, "same", ValueKind.CODE),
        ("politycode", {"minimum": 2.0, "maximum": 990.0}, "nested both ways", ValueKind.CODE),
        ("politycode", {"minimum": 2.0, "maximum": 990.0}, "nested", ValueKind.AMOUNT),
        ("townnumber", {"minimum": 1.0, "maximum": 20.0}, "same", ValueKind.CODE),
        ("rank", {"minimum": 1.0, "maximum": 20.0}, "same", ValueKind.AMOUNT),
        ("altitude", {"minimum": 3.0, "maximum": 900.0}, "same", ValueKind.AMOUNT),
        ("cowcode2", {"minimum": 2.0, "maximum": 9.5, "decimals": 1}, "same", ValueKind.AMOUNT),
        ("ANSI.digits", {"minimum": 0.0, "maximum": 95.0, "distinct": 34, "missing": 6}, "", ValueKind.CODE),
        ("ANSI.digits", {"minimum": 0.0, "maximum": 95.0, "distinct": 20}, "", ValueKind.AMOUNT),
        ("whiskey", {"minimum": 0.0, "maximum": 950.0, "distinct": 40}, "", ValueKind.AMOUNT),
    ],
)
def test_numbers_that_stand_for_names_are_codes(
    name: str, fields: dict[str, float], pairs: str, kind: ValueKind
) -> None:
    """One number for each name, and a sign that it is no amount; what only differs from name to name is one."""
    place = column("place", "identifier", dtype="str", is_text=True, distinct=40)
    town = column("town", "category", dtype="str", is_text=True, distinct=20)
    number = column(name).model_copy(update={"decimals": 0, **fields})
    table = orders().model_copy(update={"columns": (place, town, number), "keys": (("place",),)})

    def relation(kind: RelationKind, inner: str, outer: str) -> Relation:
        return Relation(kind=kind, file="orders.csv", columns=(inner,), related=(outer,))

    relations = {
        "same": (relation(RelationKind.SAME, "town", name),),
        "nested": (relation(RelationKind.NESTED, name, "town"),),
        "nested both ways": (
            relation(RelationKind.NESTED, name, "town"),
            relation(RelationKind.NESTED, "town", name),
        ),
    }.get(pairs, ())
    dictionary = propose_dictionary(Profile(seed="s", tables=(table,), relations=relations))

    assert entry_of(dictionary, name).kind is kind
