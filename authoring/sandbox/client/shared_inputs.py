"""Input files that all sessions of a problem set share: copied once, and shown to each where it runs."""

import threading
from collections.abc import Sequence
from pathlib import Path

from authoring.sandbox import folders
from authoring.sandbox.inside.isolation.inputs import MAX_COPIED
from authoring.sandbox.limits import DiskUsage, disk_usage

MAX_UNUSED = 8
"""Sets whose inputs stay although no session uses them; the next session of such a set is spared the copying."""
Signature = tuple[tuple[str, folders.FileState], ...]


class SharedInputs:
    """The inputs of one problem set; the store that made it counts its users under the same lock."""

    def __init__(self, folder: Path, lock: threading.Lock) -> None:
        self.path = folder / folders.INPUTS
        """The folder of copies."""
        self.inside = f"/inputs/{folder.name}/{folders.INPUTS}"
        """The path of the same folder inside the rootfs."""
        self.users = 0
        self.usage: DiskUsage = disk_usage(folders.scan_folder(self.path))
        self._folder = folder
        self._lock = lock

    @property
    def copied_cheaply(self) -> bool:
        """Whether each session may have a copy: it is small, or takes no room until it is written to."""
        return self.usage.size <= MAX_COPIED or folders.shares_blocks(self._folder)

    def release(self) -> None:
        """Count one session less that uses them."""
        with self._lock:
            self.users -= 1

    def remove(self) -> None:
        """Remove the shared copies of the input files."""
        folders.remove(self._folder)


class SharedInputsStore:
    """The shared inputs of all problem sets of a sandbox.

    Args:
        folder: the folder of the client that the rootfs shows as ``/inputs``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._staged: dict[Signature, SharedInputs] = {}
        self._folder_count = 0

    def stage(self, inputs: Sequence[Path], reader: int = 0) -> SharedInputs:
        """Return the copies of the inputs, for one more session.

        Args:
            inputs: files and folders.
            reader: the number of a process whose user the copies are to belong to: only of its own user's files can an
                overlay make copies that a session may change. 0 for our own user.

        Raises:
            SandboxError: one cannot be copied.
        """
        # Inputs are the same if no file changed since, which their inode, size and times tell.
        signature = folders.inputs_signature(inputs)
        with self._lock:
            shared = self._staged.pop(signature, None) or self._copy(inputs, reader)
            self._staged[signature] = shared  # the last in order of use
            shared.users += 1
            unused = [key for key, shared in self._staged.items() if shared.users <= 0]
            for key in unused[: max(len(unused) - MAX_UNUSED, 0)]:
                self._staged.pop(key).remove()
            return shared

    def _copy(self, inputs: Sequence[Path], reader: int) -> SharedInputs:
        self._folder_count += 1
        folder = self._folder / str(self._folder_count)
        folders.copy_inputs(folder, inputs)
        folders.let_all_read(folder)
        if reader:
            folders.give_to_user_of(folder, reader)
        return SharedInputs(folder, self._lock)
