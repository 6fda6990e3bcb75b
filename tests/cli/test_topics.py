"""``authoring topics``: proposed once, kept, shown, and added to without repeats."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.drafts.experiments import draft_name, read_experiment
from authoring.errors import SeedError
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.documents import module_of, read_topics
from tests.llm.server import Answer, Call, LoopbackServer

Cli = Callable[..., Any]
SUBJECTS = ("rain", "apples", "trains", "wages", "bees", "novels")


def proposal(*numbers: int, name: str = "statistics.median") -> str:
    """Return a reply with these topics."""
    topics = [
        {
            "title": f"Middle of {SUBJECTS[number]}",
            "task": f"Count {SUBJECTS[number]} for {number} days.",
            "names": [name],
            "level": "easy",
        }
        for number in numbers
    ]
    return json.dumps({"topics": topics})


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Return a folder of replies: two topics and a bad one, then one that was there and a new one, then a further."""
    folder = tmp_path / "replies"
    folder.mkdir()
    first = json.loads(proposal(0, 1))
    first["topics"].append({"title": "Nothing", "task": "Use what is not there.", "names": ["x.y"], "level": "hard"})
    (folder / "topics-1.json").write_text(json.dumps(first))
    (folder / "topics-2.json").write_text(proposal(1, 2))
    (folder / "topics-3.json").write_text(proposal(3))
    return folder


def ask(cli: Cli, place: Workspace, script: Path, *options: str) -> Any:
    """Ask for topics of a module of the standard library."""
    return cli("topics", "statistics", "--model", f"scripted:{script}", *options, "--workspace", place.root)


@pytest.mark.exhaustive
def test_topics_are_made_and_kept(cli: Cli, bare: Workspace, script: Path) -> None:
    """What is made is told with what was refused and why, stands in the workspace, and is not asked for again."""
    made = ask(cli, bare, script, "--count", "3")

    assert made.code == 0
    assert "asked for 3 topics, made 3 in 2 rounds; 2 of 5 proposals refused" in made.out
    assert "Nothing: not there, or no function or class: x.y" in made.out
    assert "Middle of apples: repeats: Middle of apples" in made.out
    assert made.out.splitlines()[-1] == f"next: authoring draft --module statistics --topic 1 --model scripted:{script}"
    kept = yaml.safe_load((bare.root / "seeds" / "module-statistics" / "topics.yaml").read_text())
    assert [topic["title"] for topic in kept["topics"]] == ["Middle of rain", "Middle of apples", "Middle of trains"]
    seed = bare.read_seed("module-statistics")
    assert (module_of(seed), seed.files) == ("statistics", ())
    again = cli("topics", "statistics", "--workspace", bare.root, "--json").json
    assert again["proposal"] is None
    assert [topic["title"] for topic in again["list"]["topics"]] == [topic["title"] for topic in kept["topics"]]


@pytest.mark.exhaustive
def test_more_topics_repeat_none(cli: Cli, bare: Workspace, script: Path) -> None:
    """--more adds to what there is; a shortfall is told and shows in the exit code."""
    ask(cli, bare, script, "--count", "2", "--rounds", "1")
    more = ask(cli, bare, script, "--more", "--count", "2", "--rounds", "2", "--json")

    assert more.code == 1
    assert [topic["title"] for topic in more.json["list"]["topics"]] == [
        "Middle of rain",
        "Middle of apples",
        "Middle of trains",
    ]
    assert more.json["proposal"]["wanted"] == 2
    assert more.json["proposal"]["why_short"]
    assert len(read_topics(bare, "statistics").topics) == 3


def test_module_that_is_not_there(cli: Cli, bare: Workspace, script: Path) -> None:
    """A library that cells cannot import is named with what to do, before anything is asked."""
    answer = cli("topics", "no-such-library", "--model", f"scripted:{script}", "--workspace", bare.root)

    assert answer.code == 4
    assert "no_such_library cannot be imported in the sandbox" in answer.err
    assert not (bare.root / "seeds" / "module-no-such-library").exists()


def test_no_model(cli: Cli, bare: Workspace) -> None:
    """Without a model there is nobody to propose."""
    answer = cli("topics", "statistics", "--workspace", bare.root)

    assert answer.code == 2
    assert "--model" in answer.err


def test_experiment_is_about_a_topic(cli: Cli, bare: Workspace, script: Path) -> None:
    """A topic is meant by number, title or a piece of it; a person's own needs three words."""
    ask(cli, bare, script, "--count", "2", "--rounds", "1")
    sandbox = LocalSandbox()
    try:
        by_number = read_experiment(bare, "statistics", "2", sandbox=sandbox)
        by_title = read_experiment(bare, "statistics", "middle of apples", sandbox=sandbox)
        by_piece = read_experiment(bare, "statistics", "apples", sandbox=sandbox)
        own = read_experiment(bare, "statistics", "Compare three kinds of means", sandbox=sandbox)
        with pytest.raises(SeedError, match="statistics: no topic is called pears"):
            read_experiment(bare, "statistics", "pears", sandbox=sandbox)
        with pytest.raises(SeedError, match="statistics: several topics are called middle"):
            read_experiment(bare, "statistics", "middle", sandbox=sandbox)
    finally:
        sandbox.close()

    assert by_number == by_title == by_piece
    assert draft_name(by_number) == "statistics-middle-of-apples"
    assert (own.topic.title, own.topic.names) == ("Compare three kinds of means", ())
    assert own.api.name == "statistics"


def test_broken_topics(cli: Cli, bare: Workspace, script: Path) -> None:
    """A file that a person has broken is named, not overwritten."""
    ask(cli, bare, script, "--count", "2", "--rounds", "1")
    path = bare.root / "seeds" / "module-statistics" / "topics.yaml"
    path.write_text("topics: [1, 2]\n")
    answer = cli("topics", "statistics", "--workspace", bare.root)

    assert answer.code == 4
    assert "topics.yaml" in answer.err
    assert path.read_text() == "topics: [1, 2]\n"


def test_fruitless_rounds_are_not_asked_again(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Where every reply was useless, the next command asks for other replies than those that are kept."""
    folder = tmp_path / "useless"
    folder.mkdir()
    (folder / "topics-1.json").write_text("I cannot.")
    (folder / "topics-2.json").write_text("No.")
    (folder / "topics-3.json").write_text(proposal(4))
    first = ask(cli, bare, folder, "--count", "1", "--rounds", "2")

    assert first.code == 13
    assert "statistics: " in first.err
    assert (read_topics(bare, "statistics").topics, read_topics(bare, "statistics").rounds) == ((), 2)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("obeys", [True, False], ids=["a server that obeys schemas", "a server that does not"])
def test_topics_from_a_server(cli: Cli, bare: Workspace, *, obeys: bool) -> None:
    """The real client asks a server; where that takes no notice of the schema, what it says is read all the same."""

    def say(call: Call) -> Answer:
        if "Python library" not in call.prompt:
            return Answer('{"number": 7}' if obeys else "seven")
        return Answer(proposal(0, 1) if obeys else f"Here you are:\n```json\n{proposal(0, 1)}\n```\nAnything else?")

    with LoopbackServer(say) as server:
        made = cli(
            "topics",
            "statistics",
            "--count",
            "2",
            "--model",
            "tiny",
            "--base-url",
            server.url,
            "--workspace",
            bare.root,
        )

    assert made.code == 0, made.err
    assert [topic.title for topic in read_topics(bare, "statistics").topics] == ["Middle of rain", "Middle of apples"]
