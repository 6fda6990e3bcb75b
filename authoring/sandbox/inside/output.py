"""The output of one cell: a memory file of fixed size, shared with the client, behind both standard descriptors.

Prints and raw writes (also those of child processes) land in the same file in their order. The client reads it from
outside, so what was written before a kill is not lost.
"""

import io
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class OutputOverflowError(BaseException):
    """Raised in code that prints more than it may; no `Exception`, so that the usual handlers let it pass."""


STDERR = 2
"""The descriptor of standard error."""
MAX_STRETCHES = 20_000
"""Stretches of standard error that are recorded; what comes after them counts as standard output."""


class Output:
    """The output of one cell, at most `limit` bytes of it kept."""

    def __init__(self, descriptor: int, limit: int) -> None:
        self.limit = limit
        self.warned = False
        self.errors: list[list[int]] = []
        """First and last byte of each stretch that was written to `sys.stderr`; raw writes cannot be told apart."""
        self._descriptor = descriptor

    def attach(self) -> None:
        """Point the process's standard output and error at the file."""
        # The descriptors themselves are replaced, so that child processes write to the file as well.
        os.dup2(self._descriptor, 1)
        os.dup2(self._descriptor, STDERR)
        sys.stdout = _text_stream(self, 1)
        sys.stderr = _text_stream(self, STDERR)

    def detach(self) -> None:
        """Yield the file back; both streams write to nowhere until the next cell."""
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, 1)
        os.dup2(null_device, STDERR)
        # Only now: the memory file is the client's again, which measures and reads it.
        os.close(null_device)
        os.close(self._descriptor)

    def note_error(self, size: int) -> None:
        """Record that the last `size` bytes were written to standard error."""
        end = self.position
        if self.errors and self.errors[-1][1] == end - size:
            # A traceback comes in many small writes, which are one stretch.
            self.errors[-1][1] = end
        elif size and len(self.errors) < MAX_STRETCHES:
            self.errors.append([end - size, end])

    @property
    def position(self) -> int:
        """Bytes written so far."""
        return os.lseek(self._descriptor, 0, os.SEEK_CUR)

    def text(self) -> str:
        """Return what was kept."""
        # Not `read`, which would move the position at which the next write lands.
        return os.pread(self._descriptor, min(self.position, self.limit), 0).decode("utf-8", "replace")


class _Raw(io.RawIOBase):
    """A standard stream that raises once when the limit is passed and drops everything after that."""

    def __init__(self, output: Output, number: int) -> None:
        super().__init__()
        self._output = output
        self._number = number

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def write(self, data: "ReadableBuffer", /) -> int:
        view = memoryview(data).cast("B")
        # One byte over the limit is let through: by it the client sees from outside that there was more.
        free = self._output.limit + 1 - self._output.position
        if free > 0:
            written = os.write(self._number, view[:free])
            if self._number == STDERR:
                self._output.note_error(written)
        if len(view) >= free and not self._output.warned:
            self._output.warned = True
            raise OutputOverflowError(f"more than {self._output.limit} bytes of output")
        return len(view)


def _text_stream(output: Output, number: int) -> io.TextIOWrapper:
    raw = _Raw(output, number)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)  # type: ignore[arg-type]  # takes raw streams too, and the name typeshed misses is asked for in repr only
