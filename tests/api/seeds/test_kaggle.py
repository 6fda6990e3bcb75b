"""Searching Kaggle and comparing seeds with it, without a terminal."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.seeds.intake import SeedOptions, add_seed
from authoring.api.seeds.kaggle import (
    digest_seed_notebook,
    list_notebooks,
    list_versions,
    search_seeds,
    update_seeds,
)
from authoring.api.seeds.lists import read_seed_list
from authoring.errors import SeedError, UsageError
from authoring.records.dataset_metadata import DatasetQuery
from authoring.records.dictionary import Origin
from authoring.seeds.sources.kaggle import retry
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import SHOP, site
from tests.seeds.sources.kaggle.published import PublishedNotebook
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import STORAGE, Failure, KaggleSite

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


def added(workspace: Workspace, reference: str = "kaggle:ada/shop-sales") -> None:
    """Add a seed of Kaggle's."""
    add_seed(workspace, [reference])


def test_versions_and_notebooks_are_listed(cli: Cli, bare: Workspace, site: KaggleSite) -> None:
    """Both verbs print the record of their function, and take a seed as well as a reference."""
    site.publish(
        replace(SHOP, version=2, older={1: SHOP.files}, days={1: SHOP.updated, 2: SHOP.updated}),
        PublishedNotebook("bob/shops", "ada/shop-sales", votes=3),
    )
    added(bare, "kaggle:ada/shop-sales@1")
    for name in ("shop-sales", "kaggle:ada/shop-sales"):
        versions = list_versions(bare, name)
        notebooks = list_notebooks(bare, name)
        assert cli("seed", "versions", name, "--workspace", bare.root, "--json").json == versions.model_dump(
            mode="json"
        )
        assert cli("seed", "notebooks", name, "--workspace", bare.root, "--json").json == notebooks.model_dump(
            mode="json"
        )
        assert [version.number for version in versions.versions] == [2, 1]
        assert [info.ref for info in notebooks.notebooks] == ["ada/eda-of-shops", "bob/shops"]
    assert (list_versions(bare, "shop-sales").seed_version, versions.seed_version) == (1, None)
    shown = cli("seed", "versions", "shop-sales", "--workspace", bare.root).out
    assert "the seed's; note 1" in shown
    assert "newest; note 2" in shown
    assert "bob/shops" in cli("seed", "notebooks", "shop-sales", "--workspace", bare.root).out


