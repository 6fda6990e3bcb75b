"""``authoring import cibench``: a tree that OpenCompass loads becomes drafts, and an export of ours comes back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.workspace import Workspace
from tests.admitted_sets import put_set
from tests.formats.cibench.import_.test_import_ import CASES, notebook_of

Cli = Callable[..., Any]
PRICES = "name,price\nlamp,17.25\nchair,49.9\ntable,120.0\nvase,22.8\n"
PLACES = {
    "cibench_template/pandas/words.ipynb": "words",
    "cibench_template/pandas/1.ipynb": "shifted",
    "cibench_template_chinese/pandas/words.ipynb": "words",
    "cibench_template/pandas/.ipynb_checkpoints/words-checkpoint.ipynb": "words",
    "cibench_template/pandas/words.ipynb.bak": "words",
}
SET = '''# %%
import pandas as pd

# %%
"""
question: Read `inputs/prices.csv` into a DataFrame named `prices`.
validator:
  namespace_check:
    prices:
"""
prices = pd.read_csv("inputs/prices.csv")

# %%
"""
question: What is the mean of `price`, rounded to 2 decimals?
"""
round(prices["price"].mean(), 2)

# %%
"""
question: Which `name` has the highest `price`?
"""
prices.loc[prices["price"].idxmax(), "name"]

# %%
"""
question: Make a dict `by_name` of `price` by `name`.
validator:
  namespace_check:
    by_name:
"""
by_name = dict(zip(prices["name"], prices["price"]))

# %%
"""
question: Print the names in the order of the table, one to a line.
validator:
  stream:
"""
print("\\n".join(prices["name"]))

# %%
"""
question: With matplotlib, draw a bar for each `price`, its `name` below it.
validator:
  vis:
"""
import matplotlib.pyplot as plt

plt.bar(prices["name"], prices["price"])
plt.show()
'''


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree of three notebooks and two copies that editors left behind."""
    data = tmp_path / "tree" / "datasources" / "data"
    data.mkdir(parents=True)
    (data / "prices.csv").write_text(PRICES)
    (data / "unused.csv").write_text("a\n1\n")
    for place, case in PLACES.items():
        path = tmp_path / "tree" / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook_of(yaml.safe_load((CASES / f"{case}.yml").read_text("utf-8"))), "utf-8")
    return tmp_path / "tree"


@pytest.mark.exhaustive
def test_notebooks_become_drafts(cli: Cli, tree: Path, bare: Workspace) -> None:
    """Each notebook is a draft with the data it reads; what was uncertain is told; copies are not taken in."""
    answer = cli("import", "cibench", tree, "--licence", "MIT", "--workspace", bare.root, "--json")

    assert answer.code == 0
    assert {one["label"]: one["name"] for one in answer.json["experiments"]} == {
        "cibench_template/pandas/1": "pandas-1",
        "cibench_template/pandas/words": "pandas-words",
        "cibench_template_chinese/pandas/words": "pandas-words-zh",
    }
    assert [(one["problems"], one["right"]) for one in answer.json["experiments"]] == [(2, 2), (3, 3), (3, 3)]
    assert sorted(answer.json["left_out"]) == [
        "cibench_template/pandas/.ipynb_checkpoints/words-checkpoint",
        "cibench_template/pandas/words.ipynb.bak",
    ]
    codes = {finding["code"] for finding in answer.json["experiments"][0]["findings"]}
    assert {"DS966", "DS947", "DS948"} <= codes
    seed = bare.read_seed("pandas-1")
    assert [file.name for file in seed.files] == ["prices.csv"]
    assert (seed.licence, seed.source) == ("MIT", "cibench:cibench_template/pandas/1")
    assert bare.runs() == ("pandas-1", "pandas-words", "pandas-words-zh")


