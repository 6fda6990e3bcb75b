"""The drafter that has nothing to write: the set came from outside, made by rule."""

from collections.abc import Sequence

from authoring.records.draft import Draft, Example
from authoring.records.imported import ImportedSet
from authoring.records.profile import Profile
from authoring.records.seed import Seed


class ImportedDrafter:
    """Gives what was imported as revision 1."""

    fingerprint = "imported"

    def __init__(self, imported: ImportedSet) -> None:
        self._imported = imported

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Return the imported text, whatever the profile says of the data."""
        del profile, examples, random_seed
        given = self._imported
        return Draft(name=name, seed=seed.name, revision=1, text=given.text, origins=given.origins)
