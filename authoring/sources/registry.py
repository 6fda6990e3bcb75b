"""The kinds of sources, by the prefix of a reference."""

from authoring.sources.base import Source
from authoring.sources.files import FileSource
from authoring.sources.kaggle.source import KaggleSource
from authoring.sources.packages import PackageSource

SOURCES: dict[str, Source] = {
    "file": FileSource(),
    "kaggle": KaggleSource(),
    "package": PackageSource(),
}
"""A reference without a prefix is a path."""
