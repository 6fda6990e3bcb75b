"""The tables of the ledger, and how a file of an older version becomes one of this version."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from authoring.errors import WorkspaceError

WAY_OUT: Final = (
    "is the disk full, or the file broken? what can still be read is kept by: authoring doctor --repair; what is lost "
    "would be paid again"
)
BUSY: Final = 60.0
"""Seconds that a transaction waits for those of other processes; each takes milliseconds."""

MIGRATIONS: Final = (
    """
    CREATE TABLE calls (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL,
      prompt_hash TEXT NOT NULL,
      purpose TEXT NOT NULL,
      subject TEXT NOT NULL,
      model TEXT NOT NULL,
      owner TEXT NOT NULL,
      outcome TEXT NOT NULL CHECK (
        outcome IN ('asked', 'sent', 'submitted', 'replied', 'failed', 'lost', 'dropped')
      ),
      asked REAL NOT NULL,
      ended REAL,
      tries INTEGER NOT NULL DEFAULT 0,
      prompt INTEGER NOT NULL DEFAULT 0,
      cached INTEGER NOT NULL DEFAULT 0,
      output INTEGER NOT NULL DEFAULT 0,
      estimated INTEGER NOT NULL DEFAULT 0,
      cost INTEGER,
      currency TEXT NOT NULL DEFAULT '',
      batch INTEGER NOT NULL DEFAULT 0,
      seconds REAL NOT NULL DEFAULT 0,
      request_id TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX open_calls ON calls (key) WHERE outcome IN ('asked', 'sent', 'submitted');
    CREATE INDEX calls_by_time ON calls (asked);
    CREATE TABLE failures (
      call INTEGER NOT NULL REFERENCES calls (id),
      failure TEXT NOT NULL,
      time REAL NOT NULL,
      prompt INTEGER NOT NULL,
      cached INTEGER NOT NULL,
      output INTEGER NOT NULL
    );
    CREATE INDEX failures_by_call ON failures (call);
    CREATE TABLE replies (
      key TEXT PRIMARY KEY,
      call INTEGER NOT NULL REFERENCES calls (id),
      reply TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
)
"""What makes version N of version N - 1, in order. A line that has been published is never changed."""


def open_tables(path: Path) -> sqlite3.Connection:
    """Return a connection for the threads of this process, to tables of this version.

    Write-ahead logging lets readers and a writer work at once. Every commit is forced to the disk (FULL): with NORMAL
    a power cut could take back the last replies, and a reply that was paid is worth more than some milliseconds.

    Raises:
        WorkspaceError: when the file is no ledger, belongs to a newer version, or cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    # SQLite would take an empty file for a new ledger; processes that used it have left their folder beside it.
    if path.is_file() and not path.stat().st_size and owners_folder(path).is_dir():
        raise WorkspaceError(f"{path}: is empty: the replies that it held are lost", hint=WAY_OUT)
    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        _make_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def owners_folder(path: Path) -> Path:
    """Return the folder beside a ledger with a file for each process that has it open."""
    return path.with_name(f"{path.name}.owners")


def _make_wal(connection: sqlite3.Connection) -> None:
    # Several processes that make the file at once may find it locked here without being made to wait.
    deadline = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").close()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    # The lock is taken before the version is read, so that two processes do not both migrate.
    connection.execute("BEGIN IMMEDIATE")
    try:
        with closing(connection.execute("PRAGMA user_version")) as cursor:
            version = int(cursor.fetchone()[0])
        check_version(version, path)
        for script in MIGRATIONS[version:]:
            # Not `executescript`, which commits the open transaction first: half a migration could stay.
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_version(version: int, path: Path) -> None:
    """See that this program can read tables of a version.

    Raises:
        WorkspaceError: they are of a newer one.
    """
    if version > len(MIGRATIONS):
        raise WorkspaceError(
            f"{path}: a newer version of the toolkit wrote this ledger (version {version})",
            hint="update the toolkit, or move the file away; replies that it keeps would be paid again",
        )
