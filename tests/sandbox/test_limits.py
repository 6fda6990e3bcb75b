"""Each limit is held, and told with its name, its value and the way to raise it; what was written before is kept."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.errors import SandboxError
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.folders import scan_folder
from authoring.sandbox.limits import (
    LIMITS,
    CellMeasurements,
    DiskUsage,
    LimitExceeded,
    disk_quota,
    disk_usage,
    exceeded_by_cell,
    limit_exceeded,
    limit_of,
    places_that_set,
    reason_of_exit,
)
from authoring.workspace.settings import SETTINGS_TEXT

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "cases" / "sandbox" / "limits.yaml"
CASES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text())
EASY = {"max_time": 30, "max_memory": 600, "max_output": 10_000}
FIELDS = list(Limits.model_fields)
NOBODY = 65_534


def held(case: dict[str, Any], level: Level, user: int) -> bool:
    """Tell whether the kernel holds this user to a case's limit."""
    return case.get("needs") != "held" or user != 0 or level is Level.NAMESPACES


def readable_by_all(path: Path) -> bool:
    """Tell whether any user may read a file."""
    return all(folder.stat().st_mode & 0o5 == 0o5 for folder in (path, *path.parents))


def require_case(case: dict[str, Any], ended: list[str], detail: str, stream: str, after_detail: str) -> None:
    """See that a case ended as it says; `after_detail` says how the cell after it did."""
    *before, outcome, after = ended
    name = case["limit"]

    assert outcome == case["outcome"]
    assert f"{name} = " in detail
    assert f"limits.{name} in authoring.toml" in detail
    assert stream[: len(case["stream"])] == case["stream"]
    assert set(before) <= {"ok"}
    assert after == ("ok" if case["alive"] else "killed"), after_detail


@pytest.mark.exhaustive(sample=1, most=12)
@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case['limit']}: {case['name']}") for case in CASES])
def test_limit_is_held(case: dict[str, Any], local: LocalSandbox) -> None:
    """Code that goes over a limit ends with its outcome, and the detail says which limit it was and what to raise."""
    if not held(case, local.protection.level, os.getuid()):
        pytest.skip("the root of a machine is held to no number of processes")
    limits = Limits(**{**EASY, **case.get("limits", {})})
    with local.session() as session:
        before = [session.run(code, limits=limits) for code in case.get("before", ())]
        run = session.run(case["code"], limits=limits)
        after = session.run("'fine'", limits=Limits())

    require_case(case, [item.outcome.value for item in (*before, run, after)], run.detail, run.stream, after.detail)
    assert limit_of(run.outcome, run.detail) == case["limit"]
    assert run.digest == ""
    assert run.ended_session is not case["alive"]


@pytest.mark.parametrize("level", [Level.NAMESPACES, Level.LIMITS])
@pytest.mark.parametrize(
    "user", [pytest.param(0, marks=pytest.mark.soak), pytest.param(NOBODY, marks=pytest.mark.exhaustive)]
)
def test_limits_are_held_for_every_user(user: int, level: Level, tmp_path: Path) -> None:
    """Limits hold for the root of a machine and for an ordinary user, with walls and without."""
    if os.getuid() != 0:
        pytest.skip("an ordinary user cannot become another")
    tool = shutil.which("setpriv")
    if user and tool is None:
        pytest.skip("setpriv of util-linux is not installed")
    if user and level is Level.NAMESPACES and not readable_by_all(Path(sys.executable).resolve()):
        pytest.skip("the interpreter lies where an ordinary user may not look")
    # Without walls, the right to read everything is left to the ordinary user for the same reason.
    become = [f"--reuid={user}", f"--regid={user}", "--clear-groups", "--inh-caps=-all,+dac_read_search"]
    prefix = [str(tool), *become, "--ambient-caps=-all,+dac_read_search"] if user else []
    tmp_path.chmod(0o777)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/"}
    command = [*prefix, sys.executable, str(FILE.parent / "breaching.py"), str(FILE), level.value]
    completed = subprocess.run(command, env=environment, capture_output=True, check=False)

    assert completed.returncode == 0, completed.stderr.decode()
    records = json.loads(completed.stdout)
    assert [record["name"] for record in records] == [case["name"] for case in CASES]
    for case, record in zip(CASES, records, strict=True):
        if held(case, level, user):
            require_case(case, record["ended"], record["detail"], record["stream"], record["after"])


