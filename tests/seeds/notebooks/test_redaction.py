"""Secrets and persons are replaced, and nothing else."""

import pytest

from authoring.seeds.notebooks.redaction import without_author_lines, without_persons


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
