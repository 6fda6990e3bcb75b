"""The two sessions of a dry run open, branch and end together, and run each cell side by side."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from authoring.dseal import parse
from authoring.dseal.compose import compose_problem
from authoring.errors import SandboxError
from authoring.gate.session_pair import SessionPair
from authoring.records.evidence import CellRun, Limits, Outcome, Pins
from authoring.sandbox.fake import FakeSandbox, FakeSession
from authoring.sandbox.port import Memory

PINS = (Pins(hash_seed=0), Pins(hash_seed=1))
LIMITS = Limits()


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    """Return the thread that the second session runs in."""
    with ThreadPoolExecutor(max_workers=1) as running:
        yield running


def pair_of(sandbox: FakeSandbox) -> SessionPair:
    """Open a pair in a sandbox that runs nothing."""
    return SessionPair.opened(lambda pins: sandbox.session(pins=pins), PINS)


def test_a_problem_runs_twice_and_is_judged(executor: ThreadPoolExecutor) -> None:
    """Each session has its own hash seed; the first one's run is the reference of the judgement."""
    sandbox = FakeSandbox()
    (cell,) = parse(compose_problem("How many?", "len(df)")).cells
    run = pair_of(sandbox).run(0, cell, LIMITS, executor)

    assert sorted(sandbox.ran) == [(0, cell.code), (1, cell.code)]
    assert (run.number, run.judgement is not None and run.judgement.correct) == (1, "yes")
    assert run.ended_well


def test_a_failing_reference_is_not_judged(executor: ThreadPoolExecutor) -> None:
    """There is nothing to compare with, and the run says that it did not end well."""
    (cell,) = parse(compose_problem("How many?", "len(df)")).cells
    failed = CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0)
    run = pair_of(FakeSandbox(runs={cell.code: failed})).run(0, cell, LIMITS, executor)

    assert run.judgement is None
    assert not run.ended_well


@pytest.mark.parametrize("broken", [0, 1])
def test_half_a_pair_is_closed(broken: int) -> None:
    """Where one session cannot be opened, the other does not go on living."""
    sandbox, opened = FakeSandbox(), list[FakeSession]()

    def start(pins: Pins) -> FakeSession:
        if pins.hash_seed == broken:
            raise SandboxError("no process", hint="")
        opened.append(sandbox.session(pins=pins))
        return opened[-1]

    with pytest.raises(SandboxError, match="no process"):
        SessionPair.opened(start, PINS)
    assert [bool(session.ended) for session in opened] == [True]


def test_a_branch_lives_on_its_own(executor: ThreadPoolExecutor) -> None:
    """Closing the branch leaves the pair it came from as it was."""
    pair = pair_of(FakeSandbox())
    branch = pair.branch(executor)
    branch.close()
    (cell,) = parse(compose_problem("How many?", "len(df)")).cells

    assert pair.replay(cell, LIMITS, executor)
    assert not branch.replay(cell, LIMITS, executor)


def test_memory_is_what_both_hold(executor: ThreadPoolExecutor) -> None:
    """The sum is known only where both say theirs."""
    sandbox = FakeSandbox(memories={"len(df)": Memory(5, 3, 4)})
    pair = pair_of(sandbox)
    assert pair.memory is None

    (cell,) = parse(compose_problem("How many?", "len(df)")).cells
    pair.replay(cell, LIMITS, executor)
    assert pair.memory == Memory(10, 6, 8)
