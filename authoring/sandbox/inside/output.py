"""Where one cell's output goes: a memory file of fixed size, shared with the client, under both descriptors.

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


ERROR = 2
"""The descriptor of standard error."""
MOST_STRETCHES = 20_000
"""Stretches of standard error that are told apart; what comes after them counts as standard output."""


class Output:
    """The output of one cell, at most `limit` bytes of it kept."""

    def __init__(self, descriptor: int, limit: int) -> None:
        self.limit = limit
        self.warned = False
        self.errors: list[list[int]] = []
        """Where what was written to `sys.stderr` begins and ends, in bytes; raw writes are not told."""
        self._descriptor = descriptor

    def attach(self) -> None:
        """Point the process's standard output and error at the file."""
        os.dup2(self._descriptor, 1)
        os.dup2(self._descriptor, ERROR)
        sys.stdout = _stream(self, 1)
        sys.stderr = _stream(self, ERROR)

    def detach(self) -> None:
        """Give the file back; both streams write to nowhere until the next cell."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, ERROR)
        os.close(nowhere)
        os.close(self._descriptor)

    def note_error(self, size: int) -> None:
        """Take down that the last `size` bytes were written to standard error."""
        end = self.position
        if self.errors and self.errors[-1][1] == end - size:
            self.errors[-1][1] = end
        elif size and len(self.errors) < MOST_STRETCHES:
            self.errors.append([end - size, end])

    @property
    def position(self) -> int:
        """Bytes written so far."""
        return os.lseek(self._descriptor, 0, os.SEEK_CUR)

    def text(self) -> str:
        """Return what was kept."""
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
        room = self._output.limit + 1 - self._output.position
        if room > 0:
            written = os.write(self._number, view[:room])
            if self._number == ERROR:
                self._output.note_error(written)
        if len(view) >= room and not self._output.warned:
            self._output.warned = True
            raise OutputOverflowError(f"more than {self._output.limit} bytes of output")
        return len(view)


def _stream(output: Output, number: int) -> io.TextIOWrapper:
    raw = _Raw(output, number)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", newline="\n", write_through=True)  # type: ignore[arg-type]  # takes raw streams too, and the name typeshed misses is asked for in repr only
