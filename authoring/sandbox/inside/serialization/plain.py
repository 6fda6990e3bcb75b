"""Values of the standard library."""

import array
import re
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, tzinfo
from decimal import Decimal
from fractions import Fraction
from pathlib import PosixPath, PurePath, PurePosixPath, PureWindowsPath
from typing import Any
from uuid import UUID

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy

PATHS: dict[str, type[PurePath]] = {kind.__name__: kind for kind in (PosixPath, PurePosixPath, PureWindowsPath)}
MAX_PATTERN = 100_000
"""Characters of a regular expression; compiling takes time."""
TYPE_CODES = frozenset("bBhHiIlLqQfd")
"""The type codes of `array.array` that stand for numbers."""


def make_same(value: Any) -> Any:
    """Return a plain value, a list or a dict as it is; it stands for one of a class that does not travel."""
    return unseal_copy(value)


def make_tuple(elements: list[Any]) -> tuple[Any, ...]:
    """Return a tuple from the fields that were sent."""
    return tuple(unseal_copy(open_as(elements, list)))


def make_set(elements: list[Any]) -> set[Any]:
    """Return a set from the fields that were sent."""
    return set(unseal_copy(open_as(elements, list)))


def make_frozenset(elements: list[Any]) -> frozenset[Any]:
    """Return a frozen set."""
    return frozenset(unseal_copy(open_as(elements, list)))


def make_counter(counts: dict[Any, Any]) -> Counter[Any]:
    """Return a counter with these entries, whatever they are."""
    counter: Counter[Any] = Counter()
    # `Counter.update` would add up, and fails for counts that are no numbers.
    dict.update(counter, unseal_copy(open_as(counts, dict)))
    return counter


def make_ordered(entries: list[Any]) -> OrderedDict[Any, Any]:
    """Return a dict whose order counts."""
    return OrderedDict(unseal_copy(open_as(entries, list)))


def make_deque(elements: list[Any], maxlen: int | None) -> deque[Any]:
    """Return a deque of at most so many elements."""
    return deque(unseal_copy(open_as(elements, list)), maxlen)


def make_range(start: int, stop: int, step: int) -> range:
    """Return a range from the fields that were sent."""
    return range(start, stop, step)


def make_slice(start: Any, stop: Any, step: Any) -> "slice[Any, Any, Any]":
    """Return a slice from the fields that were sent."""
    return slice(unseal_copy(start), unseal_copy(stop), unseal_copy(step))


def make_array(code: str, data: bytes) -> "array.array[Any]":
    """Return an array of the standard library."""
    if code not in TYPE_CODES:
        raise RefusedError("no type code of numbers")
    return array.array(code, open_as(data, bytes))


def make_complex(real: float, imaginary: float) -> complex:
    """Return a complex number."""
    return complex(real, imaginary)


def make_decimal(text: str) -> Decimal:
    """Return a decimal number."""
    return Decimal(open_as(text, str))


def make_fraction(numerator: int, denominator: int) -> Fraction:
    """Return a fraction from the fields that were sent."""
    return Fraction(open_as(numerator, int), open_as(denominator, int))


def make_date(year: int, month: int, day: int) -> date:
    """Return a date from the fields that were sent."""
    return date(year, month, day)


def make_time(hour: int, minute: int, second: int, micro: int, zone: Any, fold: int) -> time:
    """Return a time of any day."""
    return time(hour, minute, second, micro, _zone(zone), fold=fold)


def make_datetime(day: tuple[int, int, int], clock: tuple[int, int, int, int], zone: Any, fold: int) -> datetime:
    """Return a time stamp from the fields that were sent."""
    return datetime(*day, *clock, tzinfo=_zone(zone), fold=fold)


def make_timedelta(days: int, seconds: int, micros: int) -> timedelta:
    """Return a span of time."""
    return timedelta(open_as(days, int), open_as(seconds, int), open_as(micros, int))


def make_uuid(number: int) -> UUID:
    """Return a UUID from the fields that were sent."""
    return UUID(int=open_as(number, int))


def make_path(kind: str, text: str) -> PurePath:
    """Return a path; no file is looked at."""
    return PATHS[kind](open_as(text, str))


def make_pattern(text: str | bytes, flags: int) -> re.Pattern[Any]:
    """Return a regular expression."""
    if len(text) > MAX_PATTERN:
        raise RefusedError("a regular expression that long")
    # With re.DEBUG, compiling prints to standard output.
    return re.compile(text, flags & ~re.DEBUG)


def _zone(zone: Any) -> tzinfo | None:
    return None if zone is None else open_as(zone, tzinfo)


def _reduce_datetime(value: datetime) -> MakerCall:
    day, clock = (value.year, value.month, value.day), (value.hour, value.minute, value.second, value.microsecond)
    return make_datetime, (day, clock, value.tzinfo, value.fold)


def _reduce_time(value: time) -> MakerCall:
    return make_time, (value.hour, value.minute, value.second, value.microsecond, value.tzinfo, value.fold)


# Of containers and texts by the base's own methods: those of a stranger's class could say anything, or never end.
REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    int: lambda value: (make_same, (int.__pos__(value),)),
    float: lambda value: (make_same, (float.__pos__(value),)),
    str: lambda value: (make_same, (str.__str__(value),)),
    bytes: lambda value: (make_same, (bytes.__getitem__(value, slice(None)),)),
    bytearray: lambda value: (make_same, (bytearray.__getitem__(value, slice(None)),)),
    tuple: lambda value: (make_tuple, ([*tuple.__iter__(value)],)),
    list: lambda value: (make_same, ([*list.__iter__(value)],)),
    dict: lambda value: (make_same, (dict(dict.items(value)),)),
    set: lambda value: (make_set, ([*set.__iter__(value)],)),
    frozenset: lambda value: (make_frozenset, ([*frozenset.__iter__(value)],)),
    Counter: lambda value: (make_counter, (dict(dict.items(value)),)),
    OrderedDict: lambda value: (make_ordered, ([*OrderedDict.items(value)],)),
    deque: lambda value: (make_deque, ([*deque.__iter__(value)], value.maxlen)),
    range: lambda value: (make_range, (value.start, value.stop, value.step)),
    slice: lambda value: (make_slice, (value.start, value.stop, value.step)),
    array.array: lambda value: (make_array, (value.typecode, value.tobytes())),
    complex: lambda value: (make_complex, (value.real, value.imag)),
    Decimal: lambda value: (make_decimal, (str(value),)),
    Fraction: lambda value: (make_fraction, (value.numerator, value.denominator)),
    date: lambda value: (make_date, (value.year, value.month, value.day)),
    time: _reduce_time,
    datetime: _reduce_datetime,
    timedelta: lambda value: (make_timedelta, (value.days, value.seconds, value.microseconds)),
    UUID: lambda value: (make_uuid, (value.int,)),
    PosixPath: lambda value: (make_path, ("PosixPath", str(value))),
    PurePosixPath: lambda value: (make_path, ("PurePosixPath", str(value))),
    PureWindowsPath: lambda value: (make_path, ("PureWindowsPath", str(value))),
    re.Pattern: lambda value: (make_pattern, (value.pattern, value.flags)),
}
"""How values of each type are reduced to a call of a maker; derived types are reduced as their base."""
MAKERS = (
    *(make_same, make_tuple, make_set, make_frozenset, make_counter, make_ordered),
    *(make_deque, make_range, make_slice, make_array, make_complex, make_decimal, make_fraction, make_date),
    *(make_time, make_datetime, make_timedelta, make_uuid, make_path, make_pattern),
)
