"""`crash` beside its cases."""

from collections.abc import Callable

from authoring.validators.base import Verdict


def test_reason_holds_the_traceback(judge: Callable[..., Verdict]) -> None:
    """The reason ends with the error itself, so that its kind can be told from it."""
    reason = judge("1", "{}['x']", {"template": "basic"}).parts[0].reason

    assert reason.splitlines()[0] == "The code failed:"
    assert reason.splitlines()[-1] == "KeyError: 'x'"


def test_errors_are_named(judge: Callable[..., Verdict]) -> None:
    """A crash that is forgiven names its errors as well as one that is not."""
    failing = "y = 1\ntry:\n    {}['x']\nexcept KeyError:\n    raise ValueError"

    verdicts = [judge(reference, failing, {"template": "basic"}).parts[0] for reference in ("1", "2")]

    assert [(verdict.correct, verdict.errors) for verdict in verdicts] == [
        ("partial", ("KeyError:", "ValueError")),
        ("no", ("KeyError:", "ValueError")),
    ]
