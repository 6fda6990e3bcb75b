"""Tables to be invented: what fields they have, and how the values of each are distributed. Frozen records."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from authoring.records.base import Record

Family = Literal[
    "sequence",
    "levels",
    "flag",
    "normal",
    "lognormal",
    "uniform",
    "exponential",
    "gamma",
    "poisson",
    "integers",
    "dates",
    "linear",
    "by_level",
]
Number = Annotated[float, Field(ge=-1e12, le=1e12, allow_inf_nan=False)]
Label = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _./&+-]{0,39}$")]
FieldName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]

_NUMBERS = {
    "sequence": 1,
    "flag": 1,
    "normal": 2,
    "lognormal": 2,
    "uniform": 2,
    "exponential": 1,
    "gamma": 2,
    "poisson": 1,
    "integers": 2,
    "dates": 1,
    "linear": 2,
}
_SPREADS = {"normal": (1,), "lognormal": (1,), "exponential": (0,), "gamma": (0, 1), "linear": (1,), "by_level": (-1,)}
"""Which of a family's numbers must not be below 0."""
_LARGEST_LOG = 25.0
"""Largest mean and deviation of a lognormal: an amount may come to e to the power of it."""
_LARGEST_POISSON = 1e9
_MOST_DAYS = 73_000
_LAST_YEAR = 9_000
_FEWEST_LEVELS = 2


class Term(Record):
    """A field that another depends on."""

    field: FieldName
    factor: Number


class FieldPlan(Record):
    """One field of a table, as templates/prompts/fields.md describes it."""

    name: FieldName
    family: Family
    numbers: Annotated[tuple[Number, ...], Field(max_length=31)]
    levels: Annotated[tuple[Label, ...], Field(max_length=30)] = ()
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{0,12}$")] = ""
    start: date | None = None
    terms: Annotated[tuple[Term, ...], Field(max_length=6)] = ()
    of: str = ""
    decimals: Annotated[int, Field(ge=0, le=9)] | None = None
    minimum: Number | None = None
    maximum: Number | None = None
    missing: Annotated[float, Field(ge=0, le=0.5)] = 0.0

    @model_validator(mode="after")
    def _fits(self) -> Self:
        problem = next(_problems(self), "")
        if problem:
            raise ValueError(f"{self.name}: {problem}")
        return self


class TablePlan(Record):
    """A table to be drawn."""

    title: Annotated[str, Field(min_length=3, max_length=120)]
    description: Annotated[str, Field(min_length=3, max_length=1_000)]
    fields: Annotated[tuple[FieldPlan, ...], Field(min_length=3, max_length=20)]

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        # Fields are drawn in order, so one may only depend on those before it.
        before: dict[str, FieldPlan] = {}
        for field in self.fields:
            problem = next(_misfits(field, before), "")
            if problem:
                raise ValueError(f"{field.name}: {problem}")
            before[field.name] = field
        return self


class SyntheticTable(Record):
    """A table that was drawn, with all that is needed to draw it again."""

    plan: TablePlan
    rows: int
    random_seed: int
    model: str
    """Who planned it."""


def _problems(field: FieldPlan) -> Iterator[str]:
    """Yield what is wrong with a field by itself."""
    expected = _NUMBERS.get(field.family)
    # First, and alone: the rules below index into the numbers.
    if expected is not None and len(field.numbers) != expected:
        yield f"family {field.family} wants {expected} numbers, not {len(field.numbers)}"
        return
    if any(field.numbers[place] < 0 for place in _SPREADS.get(field.family, ()) if field.numbers):
        yield "a deviation, mean or shape of this family is not below 0"
    if field.minimum is not None and field.maximum is not None and field.minimum > field.maximum:
        yield "`minimum` is above `maximum`"
    if field.family in _RULES:
        yield from _RULES[field.family](field)


def _levels(field: FieldPlan) -> Iterator[str]:
    if len(field.levels) < _FEWEST_LEVELS or len(set(field.levels)) != len(field.levels):
        yield "wants at least two levels, no two alike"
    if len(field.numbers) != len(field.levels) or min(field.numbers, default=0) < 0 or not sum(field.numbers):
        yield "wants one weight per level, none below 0, one above"


def _flag(field: FieldPlan) -> Iterator[str]:
    if not 0 <= field.numbers[0] <= 1 or len(set(field.levels)) not in {0, _FEWEST_LEVELS}:
        yield "wants a share from 0 to 1, and two levels or none"


def _dates(field: FieldPlan) -> Iterator[str]:
    if field.start is None or field.start.year > _LAST_YEAR or not 1 <= field.numbers[0] <= _MOST_DAYS:
        yield f"wants a `start`, and from 1 to {_MOST_DAYS} days"


def _interval(field: FieldPlan) -> Iterator[str]:
    if field.numbers[0] >= field.numbers[1]:
        yield "wants a lower and a higher number"


def _lognormal(field: FieldPlan) -> Iterator[str]:
    if max(field.numbers) > _LARGEST_LOG:
        yield f"the logarithm's mean and deviation are at most {_LARGEST_LOG:g}"


def _poisson(field: FieldPlan) -> Iterator[str]:
    if not 0 <= field.numbers[0] <= _LARGEST_POISSON:
        yield f"wants a mean from 0 to {_LARGEST_POISSON:g}"


_RULES: Mapping[str, Callable[[FieldPlan], Iterator[str]]] = {
    "levels": _levels,
    "flag": _flag,
    "dates": _dates,
    "uniform": _interval,
    "integers": _interval,
    "lognormal": _lognormal,
    "poisson": _poisson,
}


def _misfits(field: FieldPlan, before: Mapping[str, FieldPlan]) -> Iterator[str]:
    """Yield what is wrong with a field among those before it."""
    if field.name in before:
        yield "stands twice"
    for term in field.terms:
        if term.field not in before:
            yield f"needs {term.field}, which does not stand before it"
        elif before[term.field].family in {"levels", "dates", "flag"}:
            yield f"the term {term.field} has to be a number"
    if field.family == "linear" and not field.terms:
        yield "wants `terms`"
    if field.family == "by_level":
        level_field = before.get(field.of)
        if level_field is None or level_field.family != "levels":
            yield "`of` has to name a field of family levels that stands before it"
        elif len(field.numbers) != len(level_field.levels) + 1:
            yield f"wants one mean per level of {field.of}, then one deviation"
