"""How two values are compared: the flags of DSEval's matcher."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, Self, TypeAlias

from authoring.validators.base import Dialect, Difference, MismatchKind, ValidatorError
from authoring.validators.options import unknown

USUAL_ATOL, USUAL_RTOL = 1e-8, 1e-5
"""The tolerances of a comparison that names none: those of numpy."""
STRICT_FLAGS = frozenset(
    {
        "exact",
        "ignore_axis_names",
        "ignore_index_dtype",
        "ignore_number_dtypes",
        "ignore_text_dtypes",
        "ignore_time_units",
    }
)
"""Flags that DSEval does not know, and which only the strict dialect has: what of the form of a right answer counts."""


class Match(NamedTuple):
    """Whether two values match; the reason is in words, and may be empty for a match."""

    match: bool
    reason: str = ""
    kind: MismatchKind = ""
    """What differs, as far as DSEval has a word for it; empty for a match."""
    part: bool = False
    """Whether only a part of the submission matches."""
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The flags of one comparison; all off means an exact match."""

    ignore_order: bool = False
    """Whether the order of elements in a list or tuple, and of rows, is left aside."""
    ignore_index: bool = False
    """Whether row labels of pandas objects are left aside, and keys of a dict, whose values are taken in order."""
    ignore_names: bool = False
    """Whether column, index and series names are left aside, and the order of columns that are all there."""
    ignore_dtypes: bool = False
    """A pandas submission is cast to the reference's dtypes."""
    match_partial: bool = False
    """The reference may be a part of a pandas submission."""
    value_only: bool = False
    """Lists, arrays, series and frames of the same values are the same; one element is its container."""
    type_only: bool = False
    """Only the type counts."""
    strict_type: bool = False
    """Numpy arrays need the same dtype."""
    atol: float = USUAL_ATOL
    rtol: float = USUAL_RTOL
    metrictol: float | None = None
    """A number has to be at least this part of the reference; 0.95 admits five percent less."""
    exact: bool = False
    """In the strict dialect, whether the form counts: switches off the five that follow, but for those that are set."""
    ignore_axis_names: bool | None = None
    """Whether the names of an index, of the axis of columns and of a series are left aside."""
    ignore_index_dtype: bool | None = None
    """Whether labels of rows and columns are the same under another dtype."""
    ignore_number_dtypes: bool | None = None
    """Whether numbers are the same under another dtype of numbers, and truth values under another of truth values."""
    ignore_text_dtypes: bool | None = None
    """Whether texts are the same as objects, strings or categories."""
    ignore_time_units: bool | None = None
    """Whether times are the same in another unit, and an index of times with or without a frequency."""
    dialect: Dialect = "dseval"
    """No flag: the dialect of the whole benchmark."""
    evidence: bool = True
    """No flag: whether a mismatch says where, which takes longer than finding it."""

    @property
    def strict(self) -> bool:
        """Whether DSEval's bugs are mended."""
        return self.dialect == "strict"

    @property
    def has_usual_tolerances(self) -> bool:
        """Whether nobody said how far numbers may be apart; in the strict dialect whole numbers are then exact."""
        return (self.atol, self.rtol) == (USUAL_ATOL, USUAL_RTOL)

    def forgives(self, flag: str) -> bool:
        """Return whether a flag of the strict dialect holds: one that says nothing holds unless the form counts."""
        value = getattr(self, flag)
        return self.strict and (not self.exact if value is None else bool(value))

    def mended(self, kind: MismatchKind) -> MismatchKind:
        """Return a kind of mismatch for which DSEval has a word that its own reason misses."""
        return kind if self.strict else ""

    @classmethod
    def read(cls, block: Mapping[Any, Any], label: str, dialect: Dialect = "dseval") -> Self:
        """Return the flags of a YAML mapping.

        Raises:
            ValidatorError: for a flag that is unknown or has a value of the wrong type.
        """
        flags = flag_names(dialect)
        for name, value in block.items():
            if name in STRICT_FLAGS and name not in flags:
                raise ValidatorError(f"comparison flag `{name}` of {label} is known under `dialect: strict` alone")
            if name not in flags:
                raise unknown(f"comparison flag of {label}", name, flags)
            # Of the three numbers only metrictol may be switched off.
            if name == "metrictol" and value is None:
                continue
            is_number = name in {"atol", "rtol", "metrictol"}
            if not (_is_number(value) if is_number else isinstance(value, bool)):
                needed = "a number" if is_number else "true or false"
                raise ValidatorError(f"comparison flag `{name}` of {label} has to be {needed}, not {value!r}")
            if is_number and dialect == "strict" and not math.isfinite(value):
                raise ValidatorError(f"comparison flag `{name}` of {label} accepts anything where it is {value!r}")
        return cls(**block, dialect=dialect)

    def loosened(self) -> Self:
        """Return the flags under which a match counts as partial; where it fails is left to the strict comparison."""
        return replace(
            self, ignore_order=True, ignore_names=True, ignore_dtypes=True, match_partial=True, evidence=False
        )


Matcher: TypeAlias = Callable[[Any, Any, MatchOptions], Match]
"""Compares two values, or two elements of them, under flags."""


def flag_names(dialect: Dialect = "strict") -> tuple[str, ...]:
    """Return the names of all flags that a dialect knows."""
    # These two are fields for our own use, and no flags of a block.
    others = {"dialect", "evidence"} if dialect == "strict" else {"dialect", "evidence"} | STRICT_FLAGS
    return tuple(field.name for field in fields(MatchOptions) if field.name not in others)


def _is_number(value: object) -> bool:
    # YAML's true and false are ints in Python.
    return isinstance(value, int | float) and not isinstance(value, bool)
