"""Ownership of open calls: which processes that wrote into a ledger still live."""

import contextlib
import fcntl
import os
import secrets
from pathlib import Path


class Owner:
    """A process with open calls, represented by a file that it keeps locked for as long as it lives.

    A lock ends with its process however that ends, and unlike a process number it is never another one's later.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.token = secrets.token_hex(8)
        self._folder = folder
        # Hidden names are passed over by `remove_dead`, so nobody removes the file before it is locked.
        hidden = folder / f".{self.token}"
        self._descriptor = os.open(hidden, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX)
        # The file appears only when it is locked, so no other process takes this one for dead.
        hidden.rename(folder / self.token)

    def lives(self, token: str) -> bool:
        """Return whether the process of a token lives."""
        if token == self.token:
            return True
        try:
            descriptor = os.open(self._folder / token, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # The lock is held, so its process lives.
            return True
        finally:
            os.close(descriptor)
        with contextlib.suppress(FileNotFoundError):
            (self._folder / token).unlink()
        return False

    def remove_dead(self) -> None:
        """Remove the files of processes that ended without doing so."""
        for path in self._folder.glob("[!.]*"):
            self.lives(path.name)

    def close(self) -> None:
        """Give up the ownership."""
        with contextlib.suppress(FileNotFoundError):
            (self._folder / self.token).unlink()
        os.close(self._descriptor)
