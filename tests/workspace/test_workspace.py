"""Workspaces: what is written appears whole or not at all, and what is wrong is named."""

import hashlib
from pathlib import Path

import pytest

from authoring.errors import SeedError, WorkspaceError
from authoring.records.decision import Admission
from authoring.records.seed import InputFile, Seed, TableFile, TableFormat
from authoring.workspace import Workspace
from authoring.workspace.files import folder_in_place_of, sha256_of_file


def table(path: Path) -> TableFile:
    """Return the record of a small csv file."""
    content = path.read_bytes()
    return TableFile(
        name=path.name,
        format=TableFormat.CSV,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        rows=1,
        columns=("x",),
        reader=f'pd.read_csv("inputs/{path.name}")',
    )


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    """Return a small csv file outside any workspace."""
    path = tmp_path / "elsewhere" / "t.csv"
    path.parent.mkdir()
    path.write_text("x\n1\n")
    return path


@pytest.fixture
def seed(csv: Path) -> Seed:
    """Return a seed about that file."""
    return Seed(name="t", title="T", description="", source="t.csv", licence="CC0-1.0", files=(table(csv),))


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a new workspace."""
    return Workspace.create(tmp_path / "w")[0]


def test_new_workspace_has_guides_and_templates(workspace: Workspace) -> None:
    """A new workspace holds everything drafting needs."""
    assert workspace.templates()
    assert (workspace.root / "guides" / "dseal.md").is_file()


def test_creating_again_keeps_what_is_there(workspace: Workspace) -> None:
    """`create` never overwrites."""
    (workspace.root / "guides" / "dseal.md").write_text("mine")
    _, written = Workspace.create(workspace.root)

    assert written == ()
    assert (workspace.root / "guides" / "dseal.md").read_text() == "mine"


def test_workspace_is_found_from_below(workspace: Workspace, tmp_path: Path) -> None:
    """Any folder below the root belongs to the workspace; a folder outside does not."""
    assert Workspace.find(workspace.root / "guides").root == workspace.root
    with pytest.raises(WorkspaceError, match="no workspace here"):
        Workspace.find(tmp_path)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("[limits]\nmax_tme = 3", "limits.max_tme: unknown key", "did you mean max_time"),
        ("[limit]\nmax_time = 3", "limit: unknown key", "did you mean limits"),
        ("[limits]\nmax_time = 'x'", "limits.max_time: ", "guides/settings.md"),
        ("[limits", "authoring.toml", "mend the file"),
    ],
)
def test_broken_settings_name_the_key(workspace: Workspace, text: str, message: str, hint: str) -> None:
    """authoring.toml is read strictly."""
    (workspace.root / "authoring.toml").write_text(text)
    with pytest.raises(WorkspaceError, match=message) as caught:
        _ = Workspace(workspace.root).settings

    assert hint in caught.value.hint


def test_seed_round_trips(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """What is written is what is read, files included."""
    workspace.write_seed(seed, [(seed.files[0], csv)])

    assert workspace.seeds() == ("t",)
    assert workspace.read_seed("t") == seed
    assert [path.read_text() for path in workspace.seed_files(seed)] == ["x\n1\n"]


def test_folder_that_was_renamed_by_hand_is_a_renamed_seed(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """The folder's name is the seed's, where it can be one; its files are found in it."""
    folder = workspace.write_seed(seed, [(seed.files[0], csv)])
    folder.rename(folder.with_name("shops-2"))
    renamed = workspace.read_seed("shops-2")

    assert renamed == seed.model_copy(update={"name": "shops-2"})
    assert workspace.seed_files(renamed) == (workspace.root / "seeds" / "shops-2" / "data" / csv.name,)
    folder.with_name("shops-2").rename(folder.with_name("My Shops"))
    with pytest.raises(SeedError, match="a seed cannot be called My Shops"):
        workspace.read_seed("My Shops")


def test_seed_is_not_replaced_unasked(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """A second seed of the same name is refused, or replaces the first whole."""
    workspace.write_seed(seed, [(seed.files[0], csv)])
    with pytest.raises(SeedError, match="already"):
        workspace.write_seed(seed, [(seed.files[0], csv)])
    changed = seed.model_copy(update={"title": "Other"})
    workspace.write_seed(changed, [(seed.files[0], csv)], replace=True)

    assert workspace.read_seed("t").title == "Other"


def test_changed_or_missing_data_is_noticed(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """A seed's files are the ones it was made from, or the command stops."""
    folder = workspace.write_seed(seed, [(seed.files[0], csv)])
    (folder / "data" / "t.csv").write_text("x\n2\n")
    with pytest.raises(SeedError, match="has changed"):
        workspace.seed_files(seed)
    (folder / "data" / "t.csv").unlink()
    with pytest.raises(SeedError, match="missing"):
        workspace.seed_files(seed)


