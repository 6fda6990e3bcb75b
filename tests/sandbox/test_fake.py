"""The sandbox that runs nothing keeps the port's law and says what its script says."""

import pytest

from authoring.errors import SandboxError, SeedError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import CellRun, Limits, Outcome, Pins
from authoring.sandbox.fake import FakeSandbox
from authoring.sandbox.port import Memory

LIMITS = Limits()
BAD = CellRun(outcome=Outcome.ERROR, seconds=1, peak_memory=0)
GOOD = CellRun(outcome=Outcome.OK, seconds=1, peak_memory=0, digest="d")
DEAD = CellRun(outcome=Outcome.TIMEOUT, seconds=1, peak_memory=0, detail="max_time")


def test_the_same_cells_leave_the_same_digest() -> None:
    """What a session holds is its history: the same codes in another order are another state."""
    sandbox = FakeSandbox()
    digests = []
    for codes in ("ab", "ab", "ba"):
        session = sandbox.session()
        digests.append([session.run(code, limits=LIMITS).digest for code in codes][-1])

    assert digests[0] == digests[1] != digests[2]


def test_a_script_may_tell_hash_seeds_apart() -> None:
    """A pair of runs stands for code whose result depends on the hash seed; the cells that ran are noted."""
    sandbox = FakeSandbox(runs={"x": (GOOD, BAD)})
    outcomes = [sandbox.session(pins=Pins(hash_seed=seed)).run("x", limits=LIMITS).outcome for seed in (0, 1)]

    assert outcomes == [Outcome.OK, Outcome.ERROR]
    assert sandbox.ran == [(0, "x"), (1, "x")]


def test_a_session_that_ended_stays_ended() -> None:
    """Every further cell is killed, and nothing branches from it."""
    session = FakeSandbox(runs={"x": DEAD}).session()
    session.run("x", limits=LIMITS)

    assert session.run("y", limits=LIMITS).outcome is Outcome.KILLED
    for refused in (session.branch, session.variables, lambda: session.judge(session)):
        with pytest.raises(SandboxError):
            refused()


def test_a_branch_goes_its_own_way() -> None:
    """What runs in a branch changes nothing in the session that it came from."""
    origin = FakeSandbox().session()
    origin.run("a", limits=LIMITS)
    branch = origin.branch()
    branch.run("b", limits=LIMITS)

    assert (origin.history, branch.history) == (["a"], ["a", "b"])
    assert origin.judge(branch).correct == "no"
    assert origin.judge(origin.branch()).correct == "yes"


def test_functions_answer_from_the_script() -> None:
    """A refusal is raised; a function that the script does not know is the test's own fault."""
    session = FakeSandbox(answers={"read": {"rows": 1}, "refuse": SeedError("no table")}).session()

    assert session.call("read", {}, limits=LIMITS) == {"rows": 1}
    with pytest.raises(SeedError, match="no table"):
        session.call("refuse", {}, limits=LIMITS)
    with pytest.raises(SandboxError, match="no function other"):
        session.call("other", {}, limits=LIMITS)


def test_memory_is_known_after_the_code_that_has_an_entry() -> None:
    """Before any cell, and after any other, nothing is told."""
    session = FakeSandbox(memories={"x": Memory(3, 2, 1)}).session()
    assert session.memory is None

    session.run("x", limits=LIMITS)
    assert session.memory == Memory(3, 2, 1)
    session.run("y", limits=LIMITS)
    assert session.memory is None


def test_rewritten_values_are_scripted() -> None:
    """The trials of a cell are those of the script; a cell that it does not name has none."""
    trial = RewriteTrial(
        side="wrong", operator="emptied", subject="value", description="empty", text="[]", judgement="accepted"
    )
    session = FakeSandbox(rewrites={"x": (trial,)}).session()
    with pytest.raises(SandboxError):
        session.judge_rewrites([])
    session.run("x", limits=LIMITS)
    scripted = session.judge_rewrites(["container"])
    session.run("y", limits=LIMITS)

    assert scripted == (trial,)
    assert session.judge_rewrites([]) == ()
