"""Slots are filled by columns that fit, in the same way every time, or the reason is said."""

from collections.abc import Callable

import pytest

from authoring.drafting.templates.filling import ANY_COLUMNS, FilledTemplate, fill, fits
from authoring.drafting.templates.format import read_template
from authoring.drafting.templates.header import Slot
from authoring.drafting.templates.state import State, beginning
from authoring.records.draft import Template
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, Relation, RelationKind, TableProfile

HEADER = "title: t\nstage: sorting\nlevel: easy\nknowledge: [k]\n"


def filled(profile: Profile, header: str, *, random_seed: str = "0") -> FilledTemplate | str:
    """Fill a template of this header on the first table."""
    text = f'"""\n{HEADER}{header}"""\n\n# %%\n"""\nquestion: How many?\n"""\n\n1\n'
    state = beginning(profile, profile.tables[0])
    return fill(read_template(Template(name="t", text=text)), state, random_seed=random_seed, title="T")


@pytest.fixture
def penguins(profiled: Callable[..., tuple[object, Profile, object]]) -> Profile:
    """Return the profile of a real table."""
    return profiled("package:palmerpenguins/penguins")[1]


def test_slots_take_different_columns(penguins: Profile) -> None:
    """No column fills two slots of a template."""
    found = filled(penguins, "slots: {a: {kind: amount}, b: {kind: amount}, c: {kind: amount}}\n")

    assert isinstance(found, FilledTemplate)
    assert len({found.context[name].name for name in "abc"}) == 3


def test_the_seed_decides(penguins: Profile) -> None:
    """One seed always gives the same columns, and other seeds give others."""
    header = "slots: {a: {kind: amount}}\n"
    names = [
        found.context["a"].name
        for seed in "0123456789" * 2
        if isinstance(found := filled(penguins, header, random_seed=seed), FilledTemplate)
    ]

    assert names[:10] == names[10:]
    assert len(set(names)) > 1


def test_many_columns_keep_the_tables_order(penguins: Profile) -> None:
    """A slot for several takes as many as it may, in the order of the table."""
    found = filled(penguins, "slots: {xs: {kind: amount, many: 2..3}}\n")
    order = [column.name for column in penguins.tables[0].columns]

    assert isinstance(found, FilledTemplate)
    names = [column.name for column in found.context["xs"]]
    assert len(names) == 3
    assert names == sorted(names, key=order.index)


def test_conditions_are_met_or_told(penguins: Profile) -> None:
    """A filling satisfies every condition; if none does, the condition's own words say so."""
    found = filled(
        penguins,
        "slots: {a: {kind: amount}}\nlet: {low: a.minimum}\nwhere: [{test: low > 1000, says: a heavy amount}]\n",
    )

    assert isinstance(found, FilledTemplate)
    assert found.context["a"].name == "body_mass_g"
    assert filled(penguins, "where: [{test: table.rows > 999, says: a thousand rows}]\n") == "lacks a thousand rows"


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("slots: {a: {kind: date}}\n", "has no date for a"),
        ("slots: {a: {kind: amount, distinct: 5000..}}\n", "has no amount with at least 5000 distinct values for a"),
        ("slots: {a: {year: true, text: true}}\n", "has no year as text for a"),
        ("slots: {a: {missing: 0, kind: text}}\n", "has no text without missing values for a"),
        ("needs: [summary]\n", "needs summary, which another problem must make first"),
        ("join: true\n", "needs a second table that fits the first by a key"),
    ],
)
def test_reasons(penguins: Profile, header: str, reason: str) -> None:
    """What the table does not have is said in the words of the profile."""
    assert filled(penguins, header) == reason


def test_too_few_columns_are_told() -> None:
    """Two slots and one column do not go together."""
    column = ColumnProfile(name="x", kind=ColumnKind.CATEGORY, dtype="str", missing=0, distinct=2, is_text=True)
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=9, duplicate_rows=0, columns=(column,))
    profile = Profile(seed="s", tables=(table,))

    assert filled(profile, "slots: {a: {}, b: {}}\n") == "has too few columns for a, b together"


@pytest.mark.parametrize(
    ("name", "reader", "fit"), [("2020", "read_excel", False), ("2020", "read_csv", True), ("a`b", "read_csv", True)]
)
def test_names_that_may_be_numbers_fill_no_slot(name: str, reader: str, fit: bool) -> None:  # noqa: FBT001 - a case
    """A spreadsheet's label 2020 is a number, a CSV file's a text; signs that quote are written as a literal."""
    column = ColumnProfile(name=name, kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=5, is_text=True)
    table = TableProfile(file="t", reader=f"pd.{reader}()", rows=9, duplicate_rows=0, columns=(column,))
    state: State = beginning(Profile(seed="s", tables=(table,)), table)

    assert fits(state.table.columns[0], Slot(), state.table) is fit


