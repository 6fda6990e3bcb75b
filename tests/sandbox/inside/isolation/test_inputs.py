"""Inputs are shared until a session changes them, and a branch begins with what its origin changed."""

import os
from pathlib import Path

import pytest

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import inputs
from authoring.sandbox.inside.isolation.workdir import prepare


def tree_of(folder: Path) -> dict[str, str]:
    """Return the text of every file below a folder, and where links lead, by relative path."""
    return {
        str(path.relative_to(folder)): str(path.readlink()) if path.is_symlink() else path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def test_mirror_makes_one_folder_like_another(tmp_path: Path) -> None:
    """What was made, changed, removed or replaced by another kind is so in the mirror; a pipe is left out."""
    source, target = tmp_path / "source", tmp_path / "target"
    for folder in (source, target):
        (folder / "sub").mkdir(parents=True)
        (folder / "same").write_text("same")
    (target / "sub" / "removed").write_text("")
    (target / "was-file").write_text("")
    (target / "was-folder" / "deep").mkdir(parents=True)
    (target / "changed").write_text("old")
    (source / "changed").write_text("new")
    (source / "was-file").mkdir()
    (source / "was-file" / "now").write_text("inside")
    (source / "was-folder").write_text("a file")
    (source / "link").symlink_to("/etc/passwd")
    os.mkfifo(source / "pipe")
    inputs.mirror(source, target)

    expected = {"same": "same", "changed": "new", "was-file/now": "inside", "was-folder": "a file"}
    assert tree_of(target) == {**expected, "link": "/etc/passwd"}
    assert (target / "link").is_symlink()


def test_mirror_of_nothing_changes_nothing(tmp_path: Path) -> None:
    """A source that a session took away, or put a link in place of, is not walked into."""
    target = tmp_path / "target"
    target.mkdir()
    (target / "a").write_text("a")
    (tmp_path / "link").symlink_to("/etc")
    inputs.mirror(tmp_path / "gone", target)
    inputs.mirror(tmp_path / "link", target)

    assert tree_of(target) == {"a": "a"}


@pytest.mark.parametrize(
    ("size", "copied_from", "expected", "binds"),
    [
        (10, None, {"t": "original"}, 0),
        (10, "1", {"t": "changed"}, 0),
        (inputs.MAX_COPIED + 1, None, {}, 1),
    ],
)
def test_without_an_overlay_small_inputs_are_copied(
    size: int,
    copied_from: str | None,
    expected: dict[str, str],
    binds: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the kernel gives ordinary users no overlay each session has copies, and large inputs are read-only."""
    bound: list[tuple[str, ...]] = []

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(kernel, "mount", refuse)
    monkeypatch.setattr(kernel, "bind", lambda *arguments, **_: bound.append(arguments))
    source = tmp_path / "source"
    source.mkdir()
    (source / "t").write_text("original")
    for name in ("1", "2"):
        prepare(str(tmp_path / name), None, None)
    (tmp_path / "1" / "work" / "inputs").mkdir()
    (tmp_path / "1" / "work" / "inputs" / "t").write_text("changed")
    origin = None if copied_from is None else str(tmp_path / copied_from)
    inputs.show(str(tmp_path / "2"), str(source), writable=True, size=size, copied_from=origin)

    assert tree_of(tmp_path / "2" / "work" / "inputs") == expected
    assert len(bound) == binds
