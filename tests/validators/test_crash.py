"""`crash` beside its cases."""

from collections.abc import Callable

from authoring.validators import Verdict


def test_reason_holds_the_traceback(judge: Callable[..., Verdict]) -> None:
    """The reason ends with the error itself, so that its kind can be told from it."""
    reason = judge("1", "{}['x']", {"template": "basic"}).parts[0].reason

    assert reason.splitlines()[0] == "The code failed:"
    assert reason.splitlines()[-1] == "KeyError: 'x'"
