"""Which variables a cell cannot get at, told before it runs, so that they need not be looked at afterwards.

Digesting a session's variables takes longer than most cells do. A variable that a cell does not name, and that shares
no object and no memory with what it does name, is what it was; where that cannot be told, it is digested again.
"""

import threading
from collections.abc import Mapping
from typing import Any

from authoring.sandbox.inside.aliasing.footprint import Holdings, held_by_data, reached_by_names
from authoring.sandbox.inside.aliasing.names_used import Mentions, mentions
from authoring.sandbox.inside.changes import Snapshot

WORTH = 0.0005
"""Seconds that digesting has to take before it is asked what may be left out."""
READING = 1e-6
"""Seconds that reading a character of a cell takes; the digests have to take these as well."""
NOTHING: Mapping[str, Holdings] = {}


class Reach:
    """What the cells of one session can get at.

    Args:
        always: whether to tell it even if that takes longer than it saves.
    """

    def __init__(self, *, always: bool = False) -> None:
        self._always = always
        self._unread: list[str] = []
        self._later: set[str] = set()
        self._doubtful = False

    def doubt(self) -> None:
        """Have everything looked at from now on."""
        self._doubtful = True

    def untouched(self, text: str, namespace: dict[str, Any], before: Snapshot) -> Mapping[str, Holdings]:
        """Return the names of `before` whose values the cell cannot get at, with what these hold.

        Args:
            text: of the cell that is about to run; to be called once for each that runs.
            namespace: it runs in.
            before: taken when the last cell had ended.
        """
        if self._doubtful:
            return NOTHING
        self._unread.append(text)
        worth = self._always or sum(before.seconds.values()) > WORTH + READING * len(text)
        if not worth or threading.active_count() > 1:
            return NOTHING
        try:
            found = self._read()
            if self._doubtful or found.anything:
                return NOTHING
            reached = reached_by_names(found.names | self._later, namespace)
            held = {
                name: before.holdings.get(name) or held_by_data(before.values[name])
                for name in before.digests
                if dict.get(namespace, name) is before.values[name] and not reached.has(before.values[name])
            }
            return {name: one for name, one in held.items() if one is not None and not reached.meets(one)}
        except Exception:  # noqa: BLE001 - untrusted objects are met, and texts that are hard to read
            return NOTHING

    def _read(self) -> Mentions:
        """Read the cells that came since this was last asked; return what the last one mentions."""
        texts, self._unread = self._unread, []
        self._doubtful = True  # until all of them could be read
        found = [mentions(text) for text in texts]
        self._later.update(*(one.later for one in found))
        self._doubtful = any(one.lasting for one in found)
        return found[-1]
