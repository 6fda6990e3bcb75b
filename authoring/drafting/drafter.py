"""The port of drafters, the stage that calls one, and the drafter of imported sets."""

from collections.abc import Sequence
from typing import Protocol

from authoring.drafting.measured_levels import measured_levels
from authoring.drafting.measured_points import measured_points
from authoring.dseal.parse import parse
from authoring.records.draft import Draft, Example, ImportedSet, ProblemOrigin
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
        """Return the imported text; nothing about the data changes it.

        Levels and knowledge points that its source does not say are measured.
        """
        del profile, examples, random_seed
        imported = self._imported
        return Draft(
            name=name,
            seed=seed.name,
            revision=1,
            text=imported.text,
            origins=_measured(imported.text, imported.origins),
            made_with=imported.made_with,
        )


def _measured(text: str, origins: Sequence[ProblemOrigin]) -> tuple[ProblemOrigin, ...]:
    """Return origins with level and knowledge points by what the references do, where nobody says them."""
    cells = parse(text).runnable
    levels = measured_levels([cell.code for cell in cells])
    measured = [(level, cell) for level, cell in zip(levels, cells, strict=True) if cell.problem is not None]
    if len(measured) != len(origins):
        return tuple(origins)
    return tuple(
        origin.model_copy(
            update={"level": origin.level or level, "knowledge": origin.knowledge or measured_points(cell.code)}
        )
        for origin, (level, cell) in zip(origins, measured, strict=True)
    )
