"""Matching booleans and numbers."""

from typing import Any

import numpy as np

from authoring.validators.flags import Match, MatchOptions
from authoring.validators.words import kind, short

BOOLEAN = (bool, np.bool_)
NUMBER = (float, int, np.number)


def wrong_type(reference: object, submission: object) -> Match:
    """Return the mismatch of two kinds of value."""
    return Match(match=False, reason=f"a {kind(submission)} instead of a {kind(reference)}")


def match_booleans(reference: Any, submission: Any, _: MatchOptions) -> Match:
    """Match truth values; a number is none."""
    if not isinstance(reference, BOOLEAN) or not isinstance(submission, BOOLEAN):
        return wrong_type(reference, submission)
    same = bool(reference == submission)
    return Match(same, "" if same else f"{submission} instead of {reference}")


def match_numbers(reference: Any, submission: Any, options: MatchOptions) -> Match:
    """Match numbers within the tolerances. NaN matches nothing, itself included, as in DSEval."""
    if not isinstance(reference, NUMBER) or not isinstance(submission, NUMBER):
        return wrong_type(reference, submission)
    if options.metrictol is not None:
        least = reference * options.metrictol
        if submission < least:
            return Match(
                match=False, reason=f"{short(submission)} is less than {options.metrictol} x {short(reference)}"
            )
        return Match(match=True, reason=f"{short(submission)} is at least {options.metrictol} x {short(reference)}")
    if np.isclose(submission, reference, rtol=options.rtol, atol=options.atol).item():
        return Match(match=True)
    return Match(match=False, reason=f"{short(submission)} instead of {short(reference)}")
