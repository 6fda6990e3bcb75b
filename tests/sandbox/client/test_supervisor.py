"""A supervisor serves one session after the other, and none finds anything of the one before."""

from collections.abc import Iterator

import pytest

from authoring.records.evidence import Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.supervisor import MAX_USES
from authoring.sandbox.client.zygote import Zygote
from authoring.sandbox.proc import parent_of

LIMITS = Limits(max_time=20)
PLACES = "[pathlib.Path.home(), pathlib.Path(tempfile.gettempdir()), pathlib.Path('/dev/shm'), pathlib.Path.cwd()]"
LEAVE = f"""
import os, pathlib, subprocess, sys, tempfile
for place in {PLACES}:
    (place / 'left').write_text('left')
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)
"""
FIND = f"""
import os, pathlib, tempfile
files = [place.name for place in {PLACES} if (place / 'left').exists()]
processes = sorted(int(name) for name in os.listdir('/proc') if name.isdigit())
(files, processes == [1, os.getpid()])
"""


@pytest.fixture
def sandbox() -> Iterator[LocalSandbox]:
    """Open a sandbox whose supervisors nobody else uses."""
    sandbox = LocalSandbox()
    if sandbox.protection.level is not Level.NAMESPACES:
        pytest.skip(f"this machine gives {sandbox.protection.level}, and supervisors are used once without namespaces")
    yield sandbox
    sandbox.close()


def supervisor_of(session: LocalSession) -> int:
    """Return the number of the process that a session's first process was forked from."""
    return parent_of(session.number)


def session_of(sandbox: LocalSandbox, supervisor: int) -> LocalSession:
    """Open and close sessions until one comes of this supervisor, and return it."""
    for _ in range(6):
        session = sandbox.session()
        if supervisor_of(session) == supervisor:
            return session
        session.close()
    pytest.fail("the supervisor is not used again")


def test_next_session_finds_nothing_of_the_last(sandbox: LocalSandbox) -> None:
    """Files in every place that can be written to, and processes, are gone; there is nothing else to leave."""
    with sandbox.session() as session:
        supervisor = supervisor_of(session)
        left = session.run(LEAVE, limits=LIMITS)
        available = session.run(FIND, limits=LIMITS).value
    with session_of(sandbox, supervisor) as reopened:
        run = reopened.run(FIND, limits=LIMITS)

    assert left.outcome is Outcome.OK
    assert available is not None
    assert available.text == "(['home', 'tmp', 'shm', 'work'], False)"
    assert run.value is not None
    assert run.value.text == "([], True)"


@pytest.mark.exhaustive
def test_quota_and_environment_begin_anew(sandbox: LocalSandbox) -> None:
    """What the limits of one session allowed, and what it put into its environment, is not the next one's."""
    wide = Limits(max_time=20, max_disk=200_000_000, max_file=150_000_000)
    write = "open('big', 'wb').write(bytes({size})); import os; os.environ['LEFT'] = 'left'"
    with sandbox.session() as session:
        supervisor = supervisor_of(session)
        assert session.run(write.format(size=120_000_000), limits=wide).outcome is Outcome.OK
    with session_of(sandbox, supervisor) as reopened:
        narrow = Limits(max_time=20, max_disk=1_000_000, max_file=150_000_000)
        reply = reopened.run("import os; os.environ.get('LEFT')", limits=narrow)
        run = reopened.run(write.format(size=120_000_000), limits=narrow)

    assert reply.value is None
    assert run.outcome is Outcome.TOO_MUCH_DISK


@pytest.mark.exhaustive
def test_supervisor_of_a_bad_end_is_not_used_again(sandbox: LocalSandbox) -> None:
    """A session that was killed, or that outlived its limits, takes its supervisor along."""
    used = set()
    for code in ("import os; os._exit(0)", "while True: pass"):
        with sandbox.session() as session:
            used.add(supervisor_of(session))
            assert session.run(code, limits=Limits(max_time=0.5)).outcome.ends_session
    later = set()
    for _ in range(6):
        with sandbox.session() as session:
            later.add(supervisor_of(session))

    assert len(used) == 2
    assert not used & later


def test_supervisors_are_used_in_turn(sandbox: LocalSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The supervisor that was given back first is used first, so none waits behind the others for ever."""
    monkeypatch.setattr(Zygote, "fork_ahead", lambda _: None)
    sessions = [sandbox.session() for _ in range(3)]
    supervisors = [supervisor_of(session) for session in sessions]
    for session in sessions:
        session.close()
    used_again = []
    for _ in supervisors:
        with sandbox.session() as session:
            used_again.append(supervisor_of(session))

    assert used_again == supervisors


@pytest.mark.exhaustive
def test_sessions_side_by_side_have_supervisors_of_their_own(sandbox: LocalSandbox) -> None:
    """However many are open, no two share a supervisor; those of branches belong to the session they came from."""
    sessions = [sandbox.session() for _ in range(7)]
    branch = sessions[0].branch()
    supervisors = [supervisor_of(session) for session in sessions]
    sessions[0].close()
    other_sessions = [sandbox.session() for _ in range(3)]
    runs = [session.run("1", limits=LIMITS).outcome for session in (branch, *sessions[1:], *other_sessions)]

    assert len({*supervisors, *map(supervisor_of, other_sessions)}) == 10
    assert runs == [Outcome.OK] * 10
    for session in (branch, *sessions, *other_sessions):
        session.close()


@pytest.mark.exhaustive
def test_supervisor_is_used_no_more_than_so_often(sandbox: LocalSandbox) -> None:
    """What might pile up in a supervisor is bounded."""
    observed: dict[int, int] = {}
    for _ in range(2 * MAX_USES + 20):
        with sandbox.session() as session:
            supervisor = supervisor_of(session)
            observed[supervisor] = observed.get(supervisor, 0) + 1

    assert MAX_USES // 2 < max(observed.values()) <= MAX_USES
