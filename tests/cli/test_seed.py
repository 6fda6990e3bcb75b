"""``authoring seed``: tables come in, are listed and shown."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.fixture
def shop(tmp_path: Path) -> tuple[Path, Path]:
    """Return two tables that join."""
    orders, customers = tmp_path / "orders.csv", tmp_path / "customers.csv"
    rows = [f"{n},{n % 7},{n * 1.5},2024-01-{n % 28 + 1:02d}" for n in range(1, 41)]
    orders.write_text("order,customer,amount,day\n" + "\n".join(rows) + "\n")
    customers.write_text("customer,town\n" + "\n".join(f"{n},town{n % 3}" for n in range(7)) + "\n")
    return orders, customers


@pytest.mark.exhaustive
def test_add_show_list(cli: Cli, bare: Workspace, shop: tuple[Path, Path]) -> None:
    """A seed of two tables is added, shown with its columns and joins, and listed."""
    added = cli("seed", "add", *shop, "--name", "shop", "--licence", "CC0-1.0", "--workspace", bare.root)
    shown = cli("seed", "show", "shop", "--workspace", bare.root)
    listed = cli("seed", "list", "--workspace", bare.root)

    assert (added.code, shown.code, listed.code) == (0, 0, 0)
    assert added.out.splitlines()[-1] == "next: authoring seed show shop"
    assert "orders.csv: 40 rows, 4 columns" in shown.out
    assert "customer ─▸ customers.csv (customer)" in shown.out
    assert shown.out.splitlines()[-1] == "next: authoring draft shop"
    assert "CC0-1.0" in listed.out


@pytest.mark.exhaustive
def test_json(cli: Cli, bare: Workspace, shop: tuple[Path, Path]) -> None:
    """Each gives its record."""
    seed = cli("seed", "add", *shop, "--name", "shop", "--workspace", bare.root, "--json").json["seed"]
    report = cli("seed", "show", "shop", "--workspace", bare.root, "--json").json

    assert report["seed"] == seed
    assert [table["file"] for table in report["profile"]["tables"]] == [file["name"] for file in seed["files"]]
    assert cli("seed", "list", "--workspace", bare.root, "--json").json == [seed]


def test_second_of_a_name(cli: Cli, seeded: Workspace, shop: tuple[Path, Path]) -> None:
    """A seed is replaced only when asked to."""
    again = ("seed", "add", shop[0], "--name", "penguins", "--workspace", seeded.root)

    assert cli(*again).code == 4
    assert seeded.read_seed("penguins").title == "Penguins"
    assert cli(*again, "--replace").code == 0
    assert seeded.read_seed("penguins").title != "Penguins"


@pytest.mark.parametrize("name", ["Shop", "../shop", "", "a" * 65, "_x"])
def test_bad_name(cli: Cli, bare: Workspace, shop: tuple[Path, Path], name: str) -> None:
    """A name that cannot be a file name is refused, an empty one stands for the table's own."""
    answer = cli("seed", "add", shop[0], "--name", name, "--workspace", bare.root)

    assert answer.code == (2 if name else 0)


def test_no_such_table(cli: Cli, bare: Workspace) -> None:
    """What is not there is a clear error and no seed."""
    answer = cli("seed", "add", "none.csv", "--workspace", bare.root)

    assert answer.code == 4
    assert bare.seeds() == ()


def test_empty_list(cli: Cli, bare: Workspace) -> None:
    """A workspace without seeds says how to get one."""
    assert cli("seed", "list", "--workspace", bare.root).out.splitlines()[-1] == (
        "next: authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"
    )


def test_unknown_seed(cli: Cli, seeded: Workspace) -> None:
    """A misspelt name is answered with the one that is there."""
    answer = cli("seed", "show", "penguin", "--workspace", seeded.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (4, "hint: did you mean penguins?")


@pytest.mark.exhaustive
def test_refused_by_the_gate_in_json(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Standard error is one JSON document, too; for people the findings stand before the error."""
    table = tmp_path / "people.csv"
    table.write_text("id,mail\n" + "".join(f"{n},p{n}@gmx.net\n" for n in range(40)))
    answer = cli("seed", "add", table, "--json", "--workspace", bare.root)
    shown = cli("seed", "add", table, "--workspace", bare.root)

    assert answer.code == shown.code == 4
    assert "DS903" in json.loads(answer.err)["error"]["message"]
    assert shown.err.startswith("people:1:1: error DS903")
    assert bare.seeds() == ()


def test_a_column_is_described(cli: Cli, seeded: Workspace) -> None:
    """What is said is told with the change, shown from then on, and given as a record with --json."""
    at = ("--workspace", seeded.root)
    said = cli("seed", "describe", "penguins", "mass", "unit=g", "meaning=body mass", "--reviewer", "Ada", *at)
    told = cli("seed", "describe", "penguins", "mass", "--json", *at)
    shown = cli("seed", "show", "penguins", *at)

    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[0] == "edited the seed penguins"
    assert said.out.splitlines()[-1] == "next: authoring seed show penguins"
    assert (told.json["column"]["meaning"], told.json["change"]) == ("body mass", None)
    assert "amount g" in shown.out


def test_rows_are_described_and_contradictions_refused(cli: Cli, seeded: Workspace) -> None:
    """Statements without a column are about the table; one that the data contradict ends with its code."""
    at = ("--reviewer", "Ada", "--workspace", seeded.root)

    assert cli("seed", "describe", "penguins", "row=penguin", "rows=penguins", *at).code == 0
    refused = cli("seed", "describe", "penguins", "key=species", *at)
    assert refused.code == 2
    assert refused.err.startswith("error: DS912 species do not name a row")
    assert cli("seed", "describe", "penguins", "mas", *at).err.splitlines()[-1] == "hint: did you mean mass?"


def test_a_join_is_described(cli: Cli, bare: Workspace, shop: tuple[Path, Path]) -> None:
    """A column is said to lead to one of another table; a name that is not there is answered with the nearest."""
    at = ("--reviewer", "Ada", "--workspace", bare.root)
    cli("seed", "add", *shop, "--name", "shop", "--workspace", bare.root)
    describe = ("seed", "describe", "shop", "order")
    described = cli(*describe, "join=customers.csv:customer", *at)
    misspelt = cli(*describe, "join=customers.csv:custmer", *at)

    # Of the forty orders, most have a number that no customer has.
    assert (described.code, described.err.startswith("error: DS916 order of orders.csv finds no customer")) == (2, True)
    assert (misspelt.code, misspelt.err.splitlines()[-1]) == (2, "hint: did you mean customer?")
    assert cli("seed", "describe", "shop", "join=customers.csv:customer", *at).err.startswith("error: join=")
    joined = cli("seed", "describe", "shop", "customer", "join=customers.csv:customer", "--table", "orders.csv", *at)
    assert (joined.code, joined.err) == (0, "")
    assert "customer ─▸ customers.csv (customer)" in joined.out


def test_a_dictionary_is_edited_in_the_editor(
    cli: Cli, seeded: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor gets all of it as YAML; what was changed in it is stated."""
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n"
        "path.write_text(path.read_text().replace(\"meaning: ''\", 'meaning: of the bird', 1))\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    edited = cli("seed", "edit", "penguins", "--dictionary", "--reviewer", "Ada", "--workspace", seeded.root)

    assert (edited.code, edited.err) == (0, "")
    assert "penguins.csv species meaning: nothing -> of the bird" in edited.out
    both = cli(
        "seed", "edit", "penguins", "--dictionary", "--title", "x", "--workspace", seeded.root, "--reviewer", "Ada"
    )
    assert both.code == 2
