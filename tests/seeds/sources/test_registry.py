"""The registry of sources."""

import pytest

from authoring.seeds.sources.registry import source_kinds, source_of


def test_sources() -> None:
    """Paths, packages and Kaggle are sources; the prefixes are part of every seed's provenance, so they stay."""
    assert set(source_kinds()) == {"file", "kaggle", "package"}


@pytest.mark.parametrize("kind", source_kinds())
def test_every_source_can_be_had(kind: str) -> None:
    """Every module of the folder offers a source."""
    assert callable(source_of(kind).fetch)


def test_unknown_kind() -> None:
    """A kind that nobody adds has no source."""
    with pytest.raises(KeyError):
        source_of("nowhere")
