"""What a solver tries changes nothing: neither the state that answers start from nor what they are judged by."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.dseal.parse import parse
from authoring.errors import SandboxError
from authoring.evaluation.evaluate.answer_states import ForkedState
from authoring.evaluation.evaluate.scratchpad import BROKEN, AbandonedError, ForkedScratchpad, answer_limits
from authoring.records.evidence import Limits, Outcome
from authoring.records.results import EvaluationOptions
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect
from tests.evaluation.solvers.scene import problem_of

OPTIONS = EvaluationOptions(max_time=20)


@pytest.fixture
def session(sandbox: LocalSandbox) -> Iterator[Session]:
    """Return a session that holds a list."""
    with sandbox.session() as opened:
        opened.run("x = [3, 1, 2]", limits=Limits())
        yield opened


@pytest.fixture
def scratchpad(session: Session) -> Iterator[ForkedScratchpad]:
    """Return a scratchpad in that state."""
    with ForkedScratchpad(session, problem_of(), OPTIONS, separates=True) as opened:
        yield opened


def value(session: Session, code: str) -> str:
    """Return what an expression gives in a session."""
    run = session.run(code, limits=Limits())
    return run.value.text if run.value else run.outcome


def test_what_may_take_long_may_compute_as_long() -> None:
    """A problem's own seconds raise the limit of processor time, and never lower it."""
    text = '# %%\n"""\nquestion: How many?\nexecution:\n  max_time: 600\n  max_memory: 9\n"""\n3\n'
    long = answer_limits(parse(text).problems[0][1], OPTIONS)
    short = answer_limits(problem_of(), OPTIONS)

    assert (long.max_time, long.max_cpu, long.max_memory) == (600, 600, 9)
    assert (short.max_time, short.max_cpu, short.max_memory) == (20, Limits().max_cpu, Limits().max_memory)


def test_runs_go_on_or_begin_anew(scratchpad: ForkedScratchpad) -> None:
    """With `anew` the state before the problem is there again."""
    scratchpad.run("y = x.pop()", anew=True)
    after = scratchpad.run("len(x), y", anew=False)
    anew = scratchpad.run("len(x)", anew=True)

    assert after.value is not None
    assert (after.value.text, anew.value.text if anew.value else "") == ("(2, 2)", "3")


@pytest.mark.parametrize(
    "code",
    [
        "import os; os._exit(3)",
        "for name in list(globals()): del globals()[name]",
        "def f(): return f()\nf()",
        "x.clear(); import builtins; builtins.len = None",
        "open('inputs/left.txt', 'w').write('a')\nopen('left.txt', 'w').write('a')",
    ],
)
def test_hostile_code_harms_nobody(session: Session, scratchpad: ForkedScratchpad, code: str) -> None:
    """The session is what it was, and the next run of the scratchpad has a process."""
    scratchpad.run(code, anew=True)
    anew = scratchpad.run("len(x)", anew=True)

    assert anew.value is not None
    assert anew.value.text == "3"
    assert value(session, "(len(x), 'y' in globals(), __import__('os').path.exists('left.txt'))") == "(3, False, False)"


def test_endless_code_is_ended(session: Session, scratchpad: ForkedScratchpad) -> None:
    """By the limit of an answer, or the one that the solver names; a run that goes on finds the state before."""
    assert scratchpad.run("while True: pass", anew=False, max_time=1).outcome is Outcome.TIMEOUT
    after = scratchpad.run("len(x)", anew=False)

    assert after.value is not None
    assert after.value.text == "3"
    assert value(session, "len(x)") == "3"


def test_forbidden_names_are_forbidden_here_too(session: Session) -> None:
    """What an answer may not use, its author cannot look at."""
    problem = problem_of('# %%\n"""\nquestion: q\nexecution:\n  forbid_names: [x]\n"""\n\n1\n')
    with ForkedScratchpad(session, problem, OPTIONS, separates=True) as scratchpad:
        assert scratchpad.run("len(x)", anew=True).outcome is Outcome.ERROR