def test_unknown_seed_gets_a_suggestion(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """A misspelt name is answered with the nearest one."""
    named = seed.model_copy(update={"name": "penguins"})
    workspace.write_seed(named, [(seed.files[0], csv)])
    with pytest.raises(SeedError) as caught:
        workspace.read_seed("pengiuns")

    assert "did you mean penguins" in caught.value.hint


def test_admission_can_be_written_twice(workspace: Workspace, csv: Path) -> None:
    """Writing the same admission again changes nothing; another text of the same name is refused."""
    inputs = (InputFile(name="t.csv", sha256=sha256_of_file(csv), size=csv.stat().st_size),)
    admission = Admission(name="t", text="# %%\nx = 1\n", meta="name: t\n", inputs=inputs)
    workspace.write_admission(admission, [csv])
    workspace.write_admission(admission, [csv])

    assert workspace.problemsets() == ("t",)
    assert [file.path for file in workspace.read_problemset("t").inputs] == ["t.csv"]
    with pytest.raises(WorkspaceError, match="another problem set"):
        workspace.write_admission(admission.model_copy(update={"text": "# %%\nx = 2\n"}), [csv])


def test_a_file_that_changes_while_it_is_copied_is_not_admitted(workspace: Workspace, csv: Path) -> None:
    """What stands in the benchmark has the bytes that the references were run with, or nothing is written."""
    inputs = (InputFile(name="t.csv", sha256=sha256_of_file(csv), size=csv.stat().st_size),)
    csv.write_text("a,b\n9,9\n")
    with pytest.raises(WorkspaceError, match=r"t\.csv: was changed while it was being copied"):
        workspace.write_admission(Admission(name="t", text="# %%\n", meta="name: t\n", inputs=inputs), [csv])

    assert workspace.problemsets() == ()
    assert list((workspace.root / "problemsets").rglob("*.*")) == []


def test_no_journal_that_was_set_aside_is_replaced(workspace: Workspace) -> None:
    """A journal goes after the last one, even where a person removed an earlier one."""
    path = workspace.journal_path("t")
    path.parent.mkdir(parents=True)
    path.with_name("journal.2.jsonl").write_text("paid for\n")
    path.write_text("new\n")

    assert workspace.set_aside_run("t") == path.with_name("journal.3.jsonl")
    assert path.with_name("journal.2.jsonl").read_text() == "paid for\n"


def test_an_extra_file_in_a_folder_of_a_seed_is_refused(workspace: Workspace, seed: Seed, csv: Path) -> None:
    """A session copies folders whole, so what nobody vetted would be copied too."""
    companion = InputFile(name="more/t.csv", sha256=sha256_of_file(csv), size=csv.stat().st_size)
    seed = seed.model_copy(update={"companions": (companion,)})
    folder = workspace.write_seed(seed, [(seed.files[0], csv), (companion, csv)])
    assert [path.name for path in workspace.seed_files(seed)] == ["t.csv", "more"]
    (folder / "data" / "more" / "extra.csv").write_text("1")

    with pytest.raises(SeedError, match=r"extra\.csv: is no file of the seed"):
        workspace.seed_files(seed)


def test_failed_writing_leaves_the_old_folder(tmp_path: Path) -> None:
    """A folder that is being replaced stays as it was until the new one is whole."""
    folder = tmp_path / "f"
    with folder_in_place_of(folder) as new:
        (new / "a").write_text("1")

    def write_badly() -> None:
        with folder_in_place_of(folder) as new:
            (new / "a").write_text("2")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_badly()

    assert (folder / "a").read_text() == "1"
    assert [path.name for path in tmp_path.iterdir()] == ["f"]
