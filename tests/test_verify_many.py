"""Many sets on any executor: what one fails at costs no other its result, and what is unchanged is not run again."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from authoring.api.verification import verify_job, verify_many
from authoring.errors import SandboxError
from authoring.records.evidence import Evidence, Limits, Outcome, Pins
from authoring.records.job import Job, JobInput, JobResult, SandboxRequirements
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox
from authoring.sandbox.worker_cache import identity_of
from authoring.workspace.cache import RunCache
from authoring.workspace.files import sha256_of_file

TEXT = '''# %%
import pandas as pd

table = pd.read_csv("inputs/table.csv")

# %%
"""
question: How many rows does `table` have, and then some?
validator:
  result:
"""
len(table) + NUMBER
'''
END = '\n# %%\n"""\nquestion: What is one and one?\nvalidator:\n  result:\n"""\n1 + 1\n'
"""A set has a problem at least."""
LIMITS = Limits(max_time=20, max_memory=600)


class Serial(Executor):
    """An executor that somebody made at home: it does the work when it is handed over."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """Do it now."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it belongs to the future
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    with closing(LocalSandbox()) as opened:
        yield opened


@pytest.fixture
def jobs(tmp_path: Path, sandbox: LocalSandbox) -> list[Job]:
    """Return four jobs that share a file; the third has an error in its code, the last has one that lint finds."""
    table = tmp_path / "table.csv"
    table.write_text("a\n1\n2\n")
    inputs = (JobInput(name=table.name, sha256=sha256_of_file(table), size=6, path=str(table)),)
    texts = [TEXT.replace("NUMBER", number) for number in ("1", "2", "{}")] + [TEXT.replace("question", "questoin")]
    where = SandboxRequirements(identity=identity_of(sandbox))
    return [
        Job(name=name, text=text, inputs=inputs, limits=LIMITS, requirements=where)
        for name, text in zip("abcd", texts, strict=True)
    ]


def codes(done: list[JobResult]) -> dict[str, list[str]]:
    """Return the codes of each set's errors."""
    return {each.job.name: [finding.code for finding in each.evidence.errors] for each in done if each.evidence}


EXECUTORS: dict[str, Callable[[], Executor]] = {
    "serial": Serial,
    "threads": lambda: ThreadPoolExecutor(2),
    "processes": lambda: ProcessPoolExecutor(2),
}


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("kind", EXECUTORS)
def test_any_executor_serves(kind: str, jobs: list[Job]) -> None:
    """Each set is told once, and every executor comes to the same evidence but for times and memory."""
    done: list[JobResult] = []
    with EXECUTORS[kind]() as executor:
        verify_many(jobs, executor=executor, on_done=done.append)

    assert sorted(each.job.name for each in done) == list("abcd")
    assert codes(done) == {"a": [], "b": [], "c": ["DS401"], "d": ["DS125", "DS126"]}
    values = {
        each.job.name: each.evidence.dry_run.cells[-1].run.value
        for each in done
        if each.evidence and each.evidence.dry_run
    }
    assert {name: value.text for name, value in values.items() if value} == {"a": "3", "b": "4"}


def test_threads_share_the_callers_sandbox(jobs: list[Job]) -> None:
    """`work` says where it runs; the sandbox of the process is not opened for it."""
    fake, done = FakeSandbox(), list[JobResult]()
    free = [job.model_copy(update={"requirements": SandboxRequirements()}) for job in jobs[:2]]
    with ThreadPoolExecutor(2) as executor:
        verify_many(free, executor=executor, on_done=done.append, work=partial(verify_job, sandbox=fake))

    assert len(fake.ran) == 8
    assert len(done) == 2


@pytest.mark.exhaustive
def test_failure_of_one_set_is_its_own(jobs: list[Job], sandbox: LocalSandbox) -> None:
    """A sandbox that fails for one set leaves the others their evidence, and is told with that set."""

    def work(job: Job) -> Evidence:
        if job.name == "b":
            raise SandboxError("no more processes", hint="end some")
        return verify_job(job, sandbox=sandbox)

    done: list[JobResult] = []
    with ThreadPoolExecutor(2) as executor:
        verify_many(jobs, executor=executor, on_done=done.append, work=work)
    failed = {each.job.name: each.failure for each in done if each.failure}

    assert {name: failure.message for name, failure in failed.items()} == {"b": "no more processes"}
    assert sorted(codes(done)) == ["a", "c", "d"]


def test_our_own_bug_is_raised(jobs: list[Job]) -> None:
    """What nobody can act on is no set's failure."""

    def work(job: Job) -> Evidence:
        raise ZeroDivisionError(job.name)

    with pytest.raises(ZeroDivisionError):
        verify_many(jobs, executor=Serial(), on_done=lambda _: None, work=work)


def die(job: Job) -> Evidence:
    """End the worker process for one set."""
    if job.name == "c":
        os._exit(1)
    return verify_job(job)


@pytest.mark.exhaustive
def test_worker_that_dies_is_a_failure_of_the_sandbox(jobs: list[Job]) -> None:
    """Sets that a broken pool did not do are each told as not done, once."""
    done: list[JobResult] = []
    with ProcessPoolExecutor(1) as executor:
        verify_many(jobs, executor=executor, on_done=done.append, work=die)

    assert sorted(each.job.name for each in done) == list("abcd")
    assert {type(each.failure) for each in done if each.job.name in "cd"} == {SandboxError}


