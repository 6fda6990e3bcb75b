"""Errors that end a command: one exit code for each kind, and words for the person who has to act."""

import inspect
import re

import pytest

from authoring import errors
from authoring.errors import AuthoringError

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, AuthoringError)]


def test_exit_codes_tell_the_kinds_apart() -> None:
    """A script knows by the exit status alone what stopped a command; 0 stays for success."""
    codes = [kind.exit_code for kind in KINDS]

    assert sorted(codes) == list(range(1, len(KINDS) + 1))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_stands_in_the_table(kind: type[AuthoringError]) -> None:
    """The module's docstring lists each kind with its exit code."""
    assert re.search(rf"\b{kind.__name__} +{kind.exit_code}\b", errors.__doc__ or "")


def test_message_and_hint_are_apart() -> None:
    """The text of an error is its message; what to do about it may be left out."""
    error = errors.SeedError("x.csv: empty", hint="give rows")

    assert (str(error), error.message, error.hint) == ("x.csv: empty", "x.csv: empty", "give rows")
    assert AuthoringError("x").hint == ""
