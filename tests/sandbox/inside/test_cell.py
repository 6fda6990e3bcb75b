"""A cell runs as in a notebook, and whatever it raises is part of its result."""

from pathlib import Path
from typing import Any

import pytest

from authoring.sandbox.inside.cell import CellResult, execute
from authoring.validators.base import Dialect
from authoring.validators.forbidden_names import ForbiddenNameError


def ran(
    code: str,
    namespace: dict[str, Any] | None = None,
    forbid_names: tuple[str, ...] = (),
    dialect: Dialect = "dseval",
) -> CellResult:
    """Run a cell in this process."""
    return execute(
        code,
        filename="<cell 1>",
        namespace={} if namespace is None else namespace,
        forbid_names=[*forbid_names],
        dialect=dialect,
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


def test_forbidden_name_in_the_text_runs_nothing_strictly() -> None:
    """Strictly the text decides, of names that nobody bound too; in DSEval's dialect only a variable is shadowed."""
    namespace: dict[str, Any] = {"answer": 41}
    strict = ran("bound = 1\nsorted([answer])", namespace, ("sorted",), "strict")
    unnamed = ran("max([answer])", namespace, ("sorted",), "strict")
    as_dseval = ran("sorted([answer])", namespace, ("sorted",))

    assert type(strict.error) is ForbiddenNameError
    assert "bound" not in namespace
    assert (unnamed.value, as_dseval.value) == (41, [41])


def test_shadowing_a_name_is_no_wall() -> None:
    """The guide promises a rule about text and no more, because the value lives on in the process of the code."""
    reached = "import sys\nframe = sys._getframe()\nwhile 'shadowed' not in frame.f_locals: frame = frame.f_back\n"
    dialects: tuple[Dialect, ...] = ("dseval", "strict")
    for dialect in dialects:
        namespace: dict[str, Any] = {"answer": 41}
        assert ran(f"{reached}frame.f_locals['shadowed']['answer']", namespace, ("answer",), dialect).value == 41
    guide = (Path(__file__).parents[3] / "guides" / "dseal.md").read_text(encoding="utf-8")
    assert "it keeps nothing from anybody" in guide
