"""Input files where every family can be shown them: copied once for all sessions of a problem set, never changed."""

import threading
from collections.abc import Sequence
from pathlib import Path

from authoring.sandbox import folders

KEPT = 8
"""Sets whose inputs stay although no session uses them; the next session of such a set is spared the copying."""
Signature = tuple[tuple[str, folders.About], ...]


class Staged:
    """The inputs of one problem set."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / folders.INPUTS
        """The folder of copies."""
        self.inside = f"/inputs/{folder.name}/{folders.INPUTS}"
        """The same as a house shows it."""
        self.users = 0
        self._folder = folder

    def let_go(self) -> None:
        """Say that one session less uses them."""
        self.users -= 1

    def remove(self) -> None:
        """Remove the copies."""
        folders.remove(self._folder)


class Staging:
    """All inputs of a sandbox.

    Args:
        folder: of the client's, which the house shows as ``/inputs``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._staged: dict[Signature, Staged] = {}
        self._made = 0

    def stage(self, inputs: Sequence[Path]) -> Staged:
        """Return the copies of the inputs, for one more session.

        Raises:
            SandboxError: one cannot be copied.
        """
        signature = folders.signature(inputs)
        with self._lock:
            staged = self._staged.pop(signature, None) or self._copied(inputs)
            self._staged[signature] = staged  # the last in order of use
            staged.users += 1
            unused = [key for key, each in self._staged.items() if each.users <= 0]
            for key in unused[: max(len(self._staged) - KEPT, 0)]:
                self._staged.pop(key).remove()
            return staged

    def _copied(self, inputs: Sequence[Path]) -> Staged:
        self._made += 1
        folder = self._folder / str(self._made)
        folders.fill(folder, inputs)
        folders.let_all_read(folder)
        return Staged(folder)
