"""Getting out of a damaged ledger what can be read; the damaged one is moved aside."""

import contextlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from authoring.errors import WorkspaceError
from authoring.llm.ledger.owner import Owner
from authoring.llm.ledger.tables import check_version, open_tables, owners_folder
from authoring.llm.port import Reply

COMPANIONS: Final = ("", "-wal", "-shm")
"""What SQLite keeps beside a file; without them its last transactions are lost."""
TABLES: Final = (("calls", "id"), ("failures", "rowid"), ("replies", "key"))
"""The tables in the order in which they refer to each other, and the column that orders each."""


class RecoveredLedger(NamedTuple):
    """What became of a damaged ledger."""

    moved_to: Path
    calls: int
    replies: int


def check_ledger(path: Path) -> None:
    """See that a ledger can be read whole.

    Raises:
        WorkspaceError: it cannot, or a newer version wrote it.
    """
    if not path.is_file():
        raise WorkspaceError(f"{path}: is no file")
    try:
        with closing(_read_only(path)) as connection:
            check_version(int(connection.execute("PRAGMA user_version").fetchone()[0]), path)
            verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            for table, _ in TABLES:
                connection.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - our own names
            for row in connection.execute("SELECT reply FROM replies"):
                Reply.model_validate_json(row[0])
    except sqlite3.Error as error:
        raise WorkspaceError(f"{path}: {error}") from error
    except ValueError as error:
        raise WorkspaceError(f"{path}: a reply that it holds is damaged") from error
    if verdict != "ok":
        raise WorkspaceError(f"{path}: {verdict.splitlines()[0]}")


def recover_ledger(path: Path) -> RecoveredLedger:
    """Move a damaged ledger aside, and make a new one of the rows that can be read.

    Raises:
        WorkspaceError: a process that lives has it open, a newer version wrote it, or the new one cannot be written.
    """
    if path.is_file():
        with contextlib.suppress(sqlite3.Error), closing(_read_only(path)) as connection:
            check_version(int(connection.execute("PRAGMA user_version").fetchone()[0]), path)
    _refuse_open(path)
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    for suffix in COMPANIONS:
        companion = path.with_name(path.name + suffix)
        if companion.exists() or companion.is_symlink():
            companion.rename(aside.with_name(aside.name + suffix))
    counts = dict.fromkeys((table for table, _ in TABLES), 0)
    try:
        with closing(open_tables(path)) as new:
            # Rows may refer to a call that is lost; what they hold is worth keeping all the same.
            new.execute("PRAGMA foreign_keys = OFF")
            if aside.is_file():
                with contextlib.suppress(sqlite3.Error), closing(_read_only(aside)) as old:
                    for table, order in TABLES:
                        counts[table] = _copy(old, new, table, order)
    except sqlite3.Error as error:
        raise WorkspaceError(
            f"{path}: cannot be written: {error}", hint=f"the damaged ledger is now {aside}"
        ) from error
    return RecoveredLedger(aside, counts["calls"], counts["replies"])


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _refuse_open(path: Path) -> None:
    folder = owners_folder(path)
    if not folder.is_dir():
        return
    owner = Owner(folder)
    try:
        if any(file.name != owner.token and owner.lives(file.name) for file in folder.glob("[!.]*")):
            raise WorkspaceError(f"{path}: another process is using it", hint="wait for it to end")
    finally:
        owner.close()


def _copy(old: sqlite3.Connection, new: sqlite3.Connection, table: str, order: str) -> int:
    """Copy the rows of a table that can be read, and return how many there are."""
    number = 0
    for row in _rows(old, table, order):
        marks = ", ".join("?" * len(row))
        # A row of a damaged page may break a rule of the table, or hold no reply; it is left out.
        with contextlib.suppress(sqlite3.IntegrityError, ValueError):
            if table == "replies":
                Reply.model_validate_json(str(row[-1]))
            number += new.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row).rowcount  # noqa: S608
    return number


def _rows(old: sqlite3.Connection, table: str, order: str) -> Iterator[tuple[object, ...]]:
    """Yield rows from the first on up to a page that cannot be read, then those from the last on down to one."""
    for direction in ("ASC", "DESC"):
        try:
            yield from old.execute(f"SELECT * FROM {table} ORDER BY {order} {direction}")  # noqa: S608 - our own names
        except sqlite3.Error:
            continue
        return
