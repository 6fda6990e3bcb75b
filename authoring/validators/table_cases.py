"""The test cases of `table_test`, made from what the validator block says."""

import random
from collections.abc import Callable
from math import isfinite
from types import FunctionType
from typing import Any, TypeAlias

from authoring.validators.base import ValidatorError
from authoring.validators.display import short_repr
from authoring.validators.foreign_code import FOREIGN_ERRORS, evaluate_text, last_line, private_copy, run_text

Arguments: TypeAlias = "tuple[Any, ...] | dict[str, Any]"
REPEAT = "//"
_FENCE = "```"


def make_cases(written: tuple[Any, ...], input_validator: str | None) -> list[Arguments]:
    """Return the arguments of each case. Leaves `random` and numpy's generator seeded; callers restore them.

    Args:
        written: a list (arguments by position), a dict (by name), text that gives either, or ``//``, which repeats
            the case before it with its own seed.
        input_validator: text that defines ``_validate``, which refuses a case by False or an AssertionError.

    Raises:
        ValidatorError: for a case that cannot be made, is neither, or is refused.
    """
    validate = None if input_validator is None else input_check(input_validator)
    cases: list[Arguments] = []
    for number in range(len(written)):
        arguments = make_case(text_of_case(written, number), number)
        if validate is not None:
            check_case(arguments, number, validate)
        cases.append(arguments)
    return cases


def text_of_case(written: tuple[Any, ...], number: int) -> Any:
    """Return what the block says of a case; of one that repeats, what it says of the one that is repeated.

    Raises:
        ValidatorError: there is nothing to repeat.
    """
    text = next((case for case in reversed(written[: number + 1]) if case != REPEAT), None)
    if text is None and written[number] == REPEAT:
        raise ValidatorError(f"test case {number + 1} of `table_test` repeats a case, and there is none before it")
    return text


def make_case(text: Any, number: int) -> Arguments:
    """Return the arguments that the block's text of one case gives; leaves the generators seeded by its number.

    Raises:
        ValidatorError: it cannot be made, or is no list and no dict.
    """
    _seed(number)
    arguments = _arguments(text, number)
    if not isinstance(arguments, tuple | dict):
        value_text = short_repr(arguments)
        raise ValidatorError(f"test case {number + 1} of `table_test` gives {value_text}, not a list or a dict")
    return arguments


def _seed(number: int) -> None:
    import numpy as np  # noqa: PLC0415 - lint reads options without numpy

    # By its number, as in DSEval: a repeated case draws anew, and both sides draw alike.
    random.seed(number)
    np.random.seed(number)  # noqa: NPY002 - cases written for DSEval draw from the global generator


def _arguments(case: Any, number: int) -> Any:
    if isinstance(case, list):
        return tuple(_value(item, number) for item in case)
    return _value(case, number)


def _value(item: Any, number: int) -> Any:
    """Return an item as it stands, or what its fenced code or its expression in backticks gives."""
    label = f"test case {number + 1} of `table_test`"
    if isinstance(item, str):
        code = item.strip()
        if code.startswith(f"{_FENCE}\n") and code.endswith(_FENCE):
            # What it gives may be an expression in backticks in its turn.
            item = _generated(code[len(_FENCE) + 1 : -len(_FENCE)], label)
    if isinstance(item, str) and item.startswith("`") and item.endswith("`"):
        item = evaluate_text(item[1:-1], label)
    return item


def _generated(code: str, label: str) -> Any:
    names = run_text(code, label)
    if "_test_case" in names:
        return names["_test_case"]
    generate = names.get("_generate")
    if not isinstance(generate, FunctionType):
        raise ValidatorError(f"{label} defines neither `_test_case` nor a function `_generate`")
    try:
        return generate()
    except FOREIGN_ERRORS as error:
        raise ValidatorError(f"`_generate` of {label} failed: {last_line(error)}") from error


def sendable_block(block: Any) -> Any:
    """Return a validator block whose test cases hold no number that JSON does not have, and mean what they meant.

    YAML writes such numbers as ``.nan`` and ``.inf``; an item of a case that has one becomes the expression for it.
    """
    if isinstance(block, list):
        return [sendable_block(part) for part in block]
    if not isinstance(block, dict):
        return block
    return {
        key: [_sendable_case(case) for case in value]
        if key == "test_cases" and isinstance(value, list)
        else sendable_block(value)
        for key, value in block.items()
    }


def _sendable_case(case: Any) -> Any:
    if isinstance(case, list):
        return [f"`{_expression(item)}`" if _is_odd(item) else item for item in case]
    # The values of a dict are no expressions, so the whole case becomes one.
    return f"`{_expression(case)}`" if _is_odd(case) else case


def _is_odd(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_is_odd, value.values()))
    return any(map(_is_odd, value)) if isinstance(value, list) else isinstance(value, float) and not isfinite(value)


def _expression(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_expression(item)}' for key, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_expression, value))}]"
    return f"float({str(value)!r})" if _is_odd(value) else repr(value)


def input_check(text: str) -> Callable[..., Any]:
    """Return the function `_validate` that the text of an `input_validator` defines.

    Raises:
        ValidatorError: it defines none.
    """
    validate = run_text(text, "input_validator of `table_test`").get("_validate")
    if not callable(validate):
        raise ValidatorError("input_validator of `table_test` does not define a function `_validate`")
    return validate  # type: ignore[no-any-return]  # callable() does not narrow Any


def check_case(arguments: Arguments, number: int, validate: Callable[..., Any]) -> None:
    """Have the arguments of a case checked; `number` is the case's.

    Raises:
        ValidatorError: they are refused.
    """
    try:
        # A copy: a function that changes what it checks would change the inputs of the reference's side alone.
        checked = private_copy(arguments)
        accepted = validate(**checked) if isinstance(checked, dict) else validate(*checked)
    except FOREIGN_ERRORS as error:
        raise ValidatorError(
            f"`_validate` refuses test case {number + 1}, {short_repr(arguments)}: {last_line(error)}"
        ) from error
    # Exactly False, because a function that only asserts gives None.
    if accepted is False:
        raise ValidatorError(f"`_validate` refuses test case {number + 1}, {short_repr(arguments)}")
