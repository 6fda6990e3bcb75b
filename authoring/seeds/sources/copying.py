"""Bounded copies: no more bytes than allowed are ever written, whatever a file or an archive claims."""

from pathlib import Path
from typing import Protocol

from authoring.errors import SeedError

_CHUNK = 1 << 20


class Readable(Protocol):
    """An open binary file, packed or not."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""
        ...


def too_big(name: str, size: int | None, limit: int) -> SeedError:
    """Return the refusal of files over the limit; `size` is None when nobody counted to the end."""
    what = f"it has {size:,} bytes" if size is not None else "it has more bytes than allowed"
    return SeedError(
        f"{name}: {what}, and the tables of one seed may have {limit:,}",
        hint="take a part of it, or raise max_inputs in authoring.toml",
    )


def copy_bounded(source: Readable, target: Path, *, name: str, left: int, limit: int) -> int:
    """Copy an open file to `target`, at most `left` bytes, and return how many there were.

    Raises:
        SeedError: when there are more.
    """
    copied = 0
    with target.open("xb") as out:
        while chunk := source.read(_CHUNK):
            copied += len(chunk)
            if copied > left:
                raise too_big(name, None, limit)
            out.write(chunk)
    return copied
