"""Files of JSON lines that are only added to: one line at a time, whole or not at all, with a checksum for each.

The checksums stand in a file beside the log, in the order of its lines. A log that a crash cut short has at most one
line more than there are checksums, and a torn end; one that was damaged later lacks lines that have a checksum, or has
lines that do not agree with theirs. The file of checksums can be deleted: then damage is found only where a line
cannot be read.
"""

import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from authoring.workspace.regular_file import open_regular, read_regular

DIGITS: Final = 16
"""Hexadecimal digits of a line's SHA-256 that are kept: enough to tell damage, which nobody plans, from the line."""
RECORD: Final = DIGITS + 10
"""Bytes of one checksum: the digits, a space, a checksum of the digits themselves, and the end of the line."""
LISTED: Final = 3
"""Damaged lines that a message names; more are counted."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One whole line of a log."""

    number: int
    """From 1."""
    text: bytes
    """Without the end of the line."""
    entry: dict[str, Any] | None
    """What it says; None where it cannot be read."""
    damage: str = ""
    """Why the line cannot be trusted; empty where it can."""


@dataclass(frozen=True, slots=True)
class LineLog:
    """What a log holds, and what it has lost."""

    lines: tuple[LogLine, ...]
    """The whole lines, damaged ones included."""
    size: int
    """Bytes of the whole lines; what follows was torn by a crash."""
    lost: int
    """Lines that were written and are not there any more, damaged ones included."""

    @property
    def sound(self) -> tuple[LogLine, ...]:
        """The lines that can be trusted."""
        return tuple(line for line in self.lines if not line.damage)

    @property
    def damage(self) -> str:
        """What is wrong with the log, in words; empty for a sound one."""
        faulty = [line for line in self.lines if line.damage]
        parts = [f"line {line.number} {line.damage}" for line in faulty[:LISTED]]
        if len(faulty) > LISTED:
            parts.append(f"{len(faulty) - LISTED} further lines are damaged")
        gone = max(self.lost - len(faulty), 0)
        if gone:
            parts.append(f"{gone} of {len(self.sound) + self.lost} lines that were written are missing")
        return "; ".join(parts)


def checksums_path(log: Path) -> Path:
    """Return where the checksums of a log stand."""
    return log.with_suffix(".sums")


def read_log(path: Path, check: Callable[[Mapping[str, Any]], object]) -> LineLog:
    """Read a log, damaged or not.

    Args:
        path: of the log.
        check: raises a ValueError, KeyError or TypeError for what is JSON and no line of this kind.

    Raises:
        OSError: there is no such file, it is no file, or it cannot be read.
    """
    # The checksums come first: a process that adds a line meanwhile leaves a line without checksum, never a lost one.
    sums = _read_checksums(checksums_path(path))
    content = read_regular(path)
    size = content.rfind(b"\n") + 1
    texts = content[:size].split(b"\n")[:-1]
    expected = {digits for digits in sums if digits}
    digests = [_digest(text) for text in texts]
    matched = [position for position, digest in enumerate(digests) if digest in expected]
    last = matched[-1] if matched else -1
    lines = []
    for position, text in enumerate(texts):
        entry, damage = _parse(text, check)
        if not damage and _disagrees(position, digests[position], sums, last):
            damage = "is not what was written"
        lines.append(LogLine(position + 1, text, entry, damage))
    lost = len(expected.difference(digests))
    faults = sum(1 for line in lines if line.damage)
    return LineLog(tuple(lines), size, max(lost, faults))


def _disagrees(position: int, digest: str, sums: Sequence[str], last: int) -> bool:
    """Tell whether a line is not the one that was written, `last` being the last line that agrees with a checksum."""
    if not sums or digest in sums:
        return False
    if position >= len(sums):
        # Behind all checksums stands what a process wrote that was killed before it wrote the checksum.
        return position < last
    # Where the checksum itself is damaged, it says nothing of the line.
    return bool(sums[position])


def append_line(descriptor: int, text: bytes) -> None:
    """Add a line to an open log: it is on disk when this returns, and not there at all when this raises.

    Raises:
        OSError: it cannot be written, for example because the disk is full.
    """
    size = os.fstat(descriptor).st_size
    try:
        view = memoryview(text + b"\n")
        while view:
            # write may take less than it is given, for example when a signal arrives.
            view = view[os.write(descriptor, view) :]
        os.fsync(descriptor)
    except BaseException:
        # Half a line would swallow the next one, which a process that goes on after the error may still write.
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, size)
        raise


class Checksums:
    """The checksums of a log that this process writes; close them with the log."""

    def __init__(self, log: Path, lines: Sequence[bytes]) -> None:
        """Open the file, made anew where it does not say what the log says."""
        self._descriptor = -1
        content = b"".join(map(_record, lines))
        # Checksums only guard the log: where they cannot be written, work goes on without them.
        with contextlib.suppress(OSError):
            path = checksums_path(log)
            # A link is no checksums of ours, and what it leads to is not written to.
            if path.is_symlink():
                path.unlink()
            self._descriptor = open_regular(path, os.O_RDWR | os.O_CREAT)
            if os.pread(self._descriptor, len(content) + 1, 0) != content:
                os.ftruncate(self._descriptor, 0)
                os.pwrite(self._descriptor, content, 0)

    def add(self, position: int, line: bytes) -> None:
        """Note the line at a position, counted from 0, after it was written."""
        # Not forced to the disk: checksums may lag behind the lines, and never run ahead of them.
        with contextlib.suppress(OSError):
            os.pwrite(self._descriptor, _record(line), position * RECORD)

    def close(self) -> None:
        """Close the file; safe to call twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:DIGITS]


def _record(line: bytes) -> bytes:
    return _whole_record(_digest(line))


def _read_checksums(path: Path) -> tuple[str, ...]:
    """Return the digits of each line; empty ones where the file itself is damaged."""
    try:
        content = read_regular(path)
    except OSError:
        return ()
    records = [content[start : start + RECORD] for start in range(0, len(content), RECORD)]
    digits = [record[:DIGITS].decode("ascii", "replace") for record in records]
    sound = [text if record == _whole_record(text) else "" for text, record in zip(digits, records, strict=True)]
    while sound and not sound[-1]:
        sound.pop()
    return tuple(sound)


def _whole_record(digits: str) -> bytes:
    return f"{digits} {zlib.crc32(digits.encode()):08x}\n".encode()


def _parse(text: bytes, check: Callable[[Mapping[str, Any]], object]) -> tuple[dict[str, Any] | None, str]:
    """Return what a line says, and why it cannot be trusted."""
    try:
        entry = json.loads(text)
        if not isinstance(entry, dict):
            return None, "is no JSON object"
        check(entry)
    # RecursionError is what nesting without end raises; pydantic's errors are ValueErrors.
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return None, "is no JSON" if isinstance(error, json.JSONDecodeError | UnicodeDecodeError) else "cannot be read"
    return entry, ""
