"""Logs: what was written is found whole, or its loss is named; a crash is no loss."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace.line_log import Checksums, append_line, checksums_path, read_log

LINES = tuple(f'{{"n":{number}}}'.encode() for number in range(6))


def check(entry: Mapping[str, Any]) -> None:
    """Take lines that have a number."""
    entry["n"]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return a log of six lines with its checksums."""
    path = tmp_path / "log.jsonl"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    checksums = Checksums(path, ())
    for position, line in enumerate(LINES):
        append_line(descriptor, line)
        checksums.add(position, line)
    checksums.close()
    os.close(descriptor)
    return path


def test_whole_log_has_no_damage(log: Path) -> None:
    """Lines come back as they were written."""
    read = read_log(log, check)

    assert [line.text for line in read.sound] == list(LINES)
    assert read.damage == ""


@pytest.mark.parametrize(
    ("lines", "damage"),
    [
        (LINES[:3], "3 of 6 lines that were written are missing"),
        ((), "6 of 6 lines that were written are missing"),
        ((*LINES[:2], b"}{", *LINES[2:]), "line 3 is no JSON"),
        ((*LINES[:2], b"[" * 100_000, *LINES[3:]), "line 3 cannot be read"),
        ((*LINES[:2], b'{"n":7}', *LINES[3:]), "line 3 is not what was written"),
        ((*LINES[:5], b'{"n":7}'), "line 6 is not what was written"),
        ((*LINES[:2], b'{"m":7}', *LINES[3:]), "line 3 cannot be read"),
        ((*LINES[:2], b"\0\xff", *LINES[3:]), "line 3 is no JSON"),
    ],
)
def test_loss_is_named(log: Path, lines: tuple[bytes, ...], damage: str) -> None:
    """Whatever is lost, changed or added by damage is named with its line; what is whole stays."""
    log.write_bytes(b"".join(line + b"\n" for line in lines))
    read = read_log(log, check)

    assert read.damage == damage
    assert {line.text for line in read.sound} == set(lines) & set(LINES)


def test_checksums_are_not_written_through_a_link(log: Path) -> None:
    """A link in the place of the checksums gives way to a file, and what it leads to stays as it is."""
    other = log.with_name("other")
    other.write_text("precious")
    checksums_path(log).unlink()
    checksums_path(log).symlink_to(other)
    Checksums(log, LINES).close()

    assert other.read_text() == "precious"
    assert not checksums_path(log).is_symlink()
    assert read_log(log, check).damage == ""


def test_nul_tail_of_the_same_size_is_a_loss(log: Path) -> None:
    """A file whose end became NULs has lost the lines that stood there."""
    content = log.read_bytes()
    log.write_bytes(content[:20].ljust(len(content), b"\0"))

    assert "4 of 6 lines that were written are missing" in read_log(log, check).damage


def test_crash_is_no_damage(log: Path) -> None:
    """A torn end, and a line whose checksum was not written yet, are what a killed process leaves."""
    with log.open("ab") as file:
        file.write(b'{"n":6}\n{"n":')
    read = read_log(log, check)

    assert read.damage == ""
    assert len(read.sound) == len(LINES) + 1


@pytest.mark.parametrize("content", [b"", b"garbage", bytes(200), b"0123456789abcdef 00000000\n" * 9])
def test_damaged_checksums_blame_no_line(log: Path, content: bytes) -> None:
    """Checksums that are damaged themselves say nothing of the lines, and are made anew by the next writer."""
    checksums_path(log).write_bytes(content)

    assert read_log(log, check).damage == ""

    Checksums(log, LINES).close()
    log.write_bytes(LINES[0] + b"\n")

    assert read_log(log, check).lost == len(LINES) - 1
