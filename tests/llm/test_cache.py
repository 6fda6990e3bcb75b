"""A kept model: paid once, entered always, within the budget, and told."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from authoring.errors import BudgetError, ModelError
from authoring.llm.budget import Budget
from authoring.llm.cache import CachedModel, open_cached_model
from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, CallEvent, Failure, Reply, Request, TokenUsage
from authoring.llm.pricing import NANO, Price, Prices
from authoring.llm.rate_limits import CallsStoppedError
from authoring.llm.retry import RetryPolicy
from authoring.records.model_config import ModelChoice
from tests.llm.fakes import SayingModel, failure, reply, request_about

PRICES = Prices(date=date(2026, 1, 1), models=(Price(model="m", prompt=Decimal(1), output=Decimal(10)),))
"""A token sent costs 1,000 thousand-millionths, one received ten times that."""
AT_ONCE = RetryPolicy(initial=0.001, maximum=0.001)


@pytest.fixture
def ledger(tmp_path: Path) -> Any:
    """Open a ledger for a test."""
    with Ledger(tmp_path / "ledger.sqlite") as opened:
        yield opened


def kept(model: SayingModel, ledger: Ledger, **more: Any) -> CachedModel:
    """Return a kept model with patience."""
    more.setdefault("prices", PRICES)
    return open_cached_model(model, ModelChoice(name="m", tries=4), ledger, policy=AT_ONCE, **more)[0]


def test_a_kept_reply_costs_nothing_and_is_told(ledger: Ledger) -> None:
    """The second time the model is not asked, the text is streamed all the same, and the event says why."""
    below = SayingModel(lambda *_: reply("a text"))
    told = list[CallEvent]()
    texts: list[str] = []
    model = kept(below, ledger, on_event=told.append)
    first = model.complete(request_about())
    second = model.complete(request_about(), on_text=texts.append)

    assert first == second
    assert len(below.asked) == 1
    assert texts == ["a text"]
    assert [(event.kind, event.cost) for event in told] == [("asked", None), ("replied", 60_000), ("kept", 0)]
    assert told[1].text == "penguins: write: replied in 0.0 s, 10 + 5 tokens, 0.000060 USD"
    assert told[2].text == "penguins: write: kept from before, costs nothing"


def test_it_is_the_model_it_keeps(ledger: Ledger) -> None:
    """Keeping and patience change neither name nor fingerprint, so they change no journal."""
    model = kept(SayingModel(lambda *_: reply(), name="m", fingerprint="print"), ledger)

    assert (model.name, model.fingerprint) == ("m", "print")


def test_the_reply_is_written_before_it_is_used(ledger: Ledger) -> None:
    """Whoever is told of a reply finds it in the ledger already."""
    seen: list[str] = []
    model = kept(
        SayingModel(lambda *_: reply()), ledger, on_event=lambda _: seen.extend(e.outcome for e in ledger.entries())
    )
    model.complete(request_about())

    assert seen == ["asked", "replied"]


def test_threads_that_want_the_same_ask_once(ledger: Ledger) -> None:
    """Twelve threads, one call; eleven wait and get the reply for nothing."""
    barrier = threading.Event()

    def say(*_: object) -> Reply:
        barrier.wait(60)
        return reply()

    below = SayingModel(say)
    model = kept(below, ledger)
    threading.Timer(0.1, barrier.set).start()
    with ThreadPoolExecutor(12) as pool:
        texts = list(pool.map(lambda _: model.complete(request_about()).text, range(12)))

    assert texts == ["a text"] * 12
    assert len(below.asked) == 1
    assert len(ledger.entries()) == 1


def test_two_commands_that_want_the_same_ask_once(ledger: Ledger) -> None:
    """Two ledgers on one file, as two processes have them: one asks, and the other finds its reply."""

    def say(*_: object) -> Reply:
        time.sleep(0.2)
        return reply()

    below = SayingModel(say)
    with Ledger(ledger.path) as other, ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(kept(below, one).complete, request_about()) for one in (ledger, other)]
        texts = [call.result(timeout=60).text for call in calls]

    assert texts == ["a text"] * 2
    assert len(below.asked) == 1


def test_who_waits_asks_itself_when_there_was_no_reply(ledger: Ledger) -> None:
    """A call that failed for one is made again by the next, which may have more luck."""
    below = SayingModel(lambda _, number: failure(Failure.REQUEST) if number == 1 else reply())
    model = kept(below, ledger)
    with ThreadPoolExecutor(2) as pool:
        calls = [pool.submit(model.complete, request_about()) for _ in range(2)]
        ends = [call.exception(timeout=60) is None for call in calls]

    assert sorted(ends) == [False, True]
    assert sorted(entry.outcome for entry in ledger.entries()) == ["failed", "replied"]


@pytest.mark.parametrize(
    ("kind", "asked"), [(Failure.EMPTY, 2), (Failure.REFUSED, 2), (Failure.FILTERED, 1), (Failure.SERVER, 8)]
)
def test_an_answer_of_no_use_is_paid_once_by_threads_that_want_the_same(
    kind: Failure, asked: int, ledger: Ledger
) -> None:
    """Two threads, one call with its tries; the other thread fails alike, and later calls are made again."""
    is_waited_for = threading.Event()

    def fail(*_: object) -> CallError:
        is_waited_for.wait(60)
        return failure(kind)

    below = SayingModel(fail)
    model = kept(below, ledger, on_event=lambda event: is_waited_for.set() if event.kind == "waits" else None)
    with ThreadPoolExecutor(2) as pool:
        errors = [call.exception(timeout=60) for call in [pool.submit(model.complete, request_about()) for _ in "ab"]]

    assert [getattr(error, "failure", None) for error in errors] == [kind] * 2
    assert len(below.asked) == asked
    with pytest.raises(CallError):
        model.complete(request_about())
    assert len(below.asked) > asked


def test_every_try_is_entered(ledger: Ledger) -> None:
    """Failed tries are there with their kinds and in order, those that were paid with what they cost."""
    said = [failure(Failure.RATE_LIMIT), failure(Failure.EMPTY, usage=TokenUsage(prompt=10)), failure(Failure.SERVER)]
    told: list[str] = []
    below = SayingModel(lambda _, number: said[number - 1] if number <= 3 else reply())
    kept(below, ledger, on_event=lambda event: told.append(event.kind)).complete(request_about())
    (entry,) = ledger.entries()

    assert entry.failures == (Failure.RATE_LIMIT, Failure.EMPTY, Failure.SERVER)
    assert (entry.tries, entry.prompt, entry.output, entry.cost) == (4, 20, 5, 70_000)
    assert told == ["asked", "failed-try", "failed-try", "failed-try", "replied"]


def test_a_call_without_a_reply_is_entered_as_failed(ledger: Ledger) -> None:
    """What is given up is named, entered, and keeps nothing."""
    model = kept(SayingModel(lambda *_: failure(Failure.SERVER)), ledger)
    with pytest.raises(CallError, match=r"^penguins: write: no reply from m after 4 tries \(server 4x\)"):
        model.complete(request_about())
    (entry,) = ledger.entries()

    assert (entry.outcome, entry.tries, len(entry.failures), entry.cost) == ("failed", 4, 4, 0)


def test_without_a_scheduler_the_one_try_is_entered(ledger: Ledger) -> None:
    """A model that is kept without patience has its failure in the ledger too."""
    model = CachedModel(SayingModel(lambda *_: failure(Failure.SERVER)), ledger, prices=PRICES)
    with pytest.raises(CallError):
        model.complete(request_about())
    (entry,) = ledger.entries()

    assert (entry.outcome, entry.tries, entry.failures) == ("failed", 1, (Failure.SERVER,))


def test_a_model_that_cannot_be_opened_is_no_lost_call(ledger: Ledger) -> None:
    """Where there is no key nothing was sent, so nothing may have been paid."""
    with pytest.raises(ModelError, match="no key"):
        kept(SayingModel(lambda *_: ModelError("there is no key")), ledger).complete(request_about())

    assert [(entry.outcome, entry.tries) for entry in ledger.entries()] == [("failed", 0)]


def test_a_run_that_is_stopped_drops_what_waits(ledger: Ledger) -> None:
    """Calls that wait for a server when the run is stopped were not sent, and are told so."""
    below = SayingModel(lambda *_: failure(Failure.RATE_LIMIT, retry_after=300))
    model, stop = open_cached_model(below, ModelChoice(name="m"), ledger, prices=PRICES)
    timer = threading.Timer(0.1, stop)
    timer.start()
    with pytest.raises(CallsStoppedError):
        model.complete(request_about())
    timer.join()

    assert [(entry.outcome, entry.failures) for entry in ledger.entries()] == [("dropped", (Failure.RATE_LIMIT,))]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError("a defect")])
def test_an_interrupted_call_is_lost(ledger: Ledger, error: BaseException) -> None:
    """^C in the middle of a call: it may have been paid, and the ledger says so."""
    with pytest.raises(type(error)):
        kept(SayingModel(lambda *_: error), ledger).complete(request_about())

    assert [entry.outcome for entry in ledger.entries()] == ["lost"]


def test_the_budget_stops_before_the_call_that_would_exceed_it(ledger: Ledger) -> None:
    """Calls go on while they surely fit; the first that might not is not made, and what is kept stays free."""
    below = SayingModel(lambda *_: reply(prompt=10, output=90))
    budget = Budget(tokens=1_000)
    model = kept(below, ledger, budget=budget)
    for number in range(8):
        model.complete(request_about(f"seed-{number}", max_output=200))
    with pytest.raises(BudgetError, match=r"seed-8: write: not asked.* 800 tokens spent"):
        model.complete(request_about("seed-8", max_output=200))

    assert len(below.asked) == 8
    assert budget.spent_tokens == 800
    assert [entry.outcome for entry in ledger.entries()] == ["replied"] * 8
    model.complete(request_about("seed-3", max_output=200))
    assert budget.spent_tokens == 800


def test_a_budget_in_money_counts_prices(ledger: Ledger) -> None:
    """Money is held for the longest reply, and counted by what was used."""
    budget = Budget(money=Decimal("0.0101"))
    model = kept(SayingModel(lambda *_: reply(prompt=10, output=5)), ledger, budget=budget)
    model.complete(request_about("penguins", max_output=1_000))

    assert budget.spent_cost == 60_000
    with pytest.raises(BudgetError, match=r"up to 0\.010 USD"):
        model.complete(request_about("wine", max_output=1_010))


def test_no_price_is_no_price(ledger: Ledger) -> None:
    """A model that the table does not know is entered without a cost and told so, and has no budget in money."""
    told = list[CallEvent]()
    below = SayingModel(lambda *_: reply(), name="ours")
    kept(below, ledger, on_event=told.append).complete(request_about())

    assert told[-1].text.endswith("no price known")
    assert [entry.cost for entry in ledger.entries()] == [None]
    with pytest.raises(BudgetError, match="penguins: write: its model has no price"):
        kept(below, ledger, budget=Budget(money=Decimal(1))).complete(request_about(max_output=9))


def test_a_budget_in_another_currency_is_refused(ledger: Ledger) -> None:
    """Euros are not held against dollars."""
    with pytest.raises(BudgetError, match=r"EUR.*USD"):
        kept(SayingModel(lambda *_: reply()), ledger, budget=Budget(money=Decimal(1), currency="EUR"))


def test_paid_failures_end_a_budget(ledger: Ledger) -> None:
    """Tries that are paid and give nothing come out of the budget, and the next one is not made."""
    said = failure(Failure.TIMEOUT)
    below = SayingModel(lambda *_: said)
    request = request_about(max_output=20)
    with pytest.raises(BudgetError, match="penguins: write: not asked"):
        kept(below, ledger, budget=Budget(tokens=40)).complete(request)

    assert len(below.asked) < 4
    assert [entry.outcome for entry in ledger.entries()] == ["failed"]


def test_tokens_that_nobody_counted_are_estimated(ledger: Ledger) -> None:
    """A server that counts nothing does not make calls free."""
    model = kept(
        SayingModel(lambda *_: Reply(text="eight words that somebody said to somebody else", model="m")), ledger
    )
    usage = model.complete(request_about()).usage

    assert usage.estimated
    assert usage.output in range(6, 12)
    (total,) = ledger.totals()
    assert (total.estimated, total.output) == (1, usage.output)
    assert total.costs[0].nano == usage.prompt * 1_000 + usage.output * 10_000 < NANO


def test_threads_do_not_mix_up_their_tries(ledger: Ledger) -> None:
    """Failed tries are entered with the call they belong to."""

    def say(request: Request, number: int) -> Reply | BaseException:
        return failure(Failure.SERVER) if number <= int(request.subject.removeprefix("s")) % 3 else reply()

    model = kept(SayingModel(say), ledger)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: model.complete(request_about(f"s{number}")), range(30)))

    assert [entry.tries for entry in sorted(ledger.entries(), key=lambda entry: int(entry.subject[1:]))] == [
        1 + number % 3 for number in range(30)
    ]
