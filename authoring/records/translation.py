"""Questions of an admitted set in another language."""

from collections.abc import Mapping

from authoring.records.base import Record

ORIGINAL = "en"
"""The language that questions are written in."""
LANGUAGES: Mapping[str, str] = {"zh": "Simplified Chinese"}
"""The languages that questions can be translated into, with their names for models and people."""


class TranslatedQuestion(Record):
    """A question in another language."""

    number: int
    """The number of the problem, from 1."""
    original: str
    """The question as it stood when it was translated; one that has changed since has no translation."""
    text: str
    model: str = ""
    """The model that translated it; empty where a person wrote every word."""
    reviewer: str = ""
    """The person who looked at it; empty as long as nobody did."""


class Translation(Record):
    """The questions of a problem set in another language."""

    language: str
    """A key of `LANGUAGES`."""
    questions: tuple[TranslatedQuestion, ...]
