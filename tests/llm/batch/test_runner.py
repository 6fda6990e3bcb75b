"""Drafting through batches: hand over, leave, collect, go on; killed anywhere, nothing is paid twice."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from authoring.llm.batch.client import BatchClient
from authoring.llm.batch.runner import BatchRunner, PendingModel
from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, Failure, Message, PendingReplyError, Request
from authoring.llm.pricing import Price, Prices
from authoring.records.model_config import ModelChoice
from tests.llm.requests import REQUEST
from tests.llm.server import Answer, Call, Course, LoopbackServer, Tokens

PRICES = Prices(
    date=date(2026, 11, 22),
    models=(Price(model="m", prompt=Decimal(1), output=Decimal(2), batch=Decimal("0.5")),),
)
CHOICE = ModelChoice(name="m")
QUICK = Course(("in_progress", "completed"))


def echo(call: Call) -> Answer:
    """Say what was asked, for a round number of tokens."""
    return Answer(f"about {call.messages[-1]}", usage=Tokens(100, 0, 10))


def request(seed: str, step: str = "write") -> Request:
    """Return what a seed asks at a step."""
    return REQUEST.model_copy(update={"subject": seed, "messages": (Message(role="user", content=f"{seed} {step}"),)})


@contextmanager
def desk(server: LoopbackServer, folder: Path) -> Iterator[BatchRunner]:
    """Give what a new process of the command has."""
    choice = ModelChoice(name="m", base_url=server.url, tries=3)
    with closing(BatchClient(choice, key=None)) as batches, Ledger(folder / "ledger.sqlite") as ledger:
        yield BatchRunner(choice, batches, ledger, prices=PRICES, path=folder / "ticket.json")


def drafted(model: PendingModel, seed: str) -> str:
    """Take two steps, the second of which depends on the first."""
    first = model.complete(request(seed)).text
    return model.complete(request(seed, f"repair {first}")).text


def run(server: LoopbackServer, folder: Path, *seeds: str) -> tuple[list[str], int]:
    """Run the command once; return what is drafted, and how many requests were handed over."""
    with desk(server, folder) as counter:
        model = counter.collect()
        return all_drafted(model, seeds), counter.submit(model.unsubmitted.values())


def all_drafted(model: PendingModel, seeds: tuple[str, ...]) -> list[str]:
    """Draft what can be drafted."""
    texts = []
    for seed in seeds:
        try:
            texts.append(drafted(model, seed))
        except PendingReplyError:
            continue
    return texts


def test_a_command_that_is_run_again_and_again_ends(tmp_path: Path) -> None:
    """Each run collects and hands over the next step, until every seed is drafted; the ledger counts half the price."""
    with LoopbackServer(echo, courses=(QUICK,)) as server:
        runs = [run(server, tmp_path, "a", "b") for _ in range(4)]
        with Ledger(tmp_path / "ledger.sqlite") as ledger:
            (spent,) = ledger.totals()
            entries = ledger.entries()

    assert [handed for _, handed in runs] == [2, 2, 0, 0]
    assert runs[-1][0] == ["about a repair about a write", "about b repair about b write"]
    assert len(server.calls) == 4
    assert (spent.prompt, spent.output) == (400, 40)
    assert [entry.cost for entry in entries] == 4 * [60_000]
    assert all(entry.batch for entry in entries)
    assert not (tmp_path / "ticket.json").exists()


def test_waiting_hands_nothing_over_twice(tmp_path: Path) -> None:
    """While the provider works, the command says so and leaves."""
    with LoopbackServer(echo, courses=(Course(("validating", *(5 * ["in_progress"]), "completed")),)) as server:
        handed = [run(server, tmp_path, "a")[1] for _ in range(5)]

        assert handed == [1, 0, 0, 0, 0]
        assert len(server.batches.batches) == 1


@pytest.mark.parametrize("lost", ["ticket", "ledger"])
def test_killed_while_handing_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: str) -> None:
    """A batch that the provider has, and the ticket or the ledger does not, is found and not made again."""

    class KilledError(BaseException):
        """Stands for a SIGKILL between two lines."""

    def kill(*_: object) -> None:
        raise KilledError

    with LoopbackServer(echo, courses=(QUICK,)) as server:
        with desk(server, tmp_path) as counter, monkeypatch.context() as patch:
            model = counter.collect()
            with pytest.raises(PendingReplyError):
                drafted(model, "a")
            patch.setattr(*{"ticket": (BatchRunner, "_write"), "ledger": (Ledger, "submit")}[lost], kill)
            with pytest.raises(KilledError):
                counter.submit(model.unsubmitted.values())
        runs = [run(server, tmp_path, "a") for _ in range(4)]

    assert runs[-1] == (["about a repair about a write"], 0)
    assert len(server.calls) == 2


def test_failures_are_handed_over_again_until_it_is_enough(tmp_path: Path) -> None:
    """A 500 is tried as often as the choice says; a filter once; then the error names the seed and how often."""
    script = {"a": Answer(status=500), "b": Answer(fault="filter", usage=Tokens(100, 0, 0))}
    with LoopbackServer(lambda call: script[call.messages[-1][0]], courses=(QUICK,)) as server:
        handed = []
        for _ in range(4):
            with desk(server, tmp_path) as counter:
                model = counter.collect()
                for seed in ("a", "b"):
                    with pytest.raises((PendingReplyError, CallError)):
                        drafted(model, seed)
                handed.append(counter.submit(model.unsubmitted.values()))
        with desk(server, tmp_path) as counter, Ledger(tmp_path / "ledger.sqlite") as ledger:
            model = counter.collect()
            with pytest.raises(CallError) as one:
                drafted(model, "a")
            with pytest.raises(CallError) as other:
                drafted(model, "b")
            (spent,) = ledger.totals()

    assert handed == [2, 1, 1, 0]
    assert (one.value.failure, one.value.tries) == (Failure.SERVER, 3)
    assert (other.value.failure, other.value.tries) == (Failure.FILTERED, 1)
    assert "a: write: no reply in batch mode: server" in one.value.message
    assert spent.prompt == 100


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Return an empty ledger."""
    return Ledger(tmp_path / "ledger.sqlite")


def test_a_request_is_collected_once(ledger: Ledger) -> None:
    """Whoever asks again waits for the same reply."""
    model = PendingModel(CHOICE, ledger)
    for _ in range(2):
        with pytest.raises(PendingReplyError, match="penguins: write"):
            model.complete(REQUEST)

    assert model.unsubmitted == {REQUEST.identity: REQUEST}
    assert (model.name, model.fingerprint) == (CHOICE.name, CHOICE.fingerprint)


def test_what_is_under_way_is_not_asked_again(ledger: Ledger) -> None:
    """A request that the provider has already is waited for and not submitted a second time."""
    model = PendingModel(CHOICE, ledger, under_way=[REQUEST.identity])
    with pytest.raises(PendingReplyError):
        model.complete(REQUEST)

    assert model.unsubmitted == {}


def test_what_will_never_come_is_an_error(ledger: Ledger) -> None:
    """A failure of the provider is told with its reason, and nothing is submitted for it."""
    model = PendingModel(CHOICE, ledger, failed={REQUEST.identity: CallError("refused", failure=Failure.REFUSED)})
    with pytest.raises(CallError, match="refused"):
        model.complete(REQUEST)

    assert model.unsubmitted == {}


def test_waiting_is_no_failure() -> None:
    """What is pending is never tried again by a policy of retries."""
    assert not issubclass(PendingReplyError, CallError)
