"""Environments on disk: one folder each, named by the hash of what it was made from.

A folder that has its name is whole: it is made under another one and renamed at the end. One process makes an
environment at a time; those that use it keep it from being removed meanwhile. Both hold a file beside it, and the
system lets go of that for a process that is killed.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import platformdirs
from pydantic import ValidationError

from authoring.errors import PackagesError
from authoring.records.environment import InstalledEnvironment
from authoring.sandbox.environments.contents import contents_of, size_of
from authoring.sandbox.environments.lock import Lock
from authoring.sandbox.environments.pythons import Python
from authoring.sandbox.environments.uv import LineListener, Uv

RECORD = "environment.json"
LOCK = "requirements.lock"
KEY_LENGTH = 64
"""Characters of an environment's key."""


class EnvironmentStore:
    """The environments below one folder.

    Args:
        folder: made when the first environment is.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of_user(cls) -> "EnvironmentStore":
        """Return the store in the user's folder for caches, for commands that work in no workspace."""
        return cls(platformdirs.user_cache_path("authoring") / "environments")

    def get(self, lock: Lock, python: Python) -> InstalledEnvironment | None:
        """Return the environment of a lock, or None where it has not been made."""
        return self._read(lock.key(python.version))

    def environments(self) -> tuple[InstalledEnvironment, ...]:
        """Return all environments, the last one that was made first."""
        keys = [path.name for path in self._folder.glob("[0-9a-f]*") if len(path.name) == KEY_LENGTH]
        environments = [environment for key in keys if (environment := self._read(key)) is not None]
        return tuple(sorted(environments, key=lambda environment: environment.made, reverse=True))

    def folder_of(self, environment: InstalledEnvironment) -> Path:
        """Return where an environment lies."""
        return self._folder / environment.key

    def python_of(self, environment: InstalledEnvironment) -> Path:
        """Return the path of an environment's interpreter."""
        return self.folder_of(environment) / "bin" / "python"

    def used(self, environment: InstalledEnvironment) -> datetime:
        """Return when somebody last began to use an environment, or made it."""
        try:
            return datetime.fromtimestamp(self._guard(environment.key).stat().st_mtime, UTC)
        except FileNotFoundError:
            return environment.made

    def make(self, lock: Lock, python: Python, *, uv: Uv, report: LineListener | None = None) -> InstalledEnvironment:
        """Return the environment of a lock; it is made if it is not there, by one process at a time.

        Raises:
            PackagesError: a package is not to be had, or has other bytes than the lock says.
        """
        existing = self.get(lock, python)
        if existing is not None:
            return existing
        key = lock.key(python.version)
        self._folder.mkdir(parents=True, exist_ok=True)
        # The text that backup programs look for; they leave out folders that hold it.
        (self._folder / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n")
        with self._locked(key, fcntl.LOCK_EX, report) as lock_descriptor:
            # Whoever held it before may have made it.
            existing = self._read(key)
            if existing is not None:
                return existing
            # Leftovers of killed processes are removed only by a process that holds the lock of their key.
            self._sweep(key)
            new = self._folder / f".{key}.{secrets.token_hex(4)}"
            try:
                environment = _build(new, lock, python, uv=uv, lock_descriptor=lock_descriptor, report=report)
                self._clear(key)
                # The one moment in which the environment comes to be; all before it can be thrown away.
                new.rename(self._folder / key)
            finally:
                shutil.rmtree(new, ignore_errors=True)
        return environment

    @contextmanager
    def using(self, environment: InstalledEnvironment) -> Iterator[Path]:
        """Yield the interpreter of an environment, and keep the environment from being removed."""
        with self._locked(environment.key, fcntl.LOCK_SH, None) as lock_descriptor:
            if self._read(environment.key) is None:
                raise PackagesError(f"the environment {environment.name} was removed meanwhile", hint="try again")
            # The time of last use decides which environments a person may remove.
            os.utime(lock_descriptor)
            yield self.python_of(environment)

    def remove(self, environment: InstalledEnvironment) -> None:
        """Remove an environment.

        Raises:
            PackagesError: it is in use.
        """
        with self._locked(environment.key, fcntl.LOCK_EX | fcntl.LOCK_NB, None):
            self._clear(environment.key)

    def _clear(self, key: str) -> None:
        """Remove what stands under a key; nothing half removed keeps the name."""
        if (self._folder / key).exists():
            removed = self._folder / f".{key}.{secrets.token_hex(4)}"
            # Renamed first, so that a kill while files are removed leaves no half environment under the name.
            (self._folder / key).rename(removed)
            shutil.rmtree(removed)

    def _sweep(self, own_key: str) -> None:
        """Remove what processes that were killed left behind; `own_key` is the key whose guard this process holds."""
        for leftover in self._folder.glob(f".{'[0-9a-f]' * KEY_LENGTH}.*"):
            key = leftover.name[1 : KEY_LENGTH + 1]
            # A guard stays: somebody may hold the old file while another process would make a new one.
            if leftover == self._guard(key):
                continue
            if key == own_key:
                _remove_path(leftover)
                continue
            with suppress(PackagesError), self._locked(key, fcntl.LOCK_EX | fcntl.LOCK_NB, None):
                _remove_path(leftover)

    def _read(self, key: str) -> InstalledEnvironment | None:
        folder = self._folder / key
        try:
            environment = InstalledEnvironment.model_validate_json((folder / RECORD).read_bytes())
        except (OSError, ValidationError):
            return None
        # Its interpreter is a link to the one that it was made with, and that may have been removed.
        return environment if environment.key == key and (folder / "bin" / "python").exists() else None

    def _guard(self, key: str) -> Path:
        return self._folder / f".{key}.guard"

    @contextmanager
    def _locked(self, key: str, operation: int, report: LineListener | None) -> Iterator[int]:
        """Hold the file beside an environment; give its descriptor."""
        descriptor = os.open(self._guard(key), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            try:
                fcntl.flock(descriptor, operation | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if operation & fcntl.LOCK_NB:
                    raise PackagesError(
                        "the environment is in use", hint="wait for the other command to end"
                    ) from error
                if report is not None:
                    report("another process is making this environment; waiting for it")
                fcntl.flock(descriptor, operation)
            yield descriptor
        finally:
            # Closing alone leaves it locked for as long as a process that is just being started has a copy.
            fcntl.flock(descriptor, fcntl.LOCK_UN)
            os.close(descriptor)


def _remove_path(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _build(
    folder: Path, lock: Lock, python: Python, *, uv: Uv, lock_descriptor: int, report: LineListener | None
) -> InstalledEnvironment:
    """Make an environment in a folder that is not there yet, with its record."""
    text = folder.with_name(f"{folder.name}.lock")
    try:
        text.write_bytes(lock.text.encode())
        uv.make(folder, text, python=python.path, lock_descriptor=lock_descriptor, report=report)
        text.rename(folder / LOCK)
    finally:
        text.unlink(missing_ok=True)
    packages, loose = contents_of(folder)
    environment = InstalledEnvironment(
        key=lock.key(python.version),
        name=lock.name,
        lock=lock.sha256,
        python=python.version,
        packages=packages,
        loose=loose,
        size=size_of(folder),
        made=datetime.now(UTC),
    )
    (folder / RECORD).write_text(environment.model_dump_json(indent=2) + "\n", "utf-8")
    return environment
