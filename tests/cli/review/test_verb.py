"""``authoring review`` refuses what cannot be reviewed before it asks for a key."""

from collections.abc import Callable
from typing import Any

from authoring.workspace import Workspace

Cli = Callable[..., Any]


def test_unknown_draft_is_an_error(bare: Workspace, cli: Cli) -> None:
    """A name without a draft ends with words, before any key is read."""
    answer = cli("review", "nobody", "--reviewer", "Ada", "--workspace", bare.root)

    assert answer.code == 2
    assert "nobody" in answer.err
