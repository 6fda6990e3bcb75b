"""The loopback site speaks as the real client expects."""

from typing import Any

import pytest

from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook
from tests.seeds.sources.kaggle.server import KaggleSite


@pytest.fixture
def api(site: KaggleSite) -> Any:
    """Return the real client, signed in at the site."""
    from kaggle.api.kaggle_api_extended import KaggleApi  # noqa: PLC0415 - it reads the environment when imported

    site.publish(
        *(PublishedDataset(f"ada/set-{number:02}", votes=number, files={"a.csv": b"x\n1\n"}) for number in range(25))
    )
    site.publish(PublishedNotebook("bob/notebook", "ada/set-01", votes=3, source="{}"))
    api = KaggleApi()
    api.authenticate()
    return api


def test_the_real_client_is_answered(api: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """Listing in pages, files, metadata, download, notebooks: the client's own methods work unchanged."""
    first = api.dataset_list_with_response(sort_by="votes", page_size=20)
    rest = api.dataset_list_with_response(sort_by="votes", page_size=20, page_token=first.next_page_token)
    api.dataset_download_files("ada/set-01", path=str(tmp_path), unzip=True)
    api.dataset_metadata("ada/set-01", str(tmp_path / "meta"))
    pulled = api.kernels_pull("bob/notebook", str(tmp_path / "nb"))

    assert [dataset.vote_count for dataset in (*first.datasets, *rest.datasets)] == list(range(24, -1, -1))
    assert [file.name for file in api.dataset_list_files("ada/set-01").files] == ["a.csv"]
    assert (tmp_path / "a.csv").read_text() == "x\n1\n"
    assert "CC0-1.0" in (tmp_path / "meta" / "dataset-metadata.json").read_text()
    assert [notebook.ref for notebook in api.kernels_list(dataset="ada/set-01", sort_by="voteCount")] == [
        "bob/notebook"
    ]
    assert pulled.endswith("notebook.ipynb")
    assert "Dataset URL" in capsys.readouterr().out
