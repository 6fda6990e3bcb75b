"""The sandbox elsewhere: real far sides, frozen and killed ones, and ones that lie."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from authoring.errors import SandboxError, SeedError, UsageError
from authoring.records.evidence import Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session
from authoring.sandbox.proc import start_time
from authoring.sandbox.remote.command import CommandSandbox
from authoring.sandbox.remote.server import own_version

CASES = Path(__file__).parents[2] / "cases" / "sandbox"
SERVE = (sys.executable, "-m", "authoring.sandbox.remote.server")
QUICK = Limits(max_time=0.5)
"""For what never ends."""
BEGINNINGS = (
    *("says nothing", "speaks of something else", "ends", "claims too much", "claims too large an answer"),
    *("sends no JSON", "sends no object", "nests deep", "answers another", "answers nobody"),
    *("answers with an odd number", "answers with nothing", "answers deep", "answers with a list", "refuses oddly"),
    *("refuses nothing", "refuses at length", "is another version", "speaks another protocol"),
    *("has a level of its own", "has too little", "says more than is asked"),
)
MIDDLES = ("wants another file", "wants a path", "never opens", "opens oddly", "runs oddly", "runs without end")
ENDS = ("runs with more", "runs and is no cell", "ends while code runs")
TELLS = """
import sys
from authoring.sandbox.remote import server
from authoring.sandbox.client.local import LocalSandbox
versions = LocalSandbox.versions
def noisy(self, packages):
    print("this is no frame", flush=True)
    sys.stdout.buffer.write(b"nor is this")
    sys.stdout.flush()
    return versions(self, packages)
LocalSandbox.versions = noisy
server.main()
"""
"""A far side of which a part prints."""


def lying(lie: str) -> CommandSandbox:
    """Return a sandbox whose far side tells this lie."""
    command = [sys.executable, "-I", str(CASES / "far_side.py"), lie, own_version()]
    return CommandSandbox(command, minimum_level=Level.LANDLOCK, patience=1.0)


def eventually(law: Callable[[], bool]) -> bool:
    """Wait until a law holds, or for a minute."""
    deadline = time.monotonic() + 60
    while not law() and time.monotonic() < deadline:
        time.sleep(0.05)
    return law()


def family_of(ancestor: int) -> set[tuple[int, int]]:
    """Return a process and its descendants, as (number, start), which no later process has again."""
    parents, starts = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        number = int(path.parent.name)
        parents[number], starts[number] = int(words[1]), int(words[19])
    processes = {ancestor}
    while grown := {number for number, parent in parents.items() if parent in processes} - processes:
        processes |= grown
    return {(number, starts[number]) for number in processes if number in starts}


def living(family: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return who of them still runs."""
    return {(number, start) for number, start in family if start_time(number) == start}


@pytest.fixture
def numbered(tmp_path: Path) -> Iterator[tuple[CommandSandbox, Path]]:
    """Return a sandbox whose far side writes its process number into a file."""
    file = tmp_path / "number"
    command = ["sh", "-c", f'echo $$ > "{file}"; exec "$@"', "sh", *SERVE]
    with closing(CommandSandbox(command, patience=5.0)) as sandbox:
        yield sandbox, file


