"""How a kind of finding is explained."""

import pytest

from authoring.api.codes import explain_codes
from authoring.cli.views.codes import finding_command


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("DS201", "authoring lint PATH"),
        ("DS401", "authoring run PATH"),
        ("DS901", "authoring seed check"),
        ("DS951", "authoring import functions FILE"),
        ("DS957", "authoring import csv FILE"),
    ],
)
def test_the_next_command_finds_such_defects(code: str, command: str) -> None:
    """The longest beginning of the code that is listed decides."""
    (explanation,) = explain_codes(code)

    assert finding_command(explanation) == command
