"""A seed and its profile make the first revision of a problem set."""

from collections.abc import Sequence

from authoring.drafting.drafter import Drafter
from authoring.records.draft import Draft, Example
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.stage import stage


@stage("write_draft")
def write_draft(
    seed: Seed, profile: Profile, *, drafter: Drafter, name: str, examples: Sequence[Example], random_seed: int
) -> Draft:
    """Return revision 1 of a problem set about a seed.

    Args:
        seed: what the set is about.
        profile: what the seed's data really holds.
        drafter: who writes it.
        name: the problem set's name.
        examples: admitted problem sets, as models of what is wanted.
        random_seed: any whole number; the same one gives the same draft.

    Raises:
        DraftError: when the data does not carry a problem set.
    """
    return drafter.draft(seed, profile, name=name, examples=examples, random_seed=random_seed)
