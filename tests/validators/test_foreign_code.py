"""Running what a block carries without a trace in the session."""

import random
import sys
import threading
import warnings

import numpy as np
import pytest

from authoring.validators.base import ValidatorError
from authoring.validators.foreign_code import (
    checked_source,
    error_names,
    evaluate,
    evaluate_text,
    last_line,
    preserved_randomness,
    private_copy,
    quiet,
    read_error_names,
    run_text,
)


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """Neither output nor warnings come through, and the streams are as before."""
    with quiet():
        print("a" * 10**6)  # noqa: T201 - output to swallow
        sys.stderr.write("b")
        warnings.warn("c", UserWarning, stacklevel=1)

    print("after")  # noqa: T201 - output to keep
    assert capsys.readouterr() == ("after\n", "")


def test_randomness_is_preserved() -> None:
    """Both generators go on as if nothing had been drawn."""
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002 - the session's global state is what is preserved
    with preserved_randomness():
        random.seed(9)
        np.random.seed(9)  # noqa: NPY002 - as above

    drawn = random.random(), np.random.rand()  # noqa: NPY002 - as above
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002 - as above
    assert drawn == (random.random(), np.random.rand())  # noqa: NPY002 - as above


def test_text_has_the_usual_names_at_hand() -> None:
    """Options may use pd, np and random without importing them, and see nothing of ours."""
    assert evaluate_text("(pd.Series([1]).sum(), np.pi > 3, random is not None)", "x") == (1, True, True)
    assert run_text("y = len(globals())", "x")["y"] == 5


@pytest.mark.parametrize("text", ["1 / 0", "raise SystemExit", "("])
def test_failing_text(text: str) -> None:
    """Text that fails in any way is the block's fault, and named."""
    with pytest.raises(ValidatorError, match="the thing failed"):
        run_text(text, "the thing")


def test_text_is_checked_without_running() -> None:
    """Checking compiles and does not run."""
    assert checked_source("1 / 0", "x") == "1 / 0"
    with pytest.raises(ValidatorError, match="x is no Python"):
        checked_source("def f(:", "x")


def test_evaluating_binds_nothing() -> None:
    """A name that an expression binds is lost."""
    names = {"a": 1}

    assert evaluate("(b := a + 1)", names) == 2
    assert names == {"a": 1}


def test_what_cannot_be_copied_is_shared() -> None:
    """A copy is deep where it can be, and the value itself where not."""
    lock, nested = threading.Lock(), [[1]]

    assert private_copy(lock) is lock
    assert private_copy(nested) == nested
    assert private_copy(nested)[0] is not nested[0]


def test_last_line() -> None:
    """An error is named with its class."""
    assert last_line(KeyError("x")) == "KeyError: 'x'"


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("{}['x']", ["KeyError:"]),
        ("raise KeyError", ["KeyError"]),
        ("1 +", ["SyntaxError:"]),
        ("raise SyntaxError", ["SyntaxError:"]),
        ("  x", ["IndentationError:"]),
        ("import json; json.loads('x')", ["json.decoder.JSONDecodeError:"]),
        ("class Own(Exception): pass\nraise Own('x')", ["Own:"]),
        ("raise ValueError('v') from TypeError('t')", ["TypeError:", "ValueError:"]),
        ("try:\n    {}['x']\nexcept KeyError:\n    raise ValueError", ["KeyError:", "ValueError"]),
        ("try:\n    {}['x']\nexcept KeyError:\n    raise ValueError from None", ["ValueError"]),
        ("e = KeyError('a')\ne.__cause__ = e\nraise e", ["KeyError:"]),
        (
            "raise ExceptionGroup('g', [KeyError('x'), ExceptionGroup('h', [TypeError()])]) from NameError('n')",
            ["NameError:", "| ExceptionGroup:", "| KeyError:", "| TypeError"],
        ),
        ("class Mute(Exception):\n    def __str__(self): raise SystemExit\nraise Mute", ["Mute:"]),
        ("def f(n):\n    try:\n        raise KeyError(n)\n    finally:\n        n and f(n - 1)\nf(200)", ["KeyError:"]),
    ],
)
def test_error_names(code: str, names: list[str]) -> None:
    """The names are those of the traceback, each once, whatever the error's class does."""
    with pytest.raises(BaseException) as raised:  # noqa: PT011 - any, that is the point
        exec(code, {"__name__": "__main__"})  # noqa: S102 - ours

    assert error_names(raised.value) == names


def test_read_error_names() -> None:
    """What a submission says its errors were is believed as far as it is a list of text."""
    assert read_error_names(["KeyError:", 7]) == ("KeyError:",)
    assert read_error_names("KeyError:") == ()
    assert read_error_names(None) == ()


def test_quiet_keeps_which_warnings_were_given() -> None:
    """A warning that is given once is not given again because something was quiet in between."""
    seen: dict[str | tuple[str, type[Warning], int], int] = {}
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("default")
        for _ in range(2):
            warnings.warn_explicit("loud", UserWarning, "library.py", 1, registry=seen)
            with quiet():
                warnings.warn_explicit("other", UserWarning, "library.py", 2, registry=seen)
        warnings.warn_explicit("other", UserWarning, "library.py", 2, registry=seen)
    heard = [str(warning.message) for warning in given]

    assert heard == ["loud", "other"]
