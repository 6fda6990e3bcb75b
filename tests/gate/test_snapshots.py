"""Paused states stay within their bounds, and those stay that spare the most work."""

from authoring.gate.session_pair import SessionPair
from authoring.gate.snapshots import RunStep, SnapshotBudget
from authoring.records.evidence import CellRun, Limits, Outcome, ProblemRun
from authoring.sandbox.fake import FakeSandbox, FakeSession
from authoring.sandbox.port import Memory

MEGABYTE = 1_000_000


def pair_with(size: int) -> SessionPair:
    """Return a pair whose sessions take this much memory each, none of it shared."""
    sandbox = FakeSandbox(memories={"x": Memory(size, size, size)})
    sessions = FakeSession(sandbox, 0), FakeSession(sandbox, 1)
    for session in sessions:
        session.run("x", limits=Limits())
    return SessionPair(*sessions)


def steps_of(*seconds: float, size: int = 0) -> list[RunStep]:
    """Return steps that took so long, each with the state before it."""
    runs = [CellRun(outcome=Outcome.OK, seconds=duration, peak_memory=0) for duration in seconds]
    return [
        RunStep(str(number), ProblemRun(cell=number, number=None, run=run), pair_with(size))
        for number, run in enumerate(runs)
    ]


def numbers_with_state(steps: list[RunStep]) -> list[int]:
    """Return the numbers of the steps whose states are still there."""
    return [number for number, step in enumerate(steps) if step.before is not None]


def test_there_is_room_for_one_more() -> None:
    """Fewer states than the bound are left, and those that were given up are closed."""
    steps = steps_of(*[1.0] * 6)
    pairs = [step.before for step in steps]
    SnapshotBudget(pairs=4).keep_within_bounds(steps, pair_with(0))

    assert len(numbers_with_state(steps)) == 3
    for step, pair in zip(steps, pairs, strict=True):
        assert pair is not None
        assert isinstance(pair.reference, FakeSession)
        assert bool(pair.reference.ended) is (step.before is None)


def test_states_behind_slow_cells_stay() -> None:
    """What takes long is not run again for an edit behind it, while quick cells lose their states."""
    steps = steps_of(0.0, 9.0, 0.0, 0.0, 0.0)
    SnapshotBudget(pairs=3).keep_within_bounds(steps, pair_with(0))

    assert 2 in numbers_with_state(steps)


def test_memory_is_bounded() -> None:
    """States are given up until what they take together is within the bound."""
    steps = steps_of(*[1.0] * 5, size=10 * MEGABYTE)
    budget = SnapshotBudget(size=45 * MEGABYTE)
    for _ in range(20):
        budget.keep_within_bounds(steps, pair_with(0))

    assert 0 < len(numbers_with_state(steps)) <= 2
    assert budget.bytes_taken <= budget.size


def test_nobody_looks_at_what_cannot_be_too_much() -> None:
    """While all that the cells held at their peaks is within the bound, no process is looked at."""
    sandbox = FakeSandbox(memories={"x": Memory(10**9, 10**9, 10**9)})
    session = FakeSession(sandbox, 0)
    session.run("x", limits=Limits())
    run = CellRun(outcome=Outcome.OK, seconds=1, peak_memory=10 * MEGABYTE)
    small = ProblemRun(cell=0, number=None, run=run, repeat=run)

    left = []
    for size in (45 * MEGABYTE, 30 * MEGABYTE):
        steps = [RunStep(str(number), small, SessionPair(session, session)) for number in range(2)]
        SnapshotBudget(size=size, bytes_taken=size).keep_within_bounds(steps, SessionPair(session, session))
        left.append(len(numbers_with_state(steps)))

    assert left == [2, 1]


def test_nothing_kept_takes_nothing() -> None:
    """Where no state is left, the sum begins anew."""
    budget = SnapshotBudget(bytes_taken=5)
    budget.keep_within_bounds([], pair_with(0))

    assert budget.bytes_taken == 0
