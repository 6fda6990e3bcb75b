"""What data mean is shown so that it can be read at a glance, and nothing in it steers the terminal."""

from typing import Any

from rich.console import Console, Group

from authoring.api.seeds.dictionary import DescribedData
from authoring.cli.views.dictionary import described_view, entry_table, joins_tree, relations_tree, row_line
from authoring.cli.views.seeds import profile_view
from authoring.records.dictionary import (
    ColumnEntry,
    DataDictionary,
    JoinEntry,
    LevelMeaning,
    Origin,
    StatementSource,
    TableEntry,
    ValueKind,
)
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile


def shown(*parts: Any) -> list[str]:
    """Return what a terminal of a hundred columns would show."""
    console = Console(width=100, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(Group(*parts))
    return [line.rstrip() for line in capture.get().splitlines()]


def towns() -> TableEntry:
    """Return the entry of a panel of towns, which lie in countries, which lie in continents."""
    return TableEntry(
        file="towns.csv",
        row="reading",
        entity=("town",),
        time=("year",),
        gaps=2,
        ordered=True,
        ordered_by=("year",),
        columns=(
            ColumnEntry(name="town", nested_in=("country",)),
            ColumnEntry(name="country", nested_in=("continent",)),
            ColumnEntry(name="continent", same_as="continent_code"),
            ColumnEntry(name="total", formula="men + women", derived_from=("men", "women")),
            ColumnEntry(name="men", missing=("-9", "x\x1b[2J")),
        ),
    )


def test_rows_in_one_line() -> None:
    """The noun, the panel with its gaps, and the order."""
    line = row_line(towns())

    assert line is not None
    assert line.plain == "  rows: one row is one reading; panel of town over year, 2 gaps; sorted by year, in time"
    assert row_line(TableEntry(file="a.csv")) is None


def test_relations_are_a_tree() -> None:
    """Towns hang on countries, and these on continents; formulas, twins and missing values follow, made harmless."""
    assert shown(relations_tree(towns())) == [
        "  relations",
        "├── continent",
        "│   └── country",
        "│       └── town",
        "├── total = men + women",
        "├── continent ≡ continent_code",
        r"└── men: '-9', 'x\x1b[2J' for missing",
    ]
    assert relations_tree(TableEntry(file="a.csv")) is None


def test_a_ring_of_nesting_ends() -> None:
    """Columns that are said to lie in each other are drawn once."""
    columns = (ColumnEntry(name="a", nested_in=("b",)), ColumnEntry(name="b", nested_in=("a", "c")))

    assert shown(relations_tree(TableEntry(file="t.csv", columns=columns)))[1:] == [
        "└── c",
        "    └── b",
        "        └── a",
    ]


def test_long_lists_are_cut() -> None:
    """A thousand formulas are a screen's worth and a number."""
    columns = tuple(ColumnEntry(name=f"c{n}", formula="a + b") for n in range(1_000))
    lines = shown(relations_tree(TableEntry(file="t.csv", columns=columns)))

    assert len(lines) < 20
    assert lines[-1].endswith("more: --json")


def test_joins_are_a_tree() -> None:
    """Each table with the tables that it leads to, by which columns."""
    join = JoinEntry(left="a.csv", left_columns=("x", "y"), right="b.csv", right_columns=("x", "z"), exceptions=1)

    assert shown(joins_tree(DataDictionary(joins=(join,)))) == [
        "joins",
        "└── a.csv",
        "    └── x + y ─▸ b.csv (x + z), 1 row without a partner",
    ]
    assert joins_tree(DataDictionary()) is None


def test_an_entry_says_where_each_field_is_from() -> None:
    """Proposed, from a document, guessed, stated, agreed to: with the person's name."""
    sources = (
        StatementSource(field="unit", origin=Origin.PERSON, agreed_by="Ada"),
        StatementSource(field="meaning", origin=Origin.MODEL),
        StatementSource(field="missing", origin=Origin.DOCUMENT, agreed_by="Bob"),
    )
    levels = (LevelMeaning(value="1", meaning="first"), LevelMeaning(value="2", meaning=""))
    entry = ColumnEntry(
        name="c", kind=ValueKind.CODE, unit="kg", meaning="weight", levels=levels, missing=("-9",), sources=sources
    )

    assert shown(entry_table(entry)) == [
        "kind           code         proposed by rules",
        "unit           kg           stated by Ada",
        "meaning        weight       guessed by a model",
        "levels         1: first, 2  proposed by rules",
        "missing spelt  -9           from a description that came with the data, agreed by Bob",
    ]


def test_a_table_says_how_much_is_described() -> None:
    """Without a column, the fields of the table and the number of columns with a meaning."""
    described = DescribedData(seed="s", table=towns(), column=None, change=None)

    assert shown(*described_view(described))[-1] == "0 of 5 columns have a meaning in words"


def test_a_profile_shows_kinds_of_the_dictionary() -> None:
    """Kind and unit take the place of the guess; what is not known stays what the profile calls it."""
    known, other = (
        ColumnProfile(name=name, kind=ColumnKind.AMOUNT, dtype="int64", missing=0, distinct=9) for name in ("a", "b")
    )
    table = TableProfile(file="t.csv", reader="", rows=9, duplicate_rows=0, columns=(known, other))
    columns = (ColumnEntry(name="a", kind=ValueKind.CODE, unit="kg"), ColumnEntry(name="b", kind=ValueKind.UNKNOWN))
    dictionary = DataDictionary(tables=(TableEntry(file="t.csv", columns=columns),))
    lines = shown(*profile_view(Profile(seed="s", tables=(table,), dictionary=dictionary)))

    assert [line.split()[1:3] for line in lines if line.startswith(("a ", "b "))] == [
        ["code", "kg"],
        ["amount", "int64"],
    ]


def test_what_the_data_cannot_tell_is_asked() -> None:
    """Numbers that may be classes, counts or codes are named with the command that says it; empty columns are not."""
    kinds = {"grade": "category", "x\x1b[2J": "amount", "none": "empty", "mass": "amount"}
    columns = tuple(
        ColumnProfile(name=name, kind=ColumnKind(kind), dtype="int64", missing=0, distinct=3)
        for name, kind in kinds.items()
    )
    table = TableProfile(file="a.csv", reader="", rows=9, duplicate_rows=0, columns=columns)
    entries = tuple(
        ColumnEntry(name=name, kind=ValueKind.AMOUNT if name == "mass" else ValueKind.UNKNOWN) for name in kinds
    )
    dictionary = DataDictionary(tables=(TableEntry(file="a.csv", columns=entries),))
    lines = shown(*profile_view(Profile(seed="s", tables=(table,), relations=(), dictionary=dictionary)))

    assert r"  classes, counts or codes? grade, x\x1b[2J: authoring seed describe s COLUMN kind=KIND" in lines


def test_wide_tables_and_many_of_them_keep_to_the_screen() -> None:
    """Two thousand columns in one another, or in one, and a hundred tables with one key are counted, not drawn."""
    chain = tuple(ColumnEntry(name=f"c{n}", nested_in=(f"c{n + 1}",)) for n in range(2_000))
    crowd = tuple(ColumnEntry(name=f"c{n}", nested_in=("country",), missing=("-9",) * 99) for n in range(2_000))
    joins = tuple(
        JoinEntry(left=f"t{n}.csv", left_columns=("id",), right=f"t{m}.csv", right_columns=("id",))
        for n in range(100)
        for m in range(n)
    )

    for columns, rest in ((chain, "1,985"), (crowd, "3,985")):
        tree = relations_tree(TableEntry(file="t.csv", columns=columns))
        lines = shown(tree)
        assert len(lines) == 18
        assert lines[-1].endswith(f"and {rest} more: --json")
    lines = shown(joins_tree(DataDictionary(joins=joins)))
    assert len(lines) < 60
    assert lines[-1].endswith("and 4,910 more: --json")


def test_rings_are_no_trees() -> None:
    """What lies in one another has no outermost column, and ends."""
    ring = (ColumnEntry(name="a", nested_in=("b",)), ColumnEntry(name="b", nested_in=("a",)))

    assert relations_tree(TableEntry(file="t.csv", columns=ring)) is None
