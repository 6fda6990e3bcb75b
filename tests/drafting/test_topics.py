"""Topics of a module: proposed by a model, and taken only where they are new and their names are there."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.drafting.topics import TOPICS_SCHEMA, propose_topics
from authoring.errors import ModelError
from authoring.llm.port import Finish, OnText, Reply, Request
from authoring.records.evidence import Limits
from authoring.records.experiment import ModuleApi, Topic, TopicList, TopicProposal
from authoring.records.sketch import Guide
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.module_reader import read_module

PROMPT = Guide(
    name="topics", text=(Path(__file__).parents[2] / "templates" / "prompts" / "topics.md").read_text("utf-8")
)


class Proposer:
    """A model that proposes what it was given, one list a round; a text stands for itself."""

    name = fingerprint = "proposer"

    def __init__(self, *rounds: list[dict[str, object]] | str, finish: Finish = Finish.STOP) -> None:
        self.rounds = list(rounds)
        self.finish = finish
        self.asked: list[Request] = []

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the next round; the last one again when there are no more."""
        del on_text
        self.asked.append(request)
        told = self.rounds.pop(0) if len(self.rounds) > 1 else self.rounds[0]
        text = told if isinstance(told, str) else json.dumps({"topics": told})
        return Reply(text=text, model=self.name, finish=self.finish)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture(scope="module")
def api(sandbox: LocalSandbox) -> ModuleApi:
    """Return what a small module offers."""
    return read_module("statistics", sandbox=sandbox, limits=Limits())


SUBJECTS = ("rain", "apples", "trains", "wages", "bees", "novels", "tides", "votes", "bread", "stars", "chess", "wine")


