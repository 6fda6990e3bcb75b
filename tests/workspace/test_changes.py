"""Changes of a workspace are whole: recorded before they are made, finished after a crash, readable afterwards."""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import ValidationError

from authoring.errors import WorkspaceError
from authoring.records.decision import Change, Deed, Move, Subject
from authoring.records.format_version import VERSION_KEY
from authoring.workspace.changes import CHANGES, PRIVATE, ChangeJournal, current_seed_names, read_changes, removal
from authoring.workspace.repair import find_damage, repair_files


def change(*moves: Move, name: str = "a", new_name: str = "", deed: Deed = Deed.REMOVE) -> Change:
    """Return a change of a seed."""
    time = datetime(2026, 1, 1, tzinfo=UTC)
    return Change(deed=deed, subject=Subject.SEED, name=name, new_name=new_name, who="ada", time=time, moves=moves)


def tree(root: Path) -> dict[str, bytes]:
    """Return every file of a workspace but the journal of its changes."""
    files = (path for path in root.rglob("*") if path.is_file() and path.stem != Path(CHANGES).stem)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def fill(root: Path) -> Change:
    """Write three files below a root, and return the change that takes them away and renames one."""
    for name in ("one", "two/three", "two/four"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return change(*removal(("one", "two"), f"{PRIVATE}/removed/1-a"), Move(source="five", target="six"))


@pytest.mark.parametrize("step", range(1, 6))
def test_no_moment_is_without_a_file_that_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """A file whose successor comes right after it stands in its place until then; the old one is kept."""
    record, target = tmp_path / "seeds" / "a" / "seed.yaml", f"{PRIVATE}/removed/1-a"
    record.parent.mkdir(parents=True)
    record.write_text("old")
    moments = iter(range(1, 1_000))

    def or_stop(call: Callable[..., None]) -> Callable[..., None]:
        def checked(*paths: object, **options: object) -> None:
            assert record.read_text() in {"old", "new"}
            if next(moments) == step:
                raise KeyboardInterrupt
            call(*paths, **options)

        return checked

    with ChangeJournal.opened(tmp_path) as journal, monkeypatch.context() as patched:
        staged = journal.stage("seed.yaml", b"new")
        for name in ("rename", "replace", "unlink"):
            patched.setattr(os, name, or_stop(getattr(os, name)))
        planned = change(*removal(("seeds/a/seed.yaml",), target), Move(source=staged, target="seeds/a/seed.yaml"))
        with pytest.raises(KeyboardInterrupt):
            journal.carry_out(planned)
    with ChangeJournal.opened(tmp_path):
        pass

    assert record.read_text() == "new"
    assert (tmp_path / target / "seeds" / "a" / "seed.yaml").read_text() == "old"
    assert read_changes(tmp_path) == ((planned,), None)


def test_what_is_removed_can_be_read_and_put_back(tmp_path: Path) -> None:
    """The journal says what was done, by whom and when; the files stand under the path that they had."""
    planned = fill(tmp_path)
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(planned)

    assert read_changes(tmp_path) == ((planned,), None)
    assert tree(tmp_path).keys() == {f"{PRIVATE}/removed/1-a/{name}" for name in ("one", "two/three", "two/four")}


@pytest.mark.parametrize("crash_at", range(4))
def test_cut_short_change_is_finished_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, crash_at: int
) -> None:
    """Cut short at any moment, it is ended by the next to change something, with the bytes of a whole one."""
    whole = tmp_path / "whole"
    planned = fill(whole)
    with ChangeJournal.opened(whole) as journal:
        journal.carry_out(planned)
    root = tmp_path / "cut"
    fill(root)
    writes, calls = (Path.rename, os.write), iter(range(100))

    def failing_rename(path: Path, target: Path) -> Path:
        if next(calls) == crash_at:
            raise KeyboardInterrupt
        return writes[0](path, target)

    def failing_write(descriptor: int, content: bytes) -> int:
        if next(calls) == crash_at:
            raise KeyboardInterrupt
        return writes[1](descriptor, content)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", failing_rename)
        patch.setattr("authoring.workspace.changes.os.write", failing_write)
        with pytest.raises(KeyboardInterrupt), ChangeJournal.opened(root) as journal:
            journal.carry_out(planned)
    with ChangeJournal.opened(root):
        pass

    if crash_at == 0:  # nothing was recorded, and nothing done
        fill(untouched := tmp_path / "untouched")
        assert tree(root) == tree(untouched)
    else:
        assert tree(root) == tree(whole)
        assert read_changes(root) == ((planned,), None)


def garbage(path: Path) -> None:
    """Add lines that say nothing."""
    with path.open("ab") as file:
        file.write(b"\0\0\0\n[1]\n" + b"[" * 100_000 + b"\n" + b'{"kind": "begun", "cha')


def other_name(path: Path) -> None:
    """Change a line that can be read as well afterwards."""
    path.write_bytes(path.read_bytes().replace(b'"name":"b"', b'"name":"x"'))


