"""What leaves the workspace: admitted sets with their files, and the files of an export."""

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Name, Record
from authoring.records.translation import Translation


class AdmittedSet(Record):
    """A problem set of the benchmark, with its data and what is kept beside it."""

    name: Name
    text: str
    inputs: tuple["FileContent", ...]
    meta: str = ""
    """What stands in _meta/, as YAML; see `authoring.records.provenance`."""
    translations: tuple[Translation, ...] = ()


class FileContent(Record):
    """A file as data."""

    path: str
    """Relative, with forward slashes."""
    content: bytes


EXPORT_MANIFEST = "export.json"
"""The file at the top of an export that names all others with their hashes."""


class Bundle(Record):
    """Files to be written below one folder, sorted by path."""

    files: tuple[FileContent, ...]
    findings: tuple[Diagnostic, ...] = ()
    """What the target format could not say; with an error among them, nothing is written."""
