"""The ledger: nothing that was paid is lost, nothing is asked twice at once, and it adds up."""

import sqlite3
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.errors import ModelError, WorkspaceError
from authoring.llm.ledger import Ledger
from authoring.llm.ledger.entries import CallTotals
from authoring.llm.ledger.tables import MIGRATIONS, open_tables
from authoring.llm.port import Failure, Reply, Request, TokenUsage
from authoring.llm.pricing import Cost
from tests.llm.fakes import reply, request_about

ROOT = Path(__file__).parents[2]
ASKS_AND_HANGS = """
import sys, time
from pathlib import Path
from authoring.llm.ledger import Ledger
from tests.llm.fakes import request_about
ledger = Ledger(Path(sys.argv[1]))
call = ledger.begin(request_about("penguins"), model="m", fingerprint="f")
if "send" in sys.argv:
    ledger.note_send(call)
print(call, flush=True)
time.sleep(60)
"""


def begin(ledger: Ledger, request: Request, *, model: str = "m") -> int:
    """Enter a call that nobody has asked."""
    number = ledger.begin(request, model=model, fingerprint=f"print of {model}")
    assert isinstance(number, int)
    return number


def test_a_reply_is_kept_with_its_call(tmp_path: Path) -> None:
    """What was entered is there for the next process, and is returned instead of a new call."""
    request, said = request_about(), reply("a text", prompt=100, output=20, cached=60)
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        call = begin(ledger, request)
        ledger.note_try(call, Failure.SERVER)
        ledger.reply(call, said, cost=7, currency="USD")
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.begin(request, model="m", fingerprint="print of m") == said
        assert ledger.find_reply(request, fingerprint="print of m") == said
        (entry,) = ledger.entries()

    assert (entry.outcome, entry.tries, entry.failures) == ("replied", 2, (Failure.SERVER,))
    assert (entry.purpose, entry.subject, entry.model) == ("write", "penguins", "m")
    assert (entry.prompt, entry.cached, entry.output, entry.cost, entry.currency) == (100, 60, 20, 7, "USD")
    assert entry.prompt_hash == request.identity
    assert entry.ended is not None
    assert entry.asked <= entry.ended <= datetime.now(UTC)


@pytest.mark.parametrize("change", [{"sample": 1}, {"max_output": 9_000}, {"messages": ()}])
def test_what_shapes_a_reply_is_part_of_its_address(tmp_path: Path, change: dict[str, object]) -> None:
    """Another sample, limit or prompt is another reply; another subject or purpose alone is not."""
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        ledger.reply(begin(ledger, request_about()), reply(), cost=None, currency="USD")

        assert ledger.find_reply(request_about().model_copy(update=change), fingerprint="print of m") is None
        assert ledger.find_reply(request_about(), fingerprint="print of n") is None
        renamed = request_about().model_copy(update={"subject": "wine", "purpose": "repair"})
        assert ledger.find_reply(renamed, fingerprint="print of m") == reply()


def test_no_prompt_and_no_address_stands_in_the_file(tmp_path: Path) -> None:
    """A prompt, a server's address and what a server said are not written down: keys may stand in any of them."""
    request = request_about("penguins")
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        call = ledger.begin(request, model="m", fingerprint="https://user:sk-secret@host/v1")
        assert isinstance(call, int)
        ledger.note_try(call, Failure.KEY)
        ledger.fail(call)
    content = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())

    assert b"penguins" in content
    assert b"On penguins." not in content
    assert b"sk-secret" not in content


@pytest.mark.parametrize(("sent", "left"), [("send", "lost"), ("wait", "dropped")])
def test_a_killed_process_leaves_its_call(tmp_path: Path, sent: str, left: str) -> None:
    """A call of a killed process is told and asked again: as lost if it was sent, as dropped if it waited for that."""
    path = tmp_path / "ledger.sqlite"
    command = [sys.executable, "-c", ASKS_AND_HANGS, str(path), sent]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process, Ledger(path) as ledger:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        assert ledger.begin(request_about(), model="m", fingerprint="f") is None
        process.kill()
        process.wait()

        assert ledger.begin(request_about(), model="m", fingerprint="f") == 2
        assert [(entry.outcome, entry.tries) for entry in ledger.entries()] == [(left, sent == "send"), ("asked", 0)]
        (total,) = ledger.totals()
    assert (total.lost, total.dropped, total.uncounted) == (sent == "send", sent == "wait", sent == "send")


