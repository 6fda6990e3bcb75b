"""Caches of what takes long to find out, by all that it follows from; deleted at any time.

One file per result. Several processes may use one folder: a file appears whole or not at all, whatever cannot be read
as it should counts as not there, and the oldest used go first where there are too many.
"""

import contextlib
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import yaml
from pydantic import ValidationError

import authoring
from authoring import dseal, tables
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.across_sets import signatures_of_text
from authoring.dseal.duplicates.problems import ProblemSignature
from authoring.extensions import is_extended
from authoring.records.base import Record, Sha256, sha256_of
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.evidence import DryRun
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.workspace.files import write_file
from authoring.workspace.unfinished import sweep_all

MAX_BYTES = 200_000_000
"""Bytes of all entries together."""
TARGET_SHARE = 0.9
"""Share of the bytes that is left after an eviction, so that not every new entry evicts another."""
SUFFIX = ".json"
SOURCES = (".py", ".json")
"""How the names of files end that decide what this program finds."""
Entry = TypeVar("Entry", bound="CacheEntry")


class CacheEntry(Record):
    """A result and when it was made; what the result is, an entry of its kind says."""

    key: Sha256
    made: datetime


class CachedRun(CacheEntry):
    """A dry run as it is kept in the cache, under a hash of all that decides it."""

    run: DryRun


class CachedFindings(CacheEntry):
    """What was found in a text and its dry run."""

    findings: tuple[Diagnostic, ...]
    is_run: bool
    """Whether lint lets the text pass, so that its run counts."""


class CachedSignatures(CacheEntry):
    """The problems of a text, with what counts of them where they are held against those of other sets."""

    problems: tuple[ProblemSignature, ...]


class CachedProfile(CacheEntry):
    """What the tables of a seed hold."""

    profile: Profile


class CachedCertificate(CacheEntry):
    """What was tried on one problem."""

    certificate: ProblemCertificate


class CachedObservation(CacheEntry):
    """What a solver saw of its code, or why its model gave no usable reply."""

    text: str


class CachedStanding(CacheEntry):
    """What a text is found to be, in figures."""

    problems: int
    errors: int = 0
    warnings: int = 0
    is_run: bool = False
    """Whether there is a dry run that counts."""
    piloted: int = 0
    """Problems that solvers answered as they stand."""
    altered: str = ""
    """How the files of a seed, or an admitted set, are not those that its record says; empty where they are."""


class ResultCache(Generic[Entry]):
    """The results of one kind below one folder.

    Args:
        entry: their kind.
        folder: made when first written to.
        max_bytes: of all entries together; other processes' newest are counted when this one makes room.
        fresh: whether nothing is read, only written.
    """

    def __init__(self, entry: type[Entry], folder: Path, *, max_bytes: int = MAX_BYTES, fresh: bool = False) -> None:
        self._entry = entry
        self._folder = folder
        self._max_bytes = max_bytes
        self._fresh = fresh
        self._size: int | None = None
        """Bytes of all entries, as far as this process knows."""
        self.write_error = ""
        """Why an entry could not be written; the system's own words."""

    def get(self, key: Sha256) -> Entry | None:
        """Return what is kept under a key; None where nothing is, or it cannot be read."""
        if self._fresh:
            return None
        path = self._path(key)
        try:
            entry = self._entry.model_validate_json(path.read_bytes())
        # Missing, half written or of another version: it is not there, and the run is made anew.
        except (OSError, ValidationError):
            return None
        # A file that was renamed or copied by hand is not the result that its name claims.
        if entry.key != key:
            return None
        with contextlib.suppress(OSError):
            # The time of change stands for the last use, because many systems do not keep times of reading.
            os.utime(path)
        return entry

    def keep(self, entry: Entry) -> None:
        """Keep a result; what was kept under its key is replaced. That it cannot be written stops nobody."""
        content = entry.model_dump_json().encode()
        # It would evict everything else.
        if len(content) > self._max_bytes:
            return
        path = self._path(entry.key)
        try:
            # No wait for the disk: a torn entry is no entry.
            write_file(path, content, lasting=False)
            self._make_room(len(content))
        except OSError as error:
            self.write_error = error.strerror or str(error)

    def _path(self, key: Sha256) -> Path:
        return self._folder / key[:2] / (key + SUFFIX)

    def _make_room(self, added: int) -> None:
        """Remove the entries that were not used for longest, where there are too many bytes."""
        if self._size is not None and self._size + added <= self._max_bytes:
            self._size += added
            return
        # Listing is slow, so it happens only once this process believes that the limit is reached.
        entries = sorted(self._entries(), key=lambda entry: entry[0])
        total = sum(size for _, size, _ in entries)
        if total > self._max_bytes:
            # The newest entry is the one that was just written.
            for _, size, path in entries[:-1]:
                if total <= self._max_bytes * TARGET_SHARE:
                    break
                path.unlink(missing_ok=True)
                total -= size
        self._size = total

    def _entries(self) -> list[tuple[int, int, Path]]:
        """Return (when it was last used, bytes, path) of each entry; remove what killed writers left."""
        entries = []
        for folder in self._folder.glob("??/"):
            sweep_all(folder)
        for path in self._folder.glob("??/*"):
            try:
                about = path.stat()
            except OSError:
                continue  # another process removed it
            if path.suffix == SUFFIX:
                entries.append((about.st_mtime_ns, about.st_size, path))
        return entries


