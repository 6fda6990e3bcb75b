"""``authoring seed``: tables come in, are listed and shown."""

import json
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
    assert "orders.customer -> customers.customer" in shown.out.replace(".csv", "")
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
