"""A session and its branches live and end together, each in a working directory of its own."""

import os
import signal
import time
from pathlib import Path

from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.client.session_tree import JUDGE_GROWTH
from authoring.sandbox.port import Session
from authoring.sandbox.proc import is_alive

LIMITS = Limits(max_time=20)


def text_of(run: CellRun) -> str:
    """Return what a cell's value looks like."""
    assert run.value is not None
    return run.value.text


def files_of(session: Session) -> str:
    """Return the names of the files in a session's working directory."""
    return text_of(session.run("import os\nsorted(os.listdir())", limits=LIMITS))


def gone(session: LocalSession) -> bool:
    """Wait until a session's process has ended, or for a minute."""
    deadline = time.monotonic() + 60
    while is_alive(session.number) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_alive(session.number)


def test_a_branch_outlives_its_origin(local: LocalSandbox) -> None:
    """Closing one member ends that one alone; with the last one nothing is left."""
    session = local.session()
    session.run("x = 1", limits=LIMITS)
    branch = session.branch()
    session.close()

    assert text_of(branch.run("x + 1", limits=LIMITS)) == "2"
    assert gone(session)
    branch.close()
    assert gone(branch)


def test_files_are_each_members_own(local: LocalSandbox, tmp_path: Path) -> None:
    """A branch begins with what was written, inputs included, and neither sees what the other writes later."""
    table = tmp_path / "t.csv"
    table.write_text("x\n1\n")
    with local.session(inputs=[table]) as session:
        session.run("open('a', 'w').close()", limits=LIMITS)
        with session.branch() as branch:
            branch.run("open('b', 'w').close()", limits=LIMITS)
            session.run("open('c', 'w').close()", limits=LIMITS)

            assert files_of(branch) == "['a', 'b', 'inputs']"
            assert text_of(branch.run("open('inputs/t.csv').read()", limits=LIMITS)) == "'x\\n1\\n'"
        assert files_of(session) == "['a', 'c', 'inputs']"


def judged(truth: LocalSession, before: LocalSession, code: str) -> str:
    """Return whether an answer that runs in a fork is right."""
    with before.branch() as answer:
        answer.run(code, limits=LIMITS)
        return truth.judge(answer).correct


def test_judge_that_was_killed_costs_the_next_answer_nothing(local: LocalSandbox) -> None:
    """What an answer makes it hold may have it killed while nobody waits for it; then another one judges."""
    with local.session() as truth, truth.branch() as before:
        truth.prepare({})
        truth.run("42", limits=LIMITS)
        verdicts = [judged(truth, before, "40 + 2")]
        judge = truth._tree.judge()  # noqa: SLF001 - nobody else knows which process it is
        os.kill(judge.number, signal.SIGKILL)
        while is_alive(judge.number):
            time.sleep(0.01)
        verdicts.append(judged(truth, before, "40 + 2"))

    assert verdicts == ["yes", "yes"]


def test_judge_that_has_grown_serves_no_other_answer(local: LocalSandbox) -> None:
    """What reading one answer left in it would count as memory of the next."""
    with local.session() as truth, truth.branch() as before:
        truth.prepare({})
        truth.run("42", limits=LIMITS)
        first = truth._tree.judge()  # noqa: SLF001 - as above
        truth._tree._judge_size -= JUDGE_GROWTH  # noqa: SLF001 - as if it had grown
        verdicts = [judged(truth, before, "[1]"), judged(truth, before, "40 + 2")]
        second = truth._tree.judge()  # noqa: SLF001 - as above

    assert verdicts == ["no", "yes"]
    assert first.ended == "it had grown"
    assert second is not first
