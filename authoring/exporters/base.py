"""The port through which problem sets leave for another project."""

from collections.abc import Sequence
from typing import Protocol

from authoring.records import AdmittedSet, Bundle
from authoring.validators.base import Dialect


class Exporter(Protocol):
    """Turns problem sets into the files of a target format. Pure: the workspace writes what comes back."""

    def __call__(self, problemsets: Sequence[AdmittedSet], *, name: str, version: str, dialect: Dialect) -> Bundle:
        """Return the files; the same sets give the same bytes.

        Raises:
            ExportError: when a set cannot be said in the format at all.
        """
        ...
