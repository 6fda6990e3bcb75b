"""What was imported is a seed and a draft like any other: proven, reviewed, admitted."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.cli.taking_in import Taken, data_files, take_in
from authoring.dseal.diagnostic import RuleInfo, Severity
from authoring.errors import SeedError
from authoring.records.draft import ProblemOrigin
from authoring.records.imported import ImportedSet
from authoring.workspace import Workspace

Cli = Callable[..., Any]

GUESS = RuleInfo("DS999", "guess", Severity.WARNING, "what", "why", "bad", "good")
TEXT = """\
# %%
import pandas as pd
gulls = pd.read_csv("inputs/Gulls 2.csv")
odd = open("inputs/notes/odd.txt").read()

# %%
\"\"\"
question: |
  How many rows does `gulls` have?
\"\"\"

len(gulls)

# %%
\"\"\"
question: |
  How many characters does `odd` have?
\"\"\"

len(odd)
"""
IMPORTED = ImportedSet(
    text=TEXT,
    origins=(ProblemOrigin(origin="import:notebook"),) * 2,
    findings=(GUESS.diagnostic("the second is a guess", problem=2),),
)


@pytest.fixture
def taken(tmp_path: Path) -> Taken:
    """A set with a table and a file in a folder that is none."""
    table, odd = tmp_path / "g.csv", tmp_path / "odd.txt"
    table.write_text("name,mass\n" + "".join(f"g{n},{n}\n" for n in range(12)))
    odd.write_text("{ no table }")
    return Taken(
        name="gulls",
        imported=IMPORTED,
        source="notebook:gulls.ipynb",
        title="Gulls",
        files=(("Gulls 2.csv", table), ("notes/odd.txt", odd)),
    )


def test_taken_in_reviewed_and_admitted(
    cli: Cli, bare: Workspace, taken: Taken, capfd: pytest.CaptureFixture[str]
) -> None:
    """Files keep the names that the code knows, folders included, and stand beside the admitted set."""
    code = take_in(bare, taken)
    shown = capfd.readouterr().out
    (line,) = cli("status", "--json", "--workspace", bare.root).json["drafts"]
    admitted = cli("admit", "gulls", "--yes", "--reviewer", "Ada", "--workspace", bare.root)
    inputs = bare.root / "problemsets" / "_inputs" / "gulls"

    assert code == 0
    assert "DS999 guess: the second is a guess" in shown
    assert (line["errors"], line["warnings"], line["waiting_for"]) == (0, 1, "a reviewer")
    assert "seeds/gulls:1:1: warning DS902" in shown
    assert shown.splitlines()[-1] == "next: authoring review gulls"
    seed = bare.read_seed("gulls")
    assert [file.name for file in seed.files] == ["Gulls 2.csv"]
    assert [file.name for file in seed.companions] == ["notes/odd.txt"]
    assert admitted.code == 0, admitted.err
    assert sorted(path.relative_to(inputs).as_posix() for path in inputs.rglob("*.*")) == [
        "Gulls 2.csv",
        "notes/odd.txt",
    ]
    assert cli("run", "gulls", "--workspace", bare.root).code == 0
    assert cli("report", "yield", "--workspace", bare.root, "--json").json["total"]["funnel"]["asked"] == 0


def test_no_model_belongs_to_it(cli: Cli, bare: Workspace, taken: Taken) -> None:
    """What was imported is edited by a person, and nobody says that templates made it."""
    take_in(bare, taken)
    answer = cli("revise", "gulls", "--comment", "harder", "--reviewer", "Ada", "--workspace", bare.root)

    assert answer.code == 2
    assert "gulls was imported: no model belongs to it" in answer.err
    assert "authoring review gulls" in answer.err


def test_the_same_again_goes_on(bare: Workspace, taken: Taken, capfd: pytest.CaptureFixture[str]) -> None:
    """Taking in twice is taking in once; another set of the same name is refused, unless it is to begin anew."""
    take_in(bare, taken)
    capfd.readouterr()
    take_in(bare, taken)
    other = Taken(**{**{name: getattr(taken, name) for name in taken.__slots__}, "files": taken.files[1:]})

    assert "resumed" in capfd.readouterr().out
    with pytest.raises(SeedError, match="with other data"):
        take_in(bare, other)


def test_a_seed_of_another_source_stays(bare: Workspace, taken: Taken) -> None:
    """Not even to begin anew is a seed replaced that this import did not bring."""
    take_in(bare, taken)
    before = bare.read_seed("gulls")
    other = Taken(**{**{name: getattr(taken, name) for name in taken.__slots__}, "source": "notebook:terns.ipynb"})

    with pytest.raises(SeedError, match=r"already, from notebook:gulls\.ipynb"):
        take_in(bare, other, restart=True)
    assert bare.read_seed("gulls") == before


def test_data_files(tmp_path: Path) -> None:
    """A folder stands for the files that lie in it; two of one name must be the same."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "x.csv").write_text("1")
    (tmp_path / "a" / ".hidden").write_text("1")
    (tmp_path / "x.csv").write_text("2")

    assert data_files([tmp_path / "a"]) == (("x.csv", tmp_path / "a" / "x.csv"),)
    with pytest.raises(SeedError, match=r"another file is called x\.csv"):
        data_files([tmp_path / "a", tmp_path / "x.csv"])
    with pytest.raises(SeedError, match="no such file"):
        data_files([tmp_path / "none"])


def test_links_out_of_a_folder_are_refused(tmp_path: Path) -> None:
    """A folder that came from a stranger cannot name a file of this machine as its own; links within it are fine."""
    (tmp_path / "secret.csv").write_text("key\n1\n")
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "a.csv").write_text("1")
    (folder / "b.csv").symlink_to("a.csv")

    assert [name for name, _ in data_files([folder])] == ["a.csv", "b.csv"]
    (folder / "c.csv").symlink_to("../secret.csv")
    with pytest.raises(SeedError, match=r"c\.csv: is a link that leads out of"):
        data_files([folder])
    assert data_files([folder / "c.csv"]) == (("c.csv", folder / "c.csv"),)
