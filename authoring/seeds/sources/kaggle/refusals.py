"""Failures that are told apart by what follows from them, and not only shown."""

from authoring.errors import SeedError


class NoAccessError(SeedError):
    """Kaggle cannot be asked at all: no client, no credentials, or refused ones; the next call would say the same."""


class MissingError(SeedError):
    """Kaggle says that there is no such thing; what became private looks the same."""


class WithheldError(SeedError):
    """Kaggle has it, but does not give it to this account: rules, a phone number, or it is private."""
