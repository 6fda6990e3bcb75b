"""What somebody stated replaces what rules propose, field by field, and a person comes first."""

from authoring.records.dictionary import DataDictionary, JoinEntry, Origin, ValueKind
from authoring.records.profile import Profile
from authoring.seeds.dictionary.proposal import propose_dictionary
from authoring.seeds.dictionary.statements import (
    combined,
    origin_of,
    overlaid,
    stated_fields,
    statement_changes,
    with_dictionary,
)
from tests.seeds.dictionary.scene import entry_of, profile, seed, stating


def test_a_statement_replaces_its_field_only() -> None:
    """Of a stated unit the person is known, and the kind stays the proposal of the rules."""
    shown = with_dictionary(profile(), seed(stating("net", unit="EUR"))).dictionary
    net = entry_of(shown, "net")

    assert (net.unit, net.notes) == ("EUR", ("mostly rounded to 5",))
    assert (origin_of(net, "unit").origin, origin_of(net, "kind").origin) == (Origin.PERSON, Origin.RULE)


def test_a_person_comes_before_a_document_and_this_before_a_rule() -> None:
    """Whatever is read later: what a person said stays."""
    person, document = stating("net", kind="money"), stating("net", Origin.DOCUMENT, kind="count", meaning="net price")

    for both in (combined(person, document), combined(document, person)):
        net = entry_of(overlaid(propose_dictionary(profile()), both), "net")
        assert (net.kind, net.meaning) == (ValueKind.MONEY, "net price")


def test_an_entry_written_by_hand_is_a_persons() -> None:
    """Fields without a source in seed.yaml were written by somebody who named nobody."""
    dictionary = DataDictionary.model_validate(
        {"tables": [{"file": "orders.csv", "columns": [{"name": "net", "unit": "EUR"}]}]}
    )
    net = entry_of(with_dictionary(profile(), seed(dictionary)).dictionary, "net")

    assert (net.unit, origin_of(net, "unit").origin) == ("EUR", Origin.PERSON)


def test_statements_of_other_data_are_left_out() -> None:
    """A column or a table that the seed does not have is in no prompt."""
    shown = with_dictionary(profile(), seed(stating("nett", unit="EUR"))).dictionary

    assert shown == propose_dictionary(profile())


def test_profiles_of_old_runs_have_none() -> None:
    """Where relations were not looked for, the profile is as it was, and so are the keys of its journal."""
    old = Profile.model_validate({**profile().model_dump(), "relations": None})

    assert with_dictionary(old, seed(stating("net", unit="EUR"))) == old
    assert set(old.model_dump(mode="json")) == {"seed", "tables", "joins"}
    assert "dictionary" not in seed().model_dump(mode="json")


def test_a_join_is_one_by_its_ends() -> None:
    """One that somebody states and rules find stands once, as rules counted it; a new one is told as a change."""
    left, right = "orders.csv", "customers.csv"
    same = JoinEntry(left=left, left_columns=("customer",), right=right, right_columns=("customer",), exceptions=3)
    new = same.model_copy(update={"right_columns": ("town",), "exceptions": 0})
    shown = with_dictionary(profile(), seed(DataDictionary(joins=(same, new)))).dictionary or DataDictionary()

    assert [(join.right_columns, join.exceptions) for join in shown.joins] == [(("customer",), 0), (("town",), 0)]
    assert statement_changes(None, DataDictionary(joins=(same, new))) == (
        ("orders.csv customer join", "", "customers.csv:customer, customers.csv:town"),
    )


def test_changes_are_told_by_statement() -> None:
    """What was stated, as it was and as it is, in words; a guess is called one."""
    before, after = stating("net", Origin.MODEL, unit="USD"), stating("net", unit="EUR", meaning="net price")

    assert statement_changes(before, after) == (
        ("orders.csv net unit", "USD (a guess)", "EUR"),
        ("orders.csv net meaning", "", "net price"),
    )
    assert [source.field for source in stated_fields(after.tables[0].columns[0])] == ["unit", "meaning"]
