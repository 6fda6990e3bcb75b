"""Which text is dates: one format must read every value, and no other may read them differently."""

import pandas as pd

FORMATS = (
    "%Y-%m-%d",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%d %H:%M:%S%z",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S.%f",
    "%Y-%m-%dT%H:%M:%S%z",
    "%Y-%m-%dT%H:%M:%S.%f%z",
    "%Y/%m/%d",
    "%Y/%m/%d %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y.%m.%d",
    "%Y%m%d",
    "%Y-%m",
    "%Y/%m",
    "%d.%m.%Y",
    "%d.%m.%Y %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%d-%m-%Y %H:%M",
    "%m-%d-%Y %H:%M",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d.%m.%y",
    "%d %b %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d %B %Y",
    "%b %d %Y",
    "%b-%d-%Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%b %Y",
    "%B %Y",
    "%a %b %d %H:%M:%S %Y",
)
_TRIED = 50
"""Distinct values that rule out most formats before whole columns are read."""
_LONGEST = 40
"""No date in these formats is longer."""


def date_format(values: "pd.Series[str]") -> str | None:
    """Return the strptime format that reads every one of the distinct values, None when none or more than one does.

    Formats that read all values alike (month names short and long, as in May) count as one; day and month that could
    be either way round make the column no date.
    """
    if values.empty or bool((values.str.len() > _LONGEST).any()):
        return None
    first = values.iloc[:_TRIED]
    fitting = [form for form in FORMATS if _read(first, form) is not None]
    found: str | None = None
    dates: pd.Series[pd.Timestamp] | None = None
    for form in fitting:
        read = _read(values, form)
        if read is None:
            continue
        if dates is not None and not read.equals(dates):
            return None
        found, dates = found or form, read
    return found


def _read(values: "pd.Series[str]", form: str) -> "pd.Series[pd.Timestamp] | None":
    """The values as dates, None unless every one is one."""
    if form == "%Y%m%d" and not bool(values.str.fullmatch(r"[12]\d{7}").all()):
        return None
    if form in {"%Y-%m", "%Y/%m"} and not bool(values.str.fullmatch(r"[12]\d{3}[-/]\d{2}").all()):
        return None
    try:
        read = pd.to_datetime(values, format=form)
    except (ValueError, OverflowError):
        return None
    # Mixed offsets come back as objects, and calculating with them is not what a date column is for.
    return read if pd.api.types.is_datetime64_any_dtype(read.dtype) and not read.isna().any() else None
