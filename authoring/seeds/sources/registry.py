"""The kinds of sources, found by walking this folder and by entry points.

The name of a kind is its module's, and the prefix of its references: ``kaggle:OWNER/SLUG``. A reference without a
prefix is a path, of the kind ``file``.
"""

from importlib import import_module
from typing import Final, cast

from authoring.extensions import names
from authoring.seeds.sources.base import Source

SOURCES: Final = "authoring.seeds.sources"
"""The registry's package, and the group of its entry points."""


def source_kinds() -> tuple[str, ...]:
    """Return the names of all kinds of sources, without importing any."""
    return tuple(name for name, _ in names(SOURCES))


def source_of(kind: str) -> Source:
    """Return the source of a kind, a name among `source_kinds`; KeyError for any other."""
    return cast("Source", import_module(dict(names(SOURCES))[kind]).SOURCE)
