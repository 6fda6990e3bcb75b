"""A line below the header that says what columns hold is left out, and no row of values is."""

import pytest

from authoring.tables.text.delimited import text_reader

ROWS = 40
UNITS = "site,depth,flow,heat\n,m,l/s,°C\n" + "".join(f"s{n % 7},{n / 4},{n * n},{n % 9}\n" for n in range(ROWS))
ANSWERS = "id,fan,often,region\n,Response,Response,Response\n" + "".join(
    f"{n},{'yes' if n % 3 else 'no'},{'daily' if n % 5 else 'never'},{'north' if n % 2 else 'south'}\n"
    for n in range(ROWS)
)
QUESTIONS = (
    "Q1,Q2,Q3\nWhat is your age in years?,Which language do you use most?,How often do you draw a chart?\n"
    + "".join(
        f"{20 + n % 4}-{29 + n % 4},{'R' if n % 3 else 'Python'},{'daily' if n % 5 else 'never'}\n" for n in range(ROWS)
    )
)


@pytest.mark.parametrize("data", [UNITS, ANSWERS, QUESTIONS])
def test_a_second_header_is_left_out(tmp_path_factory: pytest.TempPathFactory, data: str) -> None:
    """Units, words of a survey tool and questions are no values, and a person is told what was left out."""
    path = tmp_path_factory.mktemp("table") / "a.csv"
    path.write_text(data, "utf-8")
    reader = text_reader(path.read_bytes(), str(path), tabs=False)

    assert reader.options["skiprows"] == [1]
    assert len(reader.read()) == ROWS
    assert "the line below the header says what columns hold" in reader.repairs[-1]


@pytest.mark.parametrize(
    "data",
    [
        # A row of values, of which some stand nowhere else.
        "name,kind,size\nAda,unique,1\n" + "".join(f"n{n},{'ab'[n % 2]},{n}\n" for n in range(ROWS)),
        # A first row whose levels are its own, with a number in it.
        "region,group,n\nAll,All,400\n" + "".join(f"r{n % 4},g{n % 3},{n}\n" for n in range(ROWS)),
        "a,b,c\nx,y,z\n" + "".join(f"{'pq'[n % 2]},{'rs'[n % 2]},{'tu'[n % 2]}\n" for n in range(ROWS)),
        "a,b,c\nm,s,kg\n1,2,3\n",
    ],
)
def test_rows_of_values_stay(tmp_path_factory: pytest.TempPathFactory, data: str) -> None:
    """A total, a first row of rare levels, and a table too short to tell are read as they are."""
    path = tmp_path_factory.mktemp("table") / "a.csv"
    path.write_text(data, "utf-8")

    assert "skiprows" not in text_reader(path.read_bytes(), str(path), tabs=False).options
