"""``authoring import notebook`` and ``authoring import csv``: files become drafts that wait for a person."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]

SHOPS = "town,price\n" + "".join(f"town{n % 3},{n}\n" for n in range(12))
NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}},
    "cells": [
        {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Shops\n\n### Step 1. Import"},
        {
            "cell_type": "code",
            "id": "b",
            "metadata": {},
            "outputs": [],
            "execution_count": 1,
            "source": "import pandas as pd",
        },
        {
            "cell_type": "markdown",
            "id": "c",
            "metadata": {},
            "source": "### Step 2. Read the [shops](https://data.example.org/shops.csv) into `shops`",
        },
        {
            "cell_type": "code",
            "id": "d",
            "metadata": {},
            "outputs": [],
            "execution_count": 2,
            "source": "shops = pd.read_csv('https://data.example.org/shops.csv')\nshops.head()",
        },
        {"cell_type": "markdown", "id": "e", "metadata": {}, "source": "### Step 3. Set the town as the index"},
        {
            "cell_type": "code",
            "id": "f",
            "metadata": {},
            "outputs": [],
            "execution_count": 3,
            "source": "shops = shops.set_index('town')",
        },
    ],
}


@pytest.fixture
def material(tmp_path: Path) -> Path:
    """Return a folder with a notebook, a table of pairs, and the data of both beside a file that nobody reads."""
    folder = tmp_path / "material"
    (folder / "data").mkdir(parents=True)
    (folder / "Shop exercises.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "data" / "shops.csv").write_text(SHOPS)
    (folder / "data" / "other.csv").write_text("a,b\n1,2\n")
    answer = '"import pandas as pd\nshops = pd.read_csv(""shops.csv"")"'
    rows = ["question,answer", f"Read `inputs/shops.csv` into `shops`,{answer}", "How many shops are there?,len(shops)"]
    (folder / "pairs.csv").write_text("\n".join([*rows, "How many towns?,"]) + "\n")
    return folder


@pytest.mark.exhaustive
def test_notebook_becomes_a_draft(cli: Cli, bare: Workspace, material: Path) -> None:
    """It is proved, what was uncertain is shown with its line, and what the code reads is the seed's."""
    file = material / "Shop exercises.ipynb"
    answer = cli("import", "notebook", file, "--data", material / "data", "--licence", "MIT", "--workspace", bare.root)

    assert answer.code == 0, answer.err
    assert ":1: warning DS943 unnamed-variable" in answer.out
    assert answer.out.splitlines()[-1].startswith("next: authoring review shop-exercises")
    seed = bare.read_seed("shop-exercises")
    assert (seed.title, seed.licence, [table.name for table in seed.files]) == ("Shops", "MIT", ["shops.csv"])


@pytest.mark.exhaustive
def test_missing_data_is_told(cli: Cli, bare: Workspace, material: Path) -> None:
    """Without its file the set is a draft all the same: its findings say what is missing, and where it can be had."""
    answer = cli("import", "notebook", material / "Shop exercises.ipynb", "--workspace", bare.root, "--json")
    found = {each["code"]: each for each in answer.json["evidence"]["diagnostics"]}

    assert answer.code == 1
    assert found["DS946"]["hint"] == "give it with --data shops.csv; it stands at https://data.example.org/shops.csv"


@pytest.mark.exhaustive
@pytest.mark.slow
def test_pairs_become_a_draft(cli: Cli, bare: Workspace, material: Path) -> None:
    """Rows that can be used are problems; the others are told."""
    data = material / "data" / "shops.csv"
    answer = cli("import", "csv", material / "pairs.csv", "--data", data, "--workspace", bare.root)

    assert answer.code == 0, answer.err
    assert "DS957 unusable-row: row 3 was left out: it has no answer" in answer.out
    assert "pairs, revision 1: 2 problems" in answer.out


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("broken.ipynb", b"{", 6, "DS931"),
        ("analysis.Rmd", b"---\ntitle: x\n---\n", 6, "DS932"),
        ("empty.ipynb", json.dumps({**NOTEBOOK, "cells": []}).encode(), 6, "DS949"),
        ("latin.ipynb", b'{"cells": "\xe9"}', 4, "byte 11 is not UTF-8"),
    ],
)
def test_refused_notebook(
    cli: Cli, bare: Workspace, tmp_path: Path, name: str, content: bytes, code: int, said: str
) -> None:
    """What cannot be a set ends in one paragraph; no seed and no draft is left."""
    (tmp_path / name).write_bytes(content)
    answer = cli("import", "notebook", tmp_path / name, "--workspace", bare.root)

    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err
    assert (bare.seeds(), bare.runs()) == ((), ()) or (list(bare.seeds()), list(bare.runs())) == ([], [])


def test_refused_pairs(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A table without the columns says which there are, and how to name them."""
    (tmp_path / "x.csv").write_text("left,right\n1,2\n")
    answer = cli("import", "csv", tmp_path / "x.csv", "--workspace", bare.root)

    assert answer.code == 6
    assert "there are left, right" in answer.err
    assert "--question COLUMN" in answer.err


def test_missing_file(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A path that leads nowhere is a clear refusal."""
    for kind in ("notebook", "csv"):
        answer = cli("import", kind, tmp_path / "none.x", "--workspace", bare.root)
        assert answer.code == 4
        assert "cannot be read: No such file" in answer.err


def test_data_that_is_missing(cli: Cli, bare: Workspace, material: Path) -> None:
    """So is a data file that is not there."""
    data = material / "none.csv"
    answer = cli("import", "csv", material / "pairs.csv", "--data", data, "--workspace", bare.root)

    assert answer.code == 4
    assert "none.csv: no such file" in answer.err
