"""Secrets and persons are replaced, and nothing else."""

import pytest

from authoring.seeds.notebooks.redaction import REMOVED, without_author_lines, without_persons, without_secrets


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("password = 'correct horse'", "password = 'correct horse'"),
        ("password = 'correct-horse'", f"password = '{REMOVED}'"),
        ("api_key = '<your key here>'", "api_key = '<your key here>'"),
        ("curl --token abcdef123456", f"curl --token {REMOVED}"),
        ("KGAT_0123456789abcdefghij", REMOVED),
        ("key = df['key']", "key = df['key']"),
    ],
)
def test_secrets(text: str, expected: str) -> None:
    """What looks like a secret is replaced; placeholders and code stay."""
    assert without_secrets(text)[0] == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Author: Ann Example", ""),
        ("# Sales in spring, by Ann Example", "# Sales in spring"),
        ("Sales by region", "Sales by region"),
    ],
)
def test_lines_that_name_the_author(line: str, expected: str) -> None:
    """A line of prose loses what it says of its author, whole or at its end."""
    assert without_author_lines(line, "markdown", first=True).text == expected


def test_mail_addresses_and_profiles() -> None:
    """They are replaced in prose, code and outputs alike, and counted."""
    redacted = without_persons("ann@example.org, https://www.linkedin.com/in/ann-example", None)

    assert "example" not in redacted.text
    assert redacted.mentions == 2
