"""How a search and a comparison with the site are summed up."""

import pytest

from authoring.api.seeds.kaggle import UpstreamReport
from authoring.cli.views.datasets import command_after_update, search_summary, upstream_summary
from authoring.records.dataset_metadata import DatasetQuery, SearchResult, UpstreamComparison


@pytest.mark.parametrize(
    ("ended", "looked_at", "ending"),
    [
        ("enough", 9, "; there are more: raise --most"),
        ("votes", 9, "; all further ones have fewer than 7 votes"),
        ("bound", 9, "; the search ended there: add words to come nearer"),
        ("all", 9, ""),
        ("all", 0, "; no data set fits these words"),
    ],
)
def test_the_summary_says_why_a_search_ended(ended: str, looked_at: int, ending: str) -> None:
    """A person sees whether searching on would give more."""
    results = SearchResult.model_validate(
        {"wish": DatasetQuery(votes=7), "candidates": (), "left_out": (), "looked_at": looked_at, "ended": ended}
    )

    assert search_summary(results) == f"{looked_at} data sets looked at, 0 candidates{ending}"


def test_a_changed_seed_comes_next() -> None:
    """The command takes the first seed anew that has another version; one that is gone cannot be taken."""
    gone = UpstreamComparison(seed="old", ref="a/old", version=None, gone=True)
    same = UpstreamComparison(seed="same", ref="a/same", version=2)
    failed = UpstreamComparison(seed="far", ref="a/far", version=None, failure="no answer")
    report = UpstreamReport((gone, same, failed), without_upstream=2)

    assert command_after_update(report) == "authoring seed show old"
    assert upstream_summary(report) == (
        "3 seeds asked about, 1 changed upstream, 1 could not be asked about, 2 from no site"
    )
    assert command_after_update(UpstreamReport((), 0)) == "authoring seed add kaggle:OWNER/SLUG"
