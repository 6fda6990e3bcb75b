"""Every way in which Kaggle fails, from the loopback through the real client to the words that a person reads."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from authoring.errors import SeedError
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.errors import MissingError, NoAccessError, WithheldError
from authoring.seeds.sources.kaggle.retry import retry_after_seconds
from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import KEY, STORAGE, Failure, KaggleSite


@pytest.fixture(autouse=True)
def stocked(site: KaggleSite) -> KaggleSite:
    """Return a site with one data set and one notebook."""
    site.publish(PublishedDataset("ada/shop"), PublishedNotebook("bob/eda", "ada/shop"))
    return site


USES: Mapping[str, Callable[[Kaggle, Path], object]] = {
    "GetDataset": lambda kaggle, _: kaggle.dataset("ada/shop"),
    "GetDatasetMetadata": lambda kaggle, _: kaggle.dataset("ada/shop"),
    "ListDatasetFiles": lambda kaggle, _: kaggle.files("ada/shop", 1),
    "DownloadDataset": lambda kaggle, folder: kaggle.download("ada/shop", 1, folder),
    STORAGE: lambda kaggle, folder: kaggle.download("ada/shop", 1, folder),
    "ListKernels": lambda kaggle, _: kaggle.notebooks("ada/shop"),
    "GetKernel": lambda kaggle, _: kaggle.read_notebook("bob/eda"),
}
"""What makes each call of the API."""


@pytest.mark.parametrize("call", USES)
@pytest.mark.parametrize(
    ("failure", "kind", "says", "hint"),
    [
        (Failure(401, "Unauthenticated"), NoAccessError, "refuses your credentials (401)", "kaggle auth login"),
        (
            Failure(403, "You must accept this dataset's rules first"),
            WithheldError,
            "only to those who accepted its rules",
            "https://www.kaggle.com/",
        ),
        (
            Failure(403, "Please verify your phone number"),
            WithheldError,
            "only to accounts with a verified phone number",
            "https://www.kaggle.com/settings",
        ),
        (Failure(403, "Permission denied"), WithheldError, "rules are not accepted, your phone number", "settings"),
        (Failure(404, "Not found"), MissingError, "Kaggle has no such thing (404)", "check the spelling"),
        (Failure(418, "Teapot"), SeedError, "(418)", "https://www.kaggle.com/"),
        (
            Failure(403, body=b"<html>Forbidden</html>", content_type="text/html"),
            WithheldError,
            "to this account (403)",
            "accept the rules",
        ),
        (Failure(200, body=b'{"code": 403, "message": "accept"}'), WithheldError, "accepted its rules", "accept"),
    ],
    ids=["401", "403-rules", "403-phone", "403", "404", "418", "403-page", "403-in-200"],
)
def test_refusals(
    stocked: KaggleSite, call: str, failure: Failure, kind: type[SeedError], says: str, hint: str, tmp_path: Path
) -> None:
    """Each refusal has its own words and a way out, whichever call it meets; it is not asked twice."""
    stocked.fail(call, failure)
    with Kaggle.open(quick()) as kaggle, pytest.raises(kind) as refused:
        USES[call](kaggle, tmp_path)

    assert says in refused.value.message
    assert hint in refused.value.hint
    assert stocked.count(call) == 1


@pytest.mark.parametrize("call", USES)
@pytest.mark.parametrize(
    "failure",
    [Failure(429, "slow"), Failure(500), Failure(502), Failure(503), Failure(504), Failure(reset=True)],
    ids=["429", "500", "502", "503", "504", "reset"],
)
def test_what_passes_by_itself(stocked: KaggleSite, call: str, failure: Failure, tmp_path: Path) -> None:
    """What may be better in a moment is asked again after waits that grow, and then works."""
    waited: list[float] = []
    stocked.fail(call, failure, times=2)
    with Kaggle.open(quick(waited)) as kaggle:
        USES[call](kaggle, tmp_path)

    assert waited == [1.0, 2.0]
    assert stocked.count(call) == 3


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (Failure(429, "slow"), "too many requests from you (429), 3 times in a row"),
        (
            Failure(500, "boom"),
            'Kaggle itself failed (500) over the data set ada/shop, 3 times in a row; it says: "boom"',
        ),
        (Failure(503), "Kaggle itself failed (503) over the data set ada/shop, 3 times in a row"),
        (Failure(reset=True), "the connection to Kaggle broke, or none came about, 3 times in a row"),
    ],
    ids=["429", "500", "503", "reset"],
)
def test_what_does_not_pass(stocked: KaggleSite, failure: Failure, says: str) -> None:
    """What stays bad is given up after a bounded number of tries, and the message says how many."""
    stocked.fail("GetDataset", failure, times=9)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError) as refused:
        kaggle.dataset("ada/shop")

    assert says in refused.value.message
    assert "again" in refused.value.hint
    assert stocked.count("GetDataset") == 3


def test_rest_that_is_asked_for(stocked: KaggleSite) -> None:
    """Retry-After is obeyed, in seconds and as a date."""
    waited: list[float] = []
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    stocked.fail("GetDataset", Failure(429, headers={"Retry-After": "7"}))
    stocked.fail("GetDataset", Failure(503, headers={"Retry-After": later}))
    with Kaggle.open(quick(waited)) as kaggle:
        kaggle.dataset("ada/shop")

    assert waited[0] == 7.0
    assert 20 < waited[1] <= 30


def test_more_rest_than_is_given(stocked: KaggleSite) -> None:
    """A longer rest than we wait is told at once, with its length, instead of being slept through or cut short."""
    waited: list[float] = []
    stocked.fail("GetDataset", Failure(429, headers={"Retry-After": "900"}))
    with Kaggle.open(quick(waited)) as kaggle, pytest.raises(SeedError, match="wants 900 s of rest") as refused:
        kaggle.dataset("ada/shop")

    assert refused.value.hint == "run this again in 15 min"
    assert (waited, stocked.count("GetDataset")) == ([], 1)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("5", 5.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("Sat, 01 Jan 2028 00:01:00 GMT", 60.0),
        ("Fri, 31 Dec 2027 00:00:00 GMT", 0.0),
        ("soon", None),
        ("inf", None),
        ("nan", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after(header: str | None, seconds: float | None) -> None:
    """Seconds and dates are understood, the past is no wait, and nonsense is as good as nothing."""
    assert retry_after_seconds(header, datetime(2028, 1, 1, tzinfo=UTC)) == seconds


@pytest.mark.parametrize("call", ["GetDataset", STORAGE])
def test_silence(stocked: KaggleSite, call: str, tmp_path: Path) -> None:
    """A site that takes a call and says nothing is not waited for without end, though the client itself would."""
    stocked.fail(call, Failure(hang=30.0), times=3)
    with Kaggle.open(quick(read=0.2)) as kaggle, pytest.raises(SeedError) as refused:
        USES[call](kaggle, tmp_path)

    assert "Kaggle sent nothing for 0.2 s about the data set ada/shop" in refused.value.message
    assert "3 times in a row" in refused.value.message


def test_nobody_there(stocked: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody listens, that is said, without an address that is signed."""
    from kagglesdk import kaggle_env  # noqa: PLC0415 - as its users do

    with Kaggle.open(quick()) as kaggle:
        monkeypatch.setitem(kaggle_env._env_to_endpoint, kaggle_env.KaggleEnv.LOCAL, "http://127.0.0.1:9")  # noqa: SLF001
        with pytest.raises(SeedError, match="the connection to Kaggle broke, or none came about, 3 times"):
            kaggle.dataset("ada/shop")
    assert stocked.count("GetDataset") == 0


