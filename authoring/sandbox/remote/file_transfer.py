"""Inputs on their way to a sandbox elsewhere: by content, each content once."""

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
from authoring.sandbox.remote.transport import Entry

MAX_KEPT = 500_000_000
"""Bytes of inputs that the far side keeps for sessions to come; what was used longest ago goes first."""
MAX_UNUSED = 8
"""Sets whose inputs stay laid out although no session uses them, so that the next one need not copy them again."""


@dataclass(frozen=True, slots=True)
class Package:
    """The inputs of one session, ready to be sent."""

    entries: tuple[Entry, ...]
    files: Mapping[str, Path]
    """Where each content lies, by hash."""


@contextmanager
def packed(inputs: Sequence[Path]) -> Iterator[Package]:
    """Take a copy of a session's inputs, which stays the same while it is sent.

    Raises:
        SandboxError: an input cannot be copied, or a file is too large to be sent.
    """
    with tempfile.TemporaryDirectory(prefix="authoring-inputs-") as folder:
        folders.fill(Path(folder), inputs)
        root = Path(folder, folders.INPUTS)
        entries, files = [], {}
        for path in sorted(root.rglob("*")):
            sha256 = None if path.is_dir() else _hash(path)
            entries.append(Entry(path=path.relative_to(root).as_posix(), sha256=sha256))
            if sha256 is not None:
                files[sha256] = path
        yield Package(tuple(entries), files)


def _hash(path: Path) -> str:
    if path.stat().st_size > MAX_BODY:
        raise SandboxError(
            f"the input {path.name} is over {MAX_BODY} bytes, more than can be sent to a sandbox elsewhere",
            hint="Use a smaller part of it, or the sandbox of this machine.",
        )
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


@dataclass(slots=True)
class Tree:
    """Inputs as they stand for the sessions that have the same ones."""

    folder: Path
    inputs: tuple[Path, ...]
    users: int = 0


class Store:
    """The far side's inputs, below a folder of its own. Used by many threads."""

    def __init__(self, folder: Path) -> None:
        self._kept = folder / "kept"
        self._laid = folder / "laid"
        for each in (self._kept, self._laid):
            each.mkdir()
        self._lock = threading.Lock()
        self._sizes: OrderedDict[str, int] = OrderedDict()
        self._trees: OrderedDict[tuple[Entry, ...], Tree] = OrderedDict()
        self._made = 0

    def keep(self, sha256: str, content: bytes) -> None:
        """Keep a content.

        Raises:
            SandboxError: it is not the one it should be.
        """
        if hashlib.sha256(content).hexdigest() != sha256:
            raise SandboxError("an input did not arrive as it was sent", hint="Try again.")
        with self._lock:
            (self._kept / sha256).write_bytes(content)
            self._sizes[sha256] = len(content)
            self._sizes.move_to_end(sha256)
            while sum(self._sizes.values()) > MAX_KEPT and len(self._sizes) > 1:
                oldest, _ = self._sizes.popitem(last=False)
                (self._kept / oldest).unlink()

    def missing(self, entries: Sequence[Entry]) -> tuple[str, ...]:
        """Return the hashes that have to be sent before these inputs can be used."""
        with self._lock:
            return tuple(sorted({entry.sha256 for entry in entries if entry.sha256} - self._sizes.keys()))

    def use(self, entries: Sequence[Entry]) -> Tree | None:
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
                tree = self._laid_out(key)
            self._trees[key] = tree  # the last in order of use
            tree.users += 1
            unused = [key for key, each in self._trees.items() if not each.users]
            for key in unused[: max(len(unused) - MAX_UNUSED, 0)]:
                folders.remove(self._trees.pop(key).folder)
            return tree

    def _laid_out(self, entries: Sequence[Entry]) -> Tree:
        self._made += 1
        folder = self._laid / str(self._made)
        folder.mkdir()
        for entry in entries:
            target = folder / _inner(entry.path)
            if entry.sha256 is None:
                target.mkdir()
                continue
            # The sandbox copies what it is given, so one content may stand in many trees.
            os.link(self._kept / entry.sha256, target)
            self._sizes.move_to_end(entry.sha256)
        return Tree(folder, tuple(sorted(folder.iterdir())))

    def share(self, tree: Tree) -> Tree:
        """Count one more user of a tree."""
        with self._lock:
            tree.users += 1
            return tree

    def release(self, tree: Tree) -> None:
        """Count one user less."""
        with self._lock:
            tree.users -= 1


def _inner(path: str) -> PurePosixPath:
    inner = PurePosixPath(path)
    if inner.is_absolute() or ".." in inner.parts or not inner.parts:
        raise SandboxError(f"{path!r} is no place below the inputs", hint="Use the same version on both sides.")
    return inner
