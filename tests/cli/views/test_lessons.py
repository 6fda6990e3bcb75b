"""Proposed rules are shown until they are decided, and the next command names those that are left."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from authoring.cli.views.lessons import next_step


def learned(numbers: tuple[int, ...], *, accepted: tuple[int, ...] = (), refused: tuple[int, ...] = ()) -> Any:
    """Return what was learned, as far as the next command depends on it."""
    changes = [SimpleNamespace(number=number) for number in numbers]
    return cast("Any", SimpleNamespace(proposal=SimpleNamespace(changes=changes), accepted=accepted, refused=refused))


@pytest.mark.parametrize(
    ("lessons", "command"),
    [
        (learned((1, 2)), "authoring learn --accept 1,2"),
        (learned((1, 2), accepted=(1,)), "authoring report yield"),
        (learned((1, 2), refused=(1, 2)), "authoring status"),
        (learned(()), "authoring status"),
    ],
)
def test_next_command_follows_the_decisions(lessons: Any, command: str) -> None:
    """What waits comes first; a rule that was accepted is looked at in the report."""
    assert next_step(lessons) == command
