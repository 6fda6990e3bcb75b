"""Lock files: every package with its version and the hashes of its files, and nothing else.

A lock may come from a stranger together with a benchmark, so it may not say where packages come from, nor name any that
the index does not answer for: no options, no addresses, no folders.
"""

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from authoring.errors import PackagesError

MAX_SIZE = 5_000_000
"""Bytes of a lock file; one of a thousand packages has a tenth of them."""
VERSION = re.compile(r"\d+\.\d+(\.\d+)?")
_PYTHON = re.compile(r"^#\s*python:\s*(\S+)\s*$", re.MULTILINE)
# name[extras]==version; marker --hash=...: a marker holds no `--`, which could begin another option.
_PINNED_PACKAGE = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)(\[[A-Za-z0-9._, -]*\])?==(?P<version>[A-Za-z0-9.!+_-]+)"
    r"\s*(;(?P<marker>(?:(?!--)[^;])*?))?(?P<hashes>(\s+--hash=sha256:[0-9a-f]{64})+)"
)
HEADER = """\
# Packages that the cells of problem sets run with; `authoring env create` makes the environment.
# python: {python}
# made by: {command}
"""


@dataclass(frozen=True, slots=True)
class Pin:
    """A package of a lock."""

    name: str
    """Normalized."""
    version: str
    conditional: bool
    """Whether it is for some platforms or versions of Python only."""


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock file that was read."""

    name: str
    """The name of the file, without its suffix."""
    text: str
    python: str
    """The version of Python that it was made for, for example ``3.11``; empty where it does not say."""
    pins: tuple[Pin, ...]

    @property
    def sha256(self) -> str:
        """The identity of the exact text."""
        return sha256(self.text.encode()).hexdigest()

    def key(self, python: str) -> str:
        """Return the identity of the environment that this lock makes with an exact version of Python."""
        return sha256(f"{self.sha256} {python}".encode()).hexdigest()


def normalized(name: str) -> str:
    """Return a distribution's name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_lock(path: Path) -> Lock:
    """Read a lock file.

    Raises:
        PackagesError: it is not there, or holds anything but packages with versions and hashes.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SIZE + 1)
        text = content.decode()
    except OSError as error:
        raise PackagesError(f"{path}: {error.strerror}", hint="make a lock with: authoring env lock NAME") from error
    except UnicodeDecodeError as error:
        raise PackagesError(f"{path}: is no lock: it is not UTF-8", hint="name a lock file") from error
    # One byte more than allowed was read, so a huge file takes no memory before it is refused.
    if len(content) > MAX_SIZE:
        raise PackagesError(f"{path}: is larger than {MAX_SIZE} bytes", hint="name a lock file")
    return parse_lock(text, path)


def parse_lock(text: str, path: Path) -> Lock:
    """Read a lock's text; `path` is for its name and for messages.

    Raises:
        PackagesError: it holds anything but packages with versions and hashes.
    """
    pins = []
    for number, line in _logical_lines(text):
        match = _PINNED_PACKAGE.fullmatch(line)
        if match is None:
            excerpt = line if len(line) <= 80 else line[:79] + "…"  # noqa: PLR2004 - a line of a terminal
            raise PackagesError(
                f"{path}:{number}: a lock holds NAME==VERSION with --hash=sha256:... and nothing else, not: {excerpt}",
                hint="make it again with: authoring env lock, or uv pip compile --generate-hashes",
            )
        pins.append(Pin(normalized(match["name"]), match["version"], match["marker"] is not None))
    if not pins:
        raise PackagesError(f"{path}: names no package", hint="make a lock with: authoring env lock NAME")
    python_line = _PYTHON.search(text)
    python = python_line[1] if python_line else ""
    if python and VERSION.fullmatch(python) is None:
        raise PackagesError(f"{path}: {python!r} is no version of Python", hint="say, for example: # python: 3.11")
    return Lock(path.stem, text, python, tuple(pins))


def lock_text(python: str, command: Sequence[str], compiled: str) -> str:
    """Return the text of a new lock: our header, and the lines that uv gave without its own."""
    # A line break in an argument would end the comment, and what follows would be read as a package.
    return HEADER.format(python=python, command=shlex.join(command).replace("\n", " ")) + "\n" + compiled


def _logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line that says something, continued ones joined, with the number of its first."""
    parts: list[str] = []
    first = 0
    for number, raw in enumerate(text.splitlines(), start=1):
        line = re.sub(r"(^|\s)#.*", "", raw).strip()
        if not parts:
            first = number
        parts.append(line.removesuffix("\\").strip())
        if line.endswith("\\"):
            continue
        joined = " ".join(part for part in parts if part)
        parts = []
        if joined:
            yield first, joined
    if any(parts):
        yield first, " ".join(parts)
