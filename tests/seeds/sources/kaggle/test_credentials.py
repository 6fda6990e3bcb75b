"""Credentials of every kind, found by the real client; missing and refused ones told apart, and never shown."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.seeds.sources.kaggle.credentials import Credentials, find_credentials, secrets_of
from authoring.seeds.sources.kaggle.errors import NoAccessError, without_secrets
from tests.seeds.sources.kaggle.pointing import kaggle_at_loopback
from tests.seeds.sources.kaggle.published import PublishedDataset
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import KEY, REFRESH, TOKEN, USER, Failure, KaggleSite

LEGACY = json.dumps({"username": USER, "key": KEY})
STALE = "KGAT_stale-token-987654321"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for kaggle.json."""
    made = tmp_path / "config"
    made.mkdir()
    return made


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[KaggleSite]:
    """Run a site, with no credentials anywhere."""
    with kaggle_at_loopback(monkeypatch, folder, signed_in=False) as running:
        running.publish(PublishedDataset("ada/shop"))
        yield running


def at_home(name: str, text: str) -> Path:
    """Write a file into ``~/.kaggle`` of the test's home."""
    path = Path.home() / ".kaggle" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o600)
    return path


def oauth(*, token: str = "", expires: timedelta = timedelta(hours=-13), refresh: str = REFRESH) -> str:
    """Return what ``kaggle auth login`` keeps."""
    return json.dumps(
        {
            "refresh_token": refresh,
            "access_token": token,
            "access_token_expiration": (datetime.now(UTC) + expires).isoformat(),
            "username": USER,
            "scopes": [],
        }
    )


@pytest.mark.parametrize(
    "kind", ["token", "token-path", "token-file", "token-txt", "key", "key-file", "oauth", "oauth-old"]
)
def test_every_kind_signs_in(unsigned: KaggleSite, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens and keys in variables and files, and OAuth with a fresh or a spent token, all let calls through."""
    if kind == "token":
        monkeypatch.setenv("KAGGLE_API_TOKEN", TOKEN)
    elif kind == "token-path":
        (folder / "token").write_text(f"{TOKEN}\n")
        monkeypatch.setenv("KAGGLE_API_TOKEN", str(folder / "token"))
    elif kind == "token-file":
        at_home("access_token", TOKEN)
    elif kind == "token-txt":
        at_home("access_token.txt", TOKEN)
    elif kind == "key":
        monkeypatch.setenv("KAGGLE_USERNAME", USER)
        monkeypatch.setenv("KAGGLE_KEY", KEY)
    elif kind == "key-file":
        (folder / "kaggle.json").write_text(LEGACY)
    elif kind == "oauth":
        at_home("credentials.json", oauth(token=TOKEN, expires=timedelta(hours=10)))
    else:
        at_home("credentials.json", oauth())
    with Kaggle.open(quick()) as kaggle:
        info = kaggle.dataset("ada/shop")

    assert info.publication.ref == "ada/shop"
    assert len(kaggle.credentials.places) == 1
    assert unsigned.count("GenerateAccessToken") == (kind == "oauth-old")


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("place", ["KAGGLE_CONFIG_DIR", "home", "XDG_CONFIG_HOME"])
def test_where_the_key_may_lie(site: KaggleSite, tmp_path: Path, place: str) -> None:
    """In a process of its own the client finds kaggle.json in each of its three places; importing it asks nothing."""
    site.publish(PublishedDataset("ada/shop"))
    home = tmp_path / "home"
    where = {
        "KAGGLE_CONFIG_DIR": tmp_path / "c",
        "home": home / ".kaggle",
        "XDG_CONFIG_HOME": tmp_path / "x" / "kaggle",
    }
    home.mkdir()
    where[place].mkdir(parents=True)
    (where[place] / "kaggle.json").write_text(LEGACY)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("KAGGLE_", "XDG_"))}
    environment = {**kept, **site.environment, "HOME": str(home)}
    if place != "home":
        environment[place] = str(tmp_path / "c" if place == "KAGGLE_CONFIG_DIR" else tmp_path / "x")
    program = (
        "from authoring.seeds.sources.kaggle.client import Kaggle\n"
        "with Kaggle.open() as kaggle:\n"
        "    print(kaggle.dataset('ada/shop').url, *kaggle.credentials.places)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=60
    )

    assert (ran.stderr, ran.returncode) == ("", 0)
    assert ran.stdout.split() == ["https://www.kaggle.com/datasets/ada/shop", str(where[place] / "kaggle.json")]
    assert [asked.call for asked in site.asked] == ["GetDataset", "GetDatasetMetadata"]


def test_none(unsigned: KaggleSite, capsys: pytest.CaptureFixture[str]) -> None:
    """Without any, one paragraph gives the steps; the client's own help, and its exit, do not come through."""
    with pytest.raises(NoAccessError, match="no credentials for Kaggle were found") as refused:
        Kaggle.open(quick())

    for step in ("https://www.kaggle.com/settings/api", "KAGGLE_API_TOKEN", "kaggle auth login", "kaggle.json"):
        assert step in refused.value.hint
    assert capsys.readouterr() == ("", "")
    assert not unsigned.asked


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{broken", "cannot be read as JSON"),
        ("[]", "cannot be read as JSON"),
        ("", "cannot be read, or is empty"),
        ('{"username": "ada"}', "has no key"),
        ("{}", "has no username and no key"),
    ],
)
def test_files_that_are_passed_over(unsigned: KaggleSite, folder: Path, text: str, says: str) -> None:
    """A kaggle.json that the client passes over without a word is named, with what is wrong with it."""
    (folder / "kaggle.json").write_text(text)
    with pytest.raises(NoAccessError) as refused:
        Kaggle.open(quick())

    assert f"passed over: {folder / 'kaggle.json'}: {says}" in refused.value.message
    assert not unsigned.asked