@pytest.mark.exhaustive(sample=8)
@pytest.mark.parametrize("lie", BEGINNINGS)
def test_lie_at_the_beginning_is_a_failure(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A far side that is none is said to be none, before anything is sent to it."""
    if lie == "says nothing":
        monkeypatch.setattr("authoring.sandbox.remote.command.STARTING_TIME", 1.0)
    with closing(lying(lie)) as sandbox, pytest.raises(SandboxError) as caught:
        sandbox.session()

    assert caught.value.hint or "version" in caught.value.message
    assert len(caught.value.message) + len(caught.value.hint) < 20_000


@pytest.mark.parametrize("lie", [*MIDDLES, *ENDS])
def test_lie_in_the_middle_is_a_failure(lie: str, tmp_path: Path) -> None:
    """Whatever a far side makes of a session or a cell, what is no answer is the sandbox's failure."""
    (tmp_path / "a.csv").write_text("a\n")
    with closing(lying(lie)) as sandbox, pytest.raises(SandboxError), sandbox.session(inputs=[tmp_path / "a.csv"]) as s:
        s.run("1", limits=Limits())


def test_second_answer_is_a_failure() -> None:
    """An answer that nobody waits for ends the connection, and the next request says so."""
    with closing(lying("answers twice")) as sandbox, sandbox.session() as session:
        session.run("1", limits=Limits())

        assert eventually(lambda: bool(session._connection.ended))  # noqa: SLF001 - when is what nobody else is told
        with pytest.raises(SandboxError, match="nobody asked"):
            session.run("2", limits=Limits())


def test_last_words_are_told() -> None:
    """What the program wrote to standard error, and how it ended, stand in the error."""
    with closing(lying("ends")) as sandbox, pytest.raises(SandboxError) as caught:
        sandbox.session()

    assert "exit status 3" in caught.value.message
    assert "no such host" in caught.value.hint


def test_program_that_is_not_there() -> None:
    """A program that cannot be started is the sandbox's failure, and none at all is a mistake."""
    with pytest.raises(SandboxError, match="no-such-program"):
        CommandSandbox(["no-such-program"]).session()
    with pytest.raises(UsageError):
        CommandSandbox([])


@pytest.mark.exhaustive
def test_shell_may_greet() -> None:
    """What a shell prints before the far side speaks is passed over."""
    command = ["sh", "-c", 'echo "Welcome to this machine"; exec "$@"', "sh", *SERVE]
    with closing(CommandSandbox(command)) as sandbox:
        assert dict(sandbox.versions([])).keys() == {"python"}


@pytest.mark.exhaustive
def test_far_side_may_print() -> None:
    """What anything on the far side prints goes to standard error, and never between the frames."""
    with closing(CommandSandbox([sys.executable, "-c", TELLS])) as sandbox:
        assert [dict(sandbox.versions([])).keys() for _ in range(3)] == [{"python"}] * 3


@pytest.mark.exhaustive
def test_two_sessions_run_side_by_side(elsewhere: CommandSandbox) -> None:
    """While one session computes, another answers."""
    with elsewhere.session() as slow, elsewhere.session() as fast:
        thread = threading.Thread(target=slow.run, args=["while True: pass"], kwargs={"limits": Limits(max_time=10)})
        thread.start()
        run = fast.run("6 * 7", limits=Limits())
        still_running = thread.is_alive()
        thread.join()

    assert (run.outcome, still_running) == (Outcome.OK, True)


def run_and_stop(session: Session) -> None:
    """Run a cell without end, and stop it as a person does."""
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    session.run("while True: pass", limits=Limits(max_time=60))


@pytest.mark.exhaustive
def test_stopped_cell_leaves_other_sessions_alone(numbered: tuple[CommandSandbox, Path]) -> None:
    """A person who stops a cell ends its session only: its late answer is dropped, and the far side goes on."""
    sandbox, file = numbered
    with sandbox.session() as second:
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            with pytest.raises(KeyboardInterrupt), sandbox.session() as session:
                run_and_stop(session)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        number = file.read_text()
        run = second.run("1", limits=Limits())

    assert run.outcome is Outcome.OK
    assert file.read_text() == number


@pytest.mark.exhaustive
def test_content_is_sent_once(tmp_path: Path) -> None:
    """Inputs go by content: the same ones again, under another name too, cost next to nothing."""
    sent, big, second = tmp_path / "sent", tmp_path / "big.bin", tmp_path / "other.bin"
    big.write_bytes(os.urandom(3_000_000))
    shutil.copy(big, second)
    with closing(CommandSandbox(["sh", "-c", f'tee "{sent}" | "$@"', "sh", *SERVE])) as sandbox:
        sizes = []
        for inputs in ([big], [big], [second, big]):
            with sandbox.session(inputs=inputs) as session:
                code = f"len(open('inputs/{inputs[0].name}', 'rb').read())"
                run = session.run(code, limits=Limits())
            assert run.value is not None
            assert run.value.text == "3000000"
            sizes.append(sent.stat().st_size)

    assert sizes[0] > 3_000_000
    assert sizes[2] - sizes[0] < 20_000


@pytest.mark.exhaustive
def test_refused_data_crosses_as_such(elsewhere: CommandSandbox, tmp_path: Path) -> None:
    """What the far side's sandbox says of data is said in the same words here."""
    (tmp_path / "t.csv").write_bytes(b"")
    words = []
    with closing(LocalSandbox()) as local:
        for sandbox in (local, elsewhere):
            with sandbox.session(inputs=[tmp_path / "t.csv"]) as session, pytest.raises(SeedError) as caught:
                session.call("read_table", {"path": "inputs/t.csv", "format": "csv"}, limits=Limits())
            words.append((caught.value.message, caught.value.hint))

    assert words[0] == words[1]


def test_interpreter_is_the_far_sides() -> None:
    """An interpreter that is not there is a mistake of the settings, not a failure of the sandbox."""
    with closing(CommandSandbox(SERVE, python=Path("/no/such/python"))) as sandbox, pytest.raises(UsageError):
        sandbox.session()


@pytest.mark.exhaustive
def test_frozen_far_side_is_given_up(numbered: tuple[CommandSandbox, Path]) -> None:
    """A far side that enforces nothing any more is killed some seconds after it should have."""
    sandbox, file = numbered
    with sandbox.session() as session:
        number = int(file.read_text())
        os.kill(number, signal.SIGSTOP)
        with pytest.raises(SandboxError, match="did not answer"):
            session.run("while True: pass", limits=QUICK)

    assert eventually(lambda: not Path(f"/proc/{number}").exists())


@pytest.mark.exhaustive
def test_dead_far_side_is_started_again(numbered: tuple[CommandSandbox, Path]) -> None:
    """Sessions of a far side that died are gone with it; the next session has a new one."""
    sandbox, file = numbered
    with sandbox.session() as session:
        os.kill(int(file.read_text()), signal.SIGKILL)
        with pytest.raises(SandboxError) as caught:
            session.run("1", limits=Limits())
    with sandbox.session() as session:
        assert session.run("1", limits=Limits()).outcome is Outcome.OK

    assert "signal 9" in caught.value.message, caught.value.hint


@pytest.mark.exhaustive
def test_killed_client_takes_the_far_side_along(tmp_path: Path) -> None:
    """After kill -9 of the client nothing of the far side is left, though a cell was running."""
    file = tmp_path / "number"
    code = (
        "import sys\nfrom authoring.sandbox.remote.command import CommandSandbox\n"
        "from authoring.records.evidence import Limits\n"
        f"command = ['sh', '-c', 'echo $$ > \"{file}\"; exec \"$@\"', 'sh', *{SERVE!r}]\n"
        "sandbox = CommandSandbox(command)\nsession = sandbox.session()\nprint('ready', flush=True)\n"
        "session.run('while True: pass', limits=Limits(max_time=300))\n"
    )
    client = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    assert client.stdout.readline() == "ready\n"
    number = int(file.read_text())
    before = family_of(number)
    client.kill()
    client.wait()
    client.stdout.close()

    assert len(before) > 1
    assert eventually(lambda: not living(before))


def test_sessions_of_different_places_are_not_judged(elsewhere: CommandSandbox, local: LocalSandbox) -> None:
    """What ran in two places has nobody who could compare it."""
    with elsewhere.session() as first, local.session() as second, pytest.raises(SandboxError, match="different places"):
        first.judge(second)


@pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed")
def test_bubblewrap_is_a_wall_around_the_far_side(tmp_path: Path) -> None:
    """Around a far side that has limits only, another program may be the wall: files outside are not there."""
    secret = tmp_path / "secret"
    secret.write_text("42")
    weak = (
        "from functools import partial\nfrom authoring.records.protection import Level\n"
        "from authoring.sandbox.remote import server\n"
        "server.LocalSandbox = partial(server.LocalSandbox, maximum_level=Level.LIMITS)\nserver.main()\n"
    )
    wall: tuple[str, ...] = (
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
    )
    shown_text = dict.fromkeys((str(Path(__file__).parents[3]), sys.prefix))  # a checkout may itself lie in /tmp
    wall += ("--tmpfs", "/tmp", *(word for path in shown_text for word in ("--ro-bind", path, path)), "--chdir", "/")  # noqa: S108 - another /tmp, inside
    for command, outcome in (((), Outcome.OK), (wall, Outcome.ERROR)):
        with closing(CommandSandbox([*command, sys.executable, "-c", weak])) as sandbox, sandbox.session() as session:
            run = session.run(f"open({str(secret)!r}).read()", limits=Limits())

        assert (run.outcome, run.error and run.error.type) == (
            outcome,
            None if run.error is None else "FileNotFoundError",
        )
