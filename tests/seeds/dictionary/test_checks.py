"""What a dictionary states and the data contradict is found, with the line of the statement and what to do."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.dictionary import DataDictionary
from authoring.records.evidence import Limits
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.dictionary.checks import check_dictionary
from authoring.seeds.intake import fetch_seed
from authoring.seeds.profile import profile_data

TABLE = "order,customer,town,country,grade\n" + "".join(
    f"{n},{n % 20},town {n % 6},{'XX' if n == 7 else 'AB'[n % 2] * 2},{n % 3 + 1}\n" for n in range(1, 61)
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="module")
def shop(sandbox: LocalSandbox, tmp_path_factory: pytest.TempPathFactory) -> tuple[Seed, Profile, tuple[Path, ...]]:
    """Return a seed of one table of orders with its profile."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "orders.csv").write_text(TABLE)
    scratch = folder / "scratch"
    scratch.mkdir()
    intake = fetch_seed([str(folder / "orders.csv")], sandbox=sandbox, limits=Limits(), scratch=scratch)
    return intake.seed, profile_data(intake.seed, files=intake.paths, sandbox=sandbox), intake.paths


def findings(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox, text: str) -> tuple[Diagnostic, ...]:
    """Return what contradicts the data in a dictionary."""
    seed, profile, files = shop
    dictionary = DataDictionary.model_validate(yaml.safe_load(text))
    return check_dictionary(dictionary, profile, seed, files=files, sandbox=sandbox, text=text)


TEXT = """\
tables:
- file: orders.csv
  key: [customer]
  columns:
  - name: town
    nested_in: [country]
  - name: grade
    levels: [{value: '1', meaning: good}, {value: '7', meaning: bad}]
    kind: flag
  - name: country
    kind: amount
    unit: kg
    asks: [mean]
  - name: contry
    meaning: misspelt
  - name: order
    missing: ['-9']
    same_as: customer
- file: order.csv
"""


def test_each_contradiction_has_its_line(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox) -> None:
    """Keys that repeat, levels, spellings, tables and columns that are not there, kinds and units that cannot be."""
    found = findings(shop, sandbox, TEXT)
    lines = TEXT.splitlines()

    assert [(f.code, lines[f.line - 1].strip(" -").partition(":")[0]) for f in found] == [
        ("DS912", "key"),
        ("DS916", "nested_in"),
        ("DS913", "levels"),
        ("DS915", "kind"),
        ("DS915", "kind"),
        ("DS914", "unit"),
        ("DS915", "asks"),
        ("DS911", "name"),
        ("DS913", "missing"),
        ("DS916", "same_as"),
        ("DS911", "file"),
    ]
    assert all(finding.hint for finding in found)
    assert "did you mean country?" in [finding.hint for finding in found]


def test_what_is_true_is_no_finding(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox) -> None:
    """A key, a nesting, levels and kinds that the data bear out."""
    true = """\
tables:
- file: orders.csv
  key: [order]
  columns:
  - {name: order, kind: identifier, nested_in: [customer, town]}
  - {name: grade, kind: ordinal, levels: [{value: '1', meaning: good}, {value: '2', meaning: fair}], asks: [mean]}
  - {name: customer, kind: code}
"""
    assert findings(shop, sandbox, true) == ()


@pytest.mark.parametrize(
    ("value", "missing", "codes"),
    [
        ("-", "", []),
        ("closed", "missing: [closed]", []),
        ("closed", "", ["DS915", "DS914"]),
        # A mark is known, and beside it there is more that is no number.
        ("far", "missing: ['-']", ["DS915", "DS914"]),
    ],
)
def test_numbers_with_marks_for_missing_values_are_numbers(
    sandbox: LocalSandbox, tmp_path: Path, value: str, missing: str, codes: list[str]
) -> None:
    """A column of texts is an amount in a unit where all that stands in it beside such marks reads as a number."""
    rows = "".join(f"{n},{'-' if n % 9 == 0 else value if n % 7 == 0 else n / 4}\n" for n in range(1, 61))
    (tmp_path / "walks.csv").write_text(f"walk,distance\n{rows.replace(',-', f',{value}') if not missing else rows}")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    intake = fetch_seed([str(tmp_path / "walks.csv")], sandbox=sandbox, limits=Limits(), scratch=scratch)
    profile = profile_data(intake.seed, files=intake.paths, sandbox=sandbox)
    entry = f"kind: amount, unit: km{f', {missing}' if missing else ''}"
    text = f"tables:\n- file: walks.csv\n  columns:\n  - {{name: distance, {entry}}}\n"
    found = findings((intake.seed, profile, intake.paths), sandbox, text)

    assert [finding.code for finding in found] == codes


