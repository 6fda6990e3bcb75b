"""Jobs: what their key rests on and what not, which runs may be kept, and how they travel."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.dseal import InputTable, parse
from authoring.records.base import sha256_of
from authoring.records.evidence import REPEAT, CellRun, DryRun, ErrorView, Limits, Outcome, Pins, ProblemRun
from authoring.records.job import Job, JobInput, SandboxRequirements
from authoring.records.seed import InputFile
from authoring.workspace.files import job_inputs

TEXT = '''# %%
x = [3, 1, 2]

# %%
"""
question: How many?
validator:
  result:
execution:
  max_time: 5
"""
len(x)
'''
DATA = JobInput(name="data.csv", sha256=sha256_of("data"), size=4, path="/somewhere/data.csv")
JOB = Job(name="a", text=TEXT, inputs=(DATA,), requirements=SandboxRequirements(identity="local/1"))

Change = Callable[[], Job]


def with_text(old: str, new: str) -> Change:
    """Change the text."""
    assert old in TEXT
    return lambda: JOB.model_copy(update={"text": TEXT.replace(old, new)})


def with_more(**changes: object) -> Change:
    """Change the job."""
    return lambda: JOB.model_copy(update=changes)


SAME: dict[str, Change] = {
    "another question": with_text("How many?", "What is the number of items?"),
    "another title": with_text("# %%\nx", "# %% loading\nx"),
    "a preamble": lambda: JOB.model_copy(update={"text": '"""A set."""\n' + TEXT}),
    "an empty cell": with_text('# %%\n"""', '# %%\n\n# %%\n"""'),
    "another name": with_more(name="b"),
    "another place of the data": with_more(inputs=(DATA.model_copy(update={"path": "/elsewhere/data.csv"}),)),
    "columns that lint knows": with_more(tables=(InputTable("data.csv", ("a",)),)),
    "other line endings": lambda: JOB.model_copy(update={"text": TEXT.replace("\n", "\r\n")}),
}
OTHER: dict[str, Change] = {
    "code": with_text("3, 1", "1, 3"),
    "a comment in code": with_text("len(x)", "len(x)  # all"),
    "a validator": with_text("result:", "result:\n    atol: 1"),
    "a limit of a problem": with_text("max_time: 5", "max_time: 6"),
    "names that are forbidden": with_text("max_time: 5", "max_time: 5\n  forbid_names: [x]"),
    "a cell more": lambda: JOB.model_copy(update={"text": TEXT + "\n# %%\ny = 1\n"}),
    "the order of cells": lambda: JOB.model_copy(
        update={"text": "# %%" + "# %%".join(reversed(TEXT.split("# %%")[1:]))}
    ),
    "a problem made context": with_text('"""\nquestion: How many?', '"""\n'),
    "content of the data": with_more(inputs=(DATA.model_copy(update={"sha256": sha256_of("other")}),)),
    "a name of the data": with_more(inputs=(DATA.model_copy(update={"name": "other.csv"}),)),
    "no data": with_more(inputs=()),
    "a limit": with_more(limits=Limits(max_memory=100)),
    "the dialect": with_more(dialect="strict"),
    "a pin": with_more(pins=(Pins(timezone="Asia/Tokyo"), REPEAT)),
    "the sandbox": with_more(requirements=SandboxRequirements(identity="local/2")),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME.keys())
def test_key_does_not_rest_on(change: Change) -> None:
    """What cannot change a dry run does not change its key."""
    assert change().key == JOB.key


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER.keys())
def test_key_rests_on(change: Change) -> None:
    """Whatever can change a dry run changes its key."""
    assert change().key != JOB.key


def test_keys_differ_from_each_other() -> None:
    """No two of these changes are taken for one another."""
    keys = [change().key for change in OTHER.values()]

    assert len(set(keys)) == len(keys)


def ended(outcome: Outcome = Outcome.OK, error: ErrorView | None = None) -> CellRun:
    """Return one execution."""
    return CellRun(outcome=outcome, seconds=0.1, peak_memory=1, error=error)


def raised(kind: str, message: str = "") -> CellRun:
    """Return an execution that raised an error."""
    return ended(Outcome.ERROR, ErrorView(type=kind, message=message, traceback=""))


def run_of(*cells: tuple[CellRun, CellRun | None], inputs: tuple[InputFile, ...] = (DATA,)) -> DryRun:
    """Return a dry run."""
    found = (ProblemRun(cell=9, number=9, run=run, repeat=repeat) for run, repeat in cells)
    return DryRun(draft=sha256_of("old"), cells=tuple(found), inputs=inputs, python="3.11", packages=())


