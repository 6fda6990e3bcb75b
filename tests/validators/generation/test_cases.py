"""Generated cases are like the block's, the reference gives an output on them, and they are the same every time."""

import sys
from types import ModuleType
from typing import Any

import pytest

from authoring.validators.base import ValidatorError
from authoring.validators.generation.cases import cases_like, generate_cases, idle_cases
from authoring.validators.table_cases import make_case

ABOVE = [[[1, 5, 9], 4], [[2, 3], 7]]
USERS = "`pd.DataFrame({'id': [1, 2, 3], 'name': ['Joe', 'Sam', 'Max']})`"
ORDERS = "`pd.DataFrame({'id': [1, 2], 'user': [3, 1]})`"


def above(values: list[int], limit: int) -> list[int]:
    """Return what lies above a limit; a limit of 5 fails."""
    if limit == 5:
        raise ValueError
    return [value for value in values if value > limit]


@pytest.fixture
def cells(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Stand for the namespace of a session."""
    module = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", module)
    return module


def test_cases_are_those_that_the_reference_answers() -> None:
    """They are as many as there may be, short ones first, none of the block's own, and the same the next time."""
    cases = cases_like(above, tuple(ABOVE), None, max_cases=50, seconds=500)

    assert len(cases) == 50
    assert cases == cases_like(above, tuple(ABOVE), None, max_cases=50, seconds=500)
    assert cases == sorted(cases, key=lambda case: (len(repr(case)), repr(case)))
    assert not any(case in ABOVE for case in cases)
    assert not any(case[1] == 5 for case in cases)


def test_tables_point_at_each_other_as_they_did() -> None:
    """Elements that always were keys of another table still are, and keys are different."""
    cases = cases_like(
        lambda users, orders: len(users) + len(orders), ([USERS, ORDERS],), None, max_cases=30, seconds=500
    )

    assert len(cases) == 30
    for number, case in enumerate(cases):
        users, orders = tuple(make_case(case, number))
        assert users["id"].is_unique
        assert orders["user"].isin(users["id"]).all()


def test_what_was_as_long_as_something_else_still_is() -> None:
    """Two lists, or a table and an array, that always had one length have one."""
    seen = ([[1, 2], ["a", "b"]], [[5], ["c"]])
    cases = cases_like(lambda numbers, words: len(numbers) + len(words), seen, None, max_cases=30, seconds=500)

    assert len(cases) == 30
    assert all(len(case[0]) == len(case[1]) for case in cases)
    assert len({len(case[0]) for case in cases}) > 2


def test_what_the_block_refuses_is_left_out() -> None:
    """Its `input_validator` says which cases there may be."""
    check = "def _validate(values, limit):\n    assert limit == 4"

    assert {case[1] for case in cases_like(above, tuple(ABOVE), check, max_cases=20, seconds=500)} == {4}


def test_functions_that_draw_have_no_cases() -> None:
    """Where the output is another each time, nothing can be held against it."""
    outputs = iter(range(10_000))

    assert cases_like(lambda *_: next(outputs), tuple(ABOVE), None, max_cases=5, seconds=1) == []


def test_cases_by_name_are_written_so() -> None:
    """A case of named arguments is one expression."""
    cases = cases_like(lambda n: n, ({"n": 3}, {"n": 8}), None, max_cases=5, seconds=500)

    assert len(cases) == 5
    assert all(isinstance(case, str) and set(make_case(case, 0)) == {"n"} for case in cases)


def test_without_cases_there_is_nothing_to_begin_with() -> None:
    """Nobody knows what arguments a function takes."""
    with pytest.raises(ValidatorError, match="no test case"):
        cases_like(above, (), None, max_cases=5, seconds=500)


def test_function_of_the_session_is_called(cells: ModuleType) -> None:
    """The cases are made where the reference ran; without its function the reason is told."""
    options: dict[str, Any] = {"function_name": "above", "test_cases": ABOVE, "most": 3, "seconds": 5}

    assert generate_cases(options) == {"cases": [], "reason": "there is no function `above`"}
    cells.above = above  # type: ignore[attr-defined]  # a namespace
    assert len(generate_cases(options)["cases"]) == 3
    assert generate_cases({**options, "test_cases": ["`1/0`"]})["reason"].startswith("test case 1")


def test_idle_cases_fail_no_function(cells: ModuleType) -> None:
    """A case on which all functions are right is told, one that repeats another is not, nor is code that fails."""
    cells.above = above  # type: ignore[attr-defined]  # a namespace
    options = {"function_name": "above", "test_cases": [[[1, 9], 4], [[], 3], "//", [[4], 4]]}
    code = "def above(values, limit):\n    return [value for value in values if value >= limit]"

    first = "def above(values, limit):\n    return values[:1]"

    assert idle_cases({"options": options, "codes": [code, "1 / 0"], "dialect": "dseval"}) == [0, 1]
    assert idle_cases({"options": options, "codes": [code, first], "dialect": "strict"}) == [1]


def test_arguments_are_compared_as_well(cells: ModuleType) -> None:
    """A function that changes its argument, and gives nothing, is known by what it leaves."""
    exec("def shorten(values):\n    values.pop()", vars(cells))  # noqa: S102 - a test
    options = {"function_name": "shorten", "test_cases": [[[1, 2]]]}
    code = "def shorten(values):\n    values.clear()"

    assert idle_cases({"options": options, "codes": [code], "dialect": "dseval"}) == []


def test_broken_blocks_are_no_fault_of_ours(cells: ModuleType) -> None:
    """Where cases cannot be made, or a flag is not known, there is nothing to tell."""
    cells.above = above  # type: ignore[attr-defined]  # a namespace
    for options in ({"function_name": "above", "test_cases": ["`1/0`"]}, {"function_name": "above", "other": 1}):
        assert idle_cases({"options": options, "codes": [], "dialect": "dseval"}) == []
