"""The status of a workspace without a terminal."""

from collections.abc import Callable
from typing import Any

from authoring.api.status import status
from authoring.workspace import Workspace


def test_status_is_what_the_command_prints(cli: Callable[..., Any], drafted: Workspace) -> None:
    """The record is the document of --json."""
    record = status(drafted)

    assert record.model_dump(mode="json") == cli("status", "--json", "--workspace", drafted.root).json
    assert [draft.name for draft in record.drafts] == ["penguins"]
