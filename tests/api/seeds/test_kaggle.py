"""Searching Kaggle and comparing seeds with it, without a terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.seeds.intake import add_seed
from authoring.api.seeds.kaggle import search_seeds, update_seeds
from authoring.api.seeds.lists import read_seed_list
from authoring.errors import UsageError
from authoring.records.dataset_metadata import DatasetQuery
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import site

__all__ = ["site"]

Cli = Callable[..., Any]


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_seeds_are_compared_with_what_they_came_from(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """The report holds what ``--json`` prints, and counts the seeds that come from no site."""
    table = tmp_path / "t.csv"
    table.write_text("a,b\n" + "".join(f"{n},{n}\n" for n in range(30)))
    add_seed(bare, ["kaggle:ada/shop-sales"])
    add_seed(bare, [str(table)])
    report = update_seeds(bare, every=True)
    printed = cli("seed", "update", "--all", "--workspace", bare.root, "--json")

    assert [upstream.model_dump(mode="json") for upstream in report.seeds] == printed.json
    assert (report.without_upstream, report.exit_code, printed.code) == (1, 0, 0)
    with pytest.raises(UsageError, match="no seed is named"):
        update_seeds(bare)


@pytest.mark.usefixtures("site")
def test_candidates_are_saved_as_a_list(cli: Cli, tmp_path: Path) -> None:
    """What a search saves can be read as a list of seeds; a file that is there is not written over."""
    printed = cli("seed", "search", "--votes", "1000", "--save", tmp_path / "list.txt", "--json").json
    criteria = DatasetQuery(**printed["wish"])

    assert [reference.text for reference in read_seed_list(tmp_path / "list.txt")] == ["kaggle:ada/shop-sales"]
    assert search_seeds(criteria).model_dump(mode="json") == printed
    with pytest.raises(UsageError, match="is there already"):
        search_seeds(criteria, save=tmp_path / "list.txt")
