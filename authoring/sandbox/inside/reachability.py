"""Which variables a cell cannot reach, found before it runs, so that they need no new digest afterwards.

Digesting a session's variables takes longer than most cells do. A variable that a cell does not name, and that shares
no object and no memory with what it does name, cannot change; where that is uncertain, it is digested again.
"""

import contextlib
import threading
from collections.abc import Mapping
from typing import Any

from authoring.sandbox.inside.aliasing.footprint import Footprint, footprint_of_data, reachable_by_names
from authoring.sandbox.inside.aliasing.names_used import NamesUsed, find_names_used
from authoring.sandbox.inside.changes import Snapshot

MIN_DIGEST_TIME = 0.0005
"""Seconds that digesting has to take before it is asked what may be left out."""
TIME_PER_CHARACTER = 1e-6
"""Seconds that reading a character of a cell takes; the digests have to take these as well."""
NO_NAMES: Mapping[str, Footprint] = {}


class Reachability:
    """The variables that the cells of one session can reach.

    Args:
        always_analyse: whether to tell it even if that takes longer than it saves.
    """

    def __init__(self, *, always_analyse: bool = False) -> None:
        self._always = always_analyse
        self._unread: list[str] = []
        self._deferred_names: set[str] = set()
        self._doubtful = False

    def doubt(self) -> None:
        """From now on treat every variable as reachable."""
        self._doubtful = True

    def is_bounded(self) -> bool:
        """Return whether nothing that ran so far can change a variable unseen, now or when later code calls it."""
        if self._unread and not self._doubtful:
            with contextlib.suppress(Exception):  # as below
                self._read()
        return not self._doubtful

    def untouched(self, text: str, namespace: dict[str, Any], before: Snapshot) -> Mapping[str, Footprint]:
        """Return the names of `before` whose values the cell cannot reach, with their footprints.

        To be called once for the text of each cell, before it runs; `before` was taken when the last cell had ended.
        """
        if self._doubtful:
            return NO_NAMES
        self._unread.append(text)
        worthwhile = self._always or sum(before.seconds.values()) > MIN_DIGEST_TIME + TIME_PER_CHARACTER * len(text)
        # Another thread may change any variable at any time.
        if not worthwhile or threading.active_count() > 1:
            return NO_NAMES
        try:
            uses = self._read()
            if self._doubtful or uses.by_text:
                return NO_NAMES
            reached = reachable_by_names(uses.names | self._deferred_names, namespace)
            footprints = {
                # A footprint stays true as long as nothing reached its value.
                name: before.footprints.get(name) or footprint_of_data(before.values[name])
                for name in before.digests
                if dict.get(namespace, name) is before.values[name] and not reached.contains(before.values[name])
            }
            return {
                name: footprint
                for name, footprint in footprints.items()
                if footprint is not None and not reached.overlaps(footprint)
            }
        except Exception:  # noqa: BLE001 - untrusted objects are met, and texts that are hard to read
            return NO_NAMES

    def _read(self) -> NamesUsed:
        """Read the cells that came since the last call; return the names that the last of them uses."""
        texts, self._unread = self._unread, []
        self._doubtful = True  # until all of them could be read
        uses_by_cell = [find_names_used(text) for text in texts]
        self._deferred_names.update(*(uses.deferred for uses in uses_by_cell))
        self._doubtful = any(uses.unbounded for uses in uses_by_cell)
        return uses_by_cell[-1]