@pytest.mark.exhaustive
def test_some_of_a_tree(cli: Cli, tree: Path, bare: Workspace) -> None:
    """A part of the label chooses, a folder inside of the tree serves as well, and done again nothing is done anew."""
    command = ("import", "cibench", tree / "cibench_template", "pandas/1", "--workspace", bare.root)
    first = cli(*command)
    journal = bare.journal_path("pandas-1").read_bytes()
    second = cli(*command)

    assert (first.code, second.code) == (0, 0)
    assert "a copy that an editor left; OpenCompass loads it too" in first.out
    assert "1 notebook, 1 draft" in first.out
    assert first.out.splitlines()[-1] == "next: authoring review pandas-1"
    assert bare.runs() == ("pandas-1",)
    assert bare.journal_path("pandas-1").read_bytes() == journal


@pytest.mark.exhaustive
def test_what_cannot_be_read_stops_nothing(cli: Cli, tree: Path, bare: Workspace) -> None:
    """A broken notebook is told with its path, an unlike draft of the same name too; the others are taken in."""
    (tree / "cibench_template" / "pandas" / "1.ipynb").write_text('{"cells": [')
    (tree / "cibench_template" / "pandas" / "latin.ipynb").write_bytes(b"\xff\xfe")
    answer = cli("import", "cibench", tree, "cibench_template", "--workspace", bare.root)

    other = tree.with_name("other")
    tree.rename(other)
    (other / "cibench_template" / "pandas" / "words.ipynb").rename(other / "pandas-words.ipynb")
    unlike = cli("import", "cibench", other, "pandas-words", "--workspace", bare.root)

    assert answer.code == 1
    assert "cibench_template/pandas/1: this is no notebook with a list of cells" in answer.out
    assert "byte 0 is not UTF-8" in answer.out
    assert bare.runs() == ("pandas-words",)
    assert unlike.code == 1
    assert "there is a seed called pandas-words already" in " ".join(unlike.out.split())
    assert "rename the notebook" in unlike.out


def test_slips(cli: Cli, tree: Path, bare: Workspace, tmp_path: Path) -> None:
    """An experiment that is not there, a folder without one, and a link out of the tree are refused."""
    (tmp_path / "secret.ipynb").write_text("{}")
    unknown = cli("import", "cibench", tree, "scipy", "--workspace", bare.root)
    empty = cli("import", "cibench", tree / "datasources", "--workspace", bare.root)
    nowhere = cli("import", "cibench", tree / "nowhere", "--workspace", bare.root)
    (tree / "cibench_template" / "pandas" / "link.ipynb").symlink_to(tmp_path / "secret.ipynb")
    led_out = cli("import", "cibench", tree, "--workspace", bare.root)

    assert (unknown.code, "has no experiment scipy" in unknown.err) == (2, True)
    assert "holds no notebook" in empty.err
    assert "no such folder" in nowhere.err
    assert "is a link that leads out of" in led_out.err
    assert bare.runs() == ()


@pytest.mark.exhaustive
def test_there_and_back(cli: Cli, tmp_path: Path) -> None:
    """A set that is exported, imported, admitted and exported again is the same notebook, byte for byte."""
    first, _ = Workspace.create(tmp_path / "first")
    second, _ = Workspace.create(tmp_path / "second")
    (tmp_path / "prices.csv").write_text(PRICES)
    put_set(first, "prices", SET, [tmp_path / "prices.csv"])

    assert cli("export", "cibench", tmp_path / "once", "--workspace", first.root).code == 0
    assert cli("import", "cibench", tmp_path / "once", "--workspace", second.root).code == 0
    # Drawing needs matplotlib, which takes longer to import than the second that DSEval gives: a warning.
    admitted = cli(
        "admit", "prices", "--yes", "--reason", "they are ours", "--reviewer", "Ada", "--workspace", second.root
    )
    assert admitted.code == 0, admitted.err
    assert cli("export", "cibench", tmp_path / "twice", "--workspace", second.root).code == 0
    notebooks = [tmp_path / tree / "cibench_generation/pandas/prices.ipynb" for tree in ("once", "twice")]
    assert notebooks[0].read_bytes() == notebooks[1].read_bytes()
    assert json.loads(notebooks[0].read_text())["metadata"]["step_types"] == [
        "exec",
        "num",
        "text",
        "exec",
        "text",
        "vis",
    ]
