"""Every decision carries a name."""

import contextlib
import subprocess
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.cli.options import BYTES_OF, bytes_of, day_of, reviewer_name
from authoring.errors import UsageError


def test_given_name_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person says of themselves counts."""
    monkeypatch.setenv("USER", "root")

    assert reviewer_name(" Ada ") == "Ada"


def test_git_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word, git's name counts, and never the account's, which would be published with the decision."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("USER", "ada")

    with pytest.raises(UsageError, match="nobody to keep the decision under"):
        reviewer_name(None)
    subprocess.run(["git", "config", "--global", "user.name", "Ada L."], check=True)  # noqa: S607 - git as the person has it
    assert reviewer_name(None) == "Ada L."


def test_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name, no decision."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("USER", raising=False)
    with pytest.raises(UsageError, match="nobody to keep the decision under"):
        reviewer_name(None)


# Sizes and days as people write them.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10MB", 10_000_000),
        ("10 mb", 10_000_000),
        ("500kB", 500_000),
        ("1.5 GB", 1_500_000_000),
        ("20MiB", 20_971_520),
        ("4096", 4096),
        ("1B", 1),
        ("0.0015k", 1),
        ("1.1kB", 1100),
    ],
)
def test_size(text: str, expected: int) -> None:
    """A size is a number and a unit, decimal as sizes are shown, or binary where it says so."""
    assert bytes_of(text) == expected


@pytest.mark.parametrize("text", ["", "MB", "ten MB", "10XB", "-1MB", "1e3", "1,5MB", "0", "0.1", "10 MB or so", "²MB"])
def test_no_size(text: str) -> None:
    """What is no size, or nothing at all, is refused with an example of one."""
    with pytest.raises(UsageError) as caught:
        bytes_of(text)

    assert caught.value.hint


@given(st.integers(1, 10**6), st.sampled_from(sorted(BYTES_OF)))
def test_size_is_exact(number: int, unit: str) -> None:
    """A whole number of units is that many bytes, in capitals too."""
    assert bytes_of(f"{number}{unit}") == bytes_of(f"{number} {unit.upper()}") == number * BYTES_OF[unit]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023", date(2023, 1, 1)),
        ("2023-04", date(2023, 4, 1)),
        ("2023-4-7", date(2023, 4, 7)),
        (" 2024-02-29 ", date(2024, 2, 29)),
    ],
)
def test_day(text: str, expected: date) -> None:
    """A month is its first day, a year its first."""
    assert day_of(text) == expected


@pytest.mark.parametrize(
    "text", ["", "23", "2023-13", "2023-00", "2023-02-29", "2023-04-31", "April 2023", "0000-01-01"]
)
def test_no_day(text: str) -> None:
    """What is no day of the calendar is refused."""
    with pytest.raises(UsageError, match="is no date"):
        day_of(text)


@given(st.dates())
def test_every_day(day: date) -> None:
    """Every day can be written as the standard has it."""
    assert day_of(day.isoformat()) == day


@given(st.text(max_size=20))
def test_any_text(text: str) -> None:
    """Any text is a size, or a day, or is refused; nothing else happens."""
    for read in (bytes_of, day_of):
        with contextlib.suppress(UsageError):
            read(text)
