"""The sandbox outlives what it runs, and nothing outlives the sandbox."""

import importlib.util
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import REPEAT, Limits, Outcome, Pins
from authoring.sandbox.client.interpreter import PASSED_VARIABLES
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.folders import PREFIX
from authoring.sandbox.inside.warm_up import UNFORKABLE
from authoring.sandbox.isolation import seccomp
from authoring.sandbox.proc import parent_of

LIMITS = Limits(max_time=20)
CLIENT = Path(__file__).parents[2] / "cases" / "sandbox" / "client.py"


def processes_named(mark: str) -> list[int]:
    """Return the processes with a word in their command line."""
    results = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "cmdline").read_bytes():
                results.append(int(folder.name))
        except OSError:
            continue
    return results


def eventually(holds: Callable[[], bool]) -> bool:
    """Tell whether something comes true within a minute."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if holds():
            return True
        time.sleep(0.02)
    return False


def is_gone(number: int) -> bool:
    """Tell whether a process ended; one that nobody waited for yet counts as ended."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.exhaustive
@pytest.mark.parametrize("busy", ["waiting", "running"])
def test_killed_client_leaves_nothing(busy: str, tmp_path: Path) -> None:
    """After SIGKILL of the client no process is left, and no folder after the next start."""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[3])}
    mark = f"left-by-a-client-{busy}-{os.getpid()}"
    command = [sys.executable, str(CLIENT), busy, mark]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        told = [int(word) for word in client.stdout.readline().split()]
        numbers = [number for number in told if number > 1]
        assert eventually(lambda: len(processes_named(mark)) == 3)  # the client itself, and a child per session
        assert not any(is_gone(number) for number in numbers)
        client.send_signal(signal.SIGKILL)

    assert len(numbers) == 5
    assert eventually(lambda: all(is_gone(number) for number in numbers))
    assert eventually(lambda: not processes_named(mark))
    assert [path.name.startswith(PREFIX) for path in tmp_path.iterdir()] == [True]
    repeated = "from authoring.sandbox.client.local import LocalSandbox as S; s = S(); s.session(); s.close()"
    subprocess.run([sys.executable, "-c", repeated], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_what_a_cell_left_running_ends_with_its_session(local: LocalSandbox) -> None:
    """A child in a session of its own is found and ended when the session is closed; branches live on."""
    mark = f"left-by-a-cell-{os.getpid()}"
    command = f"[sys.executable, '-c', 'import time; time.sleep(60)', '{mark}']"
    code = f"import subprocess, sys\nsubprocess.Popen({command}, start_new_session=True)\n1"
    with local.session() as session:
        session.run(code, limits=LIMITS)
        branch = session.branch()
        assert eventually(lambda: len(processes_named(mark)) == 1)
    with branch:
        assert eventually(lambda: not processes_named(mark))
        assert branch.run("1", limits=LIMITS).outcome is Outcome.OK


@pytest.mark.exhaustive
def test_closed_sandbox_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing ends zygotes and sessions, removes the folder, can be done twice, and the sandbox can be used again."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sandbox = LocalSandbox()
    session = sandbox.session()
    numbers = [session.number, parent_of(session.number), parent_of(parent_of(session.number))]
    assert not any(is_gone(number) for number in numbers)
    sandbox.close()
    sandbox.close()

    assert all(is_gone(number) for number in numbers)
    assert list(tmp_path.iterdir()) == []
    assert session.run("1", limits=LIMITS).outcome is Outcome.KILLED
    with sandbox.session() as fresh:
        assert fresh.run("1", limits=LIMITS).outcome is Outcome.OK
    sandbox.close()


@pytest.mark.exhaustive
def test_killed_zygote_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zygote that is killed takes its sessions with it, and the next session runs."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    sandbox = LocalSandbox()
    with sandbox.session() as session:
        os.kill(parent_of(parent_of(session.number)), signal.SIGKILL)
        run = session.run("import time\ntime.sleep(15)", limits=LIMITS)
    with sandbox.session() as session:
        after = session.run("1", limits=LIMITS)
    sandbox.close()

    assert (run.outcome, after.outcome) == (Outcome.KILLED, Outcome.OK)


def after_the_end_of_a_child(*, isolated: bool) -> bytes:
    """Return a filter once a child of this process has ended, as a slow machine does."""
    del isolated
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    return b""


@pytest.mark.parametrize("program", [seccomp.program, after_the_end_of_a_child])
def test_zygote_that_cannot_start_is_an_error_with_its_words(
    monkeypatch: pytest.MonkeyPatch, program: Callable[..., bytes]
) -> None:
    """A sandbox that cannot start says what its process said, whether it ends before or after it is sent its filter."""
    monkeypatch.setattr("authoring.sandbox.client.launch.BOOT", "raise OSError('no room at the inn')")
    monkeypatch.setattr(seccomp, "program", program)
    sandbox = LocalSandbox()

    with pytest.raises(SandboxError) as caught:
        sandbox.session()
    sandbox.close()

    assert "no room at the inn" in caught.value.hint


def test_environment_is_short(local: LocalSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the caller's environment reaches a cell but a few paths; its home is an empty folder."""
    monkeypatch.setenv("SECRET_KEY", "x")
    sandbox = LocalSandbox()
    with sandbox.session() as session:
        value = session.run("import os\n[*os.environ], os.listdir(os.path.expanduser('~'))", limits=LIMITS).value
    sandbox.close()

    assert value is not None
    names, home = value.text.removeprefix("([").removesuffix("])").split("], [")
    assert "SECRET" not in names
    assert set(PASSED_VARIABLES) & set(os.environ) <= {name.strip("' ") for name in names.split(",")}
    assert home == ""
    del local


def test_caller_s_folder_is_not_importable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module beside the caller is neither warmed nor found by a cell."""
    (tmp_path / "trap.py").write_text("raise SystemExit('sprung')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    sandbox = LocalSandbox()
    with sandbox.session(modules=["trap"]) as session:
        run = session.run("import trap", limits=LIMITS)
    sandbox.close()

    assert run.error is not None
    assert run.error.type == "ModuleNotFoundError"


@pytest.mark.exhaustive
def test_modules_are_warm_and_no_thread_runs(local: LocalSandbox) -> None:
    """What a set imports is loaded before the fork, threads there are none, and what cannot fork is left alone.

    So is what imports something that cannot fork: statsmodels imports polars where that is installed.
    """
    code = "import os, sys\n('sklearn.linear_model' in sys.modules, len(os.listdir('/proc/self/task')))"
    with local.session(modules=["statsmodels.api", "sklearn.linear_model", "no_such_package", *UNFORKABLE]) as session:
        value = session.run(code, limits=LIMITS).value
    with local.session() as session:
        parents = [parent_of(session.number), parent_of(parent_of(session.number))]
        threads = [len(list(Path(f"/proc/{parent}/task").iterdir())) for parent in parents]

    assert value is not None
    assert value.text == "(True, 1)"
    assert threads == [1, 1]
    assert importlib.util.find_spec("polars") is not None


def test_sessions_lead_groups_of_their_own(local: LocalSandbox) -> None:
    """Every session leads a process group of its own, so that what it starts can be ended with it."""
    with local.session() as session:
        assert os.getpgid(session.number) == session.number


def test_versions_are_those_of_installed_packages(local: LocalSandbox) -> None:
    """Packages are named as they are imported; the standard library has no versions of its own."""
    versions = dict(local.versions(["sklearn", "pandas", "json", "no_such_package"]))

    assert list(versions) == ["pandas", "python", "sklearn"]
    assert all(versions.values())


def test_prepared_sandbox_waits_for_nothing() -> None:
    """Processes for all pins are started at once, and not a second time; nobody waits until they are ready."""
    local = LocalSandbox()
    try:
        local.prepare((Pins(), REPEAT))
        zygotes = set(map(id, local._zygotes.values()))  # noqa: SLF001 - what is not to be waited for shows nowhere else
        local.prepare((Pins(), REPEAT))

        assert len(zygotes) == 2
        assert set(map(id, local._zygotes.values())) == zygotes  # noqa: SLF001 - as above
        assert all(zygote._greeted is None for zygote in local._zygotes.values())  # noqa: SLF001 - as above
    finally:
        local.close()


_INHERITED: list[LocalSandbox] = []
"""What a forked process has of the process that it was forked from."""


def _sum_and_folder(number: int) -> tuple[str, str]:
    local = _INHERITED[number]
    with local.session() as session:
        run = session.run("import os\n1 + 1", limits=LIMITS)
        return run.value.text if run.value else run.detail, str(local._folder)  # noqa: SLF001 - nobody else tells it


@pytest.mark.exhaustive
@pytest.mark.own_zygotes
def test_forked_process_has_a_sandbox_of_its_own() -> None:
    """It shares neither processes nor folder with the one that it was forked from, which goes on with them."""
    local = LocalSandbox()
    _INHERITED.append(local)
    try:
        with local.session() as session:
            session.run("x = 5", limits=LIMITS)
            with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
                answers = [pool.submit(_sum_and_folder, len(_INHERITED) - 1) for _ in range(4)]
                results = [answer.result(timeout=120) for answer in answers]
            run = session.run("x", limits=LIMITS)
        assert [text for text, _ in results] == ["2"] * 4
        assert str(local._folder) not in {folder for _, folder in results}  # noqa: SLF001
        assert run.value is not None
        assert run.value.text == "5"
    finally:
        local.close()
