"""Scalars of pandas: times, spans, periods, intervals and offsets; and time zones of any library."""

import re
from collections.abc import Callable
from datetime import UTC, timedelta, timezone, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
from pandas.tseries import offsets

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy

UNITS = frozenset({"s", "ms", "us", "ns"})
ZONE = re.compile(r"[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+){0,3}")
"""A zone's name, as it stands below the folder of zones; nothing that leads out of it."""
FOLDER = re.compile(r".*zoneinfo/")
OFFSETS = frozenset(
    {
        *("BHalfYearBegin", "BHalfYearEnd", "BQuarterBegin", "BQuarterEnd", "BYearBegin", "BYearEnd", "BusinessDay"),
        *("BusinessHour", "BusinessMonthBegin", "BusinessMonthEnd", "CustomBusinessDay", "CustomBusinessHour"),
        *("CustomBusinessMonthBegin", "CustomBusinessMonthEnd", "DateOffset", "Day", "Easter", "FY5253"),
        *("FY5253Quarter", "HalfYearBegin", "HalfYearEnd", "Hour", "LastWeekOfMonth", "Micro", "Milli", "Minute"),
        *("MonthBegin", "MonthEnd", "Nano", "QuarterBegin", "QuarterEnd", "Second", "SemiMonthBegin", "SemiMonthEnd"),
        *("Week", "WeekOfMonth", "YearBegin", "YearEnd"),
    }
)
CLOSED = frozenset({"left", "right", "both", "neither"})


def make_timestamp(count: int, unit: str, zone: Any) -> Any:
    """Return a moment, counted in units since 1970, in a zone or in none."""
    # Counted in UTC, because a clock time may occur twice in a zone.
    timestamp = pd.Timestamp(np.datetime64(open_as(count, int), _unit(unit)))
    return timestamp if zone is None else timestamp.tz_localize("UTC").tz_convert(open_as(zone, tzinfo))


def make_timedelta(count: int, unit: str) -> Any:
    """Return a span of so many units."""
    return pd.Timedelta(np.timedelta64(open_as(count, int), _unit(unit)))


def make_period(ordinal: int, freq: Any) -> Any:
    """Return a period, counted since 1970."""
    return pd.Period(ordinal=open_as(ordinal, int), freq=open_as(freq, offsets.BaseOffset))


def make_interval(left: Any, right: Any, closed: str) -> Any:
    """Return an interval from the fields that were sent."""
    return pd.Interval(unseal_copy(left), unseal_copy(right), closed_side(closed))


def make_offset(name: str, count: int, normalize: bool, options: dict[str, Any]) -> Any:  # noqa: FBT001 - read by position
    """Return an offset of dates."""
    if name not in OFFSETS:
        raise RefusedError("no offset")
    return getattr(offsets, name)(
        n=open_as(count, int), normalize=normalize is True, **unseal_copy(open_as(options, dict))
    )


def make_zone(kind: str, *arguments: Any) -> Any:
    """Return a time zone."""
    return ZONES[kind](*arguments)


def closed_side(name: str) -> Any:
    """Return the word for the sides that belong to an interval; raises RefusedError for any other."""
    if name not in CLOSED:
        raise RefusedError("no side of an interval")
    return name


def _unit(unit: str) -> Any:
    if unit not in UNITS:
        raise RefusedError("no unit of time")
    return unit


def _fixed(days: int, seconds: int, micros: int, name: str | None) -> tzinfo:
    shift = timedelta(days=open_as(days, int), seconds=open_as(seconds, int), microseconds=open_as(micros, int))
    return timezone(shift) if name is None else timezone(shift, open_as(name, str))


def _valid_zone_name(name: str) -> str:
    if not ZONE.fullmatch(open_as(name, str)):
        raise RefusedError("no name of a zone")
    return name


def _pytz(name: str, *shift: Any) -> Any:
    import pytz  # type: ignore[import-untyped]  # noqa: PLC0415 - need not be there

    zone = pytz.timezone(_valid_zone_name(name))
    if not shift:
        return zone
    # Its own way to find the zone at a time of the year would add to the zone whatever it does not know.
    seconds, saved, short = shift
    return zone._tzinfos[timedelta(seconds=seconds), timedelta(seconds=saved), open_as(short, str)]  # noqa: SLF001


