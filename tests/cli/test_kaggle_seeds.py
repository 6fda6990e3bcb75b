"""``authoring seed add kaggle:...``: the whole command line and the real client, against a Kaggle on the loopback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.seeds.sources.kaggle import retry
from authoring.workspace import Workspace
from tests.seeds.sources.kaggle.pointing import kaggle_at_loopback
from tests.seeds.sources.kaggle.published import PublishedDataset, PublishedNotebook, zip_of
from tests.seeds.sources.kaggle.quick import quick
from tests.seeds.sources.kaggle.server import BROKEN_JSON, HTML, KEY, STORAGE, TOKEN, USER, Failure, KaggleSite

Cli = Callable[..., Any]

ORDERS = b"id,price\n" + b"".join(b"%d,%d.5\n" % (n, n % 17) for n in range(200))
SHOP = PublishedDataset(
    "ada/shop", "Shop orders", {"orders.csv": ORDERS, "img/a.png": b"png"}, subtitle="Two years", votes=120, version=3
)
NOTEBOOK = json.dumps(
    {
        "cells": [
            {"cell_type": "code", "id": "a", "metadata": {}, "source": "1 + 1", "outputs": [], "execution_count": 1}
        ],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[KaggleSite]:
    """Run a Kaggle on the loopback, with one data set and one notebook; this process is signed in and impatient."""
    folder = tmp_path / "kaggle-config"
    folder.mkdir()
    monkeypatch.setattr(retry, "DEFAULT_POLICY", quick())
    with kaggle_at_loopback(monkeypatch, folder) as running:
        running.publish(SHOP, PublishedNotebook("bob/eda", "ada/shop", NOTEBOOK, "A look", votes=30))
        yield running


def authoring(
    site: KaggleSite, place: Workspace, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, which reaches Kaggle through the loopback as through a proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("KAGGLE_")}
    environment = {**kept, **site.environment, **variables}
    command = [sys.executable, "-m", "authoring", *arguments, "--workspace", str(place.root)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.exhaustive
def test_a_seed_of_a_data_set(site: KaggleSite, bare: Workspace) -> None:
    """In a process of its own: data, what the page says, and the most-voted notebook become a seed; no key is kept."""
    ran = authoring(site, bare, "seed", "add", "kaggle:ada/shop", KAGGLE_API_TOKEN=TOKEN, VERBOSE="1")
    seed = bare.read_seed("shop")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert (seed.source, seed.title, seed.licence) == ("kaggle:ada/shop@3", "Shop orders", "CC0-1.0")
    assert [(file.name, file.rows) for file in seed.files] == [("orders.csv", 200)]
    assert seed.publication is not None
    assert (seed.publication.ref, seed.publication.version, seed.publication.votes) == ("ada/shop", 3, 120)
    assert seed.notebook is not None
    assert (seed.notebook.ref, seed.notebook.votes) == ("bob/eda", 30)
    assert "left out: img/a.png: no table" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "next: authoring seed show shop"
    assert {"IntrospectToken", "GetDataset", "DownloadDataset", STORAGE} <= {asked.call for asked in site.asked}
    kept = b"".join(path.read_bytes() for path in bare.root.rglob("*") if path.is_file())
    assert TOKEN.encode() not in kept


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (Failure(403, "You must accept the rules"), "only to those who accepted its rules"),
        (Failure(429, headers={"Retry-After": "3600"}), "wants 3600 s of rest"),
        (Failure(200, body=b"<html>", content_type="text/html"), "it is a web page, not a file"),
    ],
    ids=["403", "429", "page"],
)
def test_refused_in_a_process_of_its_own(site: KaggleSite, bare: Workspace, failure: Failure, says: str) -> None:
    """One paragraph with a hint and exit code 4: no traceback, no key, nothing written."""
    site.fail(STORAGE, failure)
    ran = authoring(site, bare, "seed", "add", "kaggle:ada/shop", KAGGLE_USERNAME=USER, KAGGLE_KEY=KEY)

    assert (ran.returncode, ran.stdout) == (4, "")
    assert says in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr
    assert KEY not in ran.stderr
    assert bare.seeds() == ()


@pytest.mark.exhaustive
def test_no_credentials_in_a_process_of_its_own(site: KaggleSite, bare: Workspace) -> None:
    """Without credentials the steps are given, and not the help that the client prints."""
    ran = authoring(site, bare, "seed", "add", "kaggle:ada/shop")

    assert (ran.returncode, ran.stdout) == (4, "")
    assert "no credentials for Kaggle were found" in ran.stderr
    assert "KAGGLE_API_TOKEN" in ran.stderr
    assert "Authentication required" not in ran.stderr
    assert not site.asked


FAILURES: tuple[tuple[str, str, Failure, int], ...] = (
    ("401 at the first call", "GetDataset", Failure(401, "Unauthenticated"), 1),
    ("403, rules", "DownloadDataset", Failure(403, "You must accept this dataset's terms"), 1),
    ("403, phone", "DownloadDataset", Failure(403, "Phone verification is needed"), 1),
    ("403, no reason given", "DownloadDataset", Failure(403, "Permission denied"), 1),
    ("404", "GetDataset", Failure(404, "Not found"), 1),
    ("429, three times", "GetDataset", Failure(429, "slow down"), 3),
    ("429, Retry-After: 5, three times", "GetDataset", Failure(429, headers={"Retry-After": "5"}), 3),
    ("429, Retry-After: 900", "GetDataset", Failure(429, headers={"Retry-After": "900"}), 1),
    ("500, three times", "ListDatasetFiles", Failure(500, "boom"), 3),
    ("503, three times", STORAGE, Failure(503), 3),
    ("418", "GetDataset", Failure(418, "I am a teapot"), 1),
    ("silence, three times", "GetDataset", Failure(hang=30), 3),
    ("silence over the bytes, three times", STORAGE, Failure(hang=30), 3),
    ("connection reset, three times", "GetDataset", Failure(reset=True), 3),
    ("cut off, three times", STORAGE, Failure(cut_after=10), 3),
    ("a wrong byte, three times", STORAGE, Failure(flip=True), 3),
    ("a page instead of JSON", "GetDataset", HTML, 1),
    ("a page instead of bytes", STORAGE, HTML, 1),
    ("half a JSON", "GetDataset", BROKEN_JSON, 1),
    ("another data set", "GetDataset", Failure(200, body=b'{"ref": "bob/other"}'), 1),
)
"""What goes wrong, at which call, and how often."""


@pytest.mark.exhaustive
def test_every_failure_as_it_is_shown(
    cli: Cli, site: KaggleSite, bare: Workspace, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each failure is one message and one hint on standard error, with exit code 4 and nothing written."""
    shown = []
    for name, call, failure, times in FAILURES:
        site.fail(call, failure, times=times)
        monkeypatch.setattr(retry, "DEFAULT_POLICY", quick(read=0.3 if failure.hang else 60))
        answer = cli("seed", "add", "kaggle:ada/shop", "--workspace", bare.root)
        assert (answer.code, answer.out, bare.seeds()) == (4, "", ()), name
        assert KEY not in answer.err
        shown.append(f"## {name} ({call})\n{answer.err.strip()}\n")
    for name, archive in (
        ("an archive that leads out", zip_of({"../orders.csv": ORDERS})),
        ("an archive in an archive", zip_of({"orders.csv": ORDERS, "b.zip": zip_of({"b.csv": ORDERS})})),
        ("a bomb", zip_of({"orders.csv": b"0" * 60_000_000})),
    ):
        site.publish(PublishedDataset("ada/odd", files={"orders.csv": ORDERS}, archive=archive))
        answer = cli("seed", "add", "kaggle:ada/odd", "--workspace", bare.root)
        assert (answer.code, answer.out, bare.seeds()) == (4, "", ()), name
        shown.append(f"## {name}\n{answer.err.strip()}\n")

    golden("cli/kaggle-failures.txt", "\n".join(shown))


