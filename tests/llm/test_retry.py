"""Retries: what is tried again, after how long, how often, and how it is told when it is given up."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.llm.port import CallError, CallEvent, Failure, Reply, Request, TokenUsage
from authoring.llm.rate_limits import CallsStoppedError
from authoring.llm.retry import RetryPolicy, ScheduledModel
from authoring.records.model_config import ModelChoice
from tests.llm.fakes import Clock, Saying, SayingModel, failure, reply, request_about


def failing(*kinds: Failure, retry_after: float | None = None) -> Saying:
    """Say failures in turn, and a text after them."""
    return lambda _, number: failure(kinds[number - 1], retry_after=retry_after) if number <= len(kinds) else reply()


def scheduled(say: Saying, clock: Clock, *, chance: float = 0.0, **more: Any) -> tuple[ScheduledModel, SayingModel]:
    """Return a scheduled model without chance on a clock of its own, and the model below."""
    model = SayingModel(say)
    given = {name: more.pop(name) for name in ("on_try", "on_event", "policy") if name in more}
    choice = ModelChoice(name="m", **more)
    return ScheduledModel(model, choice, clock=clock, sleep=clock.sleep, chance=lambda: chance, **given), model


@pytest.mark.parametrize("kind", [kind for kind in Failure if kind.passing])
def test_what_passes_is_tried_again(kind: Failure) -> None:
    """A failure that may pass costs a second and another try, and is told to whoever counts tries."""
    clock, told = Clock(), list[Failure]()
    model, below = scheduled(failing(kind), clock, on_try=lambda _, error: told.append(error.failure))

    assert model.complete(request_about()).text == "a text"
    assert len(below.asked) == 2
    assert told == [kind]
    assert sum(clock.slept) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", [kind for kind in Failure if not kind.passing])
def test_what_does_not_pass_is_tried_once(kind: Failure) -> None:
    """A wrong key is not tried six times."""
    clock = Clock()
    model, below = scheduled(failing(*[kind] * 9), clock)

    with pytest.raises(CallError) as given_up:
        model.complete(request_about())
    assert (len(below.asked), given_up.value.tries, clock.slept) == (1, 1, [])
    assert given_up.value.failure is kind


@pytest.mark.parametrize("kinds", [(Failure.EMPTY,) * 3, (Failure.REFUSED,) * 3, (Failure.EMPTY, Failure.REFUSED) * 2])
def test_a_model_that_says_nothing_is_asked_twice(kinds: tuple[Failure, ...]) -> None:
    """Empty and refused replies are paid: they are tried twice, other failures between them not counted."""
    model, below = scheduled(failing(Failure.SERVER, *kinds), Clock())

    with pytest.raises(CallError, match="nothing usable twice"):
        model.complete(request_about())
    assert len(below.asked) == 3


def test_the_end_names_seed_stage_tries_and_cause() -> None:
    """What is given up ends as one line: what was asked, of whom, how often, each cause, the last words, and a hint."""
    kinds = (Failure.RATE_LIMIT, Failure.SERVER, Failure.SERVER)
    model, _ = scheduled(failing(*kinds), Clock(), tries=3)

    with pytest.raises(CallError) as given_up:
        model.complete(request_about("penguins"))

    assert given_up.value.message == (
        "penguins: write: no reply from m after 3 tries (rate-limit, server 2x); no more tries are allowed;"
        " the last: it went wrong: server"
    )
    assert given_up.value.tries == 3
    assert "same command" in given_up.value.hint
    assert isinstance(given_up.value.__cause__, CallError)


def test_waits_double_up_to_the_most() -> None:
    """Between tries it waits 1, 2, 4 seconds and so on, but never more than a minute."""
    clock = Clock()
    model, _ = scheduled(failing(*[Failure.CONNECTION] * 8), clock, tries=9, policy=RetryPolicy(maximum=20))
    before = clock.now
    model.complete(request_about())

    assert clock.now - before == pytest.approx(1 + 2 + 4 + 8 + 16 + 20 + 20 + 20)


@given(chance=st.floats(0, 1))
@settings(max_examples=20)
def test_chance_shortens_waits_by_half_at_most(chance: float) -> None:
    """Callers that fail together do not come back together, nor at once."""
    clock = Clock()
    model, _ = scheduled(failing(Failure.SERVER), clock, chance=chance)
    model.complete(request_about())

    assert 0.5 <= sum(clock.slept) <= 1.0 + 1e-9


@given(chance=st.floats(0, 1), asked=st.floats(0.1, 900))
@settings(max_examples=20)
def test_a_server_that_asks_to_wait_is_waited_for(chance: float, asked: float) -> None:
    """Retry-After is obeyed, however long within what is allowed, and never undercut."""
    clock = Clock()
    model, _ = scheduled(failing(Failure.RATE_LIMIT, retry_after=asked), clock, chance=chance)
    before = clock.now
    model.complete(request_about())

    assert asked - 1e-9 <= clock.now - before <= asked * 1.21 + 1e-9


def test_long_waits_are_told_while_they_last() -> None:
    """Whoever looks on learns at once how long it takes, and again every half minute."""
    clock, told = Clock(), list[CallEvent]()
    model, _ = scheduled(failing(Failure.RATE_LIMIT, retry_after=100), clock, on_event=told.append)
    model.complete(request_about())

    assert [round(event.seconds) for event in told] == [100, 70, 40, 10]
    assert told[0].text == "penguins: write: waits 100 s: before the next try"


def test_a_server_that_asks_for_too_long_ends_the_call() -> None:
    """What nobody wants to sit through is told with the time, and not waited for."""
    clock = Clock()
    model, below = scheduled(failing(Failure.RATE_LIMIT, retry_after=86_400), clock)

    with pytest.raises(CallError, match=r"asks to wait 86,400 s, more than 900 s") as given_up:
        model.complete(request_about())
    assert (len(below.asked), clock.slept, given_up.value.retry_after) == (1, [], 86_400)


def test_all_callers_wait_when_one_is_told_to() -> None:
    """After a 429 nobody who shares the model asks before the time is over."""
    clock = Clock()
    sent: list[tuple[str, float]] = []

    def say(request: Request, number: int) -> Reply | BaseException:
        sent.append((request.subject, clock.now))
        rated = request.subject == "penguins" and number == 1
        return failure(Failure.RATE_LIMIT, retry_after=50) if rated else reply()

    model, _ = scheduled(say, clock, tries=1)
    with pytest.raises(CallError):
        model.complete(request_about("penguins"))
    model.complete(request_about("wine"))

    assert sent == [("penguins", 1_000.0), ("wine", 1_050.0)]


def test_rates_are_kept_and_learnt_from() -> None:
    """Ten requests a minute are ten a minute; tokens are held as estimated, and freed when fewer were used."""
    clock = Clock()
    sent: list[float] = []

    def say(*_: object) -> Reply:
        sent.append(clock.now)
        return reply(prompt=10, output=90)

    model, _ = scheduled(say, clock, requests_per_minute=10)
    for number in range(25):
        model.complete(request_about(f"seed-{number}"))
    assert [sum(begin <= at < begin + 60 for at in sent) for begin in (1_000, 1_060, 1_120)] == [10, 10, 5]

    sent.clear()
    model, _ = scheduled(say, clock, tokens_per_minute=10_000)
    for number in range(30):
        model.complete(request_about(f"seed-{number}", max_output=8_000))
    # 8,000 and the prompt must fit at once, but each leaves only 100.
    assert [sum(sent[0] <= at < sent[0] + 60 for at in sent), len(sent)] == [20, 30]


def test_a_pause_that_comes_while_a_try_waits_for_its_turn_holds_it_too() -> None:
    """A try that has its time in the minute already is not sent into a pause, and leaves its place to others."""
    clock = Clock()
    sent: list[float] = []

    def say(*_: object) -> Reply | BaseException:
        sent.append(clock.now)
        return failure(Failure.RATE_LIMIT, retry_after=100) if len(sent) == 2 else reply()

    model, _ = scheduled(say, clock, requests_per_minute=1)
    model.complete(request_about("penguins"))
    slept = clock.sleep
    paused: list[float] = []

    def sleep(seconds: float) -> None:
        slept(seconds)
        if not paused:
            # Another thread is refused in the meantime.
            paused.append(clock.now)
            model._pause_all(failure(Failure.RATE_LIMIT, retry_after=500))  # noqa: SLF001 - as another thread would

    model._sleep = sleep  # noqa: SLF001 - the clock's own is in place
    model.complete(request_about("wine"))

    assert sent[1] >= paused[0] + 500
    assert sent[2] >= sent[1] + 100


def test_concurrency_falls_when_the_server_has_enough() -> None:
    """In real time: thirty threads and a server that refuses more than three; still every call gets its reply."""
    busy, fallen = threading.Semaphore(3), threading.Event()

    def say(*_: object) -> Reply | BaseException:
        if model.concurrency < 15:
            fallen.set()
        if not busy.acquire(blocking=False):
            return failure(Failure.SERVER)
        # The first three last until those that were refused have come again, fewer at once.
        assert fallen.wait(60)
        busy.release()
        return reply()

    model = ScheduledModel(
        SayingModel(say),
        ModelChoice(name="m", concurrency=30, tries=100),
        policy=RetryPolicy(initial=0.001, maximum=0.01),
    )
    with ThreadPoolExecutor(30) as pool:
        texts = list(pool.map(lambda number: model.complete(request_about(f"s{number}")).text, range(120)))

    assert len(texts) == 120
    assert model.concurrency >= 1


def test_never_more_than_asked_for_at_once() -> None:
    """The limit on calls under way holds for any number of threads."""

    def say(*_: object) -> Reply:
        time.sleep(0.002)
        return reply()

    below = SayingModel(say)
    model = ScheduledModel(below, ModelChoice(name="m", concurrency=4))
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: model.complete(request_about(f"s{number}")), range(60)))

    assert below.most_at_once <= 4


def test_a_person_can_interrupt_a_long_wait() -> None:
    """^C ends a wait of five minutes at once, in real time."""
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    below = SayingModel(failing(Failure.RATE_LIMIT, retry_after=300))
    # It is told that it waits before it does.
    model = ScheduledModel(below, ModelChoice(name="m"), on_event=lambda _: timer.start())
    began = time.monotonic()

    with pytest.raises(KeyboardInterrupt):
        model.complete(request_about())
    timer.join()
    assert time.monotonic() - began < 150


@pytest.mark.parametrize(
    "say", [failing(Failure.RATE_LIMIT, retry_after=300), failing(*[Failure.SERVER] * 9, retry_after=200)]
)
def test_close_ends_the_waits_of_other_threads(say: Saying) -> None:
    """A run that is stopped does not hang on threads that wait for a server, and begins no further try."""
    together, waits = threading.Barrier(2), threading.Semaphore(0)
    below = SayingModel(lambda request, number: (together.wait(60), say(request, number))[1])
    model = ScheduledModel(below, ModelChoice(name="m", concurrency=2), on_event=lambda _: waits.release())
    with ThreadPoolExecutor(6) as pool:
        calls = [pool.submit(model.complete, request_about(f"s{number}")) for number in range(6)]
        assert all(waits.acquire(timeout=60) for _ in range(2))
        model.close()
        ended = [type(call.exception(timeout=60)) for call in calls]

    assert set(ended) == {CallsStoppedError}
    assert len(below.asked) == 2


def test_paid_failures_count_against_the_rate() -> None:
    """Tokens of an empty reply are tokens of the minute."""
    clock = Clock()
    sent: list[float] = []

    def say(*_: object) -> Reply | BaseException:
        sent.append(clock.now)
        return failure(Failure.EMPTY, usage=TokenUsage(prompt=900)) if len(sent) == 1 else reply()

    model, _ = scheduled(say, clock, tokens_per_minute=1_000)
    model.complete(request_about(max_output=300))

    assert sent == [1_000.0, 1_060.0]


def test_what_all_tries_took_is_told() -> None:
    """The last error tells the tokens of every try, because each of them was paid."""
    model, _ = scheduled(lambda *_: failure(Failure.EMPTY, usage=TokenUsage(prompt=900, output=1)), Clock())
    with pytest.raises(CallError) as caught:
        model.complete(request_about())

    assert (caught.value.tries, caught.value.usage) == (2, TokenUsage(prompt=1_800, output=2))


def test_a_broken_model_gives_its_place_back() -> None:
    """An error that is no CallError goes through, and leaves the place free."""
    model, _ = scheduled(lambda *_: RuntimeError("a defect"), Clock(), concurrency=1)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="a defect"):
            model.complete(request_about())
