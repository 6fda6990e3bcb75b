"""The contract of sandboxes and sessions, over every sandbox there is, the fake included."""

import pytest

from authoring.errors import SandboxError, SeedError
from authoring.records.certificate.trial import RewriteTrial
from authoring.records.evidence import REPEAT, CellRun, ErrorView, Limits, Outcome, Pins
from authoring.records.protection import Level
from authoring.sandbox.fake import FakeSandbox
from authoring.sandbox.port import Sandbox
from authoring.sandbox.registry import SANDBOXES

FOREVER = "while True:\n    pass"
FAILS = "1 / 0"
QUICK = Limits(max_time=0.5)
"""For what never ends."""
EASY = Limits(max_time=30)
SHARED = {"local": "local", "command": "elsewhere", "container": "contained"}
"""The fixture of each."""


def lax_trial(operator: str) -> RewriteTrial:
    """Return the trial of a wrong value that is accepted."""
    words = {"subject": "value", "description": "wrong", "text": "[]"}
    return RewriteTrial.model_validate({"side": "wrong", "operator": operator, "judgement": "accepted", **words})


def fake() -> FakeSandbox:
    """Return a fake whose script says what the real one does."""
    error = ErrorView(type="ZeroDivisionError", message="division by zero", traceback="", line=1)
    return FakeSandbox(
        runs={
            FOREVER: CellRun(outcome=Outcome.TIMEOUT, seconds=0.5, peak_memory=0, detail="max_time"),
            FAILS: CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=error),
        },
        rewrites={"[1, 2, 3]": tuple(map(lax_trial, ("emptied", "last-lost")))},
        answers={"read_table": SeedError("t.csv: it is empty", hint="Take another.")},
    )