def _pytz_fixed(minutes: int) -> Any:
    import pytz  # noqa: PLC0415 - as above

    return pytz.FixedOffset(open_as(minutes, int))


def _pytz_utc() -> Any:
    import pytz  # noqa: PLC0415 - as above

    return pytz.utc


def _dateutil(kind: str, *arguments: Any) -> Any:
    from dateutil import tz  # type: ignore[import-untyped]  # noqa: PLC0415 - not all zones are its

    match kind, arguments:
        case "utc", ():
            return tz.tzutc()
        case "local", ():
            return tz.tzlocal()
        case "fixed", (str() | None as name, int() | float() as seconds):
            return tz.tzoffset(name, seconds)
        case "named", (str() as name,) if (zone := tz.gettz(_valid_zone_name(name))) is not None:
            return zone
    raise RefusedError("no zone")


ZONES: dict[str, Callable[..., Any]] = {
    "utc": lambda: UTC,
    "fixed": _fixed,
    "zoneinfo": lambda name: ZoneInfo(_valid_zone_name(name)),
    "pytz": _pytz,
    "pytz utc": _pytz_utc,
    "pytz fixed": _pytz_fixed,
    "dateutil": _dateutil,
}


def _reduce_zone(zone: tzinfo) -> MakerCall:
    owner, kind = type(zone).__module__.partition(".")[0], type(zone).__name__
    call_arguments: tuple[Any, ...] = ()
    if zone is UTC:
        call_arguments = ("utc",)
    elif isinstance(zone, timezone):
        shift, *name = zone.__getinitargs__()  # type: ignore[attr-defined]  # what it is pickled by
        call_arguments = ("fixed", shift.days, shift.seconds, shift.microseconds, *(name or [None]))
    elif isinstance(zone, ZoneInfo) and zone.key:
        call_arguments = ("zoneinfo", zone.key)
    elif owner == "pytz":
        arguments = zone.__reduce__()[1]
        call_arguments = (
            ("pytz utc",) if kind == "UTC" else ("pytz fixed" if kind == "_FixedOffset" else "pytz", *arguments)
        )
    elif owner == "dateutil":
        call_arguments = ("dateutil", *_dateutil_arguments(zone, kind))
    if not call_arguments:
        raise RefusedError("a zone that does not travel")
    return make_zone, call_arguments


def _dateutil_arguments(zone: Any, kind: str) -> tuple[Any, ...]:
    match kind:
        case "tzutc":
            return ("utc",)
        case "tzlocal":
            return ("local",)
        case "tzoffset":
            return "fixed", zone._name, zone.utcoffset(None).total_seconds()  # noqa: SLF001 - nothing else tells it
        case _:
            return "named", FOLDER.sub("", zone._filename)  # noqa: SLF001 - as above


def _reduce_timestamp(moment: pd.Timestamp) -> MakerCall:
    return make_timestamp, (moment._value, moment.unit, moment.tz)  # type: ignore[attr-defined]  # noqa: SLF001 - `value` is of nanoseconds, which cannot count far


def _reduce_timedelta(span: pd.Timedelta) -> MakerCall:
    return make_timedelta, (span._value, span.unit)  # type: ignore[attr-defined]  # noqa: SLF001 - as above


def _reduce_offset(offset: Any) -> MakerCall:
    # A calendar is made anew from its holidays, which are among the options.
    options = {name: value for name, value in offset.kwds.items() if name != "calendar"}
    for name in ("start", "end"):
        if isinstance(options.get(name), tuple):
            options[name] = [*options[name]]
    return make_offset, (type(offset).__name__, offset.n, offset.normalize, options)


REDUCERS: dict[type, Callable[[Any], MakerCall]] = {
    pd.Timestamp: _reduce_timestamp,
    pd.Timedelta: _reduce_timedelta,
    pd.Period: lambda period: (make_period, (period.ordinal, period.freq)),
    pd.Interval: lambda interval: (make_interval, (interval.left, interval.right, interval.closed)),
    offsets.BaseOffset: _reduce_offset,
    tzinfo: _reduce_zone,
}
MAKERS = (make_timestamp, make_timedelta, make_period, make_interval, make_offset, make_zone)