def test_every_limit_has_a_case() -> None:
    """A limit that a running cell can go over is proven by code that does; the other two are proven beside."""
    assert {case["limit"] for case in CASES} == set(FIELDS) - {"max_repr", "max_inputs"}


@pytest.mark.parametrize("name", FIELDS)
def test_limit_is_known_everywhere(name: str) -> None:
    """Each limit stands, with its default, in the table of what is said of it, in the settings and in their guide."""
    default = getattr(Limits(), name)
    line = next(line for line in SETTINGS_TEXT.splitlines() if line.startswith(f"{name} = "))
    guide = (ROOT / "guides" / "settings.md").read_text().partition("## `[limits]`")[2].partition("\n## ")[0]
    row = next(line for line in guide.splitlines() if line.startswith(f"| `{name}` |"))

    assert f"{name} = {default} {LIMITS[name].unit}".replace(".0 ", " ") in limit_exceeded(name, Limits()).detail
    assert places_that_set(name) in limit_exceeded(name, Limits()).detail
    assert tomllib.loads(line) == {name: default}
    assert "#" in line
    assert f"`{default}`" in row
    if LIMITS[name].outcome not in {Outcome.ERROR, Outcome.OK}:
        assert f"`{LIMITS[name].outcome.value}`" in row


def test_no_other_limit_is_known() -> None:
    """What is said of limits is said of those that there are."""
    assert set(LIMITS) == set(FIELDS)


def test_ways_are_those_that_there_are() -> None:
    """Only time and memory can be set by a problem, and only time by a command."""
    assert places_that_set("max_disk") == "limits.max_disk in authoring.toml"
    assert (
        places_that_set("max_memory") == "`execution.max_memory` of the problem or limits.max_memory in authoring.toml"
    )
    assert limit_exceeded("max_time", Limits(max_time=0.5)).detail == (
        "did not end within max_time = 0.5 seconds; raise `execution.max_time` of the problem, "
        "limits.max_time in authoring.toml or --max-time of `authoring evaluate`"
    )


@pytest.mark.parametrize(
    ("number", "kills", "outcome", "words"),
    [
        (signal.SIGXCPU, None, Outcome.TIMEOUT, "max_cpu = 120 seconds"),
        (signal.SIGXFSZ, None, Outcome.KILLED, "it ended, after it wrote a file of more than max_file = "),
        (signal.SIGSEGV, None, Outcome.KILLED, "it ended"),
        (signal.SIGKILL, None, Outcome.KILLED, "it ended, by its own code or by the kernel for want of memory"),
        (signal.SIGKILL, 0, Outcome.KILLED, "it ended"),
        (signal.SIGKILL, 1, Outcome.OUT_OF_MEMORY, "max_memory = 2048 MB"),
        (signal.SIGTERM, 1, Outcome.OUT_OF_MEMORY, "max_memory = 2048 MB"),
        (None, None, Outcome.KILLED, "it ended"),
        (None, 2, Outcome.OUT_OF_MEMORY, "max_memory = 2048 MB"),
    ],
)
def test_signals_are_told_apart(number: int | None, kills: int | None, outcome: Outcome, words: str) -> None:
    """The signal of a limit is that limit; a kill is want of memory only where a control group counted one."""
    breach = reason_of_exit(number, "it ended", Limits(), memory_kills=kills)

    assert breach.outcome is outcome
    assert words in breach.detail
    assert breach.detail != words or not breach.limit


def test_want_of_memory_without_an_error_ends_the_session() -> None:
    """Where the kernel ended a process nobody can run the next cell, whatever the outcome is called."""
    run = CellRun(outcome=Outcome.OUT_OF_MEMORY, seconds=0, peak_memory=0)
    ends = {outcome for outcome in Outcome if run.model_copy(update={"outcome": outcome}).ended_session}

    assert ends == {Outcome.TIMEOUT, Outcome.KILLED, Outcome.OUT_OF_MEMORY}
    assert {outcome for outcome in Outcome if outcome.ends_session} == {Outcome.TIMEOUT, Outcome.KILLED}


