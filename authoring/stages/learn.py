"""What was admitted teaches the next draft."""

import random
from collections.abc import Sequence

from authoring.records import Example

MOST_EXAMPLES = 5
"""As in the DSEval paper, section 4.2: all admitted sets up to five, a random five of more."""


def pick_examples(admitted: Sequence[Example], *, random_seed: int, leave_out: str = "") -> tuple[Example, ...]:
    """Choose the examples for a draft; the same arguments give the same choice.

    Args:
        admitted: every admitted problem set.
        random_seed: chooses among more than five.
        leave_out: the name of the set that is drafted, which is no example for itself.
    """
    pool = sorted((example for example in admitted if example.name != leave_out), key=lambda example: example.name)
    if len(pool) <= MOST_EXAMPLES:
        return tuple(pool)
    return tuple(random.Random(random_seed).sample(pool, MOST_EXAMPLES))  # noqa: S311 - a choice, not a secret
