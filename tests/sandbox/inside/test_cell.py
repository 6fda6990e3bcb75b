"""A cell runs as in a notebook, and whatever it raises is part of its result."""

from typing import Any

import pytest

from authoring.sandbox.inside.cell import CellResult, execute


def ran(code: str, namespace: dict[str, Any] | None = None, forbid_names: tuple[str, ...] = ()) -> CellResult:
    """Run a cell in this process."""
    return execute(
        code, filename="<cell 1>", namespace={} if namespace is None else namespace, forbid_names=[*forbid_names]
    )


@pytest.mark.parametrize(
    ("code", "value"),
    [("1 + 1", 2), ("x = 1", None), ("x = 1\nx", 1), ("", None), ("# only words", None), ("x = 1;", None)],
)
def test_the_last_expression_is_the_value(code: str, value: object) -> None:
    """A cell that ends otherwise has none."""
    assert (ran(code).value, ran(code).error) == (value, None)


def test_a_slip_in_the_last_line_keeps_the_first_from_running() -> None:
    """A cell with a syntax error has no effect at all."""
    namespace: dict[str, Any] = {}

    assert isinstance(ran("x = 1\nx = = 2", namespace).error, SyntaxError)
    assert "x" not in namespace


@pytest.mark.parametrize(
    "code", ["1 / 0", "raise SystemExit(3)", "raise KeyboardInterrupt", "raise BaseException('x')"]
)
def test_everything_raised_is_caught(code: str) -> None:
    """No error of a cell ends the process that runs it; what was done before stays."""
    namespace: dict[str, Any] = {}
    result = ran(f"x = 1\n{code}", namespace)

    assert result.error is not None
    assert (result.value, namespace["x"]) == (None, 1)


def test_forbidden_names_can_do_nothing_and_come_back() -> None:
    """While a cell runs, a hidden name is of no use; afterwards it is what it was."""
    namespace: dict[str, Any] = {"answer": 42}
    result = ran("answer + 1", namespace, ("answer", "absent"))

    assert isinstance(result.error, TypeError)
    assert namespace["answer"] == 42
    assert "absent" not in namespace
    assert repr(ran("answer", namespace, ("answer",)).value) == "<forbidden name>"


def test_a_warning_is_given_again() -> None:
    """A warning of an earlier cell on the same line does not silence this one's."""
    namespace: dict[str, Any] = {}
    code = "import warnings\nwarnings.warn('careful')"
    with pytest.warns(UserWarning, match="careful"):
        ran(code, namespace)
    with pytest.warns(UserWarning, match="careful"):
        ran(code, namespace)
