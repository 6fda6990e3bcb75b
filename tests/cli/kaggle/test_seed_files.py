"""``authoring seed add --files --sheets``: tables that are chosen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from authoring.api.seeds.description import describe_seed
from authoring.records.dataset_metadata import SearchResult
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import table
from tests.seeds.sources.kaggle.published import PublishedDataset
from tests.seeds.sources.kaggle.server import Failure, KaggleSite

Cli = Callable[..., Any]


def test_files(cli: Cli, site: KaggleSite, bare: Workspace) -> None:
    """The seed holds the tables that are chosen and no others, which are told."""
    files = {"a.csv": table(40), "b.csv": table(50), "deep/c.csv": table(60)}
    site.publish(PublishedDataset("ada/several", files=files))
    answer = cli("seed", "add", "kaggle:ada/several", "--files", "a.csv", "--files", "c*", "--workspace", bare.root)

    assert answer.code == 0, answer.err
    assert [(file.name, file.rows) for file in bare.read_seed("several").files] == [("a.csv", 40), ("c.csv", 60)]
    assert "b.csv: not chosen" in answer.out


def test_sheets(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Each sheet that is chosen is a table of the seed and read by its own expression; a missing one is refused."""
    with pd.ExcelWriter(tmp_path / "year.xlsx") as writer:
        for sheet in ("cover", "May", "June"):
            frame = pd.DataFrame({f"{sheet} day": range(1, 31), "price": [n * 1.5 for n in range(30)]})
            frame.to_excel(writer, sheet_name=sheet, index=False)
    command = ("seed", "add", tmp_path / "year.xlsx", "--workspace", bare.root)
    answer = cli(*command, "--sheets", "May", "--sheets", "June")
    seed = bare.read_seed("year")

    assert answer.code == 0, answer.err
    assert [(file.name, file.columns[0]) for file in seed.files] == [
        ("year.xlsx", "May day"),
        ("year-june.xlsx", "June day"),
    ]
    assert [profile.columns[0].name for profile in describe_seed(bare, "year").profile.tables] == [
        "May day",
        "June day",
    ]
    refused = cli(*command, "--sheets", "July", "--name", "other")
    assert refused.code == 4
    assert "July" in refused.err
    assert "June" in refused.err


def test_a_search_that_is_cut_off(cli: Cli, site: KaggleSite, tmp_path: Path) -> None:
    """What was found before Kaggle wanted rest is shown, printed and saved; the exit code says that it is not all."""
    site.fail("ListDatasetFiles", Failure(429, headers={"Retry-After": "900"}), times=9)
    shown = cli("seed", "search", "--max-size", "1GB", "--save", tmp_path / "found.txt")
    printed = cli("seed", "search", "--max-size", "1GB", "--json")
    result = SearchResult.model_validate(printed.json)

    assert (shown.code, printed.code, result.ended) == (4, 4, "failure")
    slugs = [info.publication.ref.split("/")[1] for info in result.candidates]
    assert slugs == ["shop-sales", "old-things", "packed", "closed", "shared"]
    assert "the search ended there: Kaggle has had too many requests from you (429)" in " ".join(shown.out.split())
    assert "kaggle:" in (tmp_path / "found.txt").read_text()