def test_half_a_pair(unsigned: KaggleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user name without its key is named."""
    monkeypatch.setenv("KAGGLE_USERNAME", USER)
    with pytest.raises(NoAccessError, match="KAGGLE_USERNAME is set without its partner"):
        Kaggle.open(quick())
    assert not unsigned.asked


@pytest.mark.parametrize("status", [0, 400, 401, 403, 404])
def test_a_token_that_is_refused(unsigned: KaggleSite, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    """A stale token is refused with the place it came from and without itself, however Kaggle says no."""
    monkeypatch.setenv("KAGGLE_API_TOKEN", STALE)
    if status:
        unsigned.fail("IntrospectToken", Failure(status, f"{STALE} is not valid"))
    with pytest.raises(NoAccessError) as refused:
        Kaggle.open(quick())

    assert "the variable KAGGLE_API_TOKEN" in refused.value.message
    assert STALE not in f"{refused.value.message}{refused.value.hint}"
    assert "https://www.kaggle.com/settings/api" in refused.value.hint


def test_a_key_that_is_refused(unsigned: KaggleSite, folder: Path) -> None:
    """A key is shown to Kaggle by the first call only; its refusal names the file."""
    (folder / "kaggle.json").write_text(json.dumps({"username": USER, "key": "revoked-key"}))
    with Kaggle.open(quick()) as kaggle, pytest.raises(NoAccessError) as refused:
        kaggle.dataset("ada/shop")

    assert f"refuses your credentials (401), from {folder / 'kaggle.json'}" in refused.value.message
    assert "revoked-key" not in f"{refused.value.message}{refused.value.hint}"
    assert unsigned.count("GetDataset") == 1


def test_a_stale_token_before_a_good_key(unsigned: KaggleSite, folder: Path) -> None:
    """The client shows a stale token although it has a good key too; the message says which hides which."""
    token = at_home("access_token", STALE)
    (folder / "kaggle.json").write_text(LEGACY)
    with Kaggle.open(quick()) as kaggle, pytest.raises(NoAccessError) as refused:
        kaggle.dataset("ada/shop")

    assert f"from {token}; it comes before {folder / 'kaggle.json'}" in refused.value.message
    assert unsigned.count("IntrospectToken") == 1


def test_a_login_that_is_refused(unsigned: KaggleSite, capsys: pytest.CaptureFixture[str]) -> None:
    """A login that was revoked is told as such; what the client prints of it is not shown."""
    path = at_home("credentials.json", oauth(refresh="revoked-refresh"))
    with pytest.raises(NoAccessError, match=f"does not accept your credentials, from {path}"):
        Kaggle.open(quick())

    assert capsys.readouterr() == ("", "")
    assert unsigned.count("GenerateAccessToken") == 1


@pytest.mark.parametrize("failure", [Failure(503), Failure(429), Failure(reset=True), Failure(hang=30)])
def test_signing_in_is_tried_again(unsigned: KaggleSite, monkeypatch: pytest.MonkeyPatch, failure: Failure) -> None:
    """What passes by itself does not make a good token a refused one."""
    monkeypatch.setenv("KAGGLE_API_TOKEN", TOKEN)
    unsigned.fail("IntrospectToken", failure, times=2)
    with Kaggle.open(quick(read=0.5 if failure.hang else 60)) as kaggle:
        assert kaggle.dataset("ada/shop").publication.ref == "ada/shop"

    assert unsigned.count("IntrospectToken") == 3


HIDES = """
import sys
from importlib import metadata
for name in {names!r}:
    sys.modules[name] = None
real = metadata.version
def version(name):
    if name in {names!r}:
        raise metadata.PackageNotFoundError(name)
    return real(name)
metadata.version = version
from authoring.errors import SeedError
from authoring.seeds.sources.kaggle.client import Kaggle
try:
    Kaggle.open()
except SeedError as error:
    print(error.message, "|", error.hint)
"""


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (
            ("kaggle", "kagglesdk", "requests"),
            'not installed | install it where authoring runs: python -m pip install "kaggle',
        ),
        (("six",), "is installed, but not six, which it needs without saying so | python -m pip install six"),
    ],
)
def test_a_client_that_is_missing(names: tuple[str, ...], says: str) -> None:
    """Without the client, or without the six that it does not declare, the pip line is given."""
    environment = {**os.environ, "KAGGLE_USERNAME": USER, "KAGGLE_KEY": KEY}
    program = HIDES.format(names=names)
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=60
    )

    assert ran.stderr == ""
    assert says in ran.stdout


def test_a_client_of_another_version() -> None:
    """A client that lacks what is needed of it is told apart from none, with the versions that are known."""
    strange = "import types\nsys.modules['kagglesdk.kaggle_client'] = types.ModuleType('kagglesdk.kaggle_client')\n"
    program = HIDES.format(names=()).replace("from importlib", f"{strange}from importlib")
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)

    assert ran.stderr == ""
    assert "is not a version that this program knows" in ran.stdout
    assert '"kaggle>=2.2,<3"' in ran.stdout


def test_the_client_is_left_as_it_was(site: KaggleSite) -> None:
    """Others in the process find the client unchanged."""
    from kagglesdk.kaggle_http_client import KaggleHttpClient  # noqa: PLC0415 - as its users do

    before = KaggleHttpClient._init_session  # noqa: SLF001 - what signing in holds back for a moment
    with redirect_stdout(io.StringIO()):
        Kaggle.open(quick())

    assert KaggleHttpClient._init_session is before  # noqa: SLF001 - as above
    assert not site.asked


@pytest.mark.parametrize(
    ("environment", "files", "places", "secrets"),
    [
        ({}, {}, (), ()),
        ({"KAGGLE_API_TOKEN": "t" * 9}, {}, ("the variable KAGGLE_API_TOKEN",), ("t" * 9,)),
        ({"KAGGLE_TOKEN": "t" * 9}, {}, ("the variable KAGGLE_TOKEN",), ("t" * 9,)),
        ({}, {"access_token": "t" * 9}, ("{home}/.kaggle/access_token",), ("t" * 9,)),
        ({}, {"access_token": " \n"}, (), ()),
        (
            {},
            {"kaggle.json": '{"username": "adaadaada", "key": "secret-key"}'},
            ("{home}/.kaggle/kaggle.json",),
            ("secret-key",),
        ),
        (
            {},
            {"credentials.json": '{"refresh_token": "refresh-it"}'},
            ("{home}/.kaggle/credentials.json",),
            ("refresh-it",),
        ),
    ],
)
def test_places(
    environment: Mapping[str, str], files: Mapping[str, str], places: tuple[str, ...], secrets: tuple[str, ...]
) -> None:
    """Places are words without secrets, and secrets are all found; user names are none."""
    for name, text in files.items():
        at_home(name, text)
    home = Path.home()

    assert find_credentials(environment, home) == Credentials(tuple(place.format(home=home) for place in places))
    assert secrets_of(environment, home) == secrets


@pytest.mark.parametrize("variable", ["KAGGLE_API_TOKEN", "KAGGLE_TOKEN"])
@pytest.mark.parametrize("place", ["absolute", "relative"])
def test_token_in_a_file_that_a_variable_names_is_a_secret(
    variable: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client takes the variable for a path, also for one from the folder that it runs in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "token.txt").write_text("KGAT_of-my-own\n")
    named = str(tmp_path / "token.txt") if place == "absolute" else "token.txt"

    secrets = secrets_of({variable: named}, Path.home())

    assert "KGAT_of-my-own" in secrets
    assert "KGAT_of" not in without_secrets("it was KGAT_of-my-own", secrets)
    assert "S0dBVF9vZi1teS1vd" not in without_secrets("Basic YWRhOktHQVRfb2YtbXktb3du", secrets)
