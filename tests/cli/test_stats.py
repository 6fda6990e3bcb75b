"""``authoring stats``: what it shows, what it writes, and how it refuses."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]
SHOP = Path(__file__).parents[1] / "cases" / "statistics" / "shop"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a benchmark of two sets, one of which stops, in the current folder."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SHOP, tmp_path / "shop")
    return Path("shop")


@pytest.fixture
def alone(shop: Path) -> Path:
    """Return a problem set that belongs to no benchmark."""
    return Path(shutil.copy(shop / "chain.py", shop.parent / "chain.py"))


def test_view_fits_eighty_columns(
    cli: Cli, shop: Path, monkeypatch: pytest.MonkeyPatch, golden: Callable[[str, str], None]
) -> None:
    """Problems, validators, library calls, what is left out, the next command: nothing wider than a small terminal."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("stats", shop, "--no-run")

    assert answer.code == 0
    assert max(len(line.rstrip()) for line in answer.out.splitlines()) <= 80
    golden("cli/stats-no-run.txt", answer.out)


@pytest.mark.exhaustive
def test_run_adds_sessions_and_says_what_stopped(cli: Cli, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference that fails is named with its line, and the exit code tells that figures are missing."""
    monkeypatch.setenv("COLUMNS", "80")
    answer = cli("stats", shop)

    assert answer.code == 1
    assert "44%" in answer.out
    assert "0 unresolved" in answer.out
    assert "shop: stops.py:24: problem 2 failed, figures stop there: IndexError:" in " ".join(answer.out.split())
    assert max(len(line.rstrip()) for line in answer.out.splitlines()) <= 80


@pytest.mark.exhaustive
def test_json_holds_everything(cli: Cli, shop: Path, alone: Path) -> None:
    """One record a benchmark, with every set, problem and call."""
    answer = cli("stats", shop, alone, "--json")

    assert (answer.code, answer.err) == (1, "")
    first, second = answer.json
    assert (first["benchmark"], second["benchmark"]) == ("shop", "chain")
    assert [problem["depends_on"] for problem in second["sets"][0]["problems"]][3] == [1, 3]
    assert second["session"]["stopped"] == 0


def test_workspace_is_the_default(cli: Cli, bare: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name the workspace's problem sets are measured; an empty one is said to be empty."""
    shutil.copytree(SHOP, bare.root / "problemsets", dirs_exist_ok=True)
    monkeypatch.chdir(bare.root)

    assert cli("stats", "--no-run", "--json").json[0]["usage"]["problems"] == 11


def test_several_benchmarks_stand_below_each_other(cli: Cli, shop: Path, alone: Path) -> None:
    """Each has its line, and its own tables."""
    answer = cli("stats", shop, alone, "--no-run")

    assert answer.out.count("\nshop ") == 1
    assert "Validators of chain" in answer.out


@pytest.mark.parametrize("name", ["stats.svg", "stats.PNG", "stats.html"])
def test_picture_is_written(cli: Cli, shop: Path, name: str) -> None:
    """The file has the kind its name asks for, and the last line names it."""
    answer = cli("stats", shop, "--no-run", "--plot", name)

    assert answer.code == 0
    assert Path(name).stat().st_size > 1000
    assert answer.out.splitlines()[-1].endswith(name)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["shop", "--plot", "stats.gif"], 2, ".svg"),
        (["shop", "--plot", "nowhere/stats.svg"], 2, "existing folder"),
        (["shop", "shop/chain.py", "--plot", "stats.svg"], 2, "one benchmark"),
        (["missing"], 10, "no such file or folder"),
        (["shop", "--python", "missing/python"], 2, "missing/python"),
        ([], 3, "no workspace"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_refusals_are_clear(cli: Cli, shop: Path, arguments: list[str], code: int, words: str) -> None:
    """What cannot be done is said before anything runs, and nothing is written."""
    before = sorted(shop.parent.rglob("*"))
    answer = cli("stats", *arguments)

    assert answer.code == code
    assert words in answer.err
    assert sorted(shop.parent.rglob("*")) == before


@pytest.mark.exhaustive
def test_broken_cells_and_strange_names_are_shown_safely(cli: Cli, shop: Path) -> None:
    """A cell that cannot be read is counted, and no name steers the terminal."""
    (shop / "bro\x1b[2Jken.py").write_text('# %%\n"""\nquestion: [\n"""\n\n1\n\n# %%\nraise ValueError("\\x1b[2J")\n')
    answer = cli("stats", shop)

    assert "1 cell cannot be read" in answer.out
    assert "\x1b" not in answer.out
    assert json.dumps("bro\\x1b[2Jken")[1:-1].replace("\\\\", "\\") in answer.out