def test_job_refuses_another_sandbox(jobs: list[Job], sandbox: LocalSandbox) -> None:
    """A machine with other packages or another program gives no result at all, rather than another one."""
    other = jobs[0].model_copy(update={"requirements": SandboxRequirements(identity="authoring 0.0.1 local/0")})

    with pytest.raises(SandboxError, match="another than was asked for"):
        verify_job(other, sandbox=sandbox)


def again(jobs: list[Job], sandbox: LocalSandbox, cache: RunCache) -> tuple[list[JobResult], list[str]]:
    """Verify; return what was told, and the names of the sets that ran."""
    done, ran = list[JobResult](), list[str]()

    def work(job: Job) -> Evidence:
        ran.append(job.name)
        return verify_job(job, sandbox=sandbox)

    verify_many(jobs, executor=Serial(), on_done=done.append, work=work, cache=cache)
    return done, ran


def test_unchanged_sets_are_not_run_again(jobs: list[Job], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """The second time the evidence is the same to the letter, an error of the code included, and nothing ran."""
    cache = RunCache(tmp_path / "run")
    first, ran_first = again(jobs, sandbox, cache)
    second, ran_second = again(jobs, sandbox, cache)
    fresh, ran_fresh = again(jobs, sandbox, RunCache(tmp_path / "run", fresh=True))

    assert ran_first == ran_fresh == list("abcd")
    # Lint alone looks at the last one, and nothing of that is kept.
    assert ran_second == ["d"]
    assert [each.evidence for each in second] == [each.evidence for each in first]
    assert [each.since is not None for each in second] == [True, True, True, False]
    assert not any(each.since for each in (*first, *fresh))


def test_lint_is_never_kept(jobs: list[Job], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A question changes no dry run; what is to be said of it is said all the same, at the places of the new text."""
    cache, plain = RunCache(tmp_path / "run"), TEXT.replace("NUMBER", "1234")
    (first,), _ = again([jobs[0].model_copy(update={"text": plain})], sandbox, cache)
    text = plain.replace("How many", "Of all 1236, how many").replace("# %%\nimport", "# %%\n\n# %%\nimport")
    (done,), ran = again([jobs[0].model_copy(update={"text": text})], sandbox, cache)

    assert ran == []
    assert first.evidence is not None
    assert first.evidence.diagnostics == ()
    assert done.evidence is not None
    assert done.evidence.dry_run is not None
    assert [(finding.code, finding.line) for finding in done.evidence.diagnostics] == [("DS412", 10)]
    assert [found.cell for found in done.evidence.dry_run.cells] == [1, 2]
    assert done.evidence.dry_run.draft == done.evidence.draft


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        ("while True: pass", Outcome.TIMEOUT),
        ("b = bytearray(2_000_000_000)", Outcome.OUT_OF_MEMORY),
        ("import ctypes; ctypes.string_at(0)", Outcome.KILLED),
        ("print('x' * 10_000_000)", Outcome.TOO_MUCH_OUTPUT),
    ],
)
def test_what_a_machine_may_have_done_does_not_stick(
    code: str, outcome: Outcome, sandbox: LocalSandbox, tmp_path: Path
) -> None:
    """A time-out on a busy machine, and its like, are tried again."""
    limits = LIMITS.model_copy(update={"max_time": 1}) if outcome is Outcome.TIMEOUT else LIMITS
    cache = RunCache(tmp_path / "run")
    job = Job(
        name="a",
        text=f"# %%\n{code}\n{END}",
        limits=limits,
        requirements=SandboxRequirements(identity=identity_of(sandbox)),
    )
    (first,), _ = again([job], sandbox, cache)
    _, ran = again([job], sandbox, cache)

    assert first.evidence is not None
    assert first.evidence.dry_run is not None
    assert first.evidence.dry_run.cells[0].run.outcome is outcome
    assert ran == ["a"]


def test_data_that_change_are_other_data(jobs: list[Job], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A file that changes between the hash and the run is not kept under the old content's key."""
    cache = RunCache(tmp_path / "run")
    (tmp_path / "table.csv").write_text("a\n1\n2\n3\n")
    again(jobs[:1], sandbox, cache)

    assert cache.get(jobs[0].key) is None


def test_pins_of_a_job_are_those_of_its_sessions(sandbox: LocalSandbox) -> None:
    """What a job says of hash seed and time zone is what its code finds."""
    text = f"# %%\nimport os\n(os.environ['TZ'], os.environ['PYTHONHASHSEED'])\n{END}"
    pins = (Pins(timezone="Asia/Tokyo", hash_seed=5), Pins(timezone="UTC", hash_seed=6))
    evidence = verify_job(Job(name="a", text=text, pins=pins, limits=LIMITS), sandbox=sandbox)

    assert evidence.dry_run is not None
    found, _ = evidence.dry_run.cells
    assert found.run.value is not None
    assert found.repeat is not None
    assert found.repeat.value is not None
    assert (found.run.value.text, found.repeat.value.text) == ("('Asia/Tokyo', '5')", "('UTC', '6')")
