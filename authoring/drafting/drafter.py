"""The port through which a first draft is written."""

from collections.abc import Sequence
from typing import Protocol

from authoring.records.draft import Draft, Example
from authoring.records.profile import Profile
from authoring.records.seed import Seed


class Drafter(Protocol):
    """Something that writes a problem set about a seed."""

    @property
    def fingerprint(self) -> str:
        """What about this drafter can change a draft; part of journal keys."""
        ...

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1. The same arguments give the same bytes.

        Raises:
            DraftError: when no set of at least ten problems can be made; the message says what the data lacks.
        """
        ...