OK = (ended(), ended())
CHANGED = DATA.model_copy(update={"sha256": sha256_of("meanwhile")})
LASTING = {
    "all well": run_of(OK, OK),
    "an error of the code": run_of(OK, (raised("KeyError", "'a'"), raised("KeyError", "'a'"))),
    "an error at the start": run_of((raised("FileNotFoundError"), raised("FileNotFoundError"))),
}
PASSING = {
    "nothing ran": run_of(),
    "it stopped early for no reason": run_of(OK),
    "never repeated": run_of(OK, (raised("KeyError"), None)),
    "an error once": run_of(OK, (ended(), raised("KeyError"))),
    "two errors": run_of(OK, (raised("KeyError"), raised("ValueError"))),
    "no memory": run_of(OK, (raised("MemoryError"), raised("MemoryError"))),
    "no thread": run_of(OK, (raised("RuntimeError", "can't start new thread"),) * 2),
    "a full disk": run_of(OK, (raised("OSError", "[Errno 28] No space left"),) * 2),
    "data that changed meanwhile": run_of(OK, OK, inputs=(CHANGED,)),
    "data that are gone": run_of(OK, OK, inputs=()),
    **{
        outcome.value: run_of(OK, (ended(outcome), ended(outcome)))
        for outcome in Outcome
        if outcome not in {Outcome.OK, Outcome.ERROR}
    },
}


@pytest.mark.parametrize("run", LASTING.values(), ids=LASTING.keys())
def test_run_may_be_kept(run: DryRun) -> None:
    """A whole run of these data that the code alone decided would come out so again."""
    assert JOB.is_cacheable(run)


@pytest.mark.parametrize("run", PASSING.values(), ids=PASSING.keys())
def test_run_may_not_be_kept(run: DryRun) -> None:
    """What a busy or a full machine may have done, what differs from itself, and what is not whole, is not kept."""
    assert not JOB.is_cacheable(run)


def test_run_is_told_of_the_present_text() -> None:
    """Places and numbers are those of the text as it is now, not of the one that ran."""
    text = TEXT.replace('# %%\n"""', '# %%\n\n# %%\n"""')
    told = JOB.model_copy(update={"text": text}).adapted_run(run_of(OK, OK))
    cells = parse(text).cells

    assert told.draft == sha256_of(text)
    assert [cells[found.cell].code for found in told.cells] == ["x = [3, 1, 2]", "len(x)"]
    assert [found.number for found in told.cells] == [None, 1]


def test_job_crosses_processes_and_disks() -> None:
    """Pickled or written as JSON, it is the same job with the same key."""
    job = JOB.model_copy(update={"tables": (InputTable("data.csv", ("a", "b")),)})

    assert pickle.loads(pickle.dumps(job)) == job  # noqa: S301 - our own bytes
    assert Job.model_validate_json(job.model_dump_json()) == job
    assert Job.model_validate_json(job.model_dump_json()).key == job.key


def test_paths_stay_at_home(tmp_path: Path) -> None:
    """What leaves the machine does not tell its folders; on arrival the inputs stand where they were put, by name."""
    twin = DATA.model_copy(update={"name": "twin.csv"})
    sent = JOB.model_copy(update={"inputs": (DATA, twin)}).without_paths()
    arrived = sent.with_paths({"data.csv": tmp_path / "data.csv", "twin.csv": tmp_path / "twin.csv"})

    assert "somewhere" not in sent.model_dump_json()
    assert arrived.files == (tmp_path / "data.csv", tmp_path / "twin.csv")
    assert arrived.key == sent.key


def test_files_in_folders_come_back_as_folders(tmp_path: Path) -> None:
    """A session is given what stands beside the set, folders whole; a job knows every file by its content."""
    folder = tmp_path / "by year"
    folder.mkdir()
    for name in ("1.csv", "2.csv"):
        (folder / name).write_text(name)
    single = tmp_path / "all.csv"
    single.write_text("all")
    inputs = (*job_inputs(single), *job_inputs(folder))

    job = JOB.model_copy(update={"inputs": inputs})

    assert [file.name for file in inputs] == ["all.csv", "by year/1.csv", "by year/2.csv"]
    assert job.files == (single, folder)
    assert job.with_paths({file.name: tmp_path / file.name for file in inputs}).files == (single, folder)
