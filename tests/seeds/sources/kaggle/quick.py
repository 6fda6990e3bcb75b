"""Little patience, so that tests of failures are quick; the waits are written down."""

from authoring.seeds.sources.kaggle.retry import KaggleRetryPolicy


def quick(waited: list[float] | None = None, *, read: float = 60.0) -> KaggleRetryPolicy:
    """Return a patience that tries three times and waits for nothing; what it would have waited goes to `waited`."""
    return KaggleRetryPolicy(
        connect=60.0,
        read=read,
        tries=3,
        first_wait=1.0,
        longest_wait=60.0,
        pause=(waited if waited is not None else []).append,
    )
