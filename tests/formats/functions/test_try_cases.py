"""Cases are tried in the sandbox: what the reference does not take is not kept."""

from collections.abc import Iterator

import pytest

from authoring.formats.functions.import_ import TriedTask
from authoring.formats.functions.python_files import read_module
from authoring.formats.functions.try_cases import MOST_TIMEOUTS, try_cases
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


def tried(text: str, sandbox: LocalSandbox, seconds: float = 60) -> TriedTask:
    """Try the one function of a text."""
    (result,) = try_cases(read_module(text).tasks, sandbox=sandbox, limits=Limits(max_time=seconds))
    return result


def test_case_that_raises_is_refused_with_the_reason(sandbox: LocalSandbox) -> None:
    """What the reference raises is said in one line."""
    text = "def f(a: int) -> float:\n    '''Invert: f(2) -> 0.5'''\n    return 1 / a\n"

    reasons = {tried_case.case.arguments: tried_case.refused for tried_case in tried(text, sandbox).cases}
    assert reasons["0",] == "ZeroDivisionError: division by zero"
    assert reasons["2",] == ""


def test_input_validator_refuses(sandbox: LocalSandbox) -> None:
    """A check that gives False, or asserts, keeps a case out; what it changes is not what the function gets."""
    text = (
        "def f(a: list[int]) -> int:\n    '''Count: f([1]) -> 1'''\n    return len(a)\n"
        "def _validate(a):\n    a.append(1)\n    return len(a) < 6\n"
    )

    result = tried(text, sandbox)
    reasons = {
        len(eval(tried_case.case.arguments[0])): tried_case.refused  # noqa: S307 - ours
        for tried_case in result.cases
        if tried_case.case.kind != "random"
    }
    assert reasons == dict.fromkeys((0, 1, 4), "")
    assert any(tried_case.refused == "ValueError: refused by the input validator" for tried_case in result.cases)
    assert [tried_case.gave for tried_case in result.cases if tried_case.case.kind == "example"] == [None]


def test_contradiction_is_told(sandbox: LocalSandbox) -> None:
    """What the reference gives instead of what an example says is kept."""
    text = "def f(a: int) -> int:\n    '''Double: f(2) -> 5'''\n    return 2 * a\n"

    assert tried(text, sandbox).cases[0].gave == "4"


def test_equal_in_other_words_is_no_contradiction(sandbox: LocalSandbox) -> None:
    """Rounding, another order of a set and 5 for 5.0 are the same."""
    text = "def f(a: int) -> object:\n    '''Say: f(1) -> {}'''\n    return {}\n"
    pairs = [("{3, 1}", "{1, 3}"), ("5", "5.0"), ("0.3", "0.1 + 0.2"), ('"a"', "'a'"), ("[1, 2]", "[1,  2]")]

    result = [tried(text.format(expected, output), sandbox).cases[0].gave for expected, output in pairs]
    assert result == [None] * len(pairs)


def test_broken_reference_is_told(sandbox: LocalSandbox) -> None:
    """Code that does not run as it stands has no cases."""
    result = tried("def f(a: int = nowhere) -> int:\n    '''Say: f(1) -> 1'''\n    return a\n", sandbox)

    assert result.cases == ()
    assert result.broken == "NameError: name 'nowhere' is not defined"


def test_slow_cases_are_given_up(sandbox: LocalSandbox) -> None:
    """A case that takes too long is refused, the session goes on, and after a few nothing more is made up."""
    text = "def f(a: int) -> int:\n    '''Wait: f(1) -> 1'''\n    while a > 1:\n        pass\n    return a\n"

    result = tried(text, sandbox, seconds=0.5).cases
    late = [tried_case for tried_case in result if tried_case.late]
    assert len(late) == MOST_TIMEOUTS
    assert {tried_case.refused for tried_case in late} == {"takes longer than 0.5 seconds"}
    assert any(not tried_case.refused for tried_case in result[result.index(late[0]) :]) or len(result) > MOST_TIMEOUTS
