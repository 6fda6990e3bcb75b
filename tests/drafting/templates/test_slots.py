"""Which columns fill a slot."""

import pytest

from authoring.drafting.templates.header import Slot
from authoring.drafting.templates.slots import fits
from authoring.drafting.templates.state import State, beginning
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile


@pytest.mark.parametrize(
    ("name", "reader", "fit"),
    [
        ("2020", "read_excel", False),
        ("2020", "read_csv", True),
        ("a`b", "read_csv", True),
        ("df", "read_csv", False),
        ("dfs", "read_csv", True),
    ],
)
def test_names_that_may_be_something_else_fill_no_slot(name: str, reader: str, *, fit: bool) -> None:
    """A spreadsheet's label 2020 is a number, a CSV file's a text; signs that quote are written; `df` is the table."""
    column = ColumnProfile(name=name, kind=ColumnKind.TEXT, dtype="str", missing=0, distinct=5, is_text=True)
    table = TableProfile(file="t", reader=f"pd.{reader}()", rows=9, duplicate_rows=0, columns=(column,))
    state: State = beginning(Profile(seed="s", tables=(table,)), table)

    assert fits(state.table.columns[0], Slot(), state.table) is fit
