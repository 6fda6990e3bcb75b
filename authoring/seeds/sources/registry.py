"""The kinds of sources, by the prefix of a reference."""

from authoring.seeds.sources.base import Source
from authoring.seeds.sources.files import FileSource
from authoring.seeds.sources.kaggle.source import KaggleSource
from authoring.seeds.sources.packages import PackageSource

SOURCES: dict[str, Source] = {
    "file": FileSource(),
    "kaggle": KaggleSource(),
    "package": PackageSource(),
}
"""A reference without a prefix is a path."""
