"""What the tests of Kaggle's verbs share: a site that publishes some data sets, and a process of its own to ask it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.seeds.sources.kaggle.pointing import kaggle_at_loopback
from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook
from tests.seeds.sources.kaggle.server import KEY, USER, KaggleSite

SIGNED_IN = {"KAGGLE_USERNAME": USER, "KAGGLE_KEY": KEY}


def table(rows: int) -> bytes:
    """Return a small table."""
    return ("order,price,town\n" + "".join(f"{n},{n * 1.5},town {n % 4}\n" for n in range(rows))).encode()


SHOP = PublishedDataset(
    "ada/shop-sales",
    "Shop sales of 2023",
    {"sales.csv": table(200)},
    votes=1315,
    notebooks=40,
    updated=datetime(2023, 8, 1, tzinfo=UTC),
)
PUBLISHED = (
    SHOP,
    PublishedDataset("bob/shop-sales", "Shops \x1b[31mof another\u202e person", {"a.csv": table(90)}, votes=300),
    PublishedDataset("bob/packed", "Packed", {"big.csv": table(1000)}, votes=500, size=1000),
    PublishedDataset("cleo/pictures", "Pictures", {"a.png": b"1", "b.jpg": b"2"}, votes=400),
    PublishedDataset("dan/closed", "Closed", votes=450, label="Data files © Original Authors", licence="other"),
    PublishedDataset("dan/shared", "Shared", votes=450, label="CC BY-NC-SA 4.0", licence="CC-BY-NC-SA-4.0"),
    PublishedDataset("eve/old-things", "Old things", votes=999, updated=datetime(2019, 1, 1, tzinfo=UTC)),
    PublishedDataset("eve/unloved", "Unloved", votes=4, usability=None, label="Unknown"),
    PublishedNotebook("ada/eda-of-shops", "ada/shop-sales", votes=10),
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[KaggleSite]:
    """Run a Kaggle that publishes some data sets, with this process signed in."""
    folder = tmp_path / "kaggle-config"
    folder.mkdir()
    with kaggle_at_loopback(monkeypatch, folder) as running:
        running.publish(*PUBLISHED)
        yield running


@pytest.fixture
def surroundings(site: KaggleSite, tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process that meets the site as its proxy, and is not signed in."""
    home = tmp_path / "somebody"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KAGGLE_")}
    return {**kept, **site.environment, "HOME": str(home)}


@pytest.fixture
def program(surroundings: dict[str, str]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Return a function that runs the program as a person does."""

    def run(*arguments: str | Path, signed_in: bool = True) -> "subprocess.CompletedProcess[str]":
        environment = surroundings | (SIGNED_IN if signed_in else {})
        command = [sys.executable, "-m", "authoring", *map(str, arguments)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)

    return run
