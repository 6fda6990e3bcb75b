"""Order: whether the largest values stand first or last, where code sorts and the question names no order."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 90
SETTLED = words("ascending|descending|first|last|order", "升序|降序|顺序")
_RISING, _RISING_CHINESE = "Sort in ascending order.", "按升序排列。"
_FALLING, _FALLING_CHINESE = "Sort in descending order.", "按降序排列。"
RISING = Choice(
    "example-order", "sorts in ascending order", "sorts in descending order",
    _RISING, _FALLING, _RISING_CHINESE, _FALLING_CHINESE,
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice where `sort_values` is called without an order."""
    if SETTLED.search(question):
        return
    for node in code.nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sort_values":
            if not any(keyword.arg == "ascending" for keyword in node.keywords):
                edit = code.add_argument(node, "ascending=False", RISING.other)
                yield OpenChoice(RISING, (edit,), is_customary=True)
