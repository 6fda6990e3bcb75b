"""Tables are changed as was asked for, the same every time, and what was there before stays as it is."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.sandbox.programs.table_changes import CHANGES, FEWEST_HALVED, change_tables

READERS = {name: getattr(pd, name) for name in dir(pd) if name.startswith("read_")}


@pytest.fixture(autouse=True)
def usual_readers() -> Any:
    """Give pandas its readers back, which the program wraps."""
    yield
    for name, reader in READERS.items():
        setattr(pd, name, reader)


def table() -> pd.DataFrame:
    """Return a table with a column of each kind."""
    return pd.DataFrame(
        {
            "text": list("abcdefghij"),
            "whole": range(10),
            "real": np.linspace(0, 1, 10),
            "flag": [True, False] * 5,
            "day": pd.date_range("2024-01-01", periods=10),
        }
    )


def changed(kind: str, columns: tuple[str, ...] = (), **others: Any) -> dict[str, Any]:
    """Return a namespace after a change."""
    namespace = {"df": table(), **others}
    change_tables(namespace, kind, list(columns), 1)
    return namespace


@pytest.mark.parametrize("kind", [kind for kind in CHANGES if kind != "again"])
def test_change_is_one_and_the_same_every_time(kind: str) -> None:
    """A table is another one after each change, and after the same change the same; the object it was stays."""
    # Of a table with fewer rows no half is drawn.
    before = pd.concat([table()] * (FEWEST_HALVED // len(table())), ignore_index=True)
    namespaces: list[dict[str, Any]] = [{"df": before}, {"df": before}]
    copy = before.copy()
    for namespace in namespaces:
        change_tables(namespace, kind, [], 1)

    assert not namespaces[0]["df"].equals(before)
    assert before.equals(copy)
    pd.testing.assert_frame_equal(namespaces[0]["df"], namespaces[1]["df"])


def test_nothing_is_changed_by_the_control() -> None:
    """The control leaves the very table in place."""
    namespace = {"df": table()}
    before = namespace["df"]

    assert change_tables(namespace, "again", [], 1)["changed"] == 0
    assert namespace["df"] is before


@pytest.mark.parametrize("kind", ["shuffled", "reversed", "permuted"])
def test_values_only_change_places(kind: str) -> None:
    """Every column holds the same values after it, and rows are numbered from 0."""
    after = changed(kind)["df"]

    assert list(after.index) == list(range(10))
    assert {name: sorted(after[name]) for name in after} == {name: sorted(table()[name]) for name in table()}


@pytest.mark.parametrize("kind", ["shuffled", "reversed"])
def test_rows_stay_whole(kind: str) -> None:
    """A row is the same row at another place, in tables, series and arrays of as many rows alike."""
    names = changed(kind, text=table()["text"], numbers=np.arange(10))

    assert names["df"]["text"].tolist() == names["text"].tolist()
    assert names["df"]["whole"].tolist() == names["numbers"].tolist()


def test_rows_in_the_order_of_their_labels_stay() -> None:
    """A table that is ordered by time keeps the order that everybody knows."""
    assert changed("shuffled", series=table().set_index("day"))["series"].index.is_monotonic_increasing


def test_rows_in_the_order_of_the_columns_stay() -> None:
    """A matrix of correlations, whose rows and columns are alike, stays one."""
    matrix = table()[["whole", "real", "flag"]].corr()

    assert changed("reversed", matrix=matrix)["matrix"] is matrix


def test_names_of_one_table_stay_names_of_one_table() -> None:
    """Two names of one object are two names of one object afterwards."""
    frame = table()
    namespace: dict[str, Any] = {"df": frame, "same": frame}
    change_tables(namespace, "dropped", [], 1)

    assert namespace["df"] is namespace["same"]
    assert len(namespace["df"]) == 9


def test_named_columns_alone_are_replaced() -> None:
    """The others keep their values, and each keeps its type."""
    after = changed("replaced", ("text", "real", "day", "flag", "whole"))["df"]

    assert (after.dtypes == table().dtypes).all()
    assert not any(after[name].equals(table()[name]) for name in after)
    assert changed("replaced", ("real",))["df"].drop(columns="real").equals(table().drop(columns="real"))


def test_one_value_of_a_column_is_missing() -> None:
    """Columns that can hold it lack one value; whole numbers and truth values cannot."""
    after = changed("missing")["df"]

    assert after.isna().sum().to_dict() == {"text": 1, "whole": 0, "real": 1, "flag": 0, "day": 1}


def test_readers_give_changed_tables(tmp_path: Any) -> None:
    """What is read later is changed, also under a name of its own in the session."""
    table().to_csv(tmp_path / "t.csv", index=False)
    namespace: dict[str, Any] = {"load": pd.read_csv}
    change_tables(namespace, "empty", [], 1)

    assert len(namespace["load"](tmp_path / "t.csv")) == 0
    assert len(pd.read_csv(tmp_path / "t.csv")) == 0


def test_what_is_left_is_told() -> None:
    """Values that may hold rows and are not changed are named; numbers and functions are not among them."""
    namespace = {"df": table(), "rows": [1], "limit": 3, "count": np.int64(3), "load": len, "_hidden": [1]}

    assert change_tables(namespace, "again", [], 1)["others"] == ["rows"]
