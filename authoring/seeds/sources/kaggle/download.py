"""One file from the site, whole or not at all.

What has come is kept beside the target under another name, with a note of which object it belongs to, and goes on from
there only when the site proves that it is the same object still. The target appears by renaming, after size, hash and
the checksums in the archive were found right.
"""

import base64
import binascii
import hashlib
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pydantic import ValidationError

from authoring.errors import SeedError
from authoring.records.base import Record
from authoring.seeds.sources.kaggle.errors import CutShortError, UnexpectedAnswerError
from authoring.seeds.sources.kaggle.retry import shut_after

_CHUNK = 1 << 14
"""Bytes; what came of an unfinished chunk is lost when the connection breaks."""
_PARTIAL, _WHOLE = 206, 200
_ENCRYPTED = 0x1


class Stream(Protocol):
    """An answer whose bytes were not read yet; requests' ``Response`` is one."""

    status_code: int

    @property
    def raw(self) -> Any:
        """What the bytes are read from; another thread can end it with ``shutdown``."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """Names are found in any case."""
        ...

    def iter_content(self, chunk_size: int, /) -> Iterator[bytes]:
        """Yield the bytes of a download, piece by piece."""
        ...

    def close(self) -> None:
        """Let the connection go."""
        ...


class _Object(Record):
    """Which object the bytes of a partial download belong to."""

    etag: str
    size: int


@dataclass(frozen=True, slots=True)
class Download:
    """Where one file goes, and how much of it may come."""

    target: Path
    limit: int
    """Bytes, packed; and unpacked, as far as checksums are looked at here."""
    on_bytes: Callable[[int, int], None]
    """Told bytes that are there and bytes in all; 0 in all where nobody said."""
    deadline: float = float("inf")
    """When the whole of it has to be there, by `time.monotonic`."""
    packed: bool = True
    """Whether it has to be a zip archive."""

    @property
    def partial(self) -> Path:
        """What has come so far."""
        return self.target.with_name(f"{self.target.name}.partial")

    @property
    def note(self) -> Path:
        """Which object that belongs to."""
        return self.target.with_name(f"{self.target.name}.partial.json")

    def forget(self) -> None:
        """Throw away what has come."""
        self.partial.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def headers(self) -> Mapping[str, str]:
        """Return what to ask with so that the site goes on where the last try ended; empty to begin anew."""
        begun = self._begun()
        if begun is None or not self.partial.is_file() or not (have := self.partial.stat().st_size):
            return {}
        # Packed once more on the way, a part would not fit to the rest.
        return {"Range": f"bytes={have}-", "If-Range": begun.etag, "Accept-Encoding": "identity"}

    def receive(self, stream: Stream) -> Path:
        """Take one answer to the end, check all that came, and return the target.

        Raises:
            CutShortError: bytes are missing or wrong; what is right so far is kept for the next try.
            UnexpectedAnswerError: the answer is no file.
            SeedError: it is bigger than the limit, or the deadline has come.
        """
        with closing(stream), self._ending_in_time(stream):
            kind = stream.headers.get("Content-Type", "")
            # A sign-in page or an error comes with success, too.
            # A file that is asked for by itself may well be JSON.
            if "text/html" in kind or ("json" in kind and self.packed):
                raise UnexpectedAnswerError("it is a web page, not a file" if "html" in kind else "it is no file")
            start, size = self._place(stream)
            if size > self.limit:
                raise self._too_big(f"has {size:,} bytes")
            self._write(stream, start, size)
        # Checked under the other name, so that the target is whole whenever it exists.
        self._check(stream, size)
        self.partial.replace(self.target)
        self.note.unlink(missing_ok=True)
        return self.target

    @contextmanager
    def _ending_in_time(self, stream: Stream) -> Iterator[None]:
        """End the stream at the deadline, also where the site sends a byte now and then for ever."""
        left = self.deadline - time.monotonic()
        if left == float("inf"):
            yield
            return

        try:
            with shut_after(stream.raw, left) as is_over:
                yield
        # Whatever broke then, it broke because time was up.
        except Exception:
            if is_over.is_set():
                raise self.too_late() from None
            raise
        # Without an announced size, a stream that was ended looks like one that came to its end.
        if is_over.is_set():
            raise self.too_late()

    def too_late(self) -> SeedError:
        """Return the refusal to wait any longer."""
        have = self.partial.stat().st_size if self.partial.is_file() else 0
        # Without proof of which object it is, a part cannot be gone on with.
        hint = "run this again: it goes on from there" if have and self._begun() else "try again on a faster connection"
        return SeedError(
            f"{self.target.name} did not come in the time that a download may take; {have:,} bytes came", hint=hint
        )

    def _place(self, stream: Stream) -> tuple[int, int]:
        """Return where in the file the bytes of an answer begin, and the size of the whole (0: unknown)."""
        length = _number(stream.headers.get("Content-Length"))
        etag = stream.headers.get("ETag", "")
        if stream.status_code == _PARTIAL:
            return self._continued(stream.headers.get("Content-Range", ""), etag)
        self.forget()
        # Bytes that were packed on the way are not those that the length counts.
        size = 0 if stream.headers.get("Content-Encoding", "identity") != "identity" else length
        # A weak tag promises the same meaning, not the same bytes, so a part could not be gone on with.
        if etag and not etag.startswith("W/") and size:
            self.note.write_text(_Object(etag=etag, size=size).model_dump_json(), encoding="utf-8")
        return 0, size

    def _continued(self, content_range: str, etag: str) -> tuple[int, int]:
        """Hold a partial answer against what is there."""
        have = self.partial.stat().st_size if self.partial.is_file() else 0
        begun = self._begun()
        if (
            begun is None
            # The site must go on at the very byte, and of an object of the very size.
            or not content_range.startswith(f"bytes {have}-")
            or not content_range.endswith(f"/{begun.size}")
        ):
            self.forget()
            raise CutShortError("the site went on at another place than was asked for")
        if etag and etag != begun.etag:
            self.forget()
            raise CutShortError("it was changed on the site while it was being downloaded")
        return have, begun.size

    def _begun(self) -> _Object | None:
        try:
            return _Object.model_validate_json(self.note.read_bytes())
        except (OSError, ValidationError):
            return None

    def _write(self, stream: Stream, start: int, size: int) -> None:
        have = start
        try:
            with self.partial.open("ab" if start else "wb") as out:
                for chunk in stream.iter_content(_CHUNK):
                    have += len(chunk)
                    if have > self.limit:
                        raise self._too_big("has more bytes than allowed")
                    out.write(chunk)
                    self.on_bytes(have, size)
        # Too large: nothing of it will ever be used.
        except SeedError:
            self.forget()
            raise

    def _check(self, stream: Stream, size: int) -> None:
        have = self.partial.stat().st_size
        # What came is right so far and stays for the next try.
        if size and have < size:
            raise CutShortError(f"{have:,} of {size:,} bytes came")
        expected_md5 = stated_md5(stream.headers)
        # Some sites give their sign-in page under the name and the type of what was asked for.
        if _is_page(self.partial):
            self.forget()
            raise UnexpectedAnswerError("it is a web page, not a file")
        if size and have > size:
            damage = f"{have:,} bytes came, {size:,} were announced"
        elif expected_md5 and md5_of(self.partial) != expected_md5:
            damage = "its MD5 is not the one that the site states"
        else:
            damage = damage_of(self.partial, self.limit) if self.packed or is_archive(self.partial) else ""
        if damage:
            self.forget()
            raise CutShortError(damage)

    def _too_big(self, excess: str) -> SeedError:
        self.forget()
        choice = "choose some of its tables: --files NAME, or " if self.packed else ""
        return SeedError(
            f"{self.target.name} {excess} packed, and the tables of one seed may have {self.limit:,}",
            hint=f"{choice}raise max_inputs in authoring.toml",
        )


def stated_md5(headers: Mapping[str, str]) -> bytes | None:
    """Return the MD5 that the site states of the whole file; None when it states none."""
    for part in headers.get("x-goog-hash", "").split(","):
        name, _, value = part.strip().partition("=")
        # Google's storage, from which Kaggle serves files, states its checksums in this header.
        if name == "md5":
            return _decoded(value)
    # Of a partial answer this header is about the part.
    return None if "Content-Range" in headers else _decoded(headers.get("Content-MD5", ""))


def md5_of(path: Path) -> bytes:
    """Return the MD5 of a file."""
    with path.open("rb") as data:
        # Against damage, not against forgers; some systems forbid MD5 otherwise.
        return hashlib.file_digest(data, lambda: hashlib.md5(usedforsecurity=False)).digest()


def damage_of(path: Path, limit: int) -> str:
    """Say what is wrong with an archive, empty when it is whole: every file in it has its checksum.

    What is encrypted, packed in a way that is not known here, or would unpack to more than `limit` bytes is left to
    those who unpack it: they refuse it with a better reason.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if sum(entry.file_size for entry in entries) > limit or any(e.flag_bits & _ENCRYPTED for e in entries):
                return ""
            damaged = archive.testzip()
    # zipfile does not know this packing.
    except NotImplementedError:
        return ""
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        return "what came is no whole zip archive"
    return "" if damaged is None else "a file in the archive does not have its checksum"


def is_archive(path: Path) -> bool:
    """Return whether a file is a zip archive by its first bytes."""
    with path.open("rb") as data:
        return data.read(4) == b"PK\x03\x04"


def _is_page(path: Path) -> bool:
    with path.open("rb") as data:
        return data.read(512).lstrip().lower().startswith((b"<!doctype html", b"<html"))


def _decoded(value: str) -> bytes | None:
    try:
        return base64.b64decode(value, validate=True) or None
    except (binascii.Error, ValueError):
        return None


def _number(header: str | None) -> int:
    # int() would also take signs, underscores and digits of other scripts.
    return int(header) if header and header.isascii() and header.isdigit() else 0
