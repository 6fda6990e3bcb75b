"""Jobs of judging tell nothing of this machine's folders, and what comes back of them is said with these."""

from pathlib import Path

from authoring.dseal import Diagnostic, Severity
from authoring.evaluation.job import INPUTS_PLACE, EvaluationJob, as_judged_here
from authoring.records.job import JobInput
from authoring.records.results import BenchmarkSet, EvaluationOptions, RootCause, SetResult

FOLDER = Path("/home/somebody/secret")


def test_nothing_tells_where_files_stand() -> None:
    """The set of a worker has the file's name, and its inputs where the worker put them."""
    job = EvaluationJob(
        name="a",
        file_name="a.py",
        text="",
        inputs=(JobInput(name="t.csv", sha256="0" * 64, size=1, path=str(FOLDER / "t.csv")),),
        dialect="dseval",
        options=EvaluationOptions(),
        submissions=None,
    )

    assert str(FOLDER) not in job.without_paths().model_dump_json()
    problemset = job.with_paths({"t.csv": Path("/tmp/x/t.csv")}).problemset  # noqa: S108 - no file is opened
    assert (problemset.path, problemset.inputs) == (Path("a.py"), (Path("/tmp/x/t.csv"),))  # noqa: S108 - as above
    assert problemset.inputs_folder == INPUTS_PLACE


def test_what_comes_back_is_said_with_our_folders() -> None:
    """Of a missing file where it belongs here, of findings the path of the set."""
    problemset = BenchmarkSet(name="a", path=FOLDER / "a.py", text="", inputs=())
    cause = RootCause(problemset="a", cell=0, number=1, line=3, message=f"put it into {INPUTS_PLACE}", blocked=())
    finding = Diagnostic(code="DS101", name="x", severity=Severity.NOTE, message="m", line=1, column=1, path="a.py")
    result = SetResult(name="a", problems=(), root_causes=(cause,), findings=(finding,), seconds=0)
    placed = as_judged_here(result, problemset)

    assert placed.root_causes[0].message == f"put it into {FOLDER / '_inputs' / 'a'}"
    assert placed.findings[0].path == str(FOLDER / "a.py")
