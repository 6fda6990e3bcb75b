"""``authoring seed add --from FILE``: many seeds, past failures, and again from where it stopped."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from authoring.api.seeds.lists import ListedSeeds
from authoring.workspace import Workspace
from tests.cli.kaggle.conftest import SHOP, SIGNED_IN, table
from tests.seeds.sources.kaggle.server import STORAGE, Failure, KaggleSite

Cli = Callable[..., Any]
Program = Callable[..., Any]

LIST = """\
# The first round.
kaggle:ada/shop-sales notebook=none   # the best one
https://www.kaggle.com/datasets/bob/shop-sales
kaggle:ada/shop-sales
kaggle:nobody/nothing-at-all
kaggle:cleo/pictures
towns.csv name=towns licence=CC0-1.0 title="Towns of the shops"
none.csv
"""


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a list beside a table, in a folder below this one."""
    monkeypatch.chdir(tmp_path)
    Path("lists").mkdir()
    Path("lists/towns.csv").write_bytes(table(30))
    path = Path("lists/first.txt")
    path.write_text(LIST)
    return path


def ends(answer: Any) -> dict[int, str]:
    """Return how each line ended."""
    return {line.line: line.end for line in ListedSeeds.model_validate(answer.json).lines}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_goes_on_past_failures(cli: Cli, bare: Workspace, listed: Path, golden: Callable[[str, str], None]) -> None:
    """Each line is told as it ends, then what to do about those that failed, then the sum; what could be added is."""
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root)

    assert answer.code == 4
    assert bare.seeds() == ("bob-shop-sales", "shop-sales", "towns")
    assert bare.read_seed("towns").title == "Towns of the shops"
    golden("kaggle/add-from.txt", answer.out)


@pytest.mark.exhaustive
def test_again(cli: Cli, site: KaggleSite, bare: Workspace, listed: Path) -> None:
    """The same command leaves alone what is there, and adds what has become possible."""
    cli("seed", "add", "--from", listed, "--workspace", bare.root)
    made = bare.root / "seeds" / "shop-sales" / "seed.yaml"
    before, asked = made.stat().st_mtime_ns, site.count(STORAGE)
    (listed.parent / "none.csv").write_bytes(table(20))
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root, "--json")

    assert ends(answer) == {
        **dict.fromkeys((2, 3, 7), "there"),
        **dict.fromkeys((5, 6), "failed"),
        4: "repeated",
        8: "added",
    }
    assert made.stat().st_mtime_ns == before
    assert site.count(STORAGE) - asked <= 1  # the pictures again, and nothing else


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_all_well(cli: Cli, bare: Workspace, listed: Path) -> None:
    """When nothing fails the exit code is 0, and the next step is another one."""
    listed.write_text("kaggle:ada/shop-sales\ntowns.csv\n")
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root)

    assert answer.code == 0, answer.err
    assert answer.out.splitlines()[-2:] == ["2 seeds asked for: 2 added", "next: authoring seed check"]


@pytest.mark.exhaustive
def test_replace(cli: Cli, site: KaggleSite, bare: Workspace, listed: Path) -> None:
    """With --replace nothing is left alone."""
    listed.write_text("kaggle:ada/shop-sales\n")
    cli("seed", "add", "--from", listed, "--workspace", bare.root)
    site.publish(replace(SHOP, files={"sales.csv": table(50)}, version=2))
    there = cli("seed", "add", "--from", listed, "--workspace", bare.root, "--json")
    anew = cli("seed", "add", "--from", listed, "--replace", "--workspace", bare.root, "--json")

    assert (ends(there), ends(anew)) == ({1: "there"}, {1: "added"})
    assert bare.read_seed("shop-sales").files[0].rows == 50


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_another_version_is_another_seed(cli: Cli, bare: Workspace, listed: Path) -> None:
    """A line that pins a version is not content with another one."""
    listed.write_text("kaggle:ada/shop-sales\n")
    cli("seed", "add", "--from", listed, "--workspace", bare.root)
    listed.write_text("kaggle:ada/shop-sales@7\nkaggle:ada/shop-sales@1\n")
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root, "--json")
    first = ListedSeeds.model_validate(answer.json).lines[0]

    assert (first.end, first.exit_code) == ("failed", 4)
    assert "there is a seed called shop-sales already" in first.reason


@pytest.mark.exhaustive
@pytest.mark.usefixtures("site")
def test_name_is_taken(cli: Cli, bare: Workspace, listed: Path) -> None:
    """A seed from elsewhere is not taken for what the list asks for, and not written over; nothing is downloaded."""
    cli("seed", "add", listed.parent / "towns.csv", "--name", "shop-sales", "--workspace", bare.root)
    listed.write_text("kaggle:ada/shop-sales\n")
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root)

    assert answer.code == 4
    assert "there is a seed called shop-sales already, from " in answer.out
    assert bare.read_seed("shop-sales").publication is None


