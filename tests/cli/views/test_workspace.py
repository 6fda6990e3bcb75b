"""The status of a workspace leads to what waits first."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from authoring.cli.views.workspace import next_step

DRAFT = SimpleNamespace(name="wine", seed="wine", waiting_for="a reviewer", next="authoring review wine")
IDLE = SimpleNamespace(name="wine", seed="wine", waiting_for="nobody: rejected", next="nothing")
SEED, MODULE = SimpleNamespace(name="birds", tables=1), SimpleNamespace(name="module-scipy", tables=0)
SET = SimpleNamespace(name="birds", next="")
STALE = SimpleNamespace(name="birds", next="authoring seed edit birds")


def status(**parts: Any) -> Any:
    """Return the status of a workspace that holds these."""
    parts = {"drafts": (), "problemsets": (), "seeds": (), "damaged": (), "cut_short": "", **parts}
    return cast("Any", SimpleNamespace(**parts))


@pytest.mark.parametrize(
    ("held", "command"),
    [
        (status(drafts=[IDLE, DRAFT], seeds=[SEED]), "authoring review wine"),
        (status(drafts=[IDLE], seeds=[SEED]), "authoring draft birds"),
        (status(problemsets=[SET], seeds=[SEED]), "authoring export dseval DIR"),
        (status(problemsets=[SET], seeds=[MODULE]), "authoring export dseval DIR"),
        (status(problemsets=[STALE], drafts=[DRAFT]), "authoring seed edit birds"),
        (
            status(cut_short="rename set birds", cut_short_next="authoring set rename birds wine"),
            "authoring set rename birds wine",
        ),
        (status(), "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"),
    ],
)
def test_next_command_takes_the_workspace_further(held: Any, command: str) -> None:
    """A draft that waits for somebody comes before a seed that was never drafted, and that before an export."""
    assert next_step(held) == command
