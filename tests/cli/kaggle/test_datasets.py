"""``authoring seed update``: what changed upstream, for one seed or for all."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from authoring.records.dataset_metadata import UpstreamComparison
from authoring.records.seed import Seed
from authoring.seeds.sources.kaggle.client import Kaggle
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import SHOP, table
from tests.seeds.sources.kaggle.server import Failure, KaggleSite

Cli = Callable[..., Any]
Program = Callable[..., Any]

CHANGED = replace(
    SHOP,
    title="Shop sales of 2024",
    files={"sales.csv": table(300), "towns.csv": table(4)},
    older={1: SHOP.files},
    version=2,
    votes=1400,
    licence="CC-BY-NC-4.0",
)


@pytest.fixture
def place(site: KaggleSite, seeded: Workspace) -> Workspace:
    """Return a workspace with two seeds from the site, and one from a file."""
    with Kaggle.open() as kaggle:
        for ref, name in (("ada/shop-sales", "shop"), ("bob/packed", "packed")):
            info = kaggle.dataset(ref)
            file = seeded.read_seed("penguins").files[0]
            seed = Seed(
                name=name,
                title=info.title,
                description="",
                source=f"kaggle:{ref}@1",
                licence=info.licence,
                files=(file,),
                publication=info.publication,
            )
            seeded.write_seed(seed, [(file, seeded.root / "seeds" / "penguins" / "data" / file.name)])
    del site.asked[:]
    return seeded


def test_unchanged(cli: Cli, place: Workspace) -> None:
    """While nothing changes nothing is shown but that, and the exit code is 0."""
    answer = cli("seed", "update", "--all", "--workspace", place.root)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines() == [
        "packed kaggle:bob/packed: unchanged",
        "shop kaggle:ada/shop-sales: unchanged",
        "2 seeds asked about, 0 changed upstream, 1 from no site",
        "next: authoring seed show packed",
    ]


def test_votes_are_no_news(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """More votes and downloads are shown, and change no exit code."""
    site.publish(replace(SHOP, votes=2000, downloads=7))
    answer = cli("seed", "update", "shop", "--workspace", place.root)

    assert answer.code == 0
    assert "shop kaggle:ada/shop-sales: unchanged" in answer.out
    assert "  votes: 1,315 -> 2,000" in answer.out


def test_changed(cli: Cli, site: KaggleSite, place: Workspace, golden: Callable[[str, str], None]) -> None:
    """Version, files, size and licence are told apart from what moves by itself; the seed stays what it is."""
    seed = place.read_seed("shop")
    site.publish(CHANGED)
    answer = cli("seed", "update", "--all", "--workspace", place.root)

    assert answer.code == 1
    assert place.read_seed("shop") == seed
    golden("kaggle/update.txt", answer.out)


@pytest.mark.exhaustive
def test_next_command_takes_the_new_version(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """The command that is named at the end takes the new version, and then nothing is changed any more."""
    site.publish(replace(CHANGED, licence=SHOP.licence))
    command = cli("seed", "update", "shop", "--workspace", place.root).out.splitlines()[-1].removeprefix("next: ")
    taken = cli(*command.split()[1:], "--workspace", place.root)

    assert taken.code == 0, taken.err
    assert place.read_seed("shop").publication is not None
    assert cli("seed", "update", "shop", "--workspace", place.root).code == 0


def test_gone(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """A data set that is no longer there is a change, and keeps none of the others from being asked about."""
    del site.holdings.datasets["bob/packed"]
    answer = cli("seed", "update", "--all", "--json", "--workspace", place.root)
    found = [UpstreamComparison.model_validate(one) for one in answer.json]

    assert answer.code == 1
    assert [(one.seed, one.gone, one.changed) for one in found] == [("packed", True, True), ("shop", False, False)]


def test_old_version_is_no_longer_listed(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """Where the old files cannot be had it is said that they are not compared."""
    site.publish(replace(CHANGED, older={}))
    answer = cli("seed", "update", "shop", "--workspace", place.root)

    assert answer.code == 1
    assert "the files of version 1 are no longer listed, so they are not compared" in answer.out
    assert "files:" not in answer.out


def test_one_cannot_be_asked_about(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """A failure for one seed is told with its reason, and the other has its answer."""
    site.fail("GetDataset", Failure(status=403, message="Phone verification is needed"))
    answer = cli("seed", "update", "--all", "--workspace", place.root)

    assert answer.code == 4
    assert "packed kaggle:bob/packed: not known" in answer.out
    assert "only to accounts with a verified phone number" in " ".join(answer.out.split())
    assert "shop kaggle:ada/shop-sales: unchanged" in answer.out
    assert "2 seeds asked about, 0 changed upstream, 1 could not be asked about, 1 from no site" in answer.out


def test_refused(cli: Cli, site: KaggleSite, place: Workspace) -> None:
    """Refused credentials are said once, not once for every seed."""
    site.fail("GetDataset", Failure(status=401))
    answer = cli("seed", "update", "--all", "--workspace", place.root)

    assert (answer.code, answer.out) == (4, "")
    assert answer.err.count("401") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "no seed is named"),
        (("shop", "--all"), 2, "seeds are named and --all too"),
        (("shap",), 4, "no seed is called shap"),
        (("penguins",), 4, "which is no published data set"),
    ],
)
def test_what_is_asked(
    cli: Cli, site: KaggleSite, place: Workspace, arguments: tuple[str, ...], code: int, words: str
) -> None:
    """What has no upstream, or is not there, is refused before anybody is asked."""
    answer = cli("seed", "update", *arguments, "--workspace", place.root)

    assert answer.code == code
    assert words in answer.err
    assert site.asked == []


def test_no_seed_from_the_site(cli: Cli, site: KaggleSite, seeded: Workspace) -> None:
    """Without a seed from Kaggle nobody is asked."""
    answer = cli("seed", "update", "--all", "--workspace", seeded.root)

    assert answer.code == 0
    assert "0 seeds asked about, 0 changed upstream, 1 from no site" in answer.out
    assert site.asked == []


@pytest.mark.exhaustive
def test_the_program(program: Program, site: KaggleSite, place: Workspace, golden: Callable[[str, str], None]) -> None:
    """The program itself, with the client as it is installed, says the same over the network."""
    site.publish(CHANGED)
    answer = program("seed", "update", "--all", "--workspace", place.root)

    assert (answer.returncode, answer.stderr) == (1, "")
    golden("kaggle/update.txt", answer.stdout)