@pytest.mark.parametrize(("name", "codes"), [("country", ["DS915"]), ("town", [])])
def test_texts_that_cannot_be_dates(
    shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox, name: str, codes: list[str]
) -> None:
    """Classes without a digit are no dates in any form; what has digits may be one in a form that is not known."""
    found = findings(shop, sandbox, f"tables: [{{file: orders.csv, columns: [{{name: {name}, kind: date}}]}}]")

    assert [finding.code for finding in found] == codes


JOINS = """\
joins:
- {left: orders.csv, left_columns: [customer], right: people.csv, right_columns: [id]}
- {left: orders.csv, left_columns: [customer, town], right: people.csv, right_columns: [id, place]}
- {left: orders.csv, left_columns: [order], right: people.csv, right_columns: [id]}
- {left: orders.csv, left_columns: [client], right: persons.csv, right_columns: [id]}
- {left: orders.csv, left_columns: [customer, town], right: people.csv, right_columns: [id]}
"""


def test_joins_that_are_stated_are_held_against_the_rows(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A few rows without a partner are a warning, more are an error, and so is a table or column that is not there."""
    (tmp_path / "orders.csv").write_text(TABLE)
    # Texts in one table, numbers in the other: 0 is lacking, which three of sixty orders have.
    people = "".join(f'"{n}",town {n}\n' for n in range(1, 20))
    (tmp_path / "people.csv").write_text(f"id,place\n{people}x,town 0\n")
    (scratch := tmp_path / "scratch").mkdir()
    paths = [str(tmp_path / "orders.csv"), str(tmp_path / "people.csv")]
    intake = fetch_seed(paths, sandbox=sandbox, limits=Limits(), scratch=scratch)
    shop = intake.seed, profile_data(intake.seed, files=intake.paths, sandbox=sandbox), intake.paths
    found = findings(shop, sandbox, JOINS)

    assert [(f.code, f.severity, f.line) for f in found] == [
        ("DS916", "warning", 2),
        ("DS916", "error", 3),
        ("DS916", "error", 4),
        ("DS911", "error", 5),
        ("DS911", "error", 5),
    ]
    assert found[0].message == "customer of orders.csv finds no id in people.csv in 3 rows"


def test_a_twin_in_another_table_is_a_join(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox) -> None:
    """Whoever says that a column is the same as one of another table reads how a join is stated."""
    text = "tables: [{file: orders.csv, columns: [{name: customer, same_as: 'orders.csv:country'}]}]"
    [finding] = findings(shop, sandbox, text)

    assert (finding.code, finding.hint.rpartition(" ")[2]) == ("DS911", "join=orders.csv:country")


def test_few_exceptions_are_a_warning(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox) -> None:
    """One row of sixty that breaks a nesting is told, and keeps nobody from stating it."""
    [finding] = findings(
        shop, sandbox, "tables: [{file: orders.csv, columns: [{name: customer, nested_in: [country]}]}]"
    )

    assert (finding.code, finding.severity) == ("DS916", "warning")


def test_hostile_names_are_data(shop: tuple[Seed, Profile, tuple[Path, ...]], sandbox: LocalSandbox) -> None:
    """Names that hold code, markup or thousands of characters are names that are not there."""
    names = ["__import__('os')", "[red]x", "a" * 5_000, "\u202e", "order; drop"]
    text = yaml.safe_dump({"tables": [{"file": "orders.csv", "key": names, "columns": [{"name": n} for n in names]}]})

    assert {finding.code for finding in findings(shop, sandbox, text)} == {"DS911"}
