"""The memory file that one cell's output goes to, held open by the client and by the session."""

import fcntl
import os
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import NonNegativeInt, TypeAdapter, ValidationError

from authoring.sandbox.inside.kernel import LINUX

SLACK = 4_000_000
"""Bytes over the limit that raw writes may fill, so that going over it shows whatever steps the kernel writes in."""


_STRETCHES_OF_BYTES: TypeAdapter[list[tuple[NonNegativeInt, NonNegativeInt]]] = TypeAdapter(
    list[tuple[NonNegativeInt, NonNegativeInt]]
)


def _sealed_memory_file(size: int) -> int:
    descriptor = os.memfd_create("output", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(descriptor, size)
    # The session holds the descriptor too, and could otherwise fill the machine's memory through it.
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK)
    return descriptor


def _unnamed_disk_file(size: int) -> int:
    """Return a file on disk without a name, which nothing but the limit on files keeps from growing."""
    descriptor, path = tempfile.mkstemp()
    Path(path).unlink()
    os.ftruncate(descriptor, size)
    return descriptor


class MemoryFile:
    """A file in memory that cannot grow or shrink; of what is written to it at most `limit` bytes are read."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.descriptor = _sealed_memory_file(limit + SLACK) if LINUX else _unnamed_disk_file(limit + SLACK)

    @property
    def overflowed(self) -> bool:
        """Whether more was written than the limit allows."""
        return self.position > self.limit

    @property
    def position(self) -> int:
        """The bytes written so far."""
        return os.lseek(self.descriptor, 0, os.SEEK_CUR)

    def text(self) -> str:
        """Return what was written, up to the limit, as UTF-8."""
        # Not `read`, which would move the position that both sides share and that says how much was written.
        return os.pread(self.descriptor, min(self.position, self.limit), 0).decode("utf-8", "replace")

    def without(self, stretches: object) -> str | None:
        """Return the output without stretches of standard error; None where no stretches are given.

        Args:
            stretches: begin and end of each in bytes, as a session says; one that says anything else tells of none.
        """
        try:
            cuts = _STRETCHES_OF_BYTES.validate_python(stretches)
        except ValidationError:
            return None
        if not cuts:
            return None
        written = os.pread(self.descriptor, min(self.position, self.limit), 0)
        # False stretches cut the session's own output only, so they are not checked further.
        ends = [0, *(end for _, end in cuts)]
        begins = [*(begin for begin, _ in cuts), len(written)]
        remaining = b"".join(written[end:begin] for end, begin in zip(ends, begins, strict=True))
        return remaining.decode("utf-8", "replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self.descriptor)
