"""No model is sent anything of a seed that the gate found personal data in, unless a person let it pass."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.workspace import Workspace
from tests.cli.played import play
from tests.llm.server import LoopbackServer

Cli = Callable[..., Any]
MAILS = tuple(f"person{number}@firma.de" for number in range(30))
TEXT = "species,mass,contact\n" + "".join(
    f"{'Adelie' if number % 2 else 'Gentoo'},{3000 + 37 * number},{mail}\n" for number, mail in enumerate(MAILS)
)
WHY = "all of them are invented"


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """Return a server that keeps every request it was sent."""
    with LoopbackServer(play) as server:
        yield server


@pytest.fixture
def people(bare: Workspace, tmp_path: Path) -> Workspace:
    """Return a workspace with a seed that came in before there was a gate, and holds mail addresses."""
    path = tmp_path / "people.csv"
    path.write_text(TEXT)
    file = TableFile(
        name=path.name,
        format=TableFormat.CSV,
        sha256=hashlib.sha256(path.read_bytes()).hexdigest(),
        size=path.stat().st_size,
        rows=len(MAILS),
        columns=("species", "mass", "contact"),
        reader='pd.read_csv("inputs/people.csv")',
    )
    seed = Seed(name="people", title="People", description="", source=str(path), licence="CC0-1.0", files=(file,))
    bare.write_seed(seed, [(file, path)])
    return bare


@pytest.fixture
def ask(cli: Cli, people: Workspace, server: LoopbackServer) -> Cli:
    """Return a function that asks that server's model about a seed of the workspace."""

    def call(*arguments: str) -> Any:
        model = ("--model", "scripted", "--base-url", server.url)
        return cli(*arguments, *(model if arguments[0] == "draft" else ()), "--workspace", people.root)

    return call


def sent(server: LoopbackServer) -> str:
    """Return all that the server was sent."""
    return "\n".join(message for served in server.calls for message in served.call.messages)


@pytest.mark.exhaustive
def test_nothing_is_sent_while_the_finding_stands(ask: Cli, server: LoopbackServer, people: Workspace) -> None:
    """Neither at once nor when the run is taken up again; no file of the run holds an address either."""
    first, again = ask("draft", "people"), ask("draft", "people")

    assert (first.code, again.code) == (4, 4)
    assert not server.calls
    for answer in (first, again):
        assert "DS903" in answer.err
        assert "seed check people --allow DS903" in " ".join(answer.err.split())
    written = [path for path in people.root.rglob("*") if path.is_file() and "seeds" not in path.parts]
    assert [path for path in written if any(mail.encode() in path.read_bytes() for mail in MAILS)] == []


@pytest.mark.exhaustive
def test_what_is_let_pass_is_recorded_and_sent(ask: Cli, server: LoopbackServer, people: Workspace) -> None:
    """Who, why and when stand in the seed, and the draft that was refused is begun anew."""
    refused = ask("draft", "people")
    checked = ask("seed", "check", "people", "--allow", "DS903", "--why", WHY, "--reviewer", "ada")
    drafted = ask("draft", "people")

    (allowed,) = people.read_seed("people").allowed
    assert (refused.code, checked.code) == (4, 0), checked
    assert (allowed.code, allowed.why, allowed.who) == ("DS903", WHY, "ada")
    assert "DS903" not in drafted.err
    assert MAILS[0] in sent(server)


@pytest.mark.exhaustive
def test_another_finding_let_pass_opens_nothing(ask: Cli, server: LoopbackServer) -> None:
    """An allowance is for one code."""
    ask("seed", "check", "people", "--allow", "DS901", "--why", WHY, "--reviewer", "ada")

    assert ask("draft", "people").code == 4
    assert not server.calls


@pytest.mark.exhaustive
def test_templates_ask_nobody(cli: Cli, people: Workspace, server: LoopbackServer) -> None:
    """They work on any seed; what they wrote is for a person to look at."""
    answer = cli("draft", "people", "--workspace", people.root)

    assert "DS903" not in answer.err
    assert not server.calls


@pytest.mark.exhaustive
def test_several_seeds_at_once(ask: Cli, server: LoopbackServer, tmp_path: Path) -> None:
    """The one that is fit is drafted, and nothing of the other is sent beside it."""
    path = tmp_path / "birds.csv"
    path.write_text("\n".join(line.rpartition(",")[0] for line in TEXT.splitlines()) + "\n")
    added = ask("seed", "add", str(path), "--licence", "CC0-1.0")
    answer = ask("draft", "people", "birds", "--json")

    assert added.code == 0, added
    assert [draft["name"] for draft in answer.json if draft["end"]] == ["birds"], answer.json
    assert server.calls
    assert not any(mail in sent(server) for mail in MAILS)


def test_seed_is_refused_on_the_way_in(ask: Cli, people: Workspace, tmp_path: Path) -> None:
    """Personal data is told of before it is kept, shown with most of it left out."""
    path = tmp_path / "more.csv"
    path.write_text(TEXT)
    answer = ask("seed", "add", str(path), "--licence", "CC0-1.0")

    assert answer.code == 4
    assert "p…@f….de in row 1" in " ".join(answer.err.split())
    assert not any(mail in answer.err + answer.out for mail in MAILS)
    assert "more" not in people.seeds()
