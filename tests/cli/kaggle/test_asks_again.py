"""The program itself, with the client as it is installed, where what fails passes by itself."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.workspace import Workspace
from tests.seeds.sources.kaggle.server import STORAGE, Failure, KaggleSite

Program = Callable[..., Any]


@pytest.mark.exhaustive
def test_asks_again(program: Program, site: KaggleSite, bare: Workspace) -> None:
    """What passes by itself is not shown: too many requests, a failure of the site, a download that broke off."""
    site.fail("GetDataset", Failure(status=429, headers={"Retry-After": "0"}))
    site.fail("ListDatasetFiles", Failure(status=503, headers={"Retry-After": "0"}))
    site.fail(STORAGE, Failure(cut_after=100))
    answer = program("seed", "add", "kaggle:ada/shop-sales", "--workspace", bare.root)

    assert (answer.returncode, answer.stderr) == (0, "")
    assert bare.seeds() == ("shop-sales",)
    assert (site.count("GetDataset"), site.count("ListDatasetFiles"), site.count(STORAGE)) == (2, 2, 2)
