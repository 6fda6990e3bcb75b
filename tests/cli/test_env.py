"""``authoring env`` and ``authoring run --env``: environments are locked, made, checked, used and removed."""

import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.sandboxes import THIS_INTERPRETER, allow_lock
from authoring.sandbox.environments.pythons import running_python
from authoring.workspace import Workspace
from tests.sandbox.environments.conftest import old_text, uv_cache

__all__ = ["old_text", "uv_cache"]

Cli = Callable[..., Any]
HASH = "--hash=sha256:" + "0" * 64
PRICES = '''# %%
import pandas as pd

df = pd.DataFrame({"day": pd.date_range("2024-01-01", periods=90), "price": range(90), "shop": ["a", "b", "c"] * 30})

# %%
"""
question: The sum of `price` by month, as `monthly`.
validator: {namespace_check: {monthly: }}
"""
monthly = df.set_index("day").resample("ME")["price"].sum()

# %%
"""
question: How many rows has `df`?
"""
len(df)

# %%
"""
question: The largest of `monthly`.
"""
int(monthly.max())
'''


@pytest.fixture
def priced(bare: Workspace) -> Workspace:
    """Return a workspace with a set that pandas 2.1 cannot run, because month ends were called otherwise there."""
    (bare.root / "problemsets" / "prices.py").write_text(PRICES)
    return Workspace(bare.root)


@pytest.fixture
def locked(priced: Workspace, old_text: str) -> Workspace:
    """Return a workspace with a real lock of older versions, which the person allowed."""
    (priced.root / "environments").mkdir()
    (priced.root / "environments" / "old.lock").write_text(old_text)
    allow_lock(priced, priced.root / "environments" / "old.lock")
    return priced


def test_misspelt_environment_is_answered(cli: Cli, locked: Workspace) -> None:
    """With the name that is there."""
    answer = cli("run", "prices", "--env", "here,odl", "--workspace", locked.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (2, "hint: did you mean old?")


def test_lock_of_a_benchmark_is_not_made_by_itself(cli: Cli, priced: Workspace) -> None:
    """Packages run code when Python starts; they are installed when a person says so, and the message says how."""
    (priced.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\nenvironment: {lock: e.lock}\n")
    (priced.root / "problemsets" / "e.lock").write_text(f"numpy==1.26.4 {HASH}\npandas==2.1.1 {HASH}\n")
    answer = cli("run", "prices", "--workspace", priced.root)

    assert answer.code == 12
    assert "e.lock has not been made" in answer.err
    assert "authoring env create" in answer.err
    assert not (priced.root / ".authoring" / "environments").exists()


# Locks


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["here", "pandas"], 2, "here means an interpreter already"),
        (["3.11", "pandas"], 2, "3.11 means an interpreter already"),
        (["Old", "pandas"], 2, "cannot be a name"),
        (["new", "--", "-r evil.txt"], 2, "is no requirement"),
        (["new", "--python", "no/such/python"], 12, "there is no Python interpreter at"),
    ],
)
def test_lock_that_cannot_be_meant(cli: Cli, priced: Workspace, arguments: list[str], code: int, message: str) -> None:
    """Names that mean something else, requirements that are options, interpreters that are none."""
    answer = cli("env", "lock", "--workspace", priced.root, *arguments)

    assert answer.code == code
    assert message in answer.err


def test_lock_is_not_overwritten(cli: Cli, priced: Workspace) -> None:
    """A lock that is there stays, unless it is said."""
    (priced.root / "environments").mkdir()
    (priced.root / "environments" / "old.lock").write_text("# mine\n")
    answer = cli("env", "lock", "old", "pandas", "--workspace", priced.root)

    assert answer.code == 3
    assert "--replace" in answer.err


def test_locks_are_listed_before_they_are_made(cli: Cli, priced: Workspace) -> None:
    """With what comes next."""
    assert cli("env", "list", "--workspace", priced.root).out.splitlines()[-1].endswith("authoring env lock NAME")
    (priced.root / "environments").mkdir()
    (priced.root / "environments" / "e.lock").write_text(f"# python: 3.11\nnumpy==1.26.4 {HASH}\n")
    (priced.root / "authoring.toml").write_text('[environment]\nlock = "environments/e.lock"\n')
    (line,) = cli("env", "list", "--workspace", priced.root, "--json").json

    assert (line["name"], line["python"], line["packages"], line["key"]) == ("e", "3.11", 1, "")
    assert line["in_settings"]


def test_nothing_is_removed_unasked(cli: Cli, priced: Workspace) -> None:
    """Neither without a name, nor by a name that nothing has."""
    assert cli("env", "remove", "--workspace", priced.root).code == 2
    assert "no such environment has been made" in cli("env", "remove", "old", "--workspace", priced.root).err


@pytest.mark.exhaustive
def test_check_here_names_the_sets(cli: Cli, priced: Workspace) -> None:
    """A module that is missing is told with the sets that import it, and ends the command with 1."""
    assert cli("env", "check", THIS_INTERPRETER, "--workspace", priced.root).code == 0
    (priced.root / "problemsets" / "birds.py").write_text("# %%\nimport no_such_module\n")
    answer = cli("env", "check", THIS_INTERPRETER, "--workspace", priced.root, "--json")

    assert answer.code == 1
    assert [fault["sets"] for fault in answer.json["faults"]] == [["birds"]]