def proposed(number: int, *names: str, title: str = "", task: str = "") -> dict[str, object]:
    """Return a proposal that is like no other of another number."""
    subject = SUBJECTS[number % len(SUBJECTS)] + "abcdefghij"[number // len(SUBJECTS)] * 3
    return {
        "title": title or f"Middle of {subject} {number}",
        "task": task or f"Somebody counts {subject} for {number} days and wants to know {subject[::-1]}.",
        "names": list(names or ("statistics.median",)),
        "level": "easy",
    }


def propose(model: Proposer, api: ModuleApi, sandbox: LocalSandbox, count: int, *known: Topic) -> TopicProposal:
    """Ask for topics."""
    return propose_topics(
        api,
        existing=TopicList(module=api.name, topics=known, rounds=len(known)),
        count=count,
        model=model,
        prompt=PROMPT,
        sandbox=sandbox,
        limits=Limits(),
        rounds=3,
    )


def test_fifty_topics(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """As many as are asked for are made, in one call where all are good."""
    model = Proposer([proposed(number) for number in range(50)])
    found = propose(model, api, sandbox, 50)

    assert (len(found.topics), found.proposed, found.rounds, found.refused, found.why_short) == (50, 50, 1, (), "")
    (request,) = model.asked
    assert (request.purpose, request.subject, request.stable, request.schema_) == (
        "topics",
        "statistics",
        1,
        TOPICS_SCHEMA,
    )
    assert "statistics: NormalDist" in request.messages[1].content or "statistics" in request.messages[1].content


def test_missing_ones_are_asked_for_again(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """What is refused is asked for again, with the reason; no call asks for what is there."""
    first = [
        proposed(0),
        proposed(1, "statistics.medium"),
        proposed(0, title="The middle of rainaaa 0"),
        proposed(2, "math.sqrt"),
    ]
    model = Proposer(first, [proposed(3), proposed(4), proposed(5)])
    found = propose(model, api, sandbox, 3)

    assert [topic.title for topic in found.topics] == [
        "Middle of rainaaa 0",
        "Middle of wagesaaa 3",
        "Middle of beesaaa 4",
    ]
    assert [one.reason for one in found.refused] == [
        "not there, or no function or class: statistics.medium",
        "repeats: Middle of rainaaa 0",
        "names nothing of statistics",
        "more than were asked for",
    ]
    assert (found.wanted, found.proposed, found.rounds, found.why_short) == (3, 7, 2, "")
    again = model.asked[1].messages[-1].content
    assert "exactly 2 new topics" in again
    assert "not there, or no function or class: statistics.medium" in again
    assert "Middle of rainaaa 0" in again
    assert [request.sample for request in model.asked] == [0, 1]


def test_known_topics_are_not_repeated(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """Asking for more never gives what there is."""
    (known,) = propose(Proposer([proposed(0)]), api, sandbox, 1).topics
    model = Proposer([proposed(0), proposed(1)])
    found = propose(model, api, sandbox, 1, known)

    assert [topic.title for topic in found.topics] == ["Middle of applesaaa 1"]
    assert [one.reason for one in found.refused] == ["repeats: Middle of rainaaa 0"]
    assert [request.sample for request in model.asked] == [1]


def test_shortfall_is_told(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """A model that has no more to say is asked a bounded number of times, and the lack is named."""
    model = Proposer([proposed(0), proposed(1)])
    found = propose(model, api, sandbox, 5)

    assert (len(found.topics), found.wanted, found.rounds, len(model.asked)) == (2, 5, 3, 3)
    assert found.why_short == "the last reply held nothing new"
    assert len(found.refused) == 4


def test_an_unreadable_reply_is_shown(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """The request after a reply that holds no topics says why, and the one after topics does not."""
    model = Proposer("I would rather not.", [proposed(0)], [proposed(1)])
    propose(model, api, sandbox, 2)

    assert [any(m.role == "assistant" for m in request.messages) for request in model.asked] == [False, True, False]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("median", "statistics.median"),
        ("statistics.median()", "statistics.median"),
        ("`statistics.NormalDist.from_samples`", "statistics.NormalDist.from_samples"),
        ("NormalDist.cdf(x)", "statistics.NormalDist.cdf"),
    ],
)
def test_spelling_of_a_name_is_mended(api: ModuleApi, sandbox: LocalSandbox, said: str, kept: str) -> None:
    """Brackets, backticks and a missing module are no reason to refuse a name that is there."""
    assert propose(Proposer([proposed(0, said)]), api, sandbox, 1).topics[0].names == (kept,)


@pytest.mark.parametrize("name", ["__import__('os').system('true')", "statistics.", "", "statistics.median; x", "os"])
def test_name_is_never_code(api: ModuleApi, sandbox: LocalSandbox, name: str) -> None:
    """What is no dotted name of a function or class is refused, and never run."""
    found = propose(Proposer([proposed(0, name, "statistics.mean"), proposed(1)]), api, sandbox, 1)

    assert [topic.title for topic in found.topics] == ["Middle of applesaaa 1"]
    assert found.refused[0].reason.startswith("not there, or no function or class:")


def test_customary_short_names(sandbox: LocalSandbox) -> None:
    """Names that begin with what people write for short are understood."""
    api = read_module("pandas", sandbox=sandbox, limits=Limits())
    found = propose(Proposer([proposed(0, "pd.DataFrame.groupby", "np.quantile", "plt.hist")]), api, sandbox, 1)

    assert found.topics[0].names == ("pandas.DataFrame.groupby", "numpy.quantile", "matplotlib.pyplot.hist")


@pytest.mark.parametrize("text", ["", "I cannot do that.", '{"topics": "none"}', '{"topics": []}', "[1, 2"])
def test_no_topics_is_an_error(api: ModuleApi, sandbox: LocalSandbox, text: str) -> None:
    """A model that never gives a topic ends as a message that names the module, the tries and the reason."""
    with pytest.raises(ModelError, match=r"^statistics: proposer gave no topic in 3 tries: .+"):
        propose(Proposer(text), api, sandbox, 2)


def test_oversized_topic_is_refused(api: ModuleApi, sandbox: LocalSandbox) -> None:
    """Titles and tasks have bounds, and what is shown of a refused one too."""
    found = propose(Proposer([proposed(0, title="x " * 5_000), proposed(1)]), api, sandbox, 1)

    assert found.refused[0].reason.startswith("title: ")
    assert len(found.refused[0].title) == 300