def test_the_digest_of_a_notebook(cli: Cli, bare: Workspace, site: KaggleSite, tmp_path: Path) -> None:
    """What a model would be told is shown without one: of the seed's notebook, of a file, and of one on Kaggle."""
    text = {
        "cells": [{"cell_type": "code", "source": "df.groupby('town').price.mean()", "outputs": [], "metadata": {}}]
    }
    source = json.dumps({**text, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    site.publish(PublishedNotebook("ada/eda-of-shops", "ada/shop-sales", source, votes=10))
    added(bare)
    own = digest_seed_notebook(bare, "shop-sales")
    (tmp_path / "eda.ipynb").write_text(source)
    other = digest_seed_notebook(bare, "shop-sales", notebook=str(tmp_path / "eda.ipynb"))
    upstream = digest_seed_notebook(bare, "shop-sales", notebook="ada/eda-of-shops")

    assert cli("seed", "digest", "shop-sales", "--workspace", bare.root, "--json").json == own.model_dump(mode="json")
    assert "groupby('town')" in own.digest
    assert "Columns, and how often: price 1, town 1" in own.digest
    assert own.digest == other.digest == upstream.digest
    assert "groupby" in cli("seed", "digest", "shop-sales", "--workspace", bare.root).out
    with pytest.raises(SeedError, match="no notebook of Kaggle's"):
        digest_seed_notebook(bare, "shop-sales", notebook="no.ipynb")


def test_a_rest_ends_the_questions(bare: Workspace, site: KaggleSite) -> None:
    """While Kaggle wants rest no further seed is asked about, and each says how long the rest is."""
    for name in ("one", "two", "three"):
        add_seed(bare, ["kaggle:ada/shop-sales"], SeedOptions(name=name))
    site.fail("GetDataset", Failure(429, headers={"Retry-After": "900"}), times=9)
    before = site.count("GetDataset")
    report = update_seeds(bare, every=True)

    assert site.count("GetDataset") == before + 1
    assert ["900 s of rest" in upstream.failure for upstream in report.seeds] == [True, True, True]
    assert report.exit_code == 4


def test_a_pinned_version_is_no_news(bare: Workspace, site: KaggleSite) -> None:
    """A seed of an older version that was chosen does not change by newer ones, and does by another licence."""
    second = replace(SHOP, files={"sales.csv": b"a,b\n" + b"1,2\n" * 50}, version=2, older={1: SHOP.files})
    site.publish(second)
    added(bare, "kaggle:ada/shop-sales@1")
    pinned = update_seeds(bare, ["shop-sales"])
    site.publish(replace(second, licence="CC-BY-NC-4.0", older={}))
    licensed = update_seeds(bare, ["shop-sales"])

    assert pinned.exit_code == 0
    assert [(change.about, change.now, change.news) for change in pinned.seeds[0].changes] == [("version", "2", False)]
    assert pinned.seeds[0].notes == ("version 1 was chosen, so that newer ones are no news",)
    assert licensed.exit_code == 1
    assert "no longer listed" in licensed.seeds[0].notes[1]


def test_a_name_that_is_taken_costs_no_download(bare: Workspace, site: KaggleSite) -> None:
    """A seed that could not be kept in the end is refused before Kaggle is asked."""
    added(bare)
    del site.asked[:]
    with pytest.raises(SeedError, match="there is a seed called shop-sales already"):
        added(bare)
    with pytest.raises(SeedError, match="there is a seed called shop-sales already"):
        add_seed(bare, ["kaggle:bob/packed"], SeedOptions(name="shop-sales"))
    assert site.asked == []
    add_seed(bare, ["kaggle:ada/shop-sales"], SeedOptions(replace=True))


def test_parts_of_a_download_wait_in_the_workspace(
    bare: Workspace, site: KaggleSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second `seed add` goes on with what the first one got."""
    monkeypatch.setattr(retry, "DEFAULT_POLICY", quick())
    site.publish(
        replace(
            SHOP,
            files={"sales.csv": b"a,b\n" + random.Random(1).randbytes(90_000).hex().encode() + b",1\n" + b"1,2\n" * 30},
        )
    )
    site.fail(STORAGE, Failure(cut_after=60_000))
    site.fail(STORAGE, Failure(reset=True), times=2)
    with pytest.raises(SeedError, match="3 times in a row"):
        added(bare)
    added(bare)

    assert site.asked[-1].headers.get("Range", "").startswith("bytes=")
    assert list((bare.root / ".authoring" / "downloads").iterdir()) == []


def test_texts_of_columns_are_statements_of_a_document(bare: Workspace, site: KaggleSite) -> None:
    """What the page says of a column is what the column means, until somebody says otherwise; others are told."""
    [table] = SHOP.files
    column = SHOP.files[table].split(b",")[0].decode()
    site.publish(replace(SHOP, columns={table: {column: "number\x1b[2J of the sale", "absent": "no such column"}}))
    seed = add_seed(bare, ["kaggle:ada/shop-sales"])
    [entry] = seed.seed.dictionary.tables[0].columns if seed.seed.dictionary else ()

    assert (entry.name, entry.meaning) == (column, "number\x1b[2J of the sale")
    assert [(source.field, source.origin) for source in entry.sources] == [("meaning", Origin.DOCUMENT)]
    [finding] = [finding for finding in seed.findings if finding.code == "DS917"]
    assert finding.message == "the page of ada/shop-sales: sales.csv has no column 'absent'"
    assert bare.read_seed("shop-sales").dictionary == seed.seed.dictionary