def test_check_of_what_does_not_start(cli: Cli, priced: Workspace, tmp_path: Path) -> None:
    """An interpreter in which numpy is not installed cannot run cells; that is a fault, and says so."""
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"
    answer = cli("env", "check", python, "--workspace", priced.root)

    assert answer.code == 1
    assert f"fault: it does not start: numpy is not installed in {python}" in " ".join(answer.out.split())


# Comparing


@pytest.mark.exhaustive
def test_comparison_with_itself_holds(cli: Cli, priced: Workspace) -> None:
    """The same environment twice, once by its path, gives the same."""
    answer = cli("run", "prices", "--env", f"here,{running_python().path}", "--workspace", priced.root, "--json")

    assert answer.code == 0
    assert answer.json["sets"][0]["differences"] == []
    assert [one["name"] for one in answer.json["environments"]] == ["here", running_python().path]


def test_lint_errors_are_not_run(cli: Cli, priced: Workspace) -> None:
    """A text with lint errors is told with the first of them."""
    path = priced.root / "problemsets" / "prices.py"
    path.write_text(PRICES.replace("question:", "questoin:", 1))
    answer = cli("run", "prices", "--env", "here", "--workspace", priced.root)

    assert answer.code == 1
    assert "not run: lint found errors: DS" in answer.out


def test_no_environment_is_named(cli: Cli, priced: Workspace) -> None:
    """Commas alone name none."""
    assert cli("run", "prices", "--env", " , ", "--workspace", priced.root).code == 2


# With uv and the package index


@pytest.mark.exhaustive
def test_from_lock_to_removal(cli: Cli, locked: Workspace) -> None:
    """Made, checked, used by every verb, compared, listed and removed."""
    where = ("--workspace", locked.root)
    made = cli("env", "create", "old", *where, "--json").json
    check = cli("env", "check", "old", *where)
    (line,) = cli("env", "list", *where, "--json").json

    assert {package["name"]: package["version"] for package in made["packages"]}["pandas"] == "2.1.1"
    assert (check.code, check.out.splitlines()[0]) == (0, "old: is what it should be")
    assert (line["key"], line["size"]) == (made["key"], made["size"])

    compared = cli("run", "prices", "--env", "here,old", *where)

    assert compared.code == 1
    assert "problem 1 breaks (line 6); because of it problem 3" in compared.out
    assert "old: ValueError: Invalid frequency: ME" in compared.out
    assert "likely: pandas is" in compared.out
    assert "3 of 3  1 of 3" in compared.out

    (locked.root / "authoring.toml").write_text('[environment]\nlock = "environments/old.lock"\n')
    (proof,) = cli("run", "prices", *where, "--json").json

    assert dict(proof["evidence"]["dry_run"]["packages"])["pandas"] == "2.1.1"
    assert [found["code"] for found in proof["evidence"]["diagnostics"]][:1] == ["DS401"]

    (locked.root / "authoring.toml").write_text("")
    (locked.root / "environments" / "old.lock").unlink()
    (gone,) = cli("env", "remove", "--unused", *where, "--json").json

    assert gone["key"] == made["key"]
    assert cli("env", "list", *where, "--json").json == []


@pytest.mark.exhaustive
def test_environment_of_the_settings_is_made_when_it_is_needed(cli: Cli, locked: Workspace) -> None:
    """The workspace is its owner's, and what its settings name is made when the owner allowed the lock."""
    (locked.root / "authoring.toml").write_text('[environment]\nlock = "environments/old.lock"\n')
    (proof,) = cli("run", "prices", "--workspace", locked.root, "--json").json

    assert dict(proof["evidence"]["dry_run"]["packages"])["pandas"] == "2.1.1"


@pytest.mark.exhaustive
def test_tampering_is_a_fault(cli: Cli, locked: Workspace) -> None:
    """A file that was changed after the environment was made is named."""
    made = cli("env", "create", "old", "--workspace", locked.root, "--json").json
    folder = locked.root / ".authoring" / "environments" / made["key"]
    (file,) = folder.glob("lib/python*/site-packages/pandas/__init__.py")
    file.write_text(file.read_text() + "\n")
    answer = cli("env", "check", "old", "--workspace", locked.root, "--json")

    assert answer.code == 1
    assert "files of pandas are missing or changed: pandas/__init__.py" in answer.json["faults"][0]["message"]


@pytest.mark.exhaustive
def test_lock_of_what_sets_import(cli: Cli, priced: Workspace, old_text: str) -> None:
    """Without requirements it holds what the admitted sets import; what nobody knows is told and not guessed."""
    del old_text
    (priced.root / "problemsets" / "birds.py").write_text("# %%\nfrom sklearn import tree\nimport no_such_module\n")
    (priced.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\n")
    answer = cli("env", "lock", "sets", "--here", "--workspace", priced.root, "--json").json
    text = (priced.root / answer["path"]).read_text()

    assert {"numpy", "pandas", "scikit-learn"} <= {name for name, _ in answer["packages"]}
    assert answer["unknown"] == ["no_such_module"]
    assert text.splitlines()[1:3] == [
        f"# python: {running_python().minor}",
        f"# made by: authoring env lock sets --here --python {running_python().minor}",
    ]
