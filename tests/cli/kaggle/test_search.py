"""``authoring seed search``: candidates as a table, reasons for the others, and a list to go on with."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.seeds.lists import read_seed_list
from authoring.cli.kaggle.search import search
from authoring.records.dataset_metadata import SearchResult
from authoring.workspace import Workspace
from tests.seeds.sources.kaggle.published import PublishedDataset
from tests.seeds.sources.kaggle.server import KEY, Failure, KaggleSite

Cli = Callable[..., Any]
Program = Callable[..., Any]

WISH = ("--votes", "100", "--max-size", "10kB", "--after", "2023-04", "--license", "open", "--file-type", "csv")


@pytest.mark.usefixtures("site")
def test_table(cli: Cli, golden: Callable[[str, str], None]) -> None:
    """Candidates stand in a table with all that a choice needs; every other one with its reasons; nothing steers."""
    answer = cli("seed", "search", *WISH)

    assert (answer.code, answer.err) == (0, "")
    assert answer.out.splitlines()[-1] == "next: authoring seed add kaggle:ada/shop-sales"
    golden("kaggle/search.txt", answer.out)


@pytest.mark.usefixtures("site")
def test_json(cli: Cli) -> None:
    """The record holds the wish as it was understood, and everything that was looked at."""
    found = SearchResult.model_validate(cli("seed", "search", *WISH, "--json").json)

    assert found.wish.max_size == 10_000
    assert [info.publication.ref for info in found.candidates] == ["ada/shop-sales", "bob/shop-sales"]
    assert found.looked_at == len(found.candidates) + len(found.left_out)


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("options", "slugs"),
    [
        ((), {"shop-sales", "packed", "closed", "shared", "old-things", "unloved"}),
        (("SHOP",), {"shop-sales"}),
        (("shop", "person"), {"shop-sales"}),
        (("--licence", "known"), {"shop-sales", "packed", "closed", "shared", "old-things"}),
        (("--license", "open"), {"shop-sales", "packed", "old-things"}),
        (("--usability", "0.5"), {"shop-sales", "packed", "closed", "shared", "old-things"}),
        (("--after", "2024"), {"shop-sales", "packed", "closed", "shared", "unloved"}),
        (("--max-size", "1kB"), {"closed", "shared", "old-things", "unloved"}),
        (("--file-type", "json"), set()),
        (("--most", "1"), {"shop-sales"}),
    ],
)
def test_options(cli: Cli, options: tuple[str, ...], slugs: set[str]) -> None:
    """Each option narrows the candidates by itself; pictures are never a table."""
    found = SearchResult.model_validate(cli("seed", "search", *options, "--json").json)

    assert {info.publication.ref.split("/")[1] for info in found.candidates} == slugs


@pytest.mark.parametrize(
    "options", [("--max-size", "big"), ("--after", "spring"), ("--votes", "-1"), ("--license", "free"), ("--most", "0")]
)
def test_slip_of_the_pen(cli: Cli, options: tuple[str, str]) -> None:
    """What is no size, no date and no licence is said before anybody is asked."""
    answer = cli("seed", "search", *options)

    assert (answer.code, answer.out) == (2, "")
    assert "hint: " in answer.err


@pytest.mark.usefixtures("site")
def test_nothing_fits(cli: Cli) -> None:
    """No candidate is no error; it is said what was looked at, and how to look otherwise."""
    answer = cli("seed", "search", "no", "such", "words")

    assert answer.code == 0
    assert "no data set fits these words" in answer.out


def test_nothing_left_of_many(cli: Cli, site: KaggleSite) -> None:
    """Of many that are left out a few are shown, and all are counted."""
    site.publish(*(PublishedDataset(f"fay/number-{n}", votes=50) for n in range(30)))
    answer = cli("seed", "search", "number", "--votes", "60")

    assert "and 15 more; --json has all" in answer.out
    assert "30 data sets looked at, 0 candidates, 30 left out (votes 30)" in answer.out


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_saved_list_is_added(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """What was found is kept as a list with remarks, which the next command takes as it stands."""
    saved = tmp_path / "found.txt"
    answer = cli("seed", "search", *WISH, "--save", saved)
    added = cli("seed", "add", "--from", saved, "--workspace", bare.root)

    assert answer.out.splitlines()[-1] == f"next: authoring seed add --from {saved}"
    assert [reference.text for reference in read_seed_list(saved)] == ["kaggle:ada/shop-sales", "kaggle:bob/shop-sales"]
    assert "1,315 votes" in saved.read_text()
    assert added.code == 0, added.err
    assert bare.seeds() == ("bob-shop-sales", "shop-sales")


def test_worn_out(cli: Cli, site: KaggleSite, tmp_path: Path) -> None:
    """A candidate that everybody knows stays one, and is named as what it seems to be, in the list too."""
    site.publish(PublishedDataset("gus/titanic", "Titanic, again", votes=10_000))
    shown = cli("seed", "search", "titanic", "--save", tmp_path / "found.txt")
    found = SearchResult.model_validate(cli("seed", "search", "titanic", "--json").json)

    assert [info.publication.ref for info in found.candidates] == ["gus/titanic"]
    assert [one.ref for one in found.worn_out] == ["gus/titanic"]
    assert "worn out: gus/titanic seems to be " in shown.out
    assert "worn out (" in (tmp_path / "found.txt").read_text()


def test_guide() -> None:
    """Every option of the search stands in the guide."""
    guide = (Path(__file__).parents[3] / "guides" / "seeds.md").read_text()
    options = {parameter.replace("_", "-") for parameter in inspect.signature(search).parameters} - {"words", "as-json"}

    assert {option for option in options if f"`--{option.replace('licence', 'license')}" not in guide} == set()


def test_list_in_the_way(cli: Cli, site: KaggleSite, tmp_path: Path) -> None:
    """A list is not written over a file, nor into no folder; nobody is asked in vain."""
    (tmp_path / "there.txt").write_text("mine")

    assert cli("seed", "search", "--save", tmp_path / "there.txt").code == 2
    assert cli("seed", "search", "--save", tmp_path / "no" / "there.txt").code == 2
    assert (tmp_path / "there.txt").read_text() == "mine"
    assert site.asked == []


@pytest.mark.usefixtures("site")
def test_empty_search_saves_nothing(cli: Cli, tmp_path: Path) -> None:
    """A search without candidates leaves no empty list behind."""
    assert cli("seed", "search", "nothing", "--save", tmp_path / "found.txt").code == 0
    assert not (tmp_path / "found.txt").exists()


def test_refused(cli: Cli, site: KaggleSite) -> None:
    """Refused credentials are one paragraph with the steps, and hold no key."""
    site.fail("ListDatasets", Failure(status=401, message="Unauthenticated"))
    answer = cli("seed", "search")

    assert (answer.code, answer.out) == (4, "")
    assert "refuses your credentials (401)" in answer.err
    assert KEY not in answer.err


@pytest.mark.exhaustive
def test_the_program(program: Program, golden: Callable[[str, str], None]) -> None:
    """The program itself, with the client as it is installed, finds the same over the network."""
    answer = program("seed", "search", *WISH)

    assert (answer.returncode, answer.stderr) == (0, "")
    golden("kaggle/search.txt", answer.stdout)


@pytest.mark.exhaustive
def test_the_program_without_credentials(program: Program, site: KaggleSite) -> None:
    """Without credentials the program says how to get some; the client's own help is not seen."""
    answer = program("seed", "search", "--json", signed_in=False)

    assert (answer.returncode, answer.stdout) == (4, "")
    assert "no credentials for Kaggle were found" in answer.stderr
    assert '"hint": "make a token at https://www.kaggle.com/settings' in answer.stderr
    assert site.count("ListDatasets") == 0
