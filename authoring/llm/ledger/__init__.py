"""The ledger: every call to a model, its cost and its reply.

A call is entered before it is sent, and its reply in one transaction with its cost, before the reply is used. So
whatever ends the process, a written reply is never paid again, and a try that was under way counts as lost. Prompts are
stored as hashes only, replies as they are; keys and the messages of servers, which may quote keys, are never stored.
"""

import hashlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from authoring.errors import ModelError, WorkspaceError
from authoring.llm.ledger.entries import CallEntry, CallTotals, Grouping, call_entries, call_totals
from authoring.llm.ledger.owner import Owner
from authoring.llm.ledger.tables import WAY_OUT, open_tables, owners_folder
from authoring.llm.port import Failure, Reply, Request, TokenUsage, request_label

NO_USAGE: Final = TokenUsage()
POLL_INTERVAL: Final = 0.2
"""Seconds between two checks whether another process has received the reply that it requests."""


class Ledger:
    """The ledger of a workspace, for any number of threads and processes of one machine.

    Attributes:
        lost: calls of dead processes that were under way when this process opened the ledger: they may have been paid,
            and will be made again.
    """

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.time) -> None:
        """Open a ledger, or create one.

        Args:
            path: of the SQLite file; beside it stands a folder with a file for each process that has it open.
            clock: gives seconds since the epoch.

        Raises:
            WorkspaceError: when the file is no ledger, belongs to a newer version, or cannot be written.
        """
        self.path = path
        self._clock = clock
        self._closed = False
        self._lock = threading.RLock()
        self._settled = threading.Condition()
        with self._ledger_errors():
            self._connection = open_tables(path)
        try:
            with self._ledger_errors():
                self._owner = Owner(owners_folder(path))
            self.lost = self._sweep()
        except BaseException:
            self._connection.close()
            raise

    def close(self) -> None:
        """Close the file; calls that are still open are lost."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._owner.close()
                self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    # --- a call, from beginning to end --------------------------------------------------------------------------

    def find_reply(self, request: Request, *, fingerprint: str) -> Reply | None:
        """Return the stored reply to a request, None when there is none."""
        with self._lock, self._ledger_errors():
            return self._stored_reply(key_of(request, fingerprint))

    def begin(self, request: Request, *, model: str, fingerprint: str) -> Reply | int | None:
        """Enter a call before it is sent, and return its number.

        No two threads or processes make the same call at once. Where the reply is there, it is returned; where another
        call for it is under way, the result is None: `wait`, and begin again.

        Raises:
            ModelError: the request is in a batch that was not collected yet.
        """
        key = key_of(request, fingerprint)
        with self._transaction():
            reply = self._stored_reply(key)
            if reply is not None:
                return reply
            open_ = self._connection.execute(
                "SELECT id, owner, outcome, request_id FROM calls"
                " WHERE key = ? AND outcome IN ('asked', 'sent', 'submitted')",
                (key,),
            ).fetchall()
            for call, owner, outcome, batch in open_:
                if outcome == "submitted":
                    raise ModelError(
                        f"{request_label(request)}: its reply is awaited from batch {batch}",
                        hint="collect the batch first; asked again by itself it would be paid twice",
                    )
                if self._owner.lives(owner):
                    return None
                self._abandon(call)
            entered = self._connection.execute(
                "INSERT INTO calls (key, prompt_hash, purpose, subject, model, owner, outcome, asked)"
                " VALUES (?, ?, ?, ?, ?, ?, 'asked', ?)",
                (
                    *(key, request.identity, request.purpose, request.subject, model),
                    *(self._owner.token, self._clock()),
                ),
            )
            return int(entered.lastrowid or 0)

    def wait(self, seconds: float = POLL_INTERVAL) -> None:
        """Wait until a call of this process is settled, for at most some seconds."""
        with self._settled:
            self._settled.wait(seconds)

    def note_send(self, call: int) -> None:
        """Enter that a try is being sent: from now on it may be paid."""
        with self._transaction():
            self._connection.execute("UPDATE calls SET outcome = 'sent' WHERE id = ?", (call,))

    def note_try(
        self, call: int, failure: Failure, *, usage: TokenUsage = NO_USAGE, cost: int | None = None, currency: str = ""
    ) -> None:
        """Enter a try that gave no reply.

        Args:
            call: what `begin` returned.
            failure: the reason.
            usage: tokens that were paid all the same, as for an empty reply.
            cost: the cost of these tokens, as for `reply`.
            currency: as for `reply`.
        """
        with self._transaction():
            self._connection.execute(
                "INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?)",
                (call, failure.value, self._clock(), usage.prompt, usage.cached, usage.output),
            )
            self._spend(call, usage, cost, currency)
            self._connection.execute("UPDATE calls SET outcome = 'asked', tries = tries + 1 WHERE id = ?", (call,))

    def submit(self, call: int, batch_id: str) -> None:
        """Enter that a call was submitted with a batch: it survives this process."""
        with self._transaction():
            self._connection.execute(
                "UPDATE calls SET outcome = 'submitted', batch = 1, request_id = ? WHERE id = ?", (batch_id, call)
            )

    def reply(self, call: int, reply: Reply, *, cost: int | None, currency: str) -> None:
        """Enter a reply and what it cost, before it is used.

        Args:
            call: what `begin` returned.
            reply: the model's reply.
            cost: thousand-millionths of `currency`; None where the model has no price.
            currency: the price table's currency.
        """
        with self._transaction():
            self._connection.execute(
                "INSERT OR IGNORE INTO replies SELECT key, id, ? FROM calls WHERE id = ?",
                (reply.model_dump_json(), call),
            )
            self._spend(call, reply.usage, cost, currency)
            self._connection.execute(
                "UPDATE calls SET seconds = ?, request_id = ? WHERE id = ?", (reply.seconds, reply.request_id, call)
            )
            self._end(call, "replied", tries=1)

    def fail(self, call: int) -> None:
        """Enter that there is no reply; the tries were entered before."""
        with self._transaction():
            self._end(call, "failed", tries=0)

    def abandon(self, call: int) -> None:
        """Enter that a call was interrupted: lost while a try was sent, dropped while it waited for one."""
        with self._transaction():
            self._abandon(call)

    # --- reports ------------------------------------------------------------------------------------------------

    def open_in_batch(self, batch_id: str) -> dict[str, int]:
        """Return the calls of a batch that are not collected yet: their numbers by the hash of the prompt."""
        with self._lock, self._ledger_errors():
            rows = self._connection.execute(
                "SELECT prompt_hash, id FROM calls WHERE outcome = 'submitted' AND request_id = ?", (batch_id,)
            )
            return dict(rows.fetchall())

    def totals(
        self, by: Grouping | None = None, *, since: datetime | None = None, subject: str = ""
    ) -> tuple[CallTotals, ...]:
        """Return sums of calls, the most tokens first; one sum when `by` is None.

        Args:
            by: the field that groups the sums.
            since: only calls made from then on.
            subject: only calls about this; empty for all.
        """
        with self._lock, self._ledger_errors():
            return call_totals(self._connection, by, since=since, subject=subject)

    def entries(self) -> tuple[CallEntry, ...]:
        """Return all calls in the order in which they were made."""
        with self._lock, self._ledger_errors():
            return call_entries(self._connection)

    def own_entries(self) -> tuple[CallEntry, ...]:
        """Return the calls that were made through this object, and none of other commands on the same file."""
        with self._lock, self._ledger_errors():
            return call_entries(self._connection, owner=self._owner.token)

    # --- within -------------------------------------------------------------------------------------------------

    def _stored_reply(self, key: str) -> Reply | None:
        row = self._connection.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        try:
            return None if row is None else Reply.model_validate_json(row[0])
        except ValueError as error:
            # Paid once already: whether it is paid again is for a person to say.
            raise WorkspaceError(f"{self.path}: a reply that it holds is damaged", hint=WAY_OUT) from error

    def _spend(self, call: int, usage: TokenUsage, cost: int | None, currency: str) -> None:
        self._connection.execute(
            "UPDATE calls SET prompt = prompt + ?, cached = cached + ?, output = output + ?,"
            " estimated = max(estimated, ?) WHERE id = ?",
            (usage.prompt, usage.cached, usage.output, usage.estimated, call),
        )
        if cost is not None:
            self._connection.execute(
                "UPDATE calls SET cost = coalesce(cost, 0) + ?, currency = ? WHERE id = ?", (cost, currency, call)
            )

    def _end(self, call: int, outcome: str, *, tries: int) -> None:
        self._connection.execute(
            "UPDATE calls SET outcome = ?, ended = ?, tries = tries + ? WHERE id = ?",
            (outcome, self._clock(), tries, call),
        )

    def _abandon(self, call: int) -> bool:
        """End a call whose process no longer makes it; return whether it may have been paid."""
        row = self._connection.execute("SELECT outcome FROM calls WHERE id = ?", (call,)).fetchone()
        sent: bool = row[0] == "sent"
        self._end(call, "lost" if sent else "dropped", tries=int(sent))
        return sent

    def _sweep(self) -> int:
        """End the calls of dead processes, and return how many of them may have been paid."""
        with self._transaction():
            rows = self._connection.execute("SELECT id, owner FROM calls WHERE outcome IN ('asked', 'sent')").fetchall()
            lost = sum(self._abandon(call) for call, owner in rows if not self._owner.lives(owner))
            self._owner.remove_dead()
            return lost

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._ledger_errors():
            # Immediate, because two processes that both read first and write then would block each other.
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise
        with self._settled:
            self._settled.notify_all()

    @contextmanager
    def _ledger_errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise WorkspaceError(
                f"{self.path}: the ledger cannot be used: {error}",
                hint=WAY_OUT,
            ) from error


def key_of(request: Request, fingerprint: str) -> str:
    """Return the address of a reply: a hash of everything that shapes it."""
    return hashlib.sha256(f"{fingerprint}\n{request.identity}".encode()).hexdigest()
