"""Values decide how a text is read where reading them as numbers would change what they say."""

from pathlib import Path

import pandas as pd
import pytest

from authoring.tables.reader import Reader
from authoring.tables.refusal import RefusedData
from authoring.tables.text.values import (
    keep_answers,
    keep_codes_as_text,
    mixes_types,
    refuse_unusable,
    uses_decimal_commas,
    value_notes,
)


def reader_of(tmp_path: Path, text: str, **options: str) -> Reader:
    """Return the reader of a file."""
    path = tmp_path / "t.csv"
    path.write_text(text)
    return Reader("read_csv", str(path), dict(options))


@pytest.mark.parametrize(
    ("values", "commas"),
    [("1,5 2,25 3", True), ("1,500 2,250", False), ("a 1,5", False), ("1,5 2,5 3.5", False), ("1,500 2,5", True)],
)
def test_decimal_commas_beyond_doubt(tmp_path: Path, values: str, *, commas: bool) -> None:
    """Three digits behind a comma could be thousands; one other number in the column decides."""
    text = "name;n\n" + "".join(f"x;{value}\n" for value in values.split())

    assert uses_decimal_commas(reader_of(tmp_path, text, sep=";"), ";") is commas


@pytest.mark.parametrize(
    ("values", "commas"),
    [
        ("1.234 980", True),
        ("12.500.000 1.234", True),
        ("1.5 2.25", False),
        ("0.125 0.250", False),
        ("1.234 2.5", False),
    ],
)
def test_points_beside_decimal_commas(tmp_path: Path, values: str, *, commas: bool) -> None:
    """Points between thousands do not speak against decimal commas of another column, and decimal points do."""
    text = "rate;n\n" + "".join(f"{number},25;{value}\n" for number, value in enumerate(values.split()))

    assert uses_decimal_commas(reader_of(tmp_path, text, sep=";"), ";") is commas


def test_thousands_are_noted_beside_decimal_commas() -> None:
    """What points stand for in 1.234 is certain where commas are decimal ones, and open elsewhere."""
    frame = pd.DataFrame({"sales": ["1.234", "980", "12.500"]})

    (note,) = value_notes(frame, decimal=",")
    assert "thousands separators" in note
    assert value_notes(frame) == []


def test_a_comma_that_separates_is_no_decimal_one(tmp_path: Path) -> None:
    """Where commas stand between values, none stands within one."""
    assert not uses_decimal_commas(reader_of(tmp_path, "a,b\n1,5\n"), ",")


@pytest.mark.parametrize(
    ("header", "values", "text"),
    [
        ("zip", ["00123", "04567"], True),
        ("date", ["20240131", "20231201"], True),
        ("number", ["20240131", "20231201"], False),
        ("date", ["20241399", "20231201"], False),
        ("n", ["1", "2"], False),
    ],
)
def test_codes_stay_text(tmp_path: Path, header: str, values: list[str], *, text: bool) -> None:
    """Leading zeros and dates in digits come out as they stand in the file, and that is told."""
    reader = reader_of(tmp_path, f"{header},other\n" + "".join(f"{value},x\n" for value in values))
    keep_codes_as_text(reader)

    assert bool(reader.repairs) is text
    assert ([str(value) for value in reader.read()[header]] == values) is True
    assert pd.api.types.is_integer_dtype(reader.read()[header].dtype) is not text


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["5%", "10%"], "percent"),
        (["$5", "$10"], "currency"),
        (["1,234.50", "2,000.00"], "thousands"),
        (["1", "2", "3", "unknown"], "mixes"),
        (["=SUM(A1)", "x"], "formulas"),
        ([[1], [2]], "nested"),
    ],
)
def test_a_reader_of_the_table_is_told(values: list[object], words: str) -> None:
    """What a column looks like and is not read as stands in a note that names it."""
    (note, *_) = value_notes(pd.DataFrame({"col": values}))

    assert words in note
    assert "col" in note


def test_plain_columns_need_no_note() -> None:
    """Numbers and words are what they look like."""
    assert value_notes(pd.DataFrame({"n": [1, 2], "word": ["a", "b"]})) == []