class RunCache(ResultCache[CachedRun]):
    """Dry runs, and beside them what was found; the arguments are those of `ResultCache`."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES, fresh: bool = False) -> None:
        super().__init__(CachedRun, folder, max_bytes=max_bytes, fresh=fresh)
        # Texts that differ in their questions alone share a run, and each has findings of its own.
        self.findings = ResultCache(CachedFindings, folder.parent / "findings", max_bytes=max_bytes, fresh=fresh)

    def put(self, key: Sha256, run: DryRun) -> datetime:
        """Keep a dry run, and return when it counts as made; see `keep`."""
        entry = CachedRun(key=key, made=datetime.now(UTC), run=run)
        self.keep(entry)
        return entry.made


class CertificateCache(ResultCache[CachedCertificate]):
    """Certificates of problems; the arguments are those of `ResultCache`."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        super().__init__(CachedCertificate, folder, fresh=fresh)

    def put(self, key: Sha256, certificate: ProblemCertificate) -> None:
        """Keep a certificate; see `keep`."""
        self.keep(CachedCertificate(key=key, made=datetime.now(UTC), certificate=certificate))


class ObservationCache(ResultCache[CachedObservation]):
    """What solvers saw while they worked: what goes on after a kill sees the same, and asks nothing twice."""

    def __init__(self, folder: Path, *, fresh: bool = False) -> None:
        super().__init__(CachedObservation, folder, fresh=fresh)

    def recall(self, key: Sha256) -> str | None:
        """Return the text that was kept under a key; None where there is none."""
        entry = self.get(key)
        return entry.text if entry else None

    def put(self, key: Sha256, text: str) -> None:
        """Keep a text; see `keep`."""
        self.keep(CachedObservation(key=key, made=datetime.now(UTC), text=text))


class StandingCache(ResultCache[CachedStanding]):
    """What texts of a workspace are found to be, by all that it follows from, this program among it."""

    def __init__(self, root: Path) -> None:
        super().__init__(CachedStanding, root / ".authoring" / "cache" / "standing")

    def recall(self, subject: str, compute: Callable[[Sha256], CachedStanding]) -> CachedStanding:
        """Return what is kept of a subject, else what is computed, which is kept.

        Args:
            subject: what decides the result, apart from the program.
            compute: makes the entry for a key.
        """
        state = program_state()
        # Rules of installed packages may change without a trace here.
        if not state:
            return compute(sha256_of(subject))
        key = sha256_of(json.dumps([state, subject]))
        entry = self.get(key)
        if entry is None:
            entry = compute(key)
            self.keep(entry)
        return entry


class SignatureCache(ResultCache[CachedSignatures]):
    """What counts of the problems of sets, by texts: a set is held against hundreds without parsing these again."""

    def __init__(self, root: Path, *, fresh: bool = False) -> None:
        super().__init__(CachedSignatures, root / ".authoring" / "cache" / "signatures", fresh=fresh)

    def recall(self, text: str) -> tuple[ProblemSignature, ...]:
        """Return the problems of a text with what counts of them, kept or derived now."""
        # What parses and what compares decide them, and no rule that a package may add.
        code = digest_of_code(Path(dseal.__path__[0]))
        key = sha256_of(json.dumps([sys.version, code, text]))
        entry = self.get(key)
        if entry is None:
            entry = CachedSignatures(key=key, made=datetime.now(UTC), problems=signatures_of_text(text))
            # A text of the code may hold half of a character, which no file can; such a set is read anew each time.
            with contextlib.suppress(ValueError):
                self.keep(entry)
        return entry.problems


class ProfileCache(ResultCache[CachedProfile]):
    """Profiles of a workspace's seeds, by the bytes of their files, how these are read, and what computes."""

    def __init__(self, root: Path) -> None:
        super().__init__(CachedProfile, root / ".authoring" / "cache" / "profile")

    def profile(self, seed: Seed, computer: str) -> Profile | None:
        """Return what is kept of a seed, whatever its name was; None where nothing is.

        Args:
            seed: whose files are known to be those that it names.
            computer: the Python and the packages that would compute it.
        """
        entry = self.get(_profile_key(seed, computer))
        return entry.profile.model_copy(update={"seed": seed.name}) if entry else None

    def put(self, seed: Seed, computer: str, profile: Profile) -> None:
        """Keep the profile of a seed; arguments as in `profile`."""
        self.keep(CachedProfile(key=_profile_key(seed, computer), made=datetime.now(UTC), profile=profile))


def _profile_key(seed: Seed, computer: str) -> Sha256:
    files = [(file.name, file.sha256, file.reader) for file in seed.files]
    # A reader sees all files of the seed, also those that are no tables.
    companions = sorted((file.name, file.sha256) for file in seed.data)
    return sha256_of(json.dumps([digest_of_code(Path(tables.__path__[0])), computer, files, companions]))


@cache
def digest_of_code(*folders: Path) -> Sha256:
    """Return a digest of the Python files below folders: what another version of them computed does not count."""
    sources = [
        sorted((path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.py"))
        for folder in folders
    ]
    return sha256_of(json.dumps(sources))


@cache
def program_state() -> str:
    """Return what changes whenever this program does; empty where installed packages add to what it finds.

    Sizes and times of change stand for its files, as they do for Python's own compiled files: reading them would take
    longer than what is kept spares.
    """
    if is_extended():
        return ""
    sources = sorted(
        (folder, name)
        for folder, _, names in os.walk(authoring.__path__[0])
        for name in names
        if name.endswith(SOURCES)
    )
    facts = [
        (folder, name, about.st_size, about.st_mtime_ns)
        for folder, name in sources
        for about in (Path(folder, name).stat(),)
    ]
    # Installing another version of a library changes the folder that it stands in.
    libraries = Path(yaml.__file__).parents[1].stat().st_mtime_ns
    return sha256_of(json.dumps([sys.version, libraries, facts]))
