"""Cells are run in order in one session, up to the one that ends it."""

from pathlib import Path

from authoring.evaluation.player import SetPlayer, play
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.fake import FakeSandbox

ENDED = CellRun(outcome=Outcome.KILLED, seconds=0.1, peak_memory=1)


def test_cells_behind_the_end_are_missing() -> None:
    """The cell that ended the session is the last one of the result."""
    runs = play(["x = 1", "stop", "y = 2"], inputs=(), limits=Limits(), sandbox=FakeSandbox(runs={"stop": ENDED}))

    assert [run.outcome for run in runs] == [Outcome.OK, Outcome.KILLED]


def test_player_finds_the_inputs_of_a_set() -> None:
    """They are those of the set's name."""
    names = list[str]()

    def inputs_of(name: str) -> tuple[Path, ...]:
        names.append(name)
        return ()

    player = SetPlayer(FakeSandbox(), Limits(), inputs_of)

    assert len(player(AdmittedSet(name="birds", text="", inputs=()), ["x = 1"])) == 1
    assert names == ["birds"]
