"""Questions of an admitted set in another language."""

from authoring.records.base import Record


class TranslatedQuestion(Record):
    """A question in another language."""

    number: int
    """Of the problem."""
    original: str
    """The question as it stood when it was translated; one that has changed since has no translation."""
    text: str
    model: str = ""
    """Who translated it; empty where a person wrote every word."""
    reviewer: str = ""
    """Who looked at it; empty as long as nobody did."""


class Translation(Record):
    """The questions of a problem set in another language."""

    language: str
    """``zh``."""
    questions: tuple[TranslatedQuestion, ...]
