"""Matching booleans, numbers, and everything that only knows whether it is equal to another."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.base import Difference, Opaque, type_name
from authoring.validators.display import a, kind, short_repr
from authoring.validators.flags import Match, MatchOptions

BOOLEAN = (bool, np.bool_)
NUMBER = (float, int, np.number)

# By name as well, because an iterator of another process comes as a stand-in.
_ITERATORS = {f"builtins.{name}" for name in ("generator", "map", "filter", "zip", "enumerate", "reversed")}
_ADVICE = {
    **dict.fromkeys(
        ("matplotlib", "seaborn", "plotly", "altair", "bokeh"),
        "figures have no equality: name `vis`, which compares what they show, under `template: intact`, so that the "
        "value they come with does not count; DSEval cannot judge it, and there the numbers behind the figure can",
    ),
    "sklearn": "estimators are not compared; judge them by a `model` validator, by their predictions, or by type alone",
    "polars": "a query is not compared before it is run; collect it",
}


def wrong_type(reference: object, submission: object) -> Match:
    """Return the mismatch of two kinds of value."""
    names = kind(reference), kind(submission)
    return Match(
        match=False,
        reason=f"{a(names[1])} instead of {a(names[0])}",
        kind="type",
        differences=(Difference("type", *names),),
    )


def wrong_value(reference: object, submission: object) -> tuple[Difference, ...]:
    """Return where two plain values differ."""
    return (Difference("value", short_repr(reference), short_repr(submission)),)


def match_booleans(reference: Any, submission: Any, _: MatchOptions) -> Match:
    """Match truth values; a number is none."""
    if not isinstance(reference, BOOLEAN) or not isinstance(submission, BOOLEAN):
        return wrong_type(reference, submission)
    if reference == submission:
        return Match(match=True)
    reason = f"{submission} instead of {reference}"
    return Match(match=False, reason=reason, kind="value", differences=wrong_value(reference, submission))


def match_numbers(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match numbers within the tolerances. NaN matches nothing, itself included, as in DSEval."""
    if not isinstance(reference, NUMBER) or not isinstance(submission, NUMBER):
        return wrong_type(reference, submission)
    if options.metrictol is not None:
        return compare_metric(reference, submission, reference * options.metrictol, options)
    if np.isclose(submission, reference, rtol=options.rtol, atol=options.atol).item():
        return Match(match=True)
    return unequal_numbers(reference, submission)


def unequal_numbers(reference: Any, submission: Any) -> Match:
    """Return the mismatch of two numbers."""
    reason = f"{short_repr(submission)} instead of {short_repr(reference)}"
    return Match(match=False, reason=reason, kind="value", differences=wrong_value(reference, submission))


def compare_metric(reference: Any, submission: Any, minimum: Any, options: MatchOptions) -> Match:
    """Match a metric that has to reach `minimum`; NaN reaches it in DSEval, and not in the strict dialect."""
    requirement = f"{options.metrictol} x {short_repr(reference)}"
    # Negated as in DSEval: NaN is not less than anything.
    reached = submission >= minimum if options.strict else not submission < minimum
    if options.strict and reached and not _is_figure(reference, submission):
        return Match(
            match=False,
            reason=f"{short_repr(submission)} is no figure that a metric of {short_repr(reference)} can have",
            kind="value",
            differences=wrong_value(reference, submission),
        )
    if reached:
        return Match(match=True, reason=f"{short_repr(submission)} is at least {requirement}")
    return Match(
        match=False,
        reason=f"{short_repr(submission)} is less than {requirement}",
        kind=options.mended("value"),
        differences=(Difference("value", f"at least {short_repr(minimum)}", short_repr(submission)),),
    )


def _is_figure(reference: Any, submission: Any) -> bool:
    """Say whether a metric can be that much: infinity never, and no score of at most 1 more than 1."""
    try:
        number = float(submission)
    except OverflowError:
        return False
    return math.isfinite(number) and (number <= 1 or float(reference) > 1)


def match_by_equality(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match what is neither number, array, table nor container: by its own equality. Iterators never match."""
    differences = wrong_value(reference, submission)
    if not any(map(_has_no_equal, (reference, submission))):
        try:
            answer = reference == submission
            # An array of answers is true where it is not empty, and DSEval takes that for a match.
            if (isinstance(answer, BOOLEAN) or not options.strict) and answer:
                return Match(match=True)
        except Exception:  # noqa: BLE001 - equality is the values' own code
            reason = f"{short_repr(submission)} cannot be compared with {short_repr(reference)}"
        else:
            reason = f"{short_repr(submission)} instead of {short_repr(reference)}"
    else:
        reason = f"{short_repr(submission)} cannot be compared with {short_repr(reference)}"
    advice = _advice(reference) or _advice(submission)
    reason = f"{reason}; {advice}" if advice else reason
    return Match(match=False, reason=reason, kind=options.mended("value"), differences=differences)


def _has_no_equal(value: object) -> bool:
    return isinstance(value, Iterator) or (isinstance(value, Opaque) and not value.comparable)


def _advice(value: object) -> str:
    name = type_name(value)
    if isinstance(value, Iterator) or name in _ITERATORS or name.startswith("itertools."):
        return "what yields its elements one by one has no value of its own; make it a list"
    return _ADVICE.get(name.partition(".")[0], "")


def lack(value: object) -> str:
    """Return ``NaN``, ``NaT`` or ``NA`` for a missing value of that kind, and nothing for all else, None included."""
    if value is pd.NA:
        return "NA"
    if isinstance(value, np.datetime64 | np.timedelta64):
        return "NaT" if np.isnat(value) else ""
    if value is pd.NaT:
        return "NaT"
    is_float = isinstance(value, float | complex | np.inexact)
    # Only of numbers, because any class may define an equality that denies itself.
    return "NaN" if is_float and value != value else ""  # noqa: PLR0124 - what NaN is
