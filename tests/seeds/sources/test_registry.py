"""The table of sources."""

from authoring.seeds.sources.registry import SOURCES


def test_sources() -> None:
    """Paths, packages and Kaggle are sources; the prefixes are part of every seed's provenance, so they stay."""
    assert set(SOURCES) == {"file", "kaggle", "package"}