def test_lost_calls_are_counted_when_the_ledger_is_opened(tmp_path: Path) -> None:
    """Whoever opens the ledger after a crash can say how many calls may have been paid for nothing, once."""
    path = tmp_path / "ledger.sqlite"
    command = [sys.executable, "-c", ASKS_AND_HANGS, str(path), "send"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    for lost in (1, 0):
        with Ledger(path) as ledger:
            assert ledger.lost == lost
    assert list((tmp_path / "ledger.sqlite.owners").iterdir()) == []


def test_calls_of_a_living_process_are_not_lost(tmp_path: Path) -> None:
    """Another command that looks into the ledger of a running one takes nothing away."""
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as one, Ledger(path) as other:
        begin(one, request_about())
        assert other.lost == 0
        assert other.begin(request_about(), model="m", fingerprint="print of m") is None
        assert [total.open for total in other.totals()] == [1]


def test_who_waits_is_woken_by_a_reply(tmp_path: Path) -> None:
    """A thread that waits for another's call does not wait for its time to run out."""
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        call = begin(ledger, request_about())
        thread = threading.Thread(target=ledger.reply, args=(call, reply()), kwargs={"cost": None, "currency": "USD"})
        began = time.monotonic()
        # Held until the wait lets go of it, so that the reply is told to somebody who waits.
        with ledger._settled:  # noqa: SLF001 - nobody else can tell the order
            thread.start()
            ledger.wait(300)
        assert time.monotonic() - began < 150
        thread.join()


def test_many_threads_write_at_once(tmp_path: Path) -> None:
    """Sixteen threads with two connections enter 200 calls; each is there once and the sums are right."""
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as one, Ledger(path) as other:

        def enter(number: int) -> None:
            ledger = (one, other)[number % 2]
            call = begin(ledger, request_about(f"seed-{number}"))
            ledger.reply(call, reply(prompt=number, output=1), cost=number, currency="USD")

        with ThreadPoolExecutor(16) as pool:
            list(pool.map(enter, range(200)))
        (total,) = one.totals()

    assert (total.calls, total.replied, total.prompt, total.output) == (200, 200, sum(range(200)), 200)
    assert total.costs == (Cost(currency="USD", nano=sum(range(200))),)


def test_sums_by_seed_purpose_model_and_time(tmp_path: Path) -> None:
    """Sums can be told apart; failed tries that were paid are in them, prices nobody knows are told."""
    times = iter(range(1_000, 2_000))
    with Ledger(tmp_path / "ledger.sqlite", clock=lambda: float(next(times))) as ledger:
        sketch = request_about("penguins").model_copy(update={"purpose": "sketch", "sample": 1})
        ledger.reply(begin(ledger, sketch), reply(prompt=50, output=5), cost=5, currency="USD")
        failed = begin(ledger, request_about("wine"), model="n")
        ledger.note_try(failed, Failure.EMPTY, usage=TokenUsage(prompt=30), cost=3, currency="EUR")
        ledger.note_try(failed, Failure.TIMEOUT)
        ledger.fail(failed)
        middle = datetime.fromtimestamp(float(next(times)), UTC)
        ledger.reply(begin(ledger, request_about("penguins")), reply(prompt=10, output=1), cost=None, currency="USD")
        begin(ledger, request_about("cars"))

        assert [(total.name, total.calls, total.prompt) for total in ledger.totals("subject")] == [
            ("penguins", 2, 60),
            ("wine", 1, 30),
            ("cars", 1, 0),
        ]
        assert [total.name for total in ledger.totals("purpose")] == ["sketch", "write"]
        assert [(total.name, total.calls) for total in ledger.totals("model")] == [("m", 3), ("n", 1)]
        (wine,) = ledger.totals(subject="wine")
        (all_,) = ledger.totals()
        (late,) = ledger.totals(since=middle)

    assert (wine.failed, wine.tries, wine.uncounted, wine.unpriced) == (1, 2, 1, 0)
    assert wine.costs == (Cost(currency="EUR", nano=3),)
    assert (all_.calls, all_.replied, all_.open, all_.unpriced) == (4, 2, 1, 1)
    assert all_.costs == (Cost(currency="EUR", nano=3), Cost(currency="USD", nano=5))
    assert (late.calls, late.replied) == (2, 1)


def test_an_empty_ledger_has_empty_sums(tmp_path: Path) -> None:
    """Nothing asked is nothing spent: one sum of nothing, none by name."""
    with Ledger(tmp_path / "ledger.sqlite") as ledger:
        assert ledger.totals() == (CallTotals(name=""),)
        assert ledger.totals("subject") == ()
        assert ledger.entries() == ()


def test_calls_in_a_batch_outlive_their_process(tmp_path: Path) -> None:
    """What was handed to a provider to be done by tomorrow is not lost today, nor asked again."""
    path = tmp_path / "ledger.sqlite"
    with Ledger(path) as ledger:
        ledger.submit(begin(ledger, request_about()), "batch-1")
    with Ledger(path) as ledger:
        assert ledger.lost == 0
        with pytest.raises(ModelError, match="penguins: write: its reply is awaited from batch batch-1"):
            begin(ledger, request_about())
        ((hash_, call),) = ledger.open_in_batch("batch-1").items()
        assert hash_ == request_about().identity
        ledger.reply(call, reply(), cost=1, currency="USD")
        assert ledger.find_reply(request_about(), fingerprint="print of m") == reply()
        assert ledger.open_in_batch("batch-1") == {}
        (entry,) = ledger.entries()
    assert (entry.batch, entry.outcome) == (True, "replied")


@settings(max_examples=25, deadline=None)
@given(texts=st.lists(st.text(), max_size=8))
def test_any_text_is_kept_as_it_is(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """Replies come back letter by letter, whatever a model said."""
    with Ledger(tmp_path_factory.mktemp("ledger") / "ledger.sqlite") as ledger:
        for number, text in enumerate(texts):
            request = request_about(sample=number)
            ledger.reply(begin(ledger, request), Reply(text=text, model="m"), cost=None, currency="USD")
            found = ledger.find_reply(request, fingerprint="print of m")
            assert found is not None
            assert found.text == text


def test_migrations_run_once_however_many_open_at_once(tmp_path: Path) -> None:
    """Eight that make the file together make it once; opening it again changes nothing."""
    path = tmp_path / "ledger.sqlite"
    with ThreadPoolExecutor(8) as pool:
        for connection in pool.map(open_tables, [path] * 8):
            connection.close()
    with closing(open_tables(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_failing_migration_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration is all or nothing."""
    path = tmp_path / "ledger.sqlite"
    open_tables(path).close()
    monkeypatch.setattr("authoring.llm.ledger.tables.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE new (a); NONSENSE"))
    with pytest.raises(sqlite3.OperationalError):
        open_tables(path)
    monkeypatch.undo()

    with closing(open_tables(path)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'new'").fetchone() == (0,)


def test_ledgers_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    """A newer ledger, a file that is none, and a folder in its place stop with the path and what to do."""
    newer = tmp_path / "newer.sqlite"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 99")
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database, but long enough to look at" * 100)
    taken = tmp_path / "taken.sqlite"
    (tmp_path / "taken.sqlite.owners").write_text("no folder")
    below_a_file = broken / "ledger.sqlite"
    for path, said in (
        (newer, "newer version"),
        *((one, "cannot be used") for one in (broken, tmp_path, taken, below_a_file)),
    ):
        with pytest.raises(WorkspaceError, match=said) as told:
            Ledger(path)
        assert str(path) in told.value.message
        assert told.value.hint
