"""Matching lists, tuples, dicts and sets, and unwrapping containers to their bare values."""

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.matching.scalars import wrong_type
from authoring.validators.words import short

CONTAINER = (list, tuple, dict, set)
MatchElement = Callable[[Any, Any, MatchOptions], Match]


def match_containers(reference: Any, submission: Any, options: MatchOptions, match: MatchElement) -> Match:
    """Match containers; a list and a tuple are alike, all else needs its own kind.

    Args:
        reference: what is right.
        submission: what is judged.
        options: apply to the elements as well.
        match: compares two elements.
    """
    if isinstance(reference, list | tuple) and isinstance(submission, list | tuple):
        return _match_sequences(reference, submission, options, match)
    if isinstance(reference, dict) and isinstance(submission, dict):
        return _match_dicts(reference, submission, options, match)
    if isinstance(reference, set) and isinstance(submission, set):
        return _match_sets(reference, submission)
    return wrong_type(reference, submission)


def _match_sequences(reference: Any, submission: Any, options: MatchOptions, match: MatchElement) -> Match:
    if len(reference) != len(submission):
        return Match(match=False, reason=f"{len(submission)} elements instead of {len(reference)}")
    if options.ignore_order:
        reference, submission = in_order(reference), in_order(submission)
    for position, (expected, found) in enumerate(zip(reference, submission, strict=True)):
        element = match(expected, found, options)
        if not element.match:
            return Match(match=False, reason=f"element {position}: {element.reason}")
    return Match(match=True)


def _match_dicts(reference: Any, submission: Any, options: MatchOptions, match: MatchElement) -> Match:
    if options.ignore_index:
        if len(reference) != len(submission):
            return Match(match=False, reason=f"{len(submission)} entries instead of {len(reference)}")
        pairs = zip(reference, submission, strict=True)
    else:
        if sorted(reference) != sorted(submission):
            return Match(match=False, reason=_keys(reference, submission))
        pairs = zip(reference, reference, strict=True)
    for key, other in pairs:
        entry = match(reference[key], submission[other], options)
        if not entry.match:
            return Match(match=False, reason=f"entry {short(key)}: {entry.reason}")
    return Match(match=True)


def _keys(reference: Any, submission: Any) -> str:
    lacking = [short(key) for key in reference if key not in submission]
    extra = [short(key) for key in submission if key not in reference]
    return "; ".join(
        f"{what} {', '.join(islice(keys, 5))}"
        for what, keys in (("missing keys", lacking), ("extra keys", extra))
        if keys
    )


def _match_sets(reference: Any, submission: Any) -> Match:
    if reference == submission:
        return Match(match=True)
    return Match(match=False, reason=f"the sets differ: {short(submission)} instead of {short(reference)}")


def in_order(elements: Any) -> list[Any]:
    """Return elements sorted by type name, then value. Raises TypeError for values without an order."""
    return sorted(elements, key=lambda element: (str(type(element)), element))


def bare(value: Any) -> Any:
    """Return nested lists for containers, arrays, series, frames and indexes; one element for a list of one.

    Dicts stay. Sets are put in order first where they can be, because their own order depends on their history.
    """
    if isinstance(value, set):
        try:
            value = in_order(value)
        except TypeError:
            value = list(value)
    if isinstance(value, list | tuple):
        value = [bare(element) for element in value]
    elif isinstance(value, np.ndarray | pd.Series | pd.Index):
        value = bare(value.tolist())
    elif isinstance(value, pd.DataFrame):
        value = bare(value.to_numpy().tolist())
    return value[0] if isinstance(value, list) and len(value) == 1 else value