def test_session_that_an_answer_broke_ends_one_run(sandbox: LocalSandbox) -> None:
    """A further attempt starts from what the last one left; where that is gone, the model is told so."""
    with sandbox.session() as session:
        session.run("import os; os._exit(1)", limits=Limits())
        with ForkedScratchpad(session, problem_of(), OPTIONS, separates=True, is_used=True) as scratchpad:
            assert scratchpad.run("1", anew=True).detail == BROKEN


@pytest.mark.parametrize("dialect", ["dseval", "strict"])
def test_what_is_tried_goes_on_from_the_last_attempt(sandbox: LocalSandbox, tmp_path: Path, dialect: Dialect) -> None:
    """Without resets a second attempt finds the first one's variables and files, and the data; so do trials."""
    table = tmp_path / "t.csv"
    table.write_text("a\n7\n")
    options, problem = OPTIONS.model_copy(update={"max_attempts": 2}), problem_of()
    limits = answer_limits(problem, options)
    with sandbox.session(inputs=[table], dialect=dialect) as before:
        before.run("x = [3, 1, 2]", limits=limits)
        state = ForkedState(before, options, dialect)
        first = "x.append(open('inputs/t.csv').read()); open('own.txt', 'w').write('mine')"
        state.note(first, state.session().run(first, limits=limits), limits)
        with ForkedScratchpad(
            state.start, problem, options, separates=True, is_used=state.is_used, since=state.since
        ) as scratchpad:
            run = scratchpad.run("open('inputs/t.csv').read() == x[-1], open('own.txt').read()", anew=True)
        state.close()

    assert run.value is not None, run
    assert run.value.text == "(True, 'mine')"


def test_a_fork_that_is_prepared_serves_the_next_run(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """One fork for each run that begins anew, made while the model is waited for; it holds the state before."""
    branch, forks = session.branch, list[Session]()

    def counted_branch() -> Session:
        forks.append(branch())
        return forks[-1]

    monkeypatch.setattr(session, "branch", counted_branch)
    with ForkedScratchpad(session, problem_of(), OPTIONS, separates=True) as scratchpad:
        scratchpad.prepare(anew=True)
        first = scratchpad.run("x.pop(); len(x)", anew=True)
        scratchpad.prepare(anew=False)
        on = scratchpad.run("len(x)", anew=False)
        scratchpad.prepare(anew=True)
        scratchpad.prepare(anew=False)
        anew = scratchpad.run("len(x)", anew=True)
        scratchpad.run("import os; os._exit(1)", anew=False)
        scratchpad.prepare(anew=False)
        after = scratchpad.run("len(x)", anew=False)

    assert [run.value.text for run in (first, on, anew, after) if run.value] == ["2", "2", "3", "3"]
    assert len(forks) == 3


def test_what_is_prepared_in_vain_leaves_nothing(session: Session) -> None:
    """A fork that no run used ends with the scratchpad; where the evaluation has ended, none is made."""
    stopped: list[bool] = []
    with ForkedScratchpad(
        session, problem_of(), OPTIONS, separates=True, is_stopped=lambda: bool(stopped)
    ) as scratchpad:
        scratchpad.prepare(anew=True)
        scratchpad.close()
        stopped.append(True)
        scratchpad.prepare(anew=True)
        with pytest.raises(AbandonedError):
            scratchpad.run("1", anew=True)

    assert value(session, "len(x)") == "3"


def test_a_fork_that_cannot_be_made_is_told_by_the_run(sandbox: LocalSandbox) -> None:
    """Preparing raises nothing: nobody may need the fork."""
    with sandbox.session() as session:
        session.run("import os; os._exit(1)", limits=Limits())
        with ForkedScratchpad(session, problem_of(), OPTIONS, separates=True) as scratchpad:
            scratchpad.prepare(anew=True)
            with pytest.raises(SandboxError):
                scratchpad.run("1", anew=True)
