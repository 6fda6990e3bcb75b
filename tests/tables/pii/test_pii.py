"""Personal data in tables: what is found, what only looks like it, and that nothing of it is given out."""

import json
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.sandbox.inside import FUNCTIONS
from authoring.tables.pii.names import is_addresses, is_names, words_of
from authoring.tables.pii.patterns import MAIL, find_pii, luhn, mask
from authoring.tables.pii.scan import scan_personal_data
from authoring.tables.refusal import RefusedData
from authoring.tables.table import read_table
from tests.case_files import read_yaml

CASES = read_yaml((Path(__file__).parents[2] / "cases" / "vetting" / "personal.yml").read_text("utf-8"))


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in a folder of its own, as a session does."""
    monkeypatch.chdir(tmp_path)


def scan(columns: dict[str, list[Any]]) -> dict[str, Any]:
    """What is found in one table of these columns."""
    frame = pd.DataFrame({name: pd.Series(values) for name, values in columns.items()})
    frame.to_pickle("t.pkl")
    (table,) = scan_personal_data({"tables": [{"file": "t.csv", "reader": 'pd.read_pickle("t.pkl")'}]})["tables"]
    return dict(table)


@pytest.mark.parametrize("case", CASES["found"], ids=[case["case"] for case in CASES["found"]])
def test_found(case: dict[str, Any]) -> None:
    """Each kind is found in its column, with the number of rows it stands in."""
    findings = scan(case["columns"])["personal"]

    assert [[item["column"], item["kind"], item["rows"]] for item in findings] == case["found"]


@pytest.mark.parametrize("case", CASES["nothing"], ids=[case["case"] for case in CASES["nothing"]])
def test_nothing(case: dict[str, Any]) -> None:
    """What only looks like personal data is left alone."""
    assert scan(case["columns"])["personal"] == []


@pytest.mark.parametrize("case", CASES["found"], ids=[case["case"] for case in CASES["found"]])
def test_nothing_is_given_out(case: dict[str, Any]) -> None:
    """No finding holds a whole value: neither as it stands nor its digits."""
    text = json.dumps(scan(case["columns"])["personal"], ensure_ascii=False)
    values = [str(value) for column in case["columns"].values() for value in column if len(str(value)) > 3]

    assert [value for value in values if value in text] == []


def test_examples_are_rows() -> None:
    """The first three rows, counted from 1 as a person counts them, and the count of all."""
    (findings,) = scan({"mail": ["x", *[f"a{number}@firma.de" for number in range(50)]]})["personal"]

    assert findings["rows"] == 50
    assert [example["row"] for example in findings["examples"]] == [2, 3, 4]
    assert findings["examples"][0]["shown"] == "a…@f….de"


def test_useless_columns() -> None:
    """Empty and constant columns are told apart; one with a gap is not constant."""
    findings = scan({"e": [None, None], "c": ["x", "x"], "n": [1, 1], "gap": ["x", None], "ok": [1, 2]})

    assert (findings["rows"], findings["columns"], findings["empty"], findings["constant"]) == (2, 5, ["e"], ["c", "n"])


def test_names_that_look_alike() -> None:
    """Headers are read as words, however they are joined."""
    assert {words_of(header) for header in ("firstName", "FIRST_NAME", "first-name", " First  Name ")} == {"first name"}
    assert is_names("lastName", ["Roe"])
    assert not is_names("lastName", ["12", "13"])
    assert not is_names("name", [])
    assert not is_addresses("address", [])
    assert is_addresses("address", ["Postfach 1, Wien", "Haus 3 am See"])
    assert not is_addresses("address", ["Wien", "Graz"])


def test_reader_that_fails() -> None:
    """A table that does not read any more is refused, as everywhere."""
    with pytest.raises(RefusedData, match=r"t\.csv"):
        scan_personal_data({"tables": [{"file": "t.csv", "reader": 'pd.read_csv("gone.csv")'}]})


def test_is_reached_by_name() -> None:
    """The outside calls it by the name it has here."""
    assert FUNCTIONS["scan_personal_data"] == f"{scan_personal_data.__module__}:scan_personal_data"


@given(st.text())
def test_any_text_is_looked_through(text: str) -> None:
    """Whatever stands in a table, marks lie within one value and are in order."""
    data = text.encode("utf-8", "replace")
    for mark in find_pii(data):
        assert 0 <= mark.start < mark.end <= len(data)
        assert b"\n" not in data[mark.start : mark.end]


@given(st.emails())
def test_masked_mail_says_little(address: str) -> None:
    """One letter of the name and one of the domain are left."""
    assert len(mask(address, MAIL).rpartition(".")[0]) <= 6


@given(st.from_regex(r"[0-9]{8,18}", fullmatch=True), st.integers(min_value=1, max_value=9))
def test_check_digit_knows_a_slip(digits: str, by: int) -> None:
    """Of ten last digits one is right, and a wrong digit anywhere is seen."""
    right = [end for end in range(10) if luhn(f"{digits}{end}".encode())]
    slipped = f"{(int(digits[0]) + by) % 10}{digits[1:]}{right[0]}"

    assert len(right) == 1
    assert not luhn(slipped.encode())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(st.lists(st.one_of(st.none(), st.text(), st.integers(), st.floats(), st.booleans(), st.lists(st.text()))))
def test_any_column_is_scanned(values: list[Any]) -> None:
    """Mixed, nested, endless and missing values stop nothing."""
    findings = scan({"phone": values, "name": values, "address": values})

    assert findings["rows"] == len(values)


@pytest.mark.exhaustive(sample=5)
@pytest.mark.parametrize(
    "unit", ["@", "a@", "a.", "a@b.", "0", "00-", "+1", "+1 ", "AA00", "000-000-", "4111 ", "(415) ", "x 1 street "]
)
def test_long_values_take_time_by_their_length(unit: str) -> None:
    """One value of 200 kB that was made to be slow is looked through like any other."""
    value = unit * (200_000 // len(unit))
    start = time.process_time()
    scan({"name": [value, "b"], "address": [value, "c"], "phone": [value, "d"]})

    # A quadratic pattern would take many minutes.
    assert time.process_time() - start < 30


def test_table_that_was_just_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever reads a table and looks through it in one process reads it once; what is found is what a reader finds."""
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"00{number},a{number}@firma.de,{number},5\n" for number in range(30))
    Path("t.csv").write_text(f"code,mail,n,same\n{rows}")
    reader = read_table({"path": "t.csv", "format": "csv"})["reader"]
    tables = {"tables": [{"file": "t.csv", "reader": reader}]}
    with monkeypatch.context() as patched:
        patched.setattr("authoring.tables.pii.scan.evaluate_table", None)
        at_hand = scan_personal_data(tables)
    read_table({"path": "t.csv", "format": "csv"})
    other = scan_personal_data({"tables": [{"file": "t.csv", "reader": 'pd.read_csv("t.csv", nrows=9)'}]})

    assert at_hand == scan_personal_data(tables)
    assert (at_hand["tables"][0]["rows"], other["tables"][0]["rows"]) == (30, 9)
