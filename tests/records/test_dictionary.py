"""The dictionary's records: what a kind allows is decided once, and what is not known is empty."""

import pytest
from pydantic import ValidationError

from authoring.records.dictionary import OPERATIONS, ColumnEntry, DataDictionary, Operation, TableEntry, ValueKind


def test_every_kind_says_what_may_be_asked() -> None:
    """No kind is forgotten, and no figure is asked of what stands for something else."""
    assert set(OPERATIONS) == set(ValueKind)
    figures = {Operation.SUM, Operation.MEAN, Operation.DIFFERENCE}
    names = (
        ValueKind.IDENTIFIER,
        ValueKind.CODE,
        ValueKind.CATEGORY,
        ValueKind.ORDINAL,
        ValueKind.TEXT,
        ValueKind.LABEL,
    )
    assert [kind for kind in names if figures.intersection(OPERATIONS[kind])] == []


def test_a_statement_comes_before_the_kind() -> None:
    """What is stated of one column counts, also that nothing may be asked of it."""
    assert ColumnEntry(name="a", kind=ValueKind.AMOUNT).operations == OPERATIONS[ValueKind.AMOUNT]
    assert ColumnEntry(name="a", kind=ValueKind.AMOUNT, asks=()).operations == ()
    assert ColumnEntry(name="a").operations == ()


def test_an_entry_of_a_name_alone_says_nothing() -> None:
    """All that is not known is left out where it is written."""
    dictionary = DataDictionary(tables=(TableEntry(file="a.csv", columns=(ColumnEntry(name="x"),)),))

    content = dictionary.model_dump(mode="json", exclude_defaults=True)
    assert content == {"tables": [{"file": "a.csv", "columns": [{"name": "x"}]}]}
    assert dictionary.table("b.csv") is None


def test_unknown_words_are_refused() -> None:
    """A kind or a field that does not exist is an error where it is read, not a silence later."""
    for entry in ({"name": "x", "kind": "number"}, {"name": "x", "units": "kg"}, {"unit": "kg"}):
        with pytest.raises(ValidationError):
            ColumnEntry.model_validate(entry)
