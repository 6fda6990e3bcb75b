"""How many examples a property is tried on, which depends on who runs it."""

from hypothesis import settings


def examples(most: int) -> int:
    """Return how many of at most `most` examples to draw: all of them where new ones are sought, else a third.

    A user's run draws the same examples every time, so that many of them prove little more than some.
    """
    return most if settings.get_current_profile_name() == "searching" else max(most // 3, 20)
