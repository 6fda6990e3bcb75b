"""``authoring import dseval``: a whole benchmark, proved again, kept, admitted."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]
CASES = Path(__file__).parents[1] / "cases" / "importers" / "benchmark"
HOLDING = ("every-file", "shops")
BROKEN = ("lacking", "odd-name", "of-its-time")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the benchmark of the cases; no workspace around."""
    shutil.copytree(CASES, tmp_path / "small")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "small"


@pytest.mark.exhaustive
def test_check_reports_and_writes_nothing(cli: Cli, folder: Path, golden: Callable[[str, str], None]) -> None:
    """Without a workspace, what holds and every root cause once; the exit code tells that not all does."""
    before = sorted(folder.parent.rglob("*"))
    answer = cli("import", "dseval", folder.name, "--check")

    assert (answer.code, answer.err) == (1, "")
    assert sorted(folder.parent.rglob("*")) == before
    golden("cli/import-dseval-check.txt", answer.out)


@pytest.mark.exhaustive
def test_sets_become_drafts_with_what_they_read(cli: Cli, folder: Path, bare: Workspace) -> None:
    """Every set with a problem is a draft; its seed has the files that it reads, and what the card tells."""
    answer = cli("import", "dseval", folder, "--workspace", bare.root, "--json")

    assert answer.code == 1
    assert bare.runs() == tuple(sorted((*HOLDING, *BROKEN)))
    seed = bare.read_seed("shops")
    assert [file.name for file in seed.files] == ["shops.csv"]
    assert (seed.title, seed.licence, seed.source) == ("Shops & Sales", "CC0-1.0", "dseval:Small/shops")
    assert seed.publication is not None
    assert (seed.publication.ref, seed.publication.votes) == ("somebody/shops", 120)
    report = answer.json
    assert {each["name"]: each["drafted"] for each in report["sets"]}["prose"] is False
    assert report["standings"] == {"errors": 3, "clean": 1, "noted": 1, "unread": 1}
    assert (report["problems"], report["reached"], report["right"]) == (8, 2, 2)


@pytest.mark.exhaustive
def test_going_on_and_admitting(cli: Cli, folder: Path, bare: Workspace) -> None:
    """Run again, what was done is not done again; --admit admits what has no errors, on that person's word."""
    command = ("import", "dseval", folder, "--set", "shops", "--set", "lacking", "--workspace", bare.root)
    cli(*command)
    journal = bare.journal_path("shops").read_bytes()
    cli(*command)
    assert bare.journal_path("shops").read_bytes() == journal

    answer = cli(*command, "--admit", "--why", "was published", "--reviewer", "Ada", "--json")
    assert bare.problemsets() == ("shops",)
    assert [each["name"] for each in answer.json["sets"] if each["admitted"]] == ["shops"]
    meta = (bare.root / "problemsets" / "_meta" / "shops.yaml").read_text()
    assert "reviewer: Ada" in meta
    assert "reason: was published" in meta
    assert (bare.root / "problemsets" / "shops.py").read_text() == (folder / "shops.py").read_text()
    settled = cli(*command, "--json").json
    assert [each["name"] for each in settled["sets"] if each["settled"]] == ["shops"]


@pytest.mark.exhaustive
def test_only_the_sets_that_are_named(cli: Cli, folder: Path, bare: Workspace) -> None:
    """--set takes in one set; a name that is none is refused."""
    assert cli("import", "dseval", folder, "--set", "shops", "--workspace", bare.root).code == 0
    assert bare.runs() == ("shops",)
    refused = cli("import", "dseval", folder, "--set", "shop", "--workspace", bare.root)
    assert refused.code == 2
    assert "has no set called shop" in refused.err


@pytest.mark.exhaustive
def test_a_seed_in_the_way_keeps_no_other_set_out(cli: Cli, folder: Path, bare: Workspace, tmp_path: Path) -> None:
    """A seed of that name about something else is told of this set, and the others are taken in."""
    (tmp_path / "shops.csv").write_text("a,b\n1,2\n")
    cli("seed", "add", tmp_path / "shops.csv", "--name", "shops", "--licence", "CC0-1.0", "--workspace", bare.root)

    answer = cli("import", "dseval", folder, "--set", "shops", "--set", "every-file", "--workspace", bare.root)
    assert answer.code == 1
    assert "shops: there is a seed called shops already, from " in answer.out
    assert bare.runs() == ("every-file",)


@pytest.mark.parametrize("options", [("--admit",), ("--admit", "--check", "--why", "so")])
def test_admitting_takes_a_reason(cli: Cli, folder: Path, bare: Workspace, options: tuple[str, ...]) -> None:
    """A decision without a reason, or one that is not carried out, is refused before anything is run."""
    answer = cli("import", "dseval", folder, *options, "--workspace", bare.root)

    assert answer.code == 2
    assert bare.runs() == ()


def test_what_is_no_benchmark(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A folder without sets, or without a manifest, is refused with what a benchmark has."""
    (tmp_path / "empty").mkdir()
    assert "holds no problem sets" in cli("import", "dseval", tmp_path / "empty", "--workspace", bare.root).err
    (tmp_path / "empty" / "a.py").write_text("# %%\n1\n")
    assert "_manifest.yaml: is missing" in cli("import", "dseval", tmp_path / "empty", "--workspace", bare.root).err


def test_a_link_out_of_the_benchmark(cli: Cli, folder: Path, bare: Workspace, tmp_path: Path) -> None:
    """A stranger's benchmark cannot take in, and so hand on, a file of this machine."""
    (tmp_path / "secret.csv").write_text("key\n1\n")
    next(path for path in sorted((folder / "_inputs").iterdir()) if path.is_dir()).joinpath("linked.csv").symlink_to(
        tmp_path / "secret.csv"
    )
    answer = cli("import", "dseval", folder, "--workspace", bare.root)

    assert answer.code == 10
    assert "linked.csv: is a link that leads out of" in answer.err
    assert bare.seeds() == ()
