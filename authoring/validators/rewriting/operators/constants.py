"""Constants that need no look at the data, in the place of an answer."""

from typing import Any

from authoring.validators.rewriting.base import ReferenceValue, Rewrite, RewriteOperator, Variants, is_missing, wrong
from authoring.validators.rewriting.elements import length_of


def _constant(constant: Any) -> Rewrite:
    def rewrite(subject: ReferenceValue) -> Variants:
        if not _says_the_same(subject.value, constant):
            yield f"the constant {constant!r}", type(constant)(constant) if constant is not None else None

    return rewrite


def _says_the_same(value: Any, constant: Any) -> bool:
    """Return whether a constant may be the very answer: an equal number or text, nothing or empty as the answer is."""
    if constant is None:
        return is_missing(value)
    if isinstance(constant, (list, dict)):
        return length_of(value) == 0 and not isinstance(value, (bool, int, float, str))
    try:
        return bool(value == constant)
    except (TypeError, ValueError):
        # What has many elements is no single one.
        return False


def _operator(name: str, summary: str, constant: Any) -> RewriteOperator:
    return wrong(name, summary, _constant(constant), gross=True, rank=3, roles=frozenset({"value", "variable"}))


OPERATORS = (
    _operator("constant-zero", "the constant 0", 0),
    _operator("constant-one", "the constant 1", 1),
    _operator("constant-true", "the constant True", True),  # noqa: FBT003 - it is what the answer is
    _operator("constant-text", "an empty text for any answer", ""),
    _operator("constant-none", "None", None),
    _operator("constant-list", "an empty list for any answer", []),
    _operator("constant-dict", "an empty dict for any answer", {}),
)
