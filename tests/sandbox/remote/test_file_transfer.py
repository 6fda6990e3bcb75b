"""Inputs packed here and kept there."""

import hashlib
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.sandbox.remote import file_transfer
from authoring.sandbox.remote.file_transfer import MAX_UNUSED, InputStore, PackedInputs, pack_inputs
from authoring.sandbox.remote.transport import InputEntry


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a folder with files in it."""
    folder = tmp_path / "data"
    (folder / "inner" / "empty").mkdir(parents=True)
    (folder / "a.csv").write_text("a\n1\n")
    (folder / "inner" / "again.csv").write_text("a\n1\n")
    (folder / "inner" / "nothing").touch()
    return folder


@pytest.fixture
def store(tmp_path: Path) -> InputStore:
    """Return an empty store."""
    (tmp_path / "store").mkdir()
    return InputStore(tmp_path / "store")


def sent(store: InputStore, package: PackedInputs) -> None:
    """Send what a store lacks."""
    for sha256 in store.missing(package.entries):
        store.add(sha256, package.files[sha256].read_bytes())


def seen(folder: Path) -> dict[str, bytes | None]:
    """Return everything below a folder; None for folders."""
    return {str(p.relative_to(folder)): None if p.is_dir() else p.read_bytes() for p in sorted(folder.rglob("*"))}


def test_inputs_arrive_as_they_are(data: Path, store: InputStore) -> None:
    """Names, folders and contents are the same there, empty ones too; equal contents are sent once."""
    with pack_inputs([data / "a.csv", data / "inner"]) as package:
        assert store.use(package.entries) is None
        assert len(store.missing(package.entries)) == 2
        sent(store, package)
        tree = store.use(package.entries)

    assert tree is not None
    assert seen(tree.folder) == seen(data)
    assert [path.name for path in tree.inputs] == ["a.csv", "inner"]


def test_package_does_not_change(data: Path) -> None:
    """What is sent is what was hashed, whatever becomes of the file meanwhile."""
    with pack_inputs([data / "a.csv"]) as package:
        (data / "a.csv").write_text("another")
        ((sha256, path),) = package.files.items()

        assert hashlib.sha256(path.read_bytes()).hexdigest() == sha256


def test_content_that_was_changed_on_the_way_is_refused(store: InputStore) -> None:
    """A content that is not what its hash says is not kept."""
    with pytest.raises(SandboxError):
        store.add("0" * 64, b"x")


@pytest.mark.parametrize("path", ["/etc/passwd", "../out", "a/../../out", ""])
def test_entry_outside_is_refused(path: str, store: InputStore) -> None:
    """No entry leads out of the inputs."""
    content = b"x"
    sha256 = hashlib.sha256(content).hexdigest()
    store.add(sha256, content)

    with pytest.raises(SandboxError):
        store.use([InputEntry(path=path, sha256=sha256)])


def test_oldest_content_makes_room(store: InputStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was used longest ago goes first, and is asked for again; inputs in use stay where they are."""
    monkeypatch.setattr(file_transfer, "MAX_STORED", 25)
    contents = [bytes([65 + number]) * 10 for number in range(3)]
    entries = [InputEntry(path="f", sha256=hashlib.sha256(content).hexdigest()) for content in contents]
    store.add(str(entries[0].sha256), contents[0])
    tree = store.use([entries[0]])
    for entry, content in zip(entries[1:], contents[1:], strict=True):
        store.add(str(entry.sha256), content)

    assert [store.missing([entry]) for entry in entries] == [(entries[0].sha256,), (), ()]
    assert tree is not None
    assert seen(tree.folder) == {"f": contents[0]}


def test_laid_out_inputs_are_bounded(store: InputStore) -> None:
    """Inputs that no session uses are taken away when there are many, those in use never."""
    trees = []
    for number in range(MAX_UNUSED + 5):
        content = str(number).encode()
        sha256 = hashlib.sha256(content).hexdigest()
        store.add(sha256, content)
        tree = store.use([InputEntry(path="f", sha256=sha256)])
        assert tree is not None
        trees.append(tree)
        if number:
            store.release(tree)

    assert trees[0].folder.is_dir()
    assert sum(tree.folder.is_dir() for tree in trees) <= MAX_UNUSED + 2


def test_shared_inputs_stay_until_the_last_user(store: InputStore) -> None:
    """The same inputs are laid out once, and are in use as long as one session has them."""
    first, second = store.use([]), store.use([])
    assert first is not None
    store.release(store.share(first))

    assert first is second
    assert first.users == 2


def test_inputs_too_large_to_send(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file over what one frame holds is refused in words, before anything is sent."""
    monkeypatch.setattr(file_transfer, "MAX_BODY", 3)

    with pytest.raises(SandboxError, match=r"a\.csv"), pack_inputs([data / "a.csv"]):
        pass
