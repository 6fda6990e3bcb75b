"""Claims about columns are held against all rows of the file."""

from pathlib import Path

import pytest

from authoring.tables.claims import check_claims
from authoring.tables.refusal import RefusedData

READER = {"file": "t.csv", "reader": 'pd.read_csv("t.csv")'}


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a table of five orders, of which one customer has two, and a town without a country."""
    (tmp_path / "t.csv").write_text(
        "order,customer,town,country\n1,7,Bonn,DE\n2,7,Bonn,DE\n3,8,Linz,AT\n4,9,Linz,DE\n5,10,Ulm,\n"
    )
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("shop")
def test_each_claim_is_counted() -> None:
    """Rows that repeat a key or lack a part of it, rows of another group than most, and values that are nowhere."""
    claims = [
        {"kind": "key", "file": "t.csv", "columns": ["order"], "related": [], "values": []},
        {"kind": "key", "file": "t.csv", "columns": ["customer"], "related": [], "values": []},
        {"kind": "key", "file": "t.csv", "columns": ["order", "country"], "related": [], "values": []},
        {"kind": "nested", "file": "t.csv", "columns": ["town"], "related": ["country"], "values": []},
        {"kind": "nested", "file": "t.csv", "columns": ["customer"], "related": ["town"], "values": []},
        {"kind": "values", "file": "t.csv", "columns": ["customer"], "related": [], "values": ["7", "7.0", "-9"]},
        {"kind": "numbers", "file": "t.csv", "columns": ["town"], "related": [], "values": ["Bonn", "Linz"]},
    ]
    answers = check_claims({"tables": [READER], "claims": claims})

    assert [answer["exceptions"] for answer in answers] == [0, 1, 1, 1, 0, 0, 1]
    assert answers[-2]["absent"] == ["7.0", "-9"]


@pytest.mark.usefixtures("shop")
def test_a_file_that_is_gone_is_refused() -> None:
    """Data that do not read as the seed says are refused in words."""
    claim = {"kind": "key", "file": "u.csv", "columns": ["a"], "related": [], "values": []}

    with pytest.raises(RefusedData, match="cannot read"):
        check_claims({"tables": [{"file": "u.csv", "reader": 'pd.read_csv("u.csv")'}], "claims": [claim]})
