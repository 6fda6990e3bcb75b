"""What leaves the workspace: admitted sets with their files and translations, and the files of an export."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Name, Record, RelativePath
from authoring.records.dictionary import DataDictionary

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


class AdmittedSet(Record):
    """A problem set of the benchmark, with its data and what is kept beside it."""

    name: Name
    text: str
    inputs: tuple["FileContent", ...]
    meta: str = ""
    """What stands in _meta/, as YAML; see `authoring.records.provenance`."""
    translations: tuple[Translation, ...] = ()
    dictionary: DataDictionary | None = None
    """What is known of its data; None where nothing is, or where it was not looked for."""


class FileContent(Record):
    """A file as data."""

    path: RelativePath
    content: bytes


EXPORT_MANIFEST = "export.json"
"""The file at the top of an export that names all others with their hashes."""


class Bundle(Record):
    """Files to be written below one folder, sorted by path."""

    files: tuple[FileContent, ...]
    findings: tuple[Diagnostic, ...] = ()
    """What the target format could not say; with an error among them, nothing is written."""