# What the dictionary says decides what a slot takes.


def described(*kinds: ValueKind, relations: tuple[Relation, ...] = ()) -> Profile:
    """Return the profile of a table with amounts `a`, `b`, `c`, ... of which a dictionary says these kinds."""
    columns = tuple(
        ColumnProfile(
            name=name, kind=ColumnKind.AMOUNT, dtype="float64", missing=0, distinct=40, minimum=1.0, maximum=90.0,
            mean=40.0, deviation=20.0, decimals=1, histogram=(4,) * 10,
        )
        for name, _ in zip("abcdef", kinds, strict=False)
    )  # fmt: skip
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=40, duplicate_rows=0, columns=columns)
    entries = tuple(ColumnEntry(name=name, kind=kind) for name, kind in zip("abcdef", kinds, strict=False))
    dictionary = DataDictionary(tables=(TableEntry(file="t.csv", columns=entries),))
    return Profile(seed="s", tables=(table,), relations=relations, dictionary=dictionary)


def taken(profile: Profile, header: str) -> set[str]:
    """Return the columns that the slot `x` of a template takes, by some seed."""
    found = [filled(profile, header, random_seed=str(seed)) for seed in range(12)]
    return {one.context["x"].name for one in found if isinstance(one, FilledTemplate)}


def test_codes_and_identifiers_are_no_amounts() -> None:
    """What the dictionary calls a code is averaged by no template, however much its numbers look like an amount."""
    profile = described(ValueKind.AMOUNT, ValueKind.CODE, ValueKind.IDENTIFIER, ValueKind.UNKNOWN, ValueKind.SHARE)

    assert taken(profile, "slots: {x: {kind: amount}}\n") == {"a", "e"}
    assert taken(profile, "slots: {x: {kind: code}}\n") == {"b"}


def test_only_what_may_be_summed_is_summed() -> None:
    """Money and counts may be added up, measurements and shares may not."""
    profile = described(ValueKind.AMOUNT, ValueKind.MONEY, ValueKind.COUNT, ValueKind.SHARE)

    assert taken(profile, "slots: {x: {kind: amount, asks: sum}}\n") == {"b", "c"}
    assert taken(profile, "slots: {x: {kind: [share, count]}}\n") == {"c", "d"}


def test_columns_that_tell_each_other_stand_in_no_question_together() -> None:
    """A total and its parts, or two names of one thing, are related; the parts are not, unless a template asks for it."""
    derived = Relation(kind=RelationKind.DERIVED, file="t.csv", columns=("c",), related=("a", "b"), formula="a + b")
    profile = described(ValueKind.AMOUNT, ValueKind.AMOUNT, ValueKind.AMOUNT, relations=(derived,))
    header = "slots: {x: {kind: amount}, y: {kind: amount}}\n"
    found = [filled(profile, header, random_seed=str(seed)) for seed in range(12)]
    pairs = {frozenset(one.columns) for one in found if isinstance(one, FilledTemplate)}

    assert pairs == {frozenset("ab")}
    assert taken(profile, header + "related: true\n") == set("abc")


def test_banned_fillings_are_not_tried_again() -> None:
    """A filling whose answer says nothing gives way to another one, and a banned template to none."""
    profile = described(ValueKind.AMOUNT, ValueKind.AMOUNT)
    template = read_template(
        Template(name="t", text=f'"""\n{HEADER}slots: {{x: {{kind: amount}}}}\n"""\n\n# %%\n"""\nquestion: How?\n"""\n\n1\n')
    )
    state = beginning(profile, profile.tables[0])

    def with_banned(*columns: tuple[str, ...]) -> FilledTemplate | str:
        banned = frozenset(("t", names) for names in columns)
        return fill(template, state, random_seed="0", title="T", banned=banned)

    first = with_banned()
    assert isinstance(first, FilledTemplate)
    second = with_banned(first.columns)
    assert isinstance(second, FilledTemplate)
    assert {*first.columns, *second.columns} == {"a", "b"}
    assert with_banned(("a",), ("b",)) == "lacks an answer that says something of these data"
    assert with_banned(ANY_COLUMNS) == "lacks an answer that says something of these data"
