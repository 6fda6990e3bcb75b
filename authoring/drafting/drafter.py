"""The port of drafters, the stage that calls one, and the drafter of imported sets."""

from collections.abc import Sequence
from typing import Protocol

from authoring.records.draft import Draft, Example, ImportedSet
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.stage import stage


class Drafter(Protocol):
    """Writes a problem set about a seed."""

    @property
    def fingerprint(self) -> str:
        """Identifies everything about this drafter that can change a draft; part of journal keys."""
        ...

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1. The same arguments give the same bytes.

        Raises:
            DraftError: when no set of at least ten problems can be made; the message says what the data lacks.
        """
        ...


@stage("write_draft")
def write_draft(
    seed: Seed, profile: Profile, *, drafter: Drafter, name: str, examples: Sequence[Example], random_seed: int
) -> Draft:
    """Return revision 1 of a problem set about a seed; the same random seed gives the same draft.

    Raises:
        DraftError: when the data does not carry a problem set.
    """
    return drafter.draft(seed, profile, name=name, examples=examples, random_seed=random_seed)


class ImportedDrafter:
    """Returns an imported set, which was made by rule outside of drafting, as revision 1."""

    fingerprint = "imported"

    def __init__(self, imported: ImportedSet) -> None:
        self._imported = imported

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Return the imported text; nothing about the data changes it."""
        del profile, examples, random_seed
        imported = self._imported
        return Draft(
            name=name,
            seed=seed.name,
            revision=1,
            text=imported.text,
            origins=imported.origins,
            made_with=imported.made_with,
        )
