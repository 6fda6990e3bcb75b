"""What the tests of the Kaggle source share: a site on the loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.seeds.sources.kaggle.pointing import kaggle_at_loopback
from tests.seeds.sources.kaggle.server import KaggleSite


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[KaggleSite]:
    """Run a Kaggle on the loopback, with this process signed in."""
    folder = tmp_path / "kaggle-config"
    folder.mkdir()
    with kaggle_at_loopback(monkeypatch, folder) as running:
        yield running
