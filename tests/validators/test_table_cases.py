"""Making test cases."""

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.validators.base import ValidatorError
from authoring.validators.table_cases import make_cases, sendable_block


def test_seeds_are_the_numbers_of_the_cases() -> None:
    """Each case is drawn after seeding both generators with its number, repeats with their own."""
    made = make_cases(("`(random.random(), np.random.rand())`", "//", "//"), None)

    expected = []
    for number in range(3):
        random.seed(number)
        np.random.seed(number)  # noqa: NPY002 - what cases draw from
        expected.append((random.random(), np.random.rand()))  # noqa: NPY002 - as above
    assert made == expected


def test_making_is_repeatable() -> None:
    """Two makings give the same, whatever was drawn before."""
    written = (["```\ndef _generate():\n    return np.random.rand(3).tolist()\n```"], "//")
    first = make_cases(written, None)
    random.random()

    assert make_cases(written, None) == first
    assert first[0] != first[1]


@pytest.mark.parametrize(
    ("written", "validate", "message"),
    [
        (("//",), None, "test case 1 of `table_test` repeats a case, and there is none before it"),
        (([1], "`5`"), None, "test case 2 of `table_test` gives 5, not a list or a dict"),
        ((["`1 / 0`"],), None, "test case 1 of `table_test` failed: ZeroDivisionError: division by zero"),
        (
            ("```\nx = 1\n```",),
            None,
            "test case 1 of `table_test` defines neither `_test_case` nor a function `_generate`",
        ),
        (
            ("```\ndef _generate(): 1 / 0\n```",),
            None,
            "`_generate` of test case 1 of `table_test` failed: ZeroDivisionError: division by zero",
        ),
        (([1],), "x = 1", "input_validator of `table_test` does not define a function `_validate`"),
        (([1],), "def _validate(x): return x > 1", "`_validate` refuses test case 1, (1,)"),
        (
            ([1],),
            "def _validate(x): assert x > 1, 'small'",
            "`_validate` refuses test case 1, (1,): AssertionError: small",
        ),
    ],
)
def test_what_cannot_be_made(written: tuple[object, ...], validate: str | None, message: str) -> None:
    """The message names the case and what is wrong with it."""
    with pytest.raises(ValidatorError) as refused:
        make_cases(written, validate)

    assert str(refused.value) == message


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "a", "nan", "it's"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b c"]), inner, max_size=2),
    max_leaves=6,
)


@given(cases=st.lists(st.lists(VALUES, max_size=3) | st.dictionaries(st.sampled_from("xy"), VALUES), max_size=4))
def test_numbers_that_json_lacks_are_sent_as_expressions(cases: list[Any]) -> None:
    """Every block can be sent as JSON, wherever it stands, and its cases are those that were written."""
    block = {"or": [{"table_test": {"function_name": "f", "test_cases": cases}}, {"result": {"atol": 0.5}}]}
    sent = json.loads(json.dumps(sendable_block(block), allow_nan=False))
    sent_cases = sent["or"][0]["table_test"]["test_cases"]

    # By their texts, because NaN is equal to nothing.
    assert [repr(case) for case in make_cases(tuple(sent_cases), None)] == [
        repr(tuple(case) if isinstance(case, list) else case) for case in cases
    ]
    assert sent["or"][1] == block["or"][1]