@pytest.mark.exhaustive
def test_the_notebook_that_is_wanted(cli: Cli, site: KaggleSite, bare: Workspace) -> None:
    """One by name, none at all, or one that is not there, which costs no download."""
    site.publish(PublishedNotebook("bob/few", "ada/shop", NOTEBOOK, votes=1))
    add = ("seed", "add", "kaggle:ada/shop", "--workspace", bare.root)
    named = cli(*add, "--name", "named", "--notebook", "bob/few", "--json")
    none = cli(*add, "--name", "none", "--no-notebook", "--json")
    downloads = site.count(STORAGE)
    missing = cli(*add, "--name", "missing", "--notebook", "bob/nothing")

    assert named.json["seed"]["notebook"]["ref"] == "bob/few"
    assert none.json["seed"]["notebook"] is None
    assert (missing.code, downloads, site.count(STORAGE)) == (4, 2, 2)
    assert "the notebook bob/nothing" in missing.err


@pytest.mark.exhaustive
def test_interrupted(cli: Cli, site: KaggleSite, bare: Workspace) -> None:
    """A download that broke off is gone on with inside the command, and the seed is the same as without the break."""
    whole = cli("seed", "add", "kaggle:ada/shop", "--name", "whole", "--workspace", bare.root, "--json").json["seed"]
    site.fail(STORAGE, Failure(cut_after=100))
    broken = cli("seed", "add", "kaggle:ada/shop", "--name", "broken", "--workspace", bare.root, "--json").json["seed"]

    assert broken["files"] == whole["files"]
    assert site.count(STORAGE) == 3