@pytest.fixture(params=[*SANDBOXES, "fake"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Return each sandbox in turn."""
    if request.param == "fake":
        return fake()
    opened: Sandbox = request.getfixturevalue(SHARED[request.param])
    return opened


def test_good_code_ends_well(sandbox: Sandbox) -> None:
    """A cell that ends well has a digest and no error."""
    with sandbox.session() as session:
        run = session.run("x = 1", limits=EASY)

    assert (run.outcome, run.error) == (Outcome.OK, None)
    assert run.digest


def test_bad_code_is_data(sandbox: Sandbox) -> None:
    """An error of the code is an outcome with its line, and the session goes on."""
    with sandbox.session() as session:
        run = session.run(FAILS, limits=EASY)
        after = session.run("x = 1", limits=EASY)

    assert (run.outcome, run.digest) == (Outcome.ERROR, "")
    assert run.error is not None
    assert (run.error.type, run.error.line) == ("ZeroDivisionError", 1)
    assert after.outcome is Outcome.OK


def test_two_surroundings_agree_on_sound_code(sandbox: Sandbox) -> None:
    """Code that depends on nothing leaves equal digests in both, and is judged right."""
    with sandbox.session(pins=Pins()) as first, sandbox.session(pins=REPEAT) as second:
        for session in (first, second):
            session.prepare({})
        digests = {session.run("x = [1, 'a']\nx", limits=EASY).digest for session in (first, second)}

        assert len(digests) == 1
        assert first.judge(second).correct == "yes"


def test_wrong_submission_is_refused(sandbox: Sandbox) -> None:
    """Another value is judged wrong."""
    with sandbox.session() as first, sandbox.session() as second:
        for session, code in ((first, "6 * 7"), (second, "6 * 8")):
            session.prepare({})
            session.run(code, limits=EASY)

        assert first.judge(second).correct == "no"


def test_branch_starts_from_the_same_state(sandbox: Sandbox) -> None:
    """What a branch does is not seen by its origin, and it begins where the origin stood."""
    with sandbox.session() as origin, sandbox.session() as plain:
        for session in (origin, plain):
            session.run("x = 1", limits=EASY)
        with origin.branch() as branch:
            branch.run("x = 2", limits=EASY)
            changed = branch.run("x", limits=EASY)
        retained, expected = (session.run("x", limits=EASY) for session in (origin, plain))

    assert retained.digest == expected.digest
    assert changed.digest != expected.digest


def test_branch_outlives_its_origin(sandbox: Sandbox) -> None:
    """A branch goes on after its origin was closed."""
    with sandbox.session() as origin:
        origin.run("x = 1", limits=EASY)
        branch = origin.branch()
    with branch:
        assert branch.run("x", limits=EASY).outcome is Outcome.OK


def test_ended_session_stays_ended(sandbox: Sandbox) -> None:
    """After a time-out every further cell is killed, says why, and there is nothing to branch from."""
    with sandbox.session() as session:
        first = session.run(FOREVER, limits=QUICK)
        second = session.run("x = 1", limits=EASY)
        with pytest.raises(SandboxError):
            session.branch()

    assert (first.outcome, second.outcome) == (Outcome.TIMEOUT, Outcome.KILLED)
    assert "max_time" in first.detail
    assert second.detail


def test_judging_needs_a_cell(sandbox: Sandbox) -> None:
    """Without a cell there is nothing to judge, and that is no verdict."""
    with sandbox.session() as first, sandbox.session() as second, pytest.raises(SandboxError):
        first.judge(second)


def test_refused_data_is_a_seed_error(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A function that refuses data raises SeedError with its own words."""
    empty = tmp_path_factory.mktemp("data") / "t.csv"
    empty.write_bytes(b"")

    with sandbox.session(inputs=[empty]) as session, pytest.raises(SeedError, match=r"t\.csv"):
        session.call("read_table", {"path": "inputs/t.csv", "format": "csv"}, limits=Limits())


def test_unknown_function_is_a_failure_of_the_sandbox(sandbox: Sandbox) -> None:
    """A function that is not in the table raises SandboxError."""
    with sandbox.session() as session, pytest.raises(SandboxError):
        session.call("no_such_function", {}, limits=Limits())


def test_closing_twice_is_safe(sandbox: Sandbox) -> None:
    """A closed session can be closed again, and runs nothing."""
    session = sandbox.session()
    session.close()
    session.close()

    assert session.run("x = 1", limits=EASY).outcome is Outcome.KILLED


def test_versions_name_python(sandbox: Sandbox) -> None:
    """Python is always among the versions, what is not installed never."""
    assert [name for name, _ in sandbox.versions(["no_such_package"])] == ["python"]


def test_fingerprint_is_stable(sandbox: Sandbox) -> None:
    """The fingerprint is a text that does not change."""
    assert sandbox.fingerprint
    assert sandbox.fingerprint == sandbox.fingerprint


def test_inputs_stand_under_their_names(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Files and whole folders stand below ``inputs/`` as they were, for branches too."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "part" / "inner").mkdir(parents=True)
    (folder / "a.csv").write_text("a\n1\n")
    (folder / "part" / "inner" / "b.txt").write_bytes(b"\x00\xff")
    expression = "sorted((path, sorted(files)) for path, _, files in os.walk('inputs'))"
    observed = f"import os\n{expression}, open('inputs/part/inner/b.txt', 'rb').read()"
    expected = "([('inputs', ['a.csv']), ('inputs/part', []), ('inputs/part/inner', ['b.txt'])], b'\\x00\\xff')"

    with sandbox.session(inputs=[folder / "a.csv", folder / "part"]) as session, session.branch() as branch:
        runs = [item.run(observed, limits=Limits()) for item in (session, branch)]

    assert isinstance(sandbox, FakeSandbox) or [run.value.text if run.value else run for run in runs] == [expected] * 2


def test_variables_and_confined_branches(sandbox: Sandbox) -> None:
    """Variables are told, copies of them stand apart, and a confined branch still runs."""
    with sandbox.session() as session:
        session.run("x = [1]\ny = x", limits=EASY)
        session.separate()
        with session.branch() as branch:
            branch.confine()
            run = branch.run("x is y", limits=EASY)
        names = [variable.name for variable in session.variables()]

    assert run.outcome is Outcome.OK
    assert isinstance(sandbox, FakeSandbox) or (names, run.value and run.value.text) == (["x", "y"], "False")


def test_protection_is_told(sandbox: Sandbox) -> None:
    """Every sandbox says what stands between code and the machine."""
    assert sandbox.protection.level in set(Level)


def test_rewritten_values_are_judged(sandbox: Sandbox) -> None:
    """Every session judges rewritten values of its last cell, and goes on; without a cell there is nothing to judge."""
    with sandbox.session() as session:
        with pytest.raises(SandboxError):
            session.judge_rewrites([])
        session.prepare({"result": {"type_only": True}})
        session.run("[1, 2, 3]", limits=EASY)
        trials = session.judge_rewrites(["container"])
        after = session.run("1", limits=EASY)

    faults = {trial.operator for trial in trials if trial.is_fault}
    assert {"emptied", "last-lost"} <= faults
    assert after.outcome is Outcome.OK
