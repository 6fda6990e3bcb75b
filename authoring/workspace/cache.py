"""A cache of dry runs by the key of their job; it can be deleted at any time.

One file per dry run. Several processes may use one folder: a file appears whole or not at all, whatever cannot be read
as it should counts as not there, and the oldest used go first where there are too many.
"""

import contextlib
import os
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from authoring.records.base import Record, Sha256
from authoring.records.evidence import DryRun
from authoring.workspace.files import write_file
from authoring.workspace.unfinished import sweep_all

MAX_BYTES = 200_000_000
"""Bytes of all entries together."""
TARGET_SHARE = 0.9
"""Share of the bytes that is left after an eviction, so that not every new entry evicts another."""
SUFFIX = ".json"


class CachedRun(Record):
    """An entry: a dry run and when it was made."""

    key: Sha256
    made: datetime
    run: DryRun


class RunCache:
    """The dry runs below one folder.

    Args:
        folder: made when first written to.
        max_bytes: of all entries together; other processes' newest are counted when this one makes room.
        fresh: whether nothing is read, only written.
    """

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES, fresh: bool = False) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._fresh = fresh
        self._size: int | None = None
        """Bytes of all entries, as far as this process knows."""
        self.write_error = ""
        """Why an entry could not be written; the system's own words."""

    def get(self, key: Sha256) -> CachedRun | None:
        """Return what is kept under a key; None where nothing is, or it cannot be read."""
        if self._fresh:
            return None
        path = self._path(key)
        try:
            entry = CachedRun.model_validate_json(path.read_bytes())
        # Missing, half written or of another version: it is not there, and the run is made anew.
        except (OSError, ValidationError):
            return None
        # A file that was renamed or copied by hand is not the run that its name claims.
        if entry.key != key:
            return None
        with contextlib.suppress(OSError):
            # The time of change stands for the last use, because many systems do not keep times of reading.
            os.utime(path)
        return entry

    def put(self, key: Sha256, run: DryRun) -> None:
        """Keep a dry run; what was kept under the key is replaced. That it cannot be written stops nobody."""
        content = CachedRun(key=key, made=datetime.now(UTC), run=run).model_dump_json().encode()
        # It would evict everything else.
        if len(content) > self._max_bytes:
            return
        path = self._path(key)
        try:
            # No wait for the disk: a torn entry is no entry.
            write_file(path, content, lasting=False)
            self._make_room(len(content))
        except OSError as error:
            self.write_error = error.strerror or str(error)

    def _path(self, key: Sha256) -> Path:
        return self._folder / key[:2] / (key + SUFFIX)

    def _make_room(self, added: int) -> None:
        """Remove the entries that were not used for longest, where there are too many bytes."""
        if self._size is not None and self._size + added <= self._max_bytes:
            self._size += added
            return
        # Listing is slow, so it happens only once this process believes that the limit is reached.
        entries = sorted(self._entries(), key=lambda entry: entry[0])
        total = sum(size for _, size, _ in entries)
        if total > self._max_bytes:
            # The newest entry is the one that was just written.
            for _, size, path in entries[:-1]:
                if total <= self._max_bytes * TARGET_SHARE:
                    break
                path.unlink(missing_ok=True)
                total -= size
        self._size = total

    def _entries(self) -> list[tuple[int, int, Path]]:
        """Return (when it was last used, bytes, path) of each entry; remove what killed writers left."""
        entries = []
        for folder in self._folder.glob("??/"):
            sweep_all(folder)
        for path in self._folder.glob("??/*"):
            try:
                about = path.stat()
            except OSError:
                continue  # another process removed it
            if path.suffix == SUFFIX:
                entries.append((about.st_mtime_ns, about.st_size, path))
        return entries