@pytest.mark.parametrize("claimed", ["max_time", "max_memory", "max_inputs", "no limit", ""])
def test_process_cannot_claim_what_it_cannot_know(claimed: str) -> None:
    """An error is the code's own, whatever limit its process names that is seen from outside."""
    assert exceeded_by_cell(CellMeasurements(Outcome.ERROR, claimed), Limits()) is None


def test_cell_answers_for_its_own_files_only() -> None:
    """What an earlier cell left too much of is not held against a later one that adds nothing."""
    full = DiskUsage(size=200, entries=30)
    limits = Limits(max_disk=100, max_files=10)

    assert exceeded_by_cell(CellMeasurements(Outcome.OK, before=full, after=full), limits) is None
    assert exceeded_by_cell(
        CellMeasurements(Outcome.OK, before=full, after=DiskUsage(size=201, entries=30)), limits
    ) == limit_exceeded("max_disk", limits)
    assert exceeded_by_cell(CellMeasurements(Outcome.OK, after=DiskUsage(size=100, entries=10)), limits) is None
    assert exceeded_by_cell(
        CellMeasurements(Outcome.ERROR, "max_disk", after=DiskUsage(3, 10)), limits
    ) == limit_exceeded("max_files", limits)


def test_usage_is_what_files_hold(tmp_path: Path) -> None:
    """Bytes of a file with two names count once, names twice, and folders hold no bytes."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_bytes(bytes(5_000))
    os.link(tmp_path / "folder" / "a", tmp_path / "b")
    (tmp_path / "c").write_bytes(b"x")

    assert disk_usage(scan_folder(tmp_path)) == DiskUsage(size=5_001, entries=4)


def test_disk_of_a_session_is_full_only_over_a_limit() -> None:
    """However the bytes are spread over files that are allowed, their pages find room."""
    limits = Limits(max_disk=1_000_000, max_files=100)
    size, entries = disk_quota(limits)
    page = os.sysconf("SC_PAGE_SIZE")

    assert entries > limits.max_files
    for files in (1, 7, 99, 100):
        part = limits.max_disk // files
        assert (files - 1) * -(-part // page) * page + -(-(limits.max_disk - part * (files - 1)) // page) * page < size


def test_long_text_is_cut_and_the_outcome_stays(local: LocalSandbox) -> None:
    """The text of a value is as long as it may be, and nothing else of the run changes."""
    with local.session() as session:
        values = [session.run(code, limits=Limits(max_repr=50)).value for code in ("'x' * 48", "'x' * 49", "b'x' * 99")]

    assert [(len(value.text), value.truncated) for value in values if value] == [(50, False), (50, True), (50, True)]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of four megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount, unmount = ["mount", "-t", "tmpfs", "-o", "size=4m", "small", str(folder)], ["umount", "-l", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this user may mount no disk")
    yield folder
    subprocess.run(unmount, check=True)


def test_full_disk_of_the_machine_is_no_fault_of_the_code(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where code finds no room although it wrote next to nothing, the sandbox has failed, and says where."""
    monkeypatch.setattr("tempfile.tempdir", str(small_disk))
    limits = Limits(max_disk=1_000_000, max_files=10)
    sandbox = LocalSandbox(maximum_level=Level.LIMITS)
    with sandbox.session() as session:
        assert session.run("open('little', 'wb').write(bytes(1000))", limits=limits).outcome is Outcome.OK
        (small_disk / "others").write_bytes(bytes(os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize))
        with pytest.raises(SandboxError, match="is full") as caught:
            session.run("open('more', 'wb').write(bytes(500_000))", limits=limits)
    sandbox.close()

    assert "TMPDIR" in caught.value.hint


def test_breach_without_a_limit_is_told_as_it_is() -> None:
    """Where nothing can be raised, nothing is said of raising it."""
    assert LimitExceeded(Outcome.KILLED, "its process ended itself").detail == "its process ended itself"