@pytest.mark.exhaustive
def test_refused_credentials_end_it(cli: Cli, site: KaggleSite, bare: Workspace, listed: Path) -> None:
    """What every further line would only say again is said once; seeds that are made by then stay."""
    listed.write_text("towns.csv\nkaggle:ada/shop-sales\nkaggle:bob/shop-sales\n")
    site.fail("GetDataset", Failure(status=401))
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root)

    assert answer.code == 4
    assert answer.err.count("(401)") == 1
    assert bare.seeds() == ("towns",)
    assert site.count("GetDataset") == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--name", "shop"), "is for one seed, and a list has several"),
        (("--title", "Shop"), "is for one seed"),
        (("--notebook", "ada/eda-of-shops"), "is for one seed"),
        (("kaggle:ada/shop-sales",), "references are given and a --from FILE too"),
        (("--why", "so"), "--why gives a reason for nothing"),
        (("--allow", "fame"), "needs a reason"),
    ],
)
def test_what_is_asked(
    cli: Cli, site: KaggleSite, bare: Workspace, listed: Path, options: tuple[str, ...], words: str
) -> None:
    """What cannot hold for all lines is refused before the first one."""
    answer = cli("seed", "add", "--from", listed, *options, "--workspace", bare.root)

    assert answer.code == 2
    assert words in answer.err
    assert (bare.seeds(), site.asked) == ((), [])


def test_bad_allowance_of_a_line(cli: Cli, site: KaggleSite, bare: Workspace, listed: Path) -> None:
    """A line that lets pass what is no finding is named, and nothing is begun."""
    listed.write_text("towns.csv\nkaggle:ada/shop-sales allow=fame\n")
    answer = cli("seed", "add", "--from", listed, "--workspace", bare.root)

    assert answer.code == 2
    assert answer.err.startswith("error: line 2: ")
    assert (bare.seeds(), site.asked) == ((), [])


@pytest.mark.usefixtures("site")
def test_licence_for_all(cli: Cli, bare: Workspace, listed: Path) -> None:
    """What is said for all holds where a line says nothing else."""
    listed.write_text("towns.csv name=one\ntowns.csv name=two licence=CC-BY-4.0\n")
    cli("seed", "add", "--from", listed, "--licence", "PDDL-1.0", "--workspace", bare.root)

    assert [bare.read_seed(name).licence for name in ("one", "two")] == ["PDDL-1.0", "CC-BY-4.0"]


def test_no_list(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A list that is not there, is no text or is far too long ends in words."""
    (tmp_path / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    (tmp_path / "long.txt").write_bytes(b"a.csv\n" * 200_000)

    for name, code in (("none.txt", 3), ("image.png", 3), ("long.txt", 4), (".", 3)):
        answer = cli("seed", "add", "--from", tmp_path / name, "--workspace", bare.root)
        assert answer.code == code, answer.err
        assert "hint: " in answer.err


@pytest.mark.exhaustive
def test_the_program(program: Program, bare: Workspace, listed: Path, golden: Callable[[str, str], None]) -> None:
    """The program itself, with the client as it is installed, does the same over the network."""
    answer = program("seed", "add", "--from", listed, "--workspace", bare.root)

    assert (answer.returncode, answer.stderr) == (4, "")
    golden("kaggle/add-from.txt", answer.stdout)


@pytest.mark.exhaustive
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_stopped_in_the_middle(
    cli: Cli, site: KaggleSite, surroundings: dict[str, str], bare: Workspace, listed: Path, how: signal.Signals
) -> None:
    """Stopped while the second seed is downloaded, the first one is whole and no second one is there; again does it."""
    listed.write_text("kaggle:ada/shop-sales\nkaggle:bob/shop-sales\n")
    site.fail(STORAGE, Failure())  # the first download goes well
    site.fail(STORAGE, Failure(hang=60))
    command = [sys.executable, "-m", "authoring", "seed", "add", "--from", str(listed), "--workspace", str(bare.root)]
    with subprocess.Popen(
        command, env=surroundings | SIGNED_IN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        deadline = time.monotonic() + 120
        while site.count(STORAGE) < 2:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(how)
        process.communicate(timeout=120)

    assert process.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)
    assert bare.seeds() == ("shop-sales",)
    assert ends(cli("seed", "add", "--from", listed, "--workspace", bare.root, "--json")) == {1: "there", 2: "added"}
