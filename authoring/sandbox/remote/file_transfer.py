"""Transfer of input files to a sandbox elsewhere: by content, each content once."""

import hashlib
import os
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from authoring.errors import SandboxError
from authoring.sandbox import folders
from authoring.sandbox.inside.protocol import MAX_BODY
from authoring.sandbox.remote.transport import InputEntry

MAX_STORED = 500_000_000
"""Bytes of inputs that the far side keeps for sessions to come; what was used longest ago goes first."""
MAX_UNUSED = 8
"""Sets whose inputs stay laid out although no session uses them, so that the next one need not copy them again."""


@dataclass(frozen=True, slots=True)
class PackedInputs:
    """The inputs of one session, ready to be sent."""

    entries: tuple[InputEntry, ...]
    files: Mapping[str, Path]
    """Path of each content, by its hash."""


@contextmanager
def pack_inputs(inputs: Sequence[Path]) -> Iterator[PackedInputs]:
    """Take a copy of a session's inputs, which stays the same while it is sent.

    Raises:
        SandboxError: an input cannot be copied, or a file is too large to be sent.
    """
    with tempfile.TemporaryDirectory(prefix="authoring-inputs-") as folder:
        folders.copy_inputs(Path(folder), inputs)
        root = Path(folder, folders.INPUTS)
        entries, files = [], {}
        for path in sorted(root.rglob("*")):
            sha256 = None if path.is_dir() else _hash(path)
            entries.append(InputEntry(path=path.relative_to(root).as_posix(), sha256=sha256))
            if sha256 is not None:
                files[sha256] = path
        yield PackedInputs(tuple(entries), files)


def _hash(path: Path) -> str:
    if path.stat().st_size > MAX_BODY:
        raise SandboxError(
            f"the input {path.name} is over {MAX_BODY} bytes, more than can be sent to a sandbox elsewhere",
            hint="Use a smaller part of it, or the sandbox of this machine.",
        )
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


@dataclass(slots=True)
class InputTree:
    """A folder of inputs that all sessions with the same inputs share."""

    folder: Path
    inputs: tuple[Path, ...]
    users: int = 0


class InputStore:
    """The far side's inputs, below a folder of its own. Used by many threads."""

    def __init__(self, folder: Path) -> None:
        self._contents = folder / "kept"
        self._trees_folder = folder / "laid"
        for subfolder in (self._contents, self._trees_folder):
            subfolder.mkdir()
        self._lock = threading.Lock()
        self._sizes: OrderedDict[str, int] = OrderedDict()
        self._trees: OrderedDict[tuple[InputEntry, ...], InputTree] = OrderedDict()
        self._tree_count = 0

    def add(self, sha256: str, content: bytes) -> None:
        """Keep a content.

        Raises:
            SandboxError: it is not the one it should be.
        """
        # Contents are shared by their hash, so a false one would reach every session that names it.
        if hashlib.sha256(content).hexdigest() != sha256:
            raise SandboxError("an input did not arrive as it was sent", hint="Try again.")
        with self._lock:
            (self._contents / sha256).write_bytes(content)
            self._sizes[sha256] = len(content)
            self._sizes.move_to_end(sha256)
            # The newest content stays even if it alone is too large: the session that sent it needs it.
            while sum(self._sizes.values()) > MAX_STORED and len(self._sizes) > 1:
                oldest, _ = self._sizes.popitem(last=False)
                (self._contents / oldest).unlink()

    def missing(self, entries: Sequence[InputEntry]) -> tuple[str, ...]:
        """Return the hashes that have to be sent before these inputs can be used."""
        with self._lock:
            return tuple(sorted({entry.sha256 for entry in entries if entry.sha256} - self._sizes.keys()))

    def use(self, entries: Sequence[InputEntry]) -> InputTree | None:
        """Lay inputs out for one more session; None if content is missing.

        Raises:
            SandboxError: an entry does not lie below the inputs.
        """
        key = tuple(entries)
        with self._lock:
            tree = self._trees.pop(key, None)
            if tree is None:
                if any(entry.sha256 and entry.sha256 not in self._sizes for entry in key):
                    return None
                tree = self._lay_out(key)
            self._trees[key] = tree  # the last in order of use
            tree.users += 1
            unused = [key for key, used_tree in self._trees.items() if not used_tree.users]
            for key in unused[: max(len(unused) - MAX_UNUSED, 0)]:
                folders.remove(self._trees.pop(key).folder)
            return tree

    def _lay_out(self, entries: Sequence[InputEntry]) -> InputTree:
        self._tree_count += 1
        folder = self._trees_folder / str(self._tree_count)
        folder.mkdir()
        for entry in entries:
            target = folder / _path_below_inputs(entry.path)
            if entry.sha256 is None:
                target.mkdir()
                continue
            # The sandbox copies what it is given, so one content may stand in many trees.
            os.link(self._contents / entry.sha256, target)
            self._sizes.move_to_end(entry.sha256)
        return InputTree(folder, tuple(sorted(folder.iterdir())))

    def share(self, tree: InputTree) -> InputTree:
        """Count one more user of a tree."""
        with self._lock:
            tree.users += 1
            return tree

    def release(self, tree: InputTree) -> None:
        """Count one user less."""
        with self._lock:
            tree.users -= 1


def _path_below_inputs(path: str) -> PurePosixPath:
    inner = PurePosixPath(path)
    if inner.is_absolute() or ".." in inner.parts or not inner.parts:
        raise SandboxError(f"{path!r} is no place below the inputs", hint="Use the same version on both sides.")
    return inner
