"""What a crash cut short is told by status and ended by the command that it names."""

import pytest

from authoring.api.runs.changes import pending_command
from authoring.api.status import status
from authoring.api.upkeep.sets import remove_set
from authoring.records.decision import Change
from authoring.workspace import Workspace
from authoring.workspace.changes import read_changes


def test_cut_short_change_is_told_and_ended_by_the_same_command(
    admitted: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash in the middle the same command asks nothing and ends what was begun."""
    with monkeypatch.context() as patch:
        patch.setattr("authoring.workspace.changes._move", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            remove_set(admitted, "penguins", who="Bob", agree=lambda _: True)
    record = status(admitted)
    asked: list[Change] = []

    def refuse(change: Change) -> bool:
        asked.append(change)
        return False

    report = remove_set(admitted, "penguins", who="Bob", agree=refuse)

    assert (record.cut_short, record.cut_short_next) == ("remove set penguins", "authoring set remove penguins")
    assert (asked, report.done, admitted.problemsets()) == ([], True, ())
    assert status(admitted).cut_short == ""
    assert pending_command(read_changes(admitted.root)[0][-1]) == "authoring set remove penguins"
