"""Tables that are made have the columns, the dtypes and the keys of those that were seen."""

import random

import pandas as pd
import pytest

from authoring.validators.generation.tables import is_key, model_of

ORDERS = pd.DataFrame(
    {
        "order_id": [1, 2, 3],
        "shop": ["a", "b", "a"],
        "price": [3.5, 1.0, 2.25],
        "begin": pd.to_datetime(["2024-01-01", "2024-01-02", "2024-01-05"]),
        "end": pd.to_datetime(["2024-01-03", "2024-01-02", "2024-01-09"]),
    }
)


def made(table: pd.DataFrame, number: int = 60) -> list[pd.DataFrame]:
    """Return tables like one."""
    model = model_of([table], {})
    assert model is not None
    chance = random.Random(0)
    drawn = [model.made(chance, {}) for _ in range(number)]
    return [frame for frame in drawn if frame is not None]


def test_tables_are_like_those_seen() -> None:
    """Columns, dtypes, keys, levels and the order of two columns stay; sizes and rows differ."""
    tables = made(ORDERS)

    assert len({len(table) for table in tables}) > 4
    for table in tables:
        assert table.dtypes.equals(ORDERS.dtypes)
        assert table["order_id"].is_unique
        assert set(table["shop"]) <= {"a", "b"}
        assert (table["begin"] <= table["end"]).all()
        assert len(table)
    assert any(table["price"].duplicated().any() for table in tables)


def test_rows_repeat_only_where_they_did() -> None:
    """A table of different rows stays one, and one with a row twice has others."""
    flat = pd.DataFrame({"a": ["x", "y"], "b": ["u", "v"]})

    assert not any(table.duplicated().any() for table in made(flat))
    assert any(table.duplicated().any() for table in made(pd.concat([flat, flat], ignore_index=True)))


@pytest.mark.parametrize(
    ("label", "elements", "expected"),
    [
        ("user_id", [1, 2], True),
        ("userId", [1, 2], True),
        ("name", ["a", "b"], True),
        ("user_id", [1, 1], False),
        ("user_id", [1], False),
        ("price", [1, 2], False),
        ("id", [1.5, 2.5], False),
        (3, [1, 2], False),
    ],
)
def test_keys_are_known_by_name_and_elements(label: object, elements: list[object], expected: bool) -> None:  # noqa: FBT001 - of a case
    """Other columns whose elements differ may do so by chance."""
    assert is_key(label, [pd.Series(elements)]) is expected


def test_what_no_table_has_in_common_has_no_model() -> None:
    """Labels that are numbers, or repeat, and tables without columns are left alone."""
    assert model_of([pd.DataFrame([[1]])], {}) is None
    assert model_of([pd.DataFrame([[1, 2]], columns=["a", "a"])], {}) is None
    assert model_of([pd.DataFrame()], {}) is None
