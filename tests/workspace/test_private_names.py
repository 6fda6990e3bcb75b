"""Names of a machine do not leave it with what code printed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.records.evidence import CellRun, ErrorView, Outcome
from authoring.records.results import Submission
from authoring.workspace.private_names import PrivateNames, _private_names, private_names

NAMES = PrivateNames((("/home/zora/work/bench", "."), ("/home/zora", "~")), ("zora-laptop", "zora1"))


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("/home/zora/work/bench/inputs/t.csv", "./inputs/t.csv"),
        ("File '/home/zora/x.py'", "File '~/x.py'"),
        ("/home/zorastown and /home/zora-b", "/home/zorastown and /home/zora-b"),
        ("zora1@zora-laptop: zora12", "***@***: zora12"),
        ("/mnt/u/dseal-sandbox-1-2-3-abc_d/tree-1/7/work/inputs", "/room/work/inputs"),
        ("a zora", "a zora"),
    ],
)
def test_paths_and_names_are_taken_out_whole(text: str, masked: str) -> None:
    """The longest path wins, words that only begin alike stay."""
    assert NAMES.masked(text) == masked


def test_records_keep_everything_else() -> None:
    """What a cell printed and raised is masked; numbers, digests and a solver's own words stay as they are."""
    error = ErrorView(type="KeyError", message="/home/zora", traceback="in /home/zora/x.py", line=1)
    run = CellRun(outcome=Outcome.ERROR, seconds=1.0, peak_memory=2, stream="/home/zora\n", error=error, digest="ab")
    submission = Submission(problemset="a", index=1, code="open('/home/zora/x')")

    assert NAMES.within(run) == run.model_copy(
        update={"stream": "~\n", "error": error.model_copy(update={"message": "~", "traceback": "in ~/x.py"})}
    )
    assert NAMES.within((submission, 1)) == (submission, 1)


@pytest.fixture
def fresh() -> Iterator[None]:
    """Forget what was asked of this machine before and after."""
    _private_names.cache_clear()
    yield
    _private_names.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_this_machine_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Home, account, host and the folder that is worked in are this machine's own; a root of a disk is not."""
    monkeypatch.setenv("HOME", str(tmp_path / "markerhome"))
    monkeypatch.setenv("LOGNAME", "markeruser")
    monkeypatch.setattr("socket.gethostname", lambda: "markerhost")
    text = f"{tmp_path}/markerhome/x {tmp_path}/ws/y markeruser markerhost"

    assert private_names(tmp_path / "ws").masked(text) == "~/x ./y *** ***"
    assert all(folder != "/" for folder, _ in private_names(Path("/")).folders)
