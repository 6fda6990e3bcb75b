"""Matching lists, tuples, dicts and sets, and unwrapping containers to their bare values."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.base import Difference
from authoring.validators.display import MAX_DIFFERENCES, nested_difference, short_repr
from authoring.validators.flags import Match, Matcher, MatchOptions
from authoring.validators.matching.polars_tables import as_pandas
from authoring.validators.matching.scalars import wrong_type
from authoring.validators.matching.unordered import in_order, match_unordered

CONTAINER = (list, tuple, dict, set)
_MOST_PAIRS = 1000
"""Elements looked at for more differences after the first one."""


def match_containers(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    """Match containers by their elements; a list and a tuple are alike, all else needs its own kind."""
    if isinstance(reference, list | tuple) and isinstance(submission, list | tuple):
        return _match_sequences(reference, submission, options, match)
    if isinstance(reference, dict) and isinstance(submission, dict):
        return _match_dicts(reference, submission, options, match)
    if isinstance(reference, set) and isinstance(submission, set):
        return _match_sets(reference, submission, options, match)
    return wrong_type(reference, submission)


def _wrong_length(reference: Any, submission: Any, noun: str) -> Match:
    expected, actual = len(reference), len(submission)
    differences = (Difference("length", str(expected), str(actual)),)
    return Match(match=False, reason=f"{actual} {noun} instead of {expected}", kind="value", differences=differences)


def _match_sequences(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    if len(reference) != len(submission):
        return _wrong_length(reference, submission, "elements")
    if options.ignore_order:
        if options.strict:
            return match_unordered(reference, submission, options, match)
        # DSEval sorts by type and value, which raises, and so refuses, where elements have no order.
        reference, submission = in_order(reference), in_order(submission)
    pairs = enumerate(zip(reference, submission, strict=True))
    return _match_pairs(((f"element {i}", *pair) for i, pair in pairs), options, match)


def _match_dicts(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    if options.ignore_index:
        if len(reference) != len(submission):
            return _wrong_length(reference, submission, "entries")
        # Whoever leaves keys aside does not refuse the same dict because it was filled in another order.
        if options.strict and reference.keys() == submission.keys():
            by_key = _match_dicts(reference, submission, replace(options, ignore_index=False), match)
            if by_key.match:
                return by_key
        pairs: Iterable[tuple[Any, Any]] = zip(reference, submission, strict=True)
    else:
        # Keys of several types have no order: sorting them raises, and so they match nothing in DSEval.
        comparable = (lambda keys: keys) if options.strict else sorted
        if comparable(reference.keys()) != comparable(submission.keys()):
            return _wrong_keys(reference, submission)
        pairs = zip(reference, reference, strict=True)
    entries = ((f"entry {short_repr(key)}", reference[key], submission[matching_key]) for key, matching_key in pairs)
    return _match_pairs(entries, options, match)


def _match_pairs(pairs: Iterator[tuple[str, Any, Any]], options: MatchOptions, match: Matcher) -> Match:
    """Match pair by pair: the first that fails decides, and a few more are named."""
    for place, expected, actual in pairs:
        element = match(expected, actual, options)
        if element.match:
            continue
        differences: list[Difference] = []
        if options.evidence:
            differences += [nested_difference(place, difference) for difference in element.differences]
            with suppress(Exception):  # only more words: an element after the first may refuse to be compared
                differences += _further(pairs, options, match)
        # DSEval's reason has one word for any element that differs, and the element's own word goes before it.
        kind = element.kind if element.kind not in {"", "type"} else "value"
        reason = f"{place}: {element.reason}"
        return Match(match=False, reason=reason, kind=kind, differences=tuple(differences[:MAX_DIFFERENCES]))
    return Match(match=True)


def _further(pairs: Iterator[tuple[str, Any, Any]], options: MatchOptions, match: Matcher) -> Iterator[Difference]:
    for place, expected, actual in islice(pairs, _MOST_PAIRS):
        for difference in match(expected, actual, options).differences:
            yield nested_difference(place, difference)


def _wrong_keys(reference: Any, submission: Any) -> Match:
    lacking = [short_repr(key) for key in reference if key not in submission][:MAX_DIFFERENCES]
    extra = [short_repr(key) for key in submission if key not in reference][:MAX_DIFFERENCES]
    reason = "; ".join(
        f"{noun} {', '.join(keys)}" for noun, keys in (("missing keys", lacking), ("extra keys", extra)) if keys
    )
    differences = (Difference("keys", ", ".join(lacking) or "none", ", ".join(extra) or "none"),)
    return Match(match=False, reason=reason, kind="value", differences=differences)


def _match_sets(reference: Any, submission: Any, options: MatchOptions, match: Matcher) -> Match:
    if reference == submission:
        return Match(match=True)
    # Equality of sets knows no tolerances; the strict dialect pairs what is left over.
    if options.strict and len(reference) == len(submission):
        actual = match_unordered(list(reference - submission), list(submission - reference), options, match)
        if actual.match:
            return actual
    expected, extra = (
        ", ".join(sorted(short_repr(element) for element in islice(own - counterpart, MAX_DIFFERENCES))) or "none"
        for own, counterpart in ((reference, submission), (submission, reference))
    )
    reason = f"the sets differ: {short_repr(submission)} instead of {short_repr(reference)}"
    differences = (Difference("elements of one alone", expected, extra),)
    return Match(match=False, reason=reason, kind="value", differences=differences)


def bare(value: Any) -> Any:
    """Return nested lists for containers, arrays, series, frames and indexes; one element for a list of one.

    Dicts stay. Sets are put in order first where they can be, because their own order depends on their history.
    """
    value = as_pandas(value)
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
