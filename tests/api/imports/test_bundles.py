"""What was imported is a seed and a draft like any other: proven, reviewed, admitted."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.imports.bundles import ImportedBundle, VettedSeed, data_files, draft_bundle, write_bundle_seed
from authoring.api.seeds.upkeep import SeedEdits, edit_seed
from authoring.dseal.diagnostic import RuleInfo, Severity
from authoring.errors import SeedError
from authoring.records.decision import Waiting
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.records.run import ResumedRun
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from tests.api.listener import Listener

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
def bundle(tmp_path: Path) -> ImportedBundle:
    """A set with a table and a file in a folder that is none."""
    table, odd = tmp_path / "g.csv", tmp_path / "odd.txt"
    table.write_text("name,mass\n" + "".join(f"g{n},{n}\n" for n in range(12)))
    odd.write_text("{ no table }")
    return ImportedBundle(
        name="gulls",
        imported=IMPORTED,
        source="notebook:gulls.ipynb",
        title="Gulls",
        files=(("Gulls 2.csv", table), ("notes/odd.txt", odd)),
    )


@pytest.mark.exhaustive
def test_imported_reviewed_and_admitted(cli: Cli, bare: Workspace, bundle: ImportedBundle) -> None:
    """Files keep the names that the code knows, folders included, and stand beside the admitted set."""
    listener = Listener()
    state = draft_bundle(bare, bundle, reporter=listener)
    (line,) = cli("status", "--json", "--workspace", bare.root).json["drafts"]
    admission = cli("admit", "gulls", "--yes", "--reviewer", "Ada", "--workspace", bare.root)
    inputs = bare.root / "problemsets" / "_inputs" / "gulls"

    assert isinstance(state, Waiting)
    assert [finding.code for finding in state.evidence.diagnostics] == ["DS999"]
    (vetted,) = listener.parts
    assert isinstance(vetted, VettedSeed)
    assert "DS902" in {finding.code for finding in vetted.findings}
    assert (line["errors"], line["warnings"], line["waiting_for"]) == (0, 1, "a reviewer")
    seed = bare.read_seed("gulls")
    assert [file.name for file in seed.files] == ["Gulls 2.csv"]
    assert [file.name for file in seed.companions] == ["notes/odd.txt"]
    assert admission.code == 0, admission.err
    assert sorted(path.relative_to(inputs).as_posix() for path in inputs.rglob("*.*")) == [
        "Gulls 2.csv",
        "notes/odd.txt",
    ]
    assert cli("run", "gulls", "--workspace", bare.root).code == 0
    assert cli("report", "yield", "--workspace", bare.root, "--json").json["total"]["funnel"]["asked"] == 0


@pytest.mark.exhaustive
def test_no_model_belongs_to_it(cli: Cli, bare: Workspace, bundle: ImportedBundle) -> None:
    """What was imported is edited by a person, and nobody says that templates made it."""
    draft_bundle(bare, bundle)
    answer = cli("revise", "gulls", "--comment", "harder", "--reviewer", "Ada", "--workspace", bare.root)

    assert answer.code == 2
    assert "gulls was imported: no model belongs to it" in answer.err
    assert "authoring review gulls" in answer.err


@pytest.mark.exhaustive
def test_the_same_again_goes_on(bare: Workspace, bundle: ImportedBundle) -> None:
    """Taking in twice is taking in once; another set of the same name is refused, unless it is to begin anew."""
    draft_bundle(bare, bundle)
    listener = Listener()
    draft_bundle(bare, bundle, reporter=listener)
    other = replace(bundle, files=bundle.files[1:])

    assert any(isinstance(part, ResumedRun) for part in listener.parts)
    with pytest.raises(SeedError, match="with other data"):
        draft_bundle(bare, other)


def test_a_licence_is_stated_later(bare: Workspace, bundle: ImportedBundle) -> None:
    """Taking in once more with a licence states it where none was; what a person said of the seed since stays."""
    with closing(LocalSandbox()) as sandbox:
        seed = write_bundle_seed(bare, bundle, sandbox=sandbox)
        edit_seed(bare, seed.name, SeedEdits(title="Gulls of Ada"), who="Ada")
        stated = write_bundle_seed(bare, replace(bundle, licence="MIT"), sandbox=sandbox)
        write_bundle_seed(bare, replace(bundle, licence="CC0-1.0"), sandbox=sandbox)

    assert (seed.licence, stated.licence, stated.title) == ("unknown", "MIT", "Gulls of Ada")
    assert bare.read_seed(seed.name) == stated


@pytest.mark.exhaustive
def test_a_seed_of_another_source_stays(bare: Workspace, bundle: ImportedBundle) -> None:
    """Not even to begin anew is a seed replaced that this import did not bring."""
    draft_bundle(bare, bundle)
    before = bare.read_seed("gulls")
    other = replace(bundle, source="notebook:terns.ipynb")

    with pytest.raises(SeedError, match=r"already, from notebook:gulls\.ipynb"):
        draft_bundle(bare, other, restart=True)
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