def lost_line(path: Path) -> None:
    """Lose a line without a trace."""
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))


def no_file(path: Path) -> None:
    """Be a pipe that nobody writes into."""
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("damage", "names", "message"),
    [
        (garbage, ["a", "b"], "line 5 is no JSON; line 6 is no JSON object; line 7"),
        (other_name, ["a"], "line 3 is not what was written"),
        (lost_line, ["a"], "1 of 4 lines that were written are missing"),
        (no_file, [], "pipe"),
    ],
)
def test_damage_is_said_and_mended(
    tmp_path: Path, damage: Callable[[Path], None], names: list[str], message: str
) -> None:
    """What is sound is still read; nothing is added before a person knows; after the repair changes go on."""
    path = tmp_path / PRIVATE / CHANGES
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="a"))
        journal.carry_out(change(name="b"))
    damage(path)

    assert [done.name for done in read_changes(tmp_path)[0]] == names
    with pytest.raises(WorkspaceError, match=message) as refused, ChangeJournal.opened(tmp_path):
        pass
    assert "authoring doctor --repair" in refused.value.hint
    damaged = [file for file in find_damage(tmp_path) if file.kind == "changes"]
    assert [message in file.problem for file in damaged] == [True]

    repaired = [file for file in repair_files(tmp_path) if file.kind == "changes"]
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="c"))

    assert [(file.mended, file.moved_to) for file in repaired] == [(True, f"{PRIVATE}/{CHANGES}.damaged-1")]
    assert read_changes(tmp_path)[0][-1].name == "c"


def test_torn_line_was_never_done(tmp_path: Path) -> None:
    """What a crash left of a line is no damage."""
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="a"))
    with (tmp_path / PRIVATE / CHANGES).open("ab") as file:
        file.write(b'{"kind": "begun", "cha')
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="b"))

    assert [done.name for done in read_changes(tmp_path)[0]] == ["a", "b"]


def test_newer_version_is_not_damage(tmp_path: Path) -> None:
    """What a later program recorded is left alone, and the message says which version reads it."""
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="a"))
    begun = {**change(name="b").model_dump(mode="json"), VERSION_KEY: 99}
    with (tmp_path / PRIVATE / CHANGES).open("a") as file:
        file.write(json.dumps({"kind": "begun", **begun}) + '\n{"kind": "done"}\n')

    assert [done.name for done in read_changes(tmp_path)[0]] == ["a"]
    with pytest.raises(WorkspaceError, match="this program reads up to format"), ChangeJournal.opened(tmp_path):
        pass


@pytest.mark.parametrize("named", ["source", "target"])
def test_move_by_way_of_a_link_is_refused(tmp_path: Path, named: str) -> None:
    """A stranger's folder that is a link brings no file of this machine into a workspace, and puts none outside."""
    root, outside = tmp_path / "workspace", tmp_path / "outside"
    outside.mkdir()
    (outside / "mine").write_text("secret")
    (root / "problemsets").mkdir(parents=True)
    (root / "problemsets" / "here").write_text("x")
    (root / "problemsets" / "linked").symlink_to(outside)
    moves = {
        "source": Move(source="problemsets/linked/mine", target="problemsets/stolen"),
        "target": Move(source="problemsets/here", target="problemsets/linked/put"),
    }

    with pytest.raises(WorkspaceError, match="leads out of"), ChangeJournal.opened(root) as journal:
        journal.carry_out(change(moves[named]))

    assert [path.name for path in outside.iterdir()] == ["mine"]
    assert not (root / "problemsets" / "stolen").exists()


def test_renamed_seed_is_known_by_each_of_its_names(tmp_path: Path) -> None:
    """Runs name a seed as it was called when they were begun."""
    with ChangeJournal.opened(tmp_path) as journal:
        journal.carry_out(change(name="a", new_name="b", deed=Deed.RENAME))
        journal.carry_out(change(name="b", new_name="c", deed=Deed.RENAME))

    assert current_seed_names(tmp_path, "a") == ("a", "b", "c")
    assert current_seed_names(tmp_path, "c") == ("c",)


@pytest.mark.parametrize("path", ["../outside", "a/../../outside", "/etc/outside", ""])
def test_change_that_leads_out_of_the_workspace_is_never_carried_out(tmp_path: Path, path: str) -> None:
    """A journal that came with a stranger's workspace moves nothing from or to elsewhere."""
    root, outside = tmp_path / "workspace", tmp_path / "outside"
    (root / PRIVATE).mkdir(parents=True)
    outside.write_text("mine")
    begun = {"kind": "begun", **change().model_dump(mode="json"), "moves": [{"source": path, "target": "stolen"}]}
    (root / PRIVATE / CHANGES).write_text(json.dumps(begun) + "\n")

    assert read_changes(root) == ((), None)
    with pytest.raises(WorkspaceError, match="line 1 cannot be read"), ChangeJournal.opened(root):
        pass

    assert outside.read_text() == "mine"
    assert not (root / "stolen").exists()
    with pytest.raises(ValidationError):
        Move(source="a", target=path)