def test_mixed_types_are_seen() -> None:
    """Texts and numbers side by side come from reading piece by piece."""
    assert mixes_types(pd.DataFrame({"a": pd.Series([1, "x"], dtype=object)}))
    assert not mixes_types(pd.DataFrame({"a": ["x", "y"], "b": [1, 2]}))


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (pd.DataFrame(), "no columns"),
        (pd.DataFrame({"a": []}), "no rows"),
        (pd.DataFrame([[1, 2, 3]], columns=["a", "b", "c"]), "3 columns"),
        (pd.DataFrame([[1]], columns=[5]), "no text"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), "same name"),
        (pd.DataFrame([[1]], columns=pd.Index(["\ud800"], dtype=object)), "half a character"),
        (pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")])), "several levels"),
    ],
)
def test_unusable_tables_are_refused(frame: pd.DataFrame, words: str) -> None:
    """Nothing can be asked about such a table."""
    with pytest.raises(RefusedData, match=words):
        refuse_unusable(frame, "t.csv", 2)


KEPT = "keep_default_na"


@pytest.mark.parametrize(
    ("header", "rows", "missing"),
    [
        ("faith,age", "None,3 Jewish,NA ,5 None,6 Other,7", ["", "NA"]),
        ("faith,age", "None,3 Jewish,4 Other,8", [""]),
        ("faith,age", "None,3 Jewish,4 Other", [""]),
        ("place,age", "NA,3 EU,4 AS,5 AF,6 SA,7", [""]),
        ("place,age", "NA,3 ZA,4 BW,5 ZM,6 AO,7", [""]),
        ("place,faith", "NA,None ZA,Other BW,Other ZM,Other AO,Jewish", [""]),
        # Missing in numbers as well.
        ("faith,age", "None,3 Jewish,None Other,4", None),
        ("place,age", "NA,3 EU,NA AS,5 AF,6 SA,7", None),
        ("faith,age", ",3 Jewish,4 Other,4", None),
        # States, of which some are codes of countries, and a few continents.
        ("place,age", "NA,3 MA,4 CT,5 AZ,6 CO,7 DE,8", None),
        ("place,age", "NA,3 AF,4 AS,5", None),
        # Truth values, dates, numbers and what a program wrote.
        ("smokes,age", "True,3 None,4 False,5", None),
        ("day,age", "2024-01-03,3 None,4 2023-05-06,5", None),
        ("price,age", "$5,3 None,4 $12,5", None),
        ("faith,age", "None,nan Jewish,4 Other,8", None),
    ],
)
def test_nothing_and_namibia_are_answers(tmp_path: Path, header: str, rows: str, missing: list[str] | None) -> None:
    """`None` among levels and `NA` among codes of places are values, unless other columns are missing with the word."""
    text = f"{header}\n" + "".join(f"{row}\n" for row in rows.split(" ")) * 4
    reader = reader_of(tmp_path, text)
    as_read = reader.read()

    keep_answers(reader, text.encode())

    assert reader.options == ({} if missing is None else {KEPT: False, "na_values": missing})
    frame = reader.read()
    assert list(frame.dtypes) == list(as_read.dtypes)
    assert "age" not in frame or frame.age.equals(as_read.age)
    assert len(reader.repairs) == sum(word in frame.to_numpy() for word in ("None", "NA"))


def test_a_box_that_is_ticked_for_nothing_is_an_answer(tmp_path: Path) -> None:
    """A column that holds `None` or nothing is a box of a survey, and goes with the levels of the others."""
    text = "dish,nothing,age\n" + "None,None,3\nPie,,4\nCake,,5\n" * 5
    reader = reader_of(tmp_path, text)

    keep_answers(reader, text.encode())

    assert reader.options == {KEPT: False, "na_values": [""]}
    assert set(reader.read()["nothing"].dropna()) == {"None"}


@pytest.mark.parametrize("texts", [[f"text {number}" for number in range(40)], ["Ann", "Bob", "Cid"]])
def test_nothing_among_texts_that_all_differ_is_missing(tmp_path: Path, texts: list[str]) -> None:
    """Among remarks, or the names of a few people, `None` is what a program wrote where it had nothing."""
    text = "remark,n\n" + "".join(f"{text},1\n" for text in [*texts, "None"])
    reader = reader_of(tmp_path, text)

    keep_answers(reader, text.encode())

    assert reader.options == {}


def test_leading_zeros_beside_numbers_of_rows(tmp_path: Path) -> None:
    """What is read first and what the expression reads are the same where the first column numbers the rows."""
    reader = reader_of(tmp_path, ",zip,faith\n" + "".join(f"{row},0{row},{row % 2 or None}\n" for row in range(9)))
    reader.options["index_col"] = 0

    keep_codes_as_text(reader)

    assert list(reader.read().zip) == [f"0{row}" for row in range(9)]
