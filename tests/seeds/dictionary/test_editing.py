"""A person changes a dictionary by statements or as a whole; what cannot be is refused with the word at fault."""

import pytest

from authoring.errors import UsageError
from authoring.records.dictionary import DataDictionary, Operation, Origin, ValueKind
from authoring.seeds.dictionary.editing import agreed, edited, editor_text, pruned, read_editor_text, stated
from authoring.seeds.dictionary.statements import origin_of, with_dictionary
from tests.seeds.dictionary.scene import entry_of, profile, seed

NOTHING = DataDictionary()


def test_statements_are_read() -> None:
    """Words, lists and levels, each a person's."""
    words = [
        "kind=ordinal",
        "levels=1: first; 2: second",
        "asks=order,difference",
        "nested_in=town, country",
        "missing=-9,?",
    ]
    entry = entry_of(stated(NOTHING, "orders.csv", "net", words, person="Ada"), "net")

    assert (entry.kind, entry.asks) == (ValueKind.ORDINAL, (Operation.ORDER, Operation.DIFFERENCE))
    assert [(level.value, level.meaning) for level in entry.levels] == [("1", "first"), ("2", "second")]
    assert (entry.nested_in, entry.missing) == (("town", "country"), ("-9", "?"))
    assert {(s.origin, s.agreed_by) for s in entry.sources} == {(Origin.PERSON, "Ada")}


def test_a_table_is_stated() -> None:
    """Without a column, statements are about the rows."""
    table = stated(NOTHING, "orders.csv", "", ["row=order", "ordered=no", "key=order"], person="Ada").table(
        "orders.csv"
    )

    assert table is not None
    assert (table.row, table.ordered, table.key) == ("order", False, ("order",))


def test_an_empty_value_withdraws() -> None:
    """The last statement that is withdrawn takes its entry with it."""
    said = stated(NOTHING, "orders.csv", "net", ["unit=EUR"], person="Ada")

    assert stated(said, "orders.csv", "net", ["unit="], person="Ada") == NOTHING
    assert pruned(said) == said


@pytest.mark.parametrize(
    "word", ["kind=colour", "knd=code", "unit", "asks=median", "ordered=perhaps", "name=x", "sources=x"]
)
def test_what_cannot_be_said_is_refused(word: str) -> None:
    """No such field, or no such value; the message repeats the word."""
    with pytest.raises(UsageError, match=word.partition("=")[0]):
        stated(NOTHING, "orders.csv", "" if word.startswith("ordered") else "net", [word], person="Ada")


def test_agreeing_keeps_whose_proposal_it_was() -> None:
    """Who agreed is added; that rules proposed it stays."""
    proposal = with_dictionary(profile(), seed()).dictionary or NOTHING
    said = agreed(NOTHING, proposal, "orders.csv", "total (EUR)", person="Ada")
    entry = entry_of(with_dictionary(profile(), seed(said)).dictionary, "total (EUR)")

    assert entry.formula == "net + tax"
    assert (origin_of(entry, "formula").origin, origin_of(entry, "formula").agreed_by) == (Origin.RULE, "Ada")


def test_an_editor_changes_what_was_changed() -> None:
    """What comes back as it went states nothing; a changed line is one statement."""
    whole = with_dictionary(profile(), seed()).dictionary or NOTHING
    text = editor_text(whole, "shop")

    assert edited(NOTHING, whole, read_editor_text(text), person="Ada") == NOTHING
    changed = text.replace("unit: EUR", "unit: USD")
    assert changed != text
    statements = edited(NOTHING, whole, read_editor_text(changed), person="Ada")
    assert [(s.field, s.agreed_by) for s in entry_of(statements, "total (EUR)").sources] == [("unit", "Ada")]
    assert entry_of(statements, "total (EUR)").unit == "USD"


def test_a_join_is_stated_of_its_column() -> None:
    """A statement takes the place of the earlier one, several are separated by commas, and an empty one withdraws."""
    dictionary = stated(NOTHING, "orders.csv", "net", ["unit=EUR", "join=a.csv:x, b.csv: y"], person="Ada")
    restated = stated(dictionary, "orders.csv", "net", ["join=c.csv:z"], person="Ada")

    assert [(join.left_columns, join.right, join.right_columns) for join in dictionary.joins] == [
        (("net",), "a.csv", ("x",)),
        (("net",), "b.csv", ("y",)),
    ]
    assert [join.right for join in restated.joins] == ["c.csv"]
    assert stated(restated, "orders.csv", "net", ["join=", "unit="], person="Ada") == NOTHING


@pytest.mark.parametrize(("column", "word"), [("", "join=a.csv:x"), ("net", "join=a.csv"), ("net", "join=:x")])
def test_a_join_needs_both_its_ends(column: str, word: str) -> None:
    """What leads nowhere, or from no column, is refused with how it is written."""
    with pytest.raises(UsageError, match=word) as refusal:
        stated(NOTHING, "orders.csv", column, [word], person="Ada")

    assert "join=FILE:COLUMN" in refusal.value.hint


def test_an_editor_states_joins() -> None:
    """A join that is added is stated, that which rules propose is none, and one that is taken out is withdrawn."""
    added = "- {left: orders.csv, left_columns: [net, order], right: a.csv, right_columns: [x, y]}\n"
    whole = with_dictionary(profile(), seed()).dictionary or NOTHING
    text = editor_text(whole, "shop")
    statements = edited(NOTHING, whole, read_editor_text(text + added), person="Ada")

    assert [join.right for join in statements.joins] == ["a.csv"]
    longer = with_dictionary(profile(), seed(statements)).dictionary or NOTHING
    assert edited(statements, longer, read_editor_text(text), person="Ada") == NOTHING


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tables:\n- file: a.csv\n  columns:\n  - name: x\n    kind: colour\n", "line 5"),
        ("tables:\n- file: a.csv\n  colums: []\n", "line 3"),
        ("tables: [", "line"),
        ("- a", "it"),
    ],
)
def test_a_broken_text_names_its_line(text: str, reason: str) -> None:
    """YAML that is none, or says what cannot be."""
    with pytest.raises(UsageError, match=reason):
        read_editor_text(text)