def test_a_proxy_that_refuses(stocked: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy that cannot be used is named as what is in the way."""
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError, match="the proxy between here and Kaggle") as refused:
        kaggle.dataset("ada/shop")

    assert refused.value.hint == "check HTTPS_PROXY"
    assert stocked.count("GetDataset") == 0


@pytest.mark.parametrize("call", USES)
def test_secrets_are_in_no_message(stocked: KaggleSite, call: str, tmp_path: Path) -> None:
    """Even a site that repeats the key it was shown does not bring it to the terminal, nor a signed address."""
    stocked.fail(call, Failure(403, f"ada:{KEY} may not; \x1b[31m{'x' * 500}"))
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError) as refused:
        USES[call](kaggle, tmp_path)

    told = f"{refused.value.message} {refused.value.hint}"
    assert KEY not in told
    assert "SECRET" not in told
    assert "ada:*** may not" in told
    assert len(told) < 800
    assert refused.value.__suppress_context__


def test_versions_that_are_not_there(tmp_path: Path) -> None:
    """A version that was deleted is named in the message."""
    with Kaggle.open(quick()) as kaggle:
        for use_it in (lambda: kaggle.files("ada/shop", 7), lambda: kaggle.download("ada/shop", 7, tmp_path)):
            with pytest.raises(MissingError, match="the data set ada/shop@7"):
                use_it()


@pytest.mark.parametrize(
    ("location", "says"),
    [
        ("{site}/storage?ref=ada/shop&version=1&sig=SECRET", "round in circles: a redirect loop"),
        ("file:///etc/passwd", "to an address of the kind file: that is not followed"),
        ("ftp://127.0.0.1/a?sig=SECRET", "to an address of the kind ftp: that is not followed"),
    ],
    ids=["loop", "file", "ftp"],
)
def test_redirects_that_lead_nowhere(stocked: KaggleSite, tmp_path: Path, location: str, says: str) -> None:
    """A redirect that is not followed is told as what it is, without the address, which is signed."""
    stocked.fail(STORAGE, Failure(302, headers={"Location": location.format(site=stocked.url)}), times=100)
    with Kaggle.open(quick()) as kaggle, pytest.raises(SeedError) as refused:
        kaggle.download("ada/shop", 1, tmp_path)

    assert says in refused.value.message
    assert "SECRET" not in refused.value.message + refused.value.hint
    assert stocked.count("DownloadDataset") == 1


def test_resets_behind_a_proxy(stocked: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection that is reset behind a proxy may be mended by a second try, and is no proxy that refuses."""
    for name, value in (("NO_PROXY", ""), ("no_proxy", ""), ("http_proxy", stocked.url)):
        monkeypatch.setenv(name, value)
    stocked.fail("GetDataset", Failure(reset=True))
    with Kaggle.open(quick()) as kaggle:
        assert kaggle.dataset("ada/shop").publication.ref == "ada/shop"
        stocked.fail("GetDataset", Failure(reset=True), times=3)
        with pytest.raises(SeedError, match="reset behind the proxy, 3 times in a row, over the data set ada/shop"):
            kaggle.dataset("ada/shop")
