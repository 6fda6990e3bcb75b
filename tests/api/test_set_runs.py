"""Runs of sets without a terminal: the proofs are those that ``authoring run`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.set_runs import held_sets, run_sets, runnable_sets
from authoring.errors import UsageError
from authoring.records.job import JobResult
from authoring.records.progress import NOBODY, PartialResult, Progress, Started
from authoring.workspace import Workspace
from tests.api.events import EventLog

SUM = '# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n'


@pytest.fixture
def home(bare: Workspace) -> Workspace:
    """Return a workspace with one admitted set."""
    bare.problemset_path("sums").write_text(SUM)
    return bare


@pytest.mark.exhaustive
def test_proofs_are_what_is_printed(cli: Callable[..., Any], home: Workspace) -> None:
    """A set that is unchanged is not run again, so that even its times are the same."""
    log = EventLog()
    first = run_sets(["sums"], workspace=home.root, reporter=log)
    second = run_sets(run_all=True, workspace=home.root)
    printed = cli("run", "--all", "--json", "--workspace", home.root).json

    assert first.exit_code == 0
    assert [proof.model_dump(mode="json") for proof in second.proofs] == printed
    assert log.events[0] == Started((("sums", 0),))
    assert [event.subject for event in log.events if isinstance(event, Progress) and event.total] == ["sums"]
    results = [event.record for event in log.events if isinstance(event, PartialResult)]
    assert [isinstance(result, JobResult) for result in results] == [True]


@pytest.mark.exhaustive
def test_evidence_of_few_sets_is_held(home: Workspace) -> None:
    """Of many sets those that weigh most are held in full; all of them are summed up."""
    for number in range(3):
        home.problemset_path(f"wrong-{number}").write_text(SUM.replace("1 + 1\n", f"1 + int('{number}x')\n"))
    runs = run_sets(run_all=True, max_details=2, workspace=home.root)

    assert len(runs.summaries) == 4
    assert len(runs.proofs) == 2
    assert all(proof.evidence is not None and proof.evidence.errors for proof in runs.proofs)
    assert runs.exit_code == 1


def test_name_of_nothing(home: Workspace, tmp_path: Path) -> None:
    """A slip of the pen is answered with what is near; no name is no run."""
    with pytest.raises(UsageError) as error:
        runnable_sets(["sum"], workspace=home.root)
    assert error.value.hint == "did you mean sums?"
    with pytest.raises(UsageError, match="nothing to run"):
        run_sets(workspace=tmp_path)


def test_what_a_workspace_calls_so_comes_before_a_folder(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """People keep data in folders that bear the name of a draft or a set; with a dot before it the folder is meant."""
    monkeypatch.chdir(home.root)
    (home.root / "sums").mkdir()
    (home.root / "sums" / "other.py").write_text(SUM)
    (home.root / "scratch").mkdir()
    (home.root / "scratch" / "third.py").write_text(SUM)
    names = [
        [problemset.name for problemset in runnable_sets([name], workspace=home.root)]
        for name in ("sums", "./sums", "sums/", "scratch")
    ]

    assert names == [["sums"], ["sums/other.py"], ["sums/other.py"], ["scratch/third.py"]]


def test_thousands_of_files_in_one_folder_are_held_at_once(tmp_path: Path) -> None:
    """A folder is opened once, however many of its files are named; the system allows few open files."""
    names = [str(tmp_path / f"set-{number}.py") for number in range(300)]
    for name in names:
        Path(name).write_text("# %%\n1\n")
    with held_sets(names[:1], run_all=False, workspace=None, reporter=NOBODY):
        few = len([*Path("/proc/self/fd").iterdir()])
    with held_sets(names, run_all=False, workspace=None, reporter=NOBODY) as sets:
        many = len([*Path("/proc/self/fd").iterdir()])

    assert len(sets) == 300
    assert many == few


def test_draft_is_linted_with_the_texts_of_its_table(drafted: Workspace) -> None:
    """A value that a question names stands in the table, whether the draft is checked or drafted."""
    (problemset,) = runnable_sets(["penguins"], workspace=drafted.root)

    assert any("Adelie" in level for table in problemset.tables or () for level in table.levels)
