"""A submission is judged by what it left behind, whatever became of its session."""

from pathlib import Path

import pytest

from authoring.records.evidence import Judgement, Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect, TimeLimitError

LATE = f"{TimeLimitError.__module__}.{TimeLimitError.__qualname__}:"
ENDS = {
    "late": ("while True:\n    pass", Outcome.TIMEOUT, LATE),
    "killed": ("import os\nos._exit(3)", Outcome.KILLED, "ChildProcessError:"),
    "too much memory": ("bytearray(10**10)", Outcome.OUT_OF_MEMORY, "MemoryError"),
    "too much output": (
        "while True:\n    print('x' * 1000)",
        Outcome.TOO_MUCH_OUTPUT,
        "authoring.sandbox.inside.output.OutputOverflowError:",
    ),
    "an error": ("{}['a']", Outcome.ERROR, "KeyError:"),
}


def part(judgement: Judgement, category: str) -> Judgement:
    """Return the part of a judgement with this category."""
    return next(part for part in judgement.parts if part.category == category)


@pytest.mark.parametrize("end", ENDS)
def test_end_of_a_submission_is_an_error_of_its_kind(end: str, local: LocalSandbox) -> None:
    """What ended a submission is the exception that `crash` sees: verdicts tell a time limit from other ends by it."""
    code, outcome, error = ENDS[end]
    limits = Limits(max_time=1 if outcome is Outcome.TIMEOUT else 60, max_memory=400, max_output=10_000)
    with local.session() as reference, reference.branch() as submission:
        reference.prepare({})
        reference.run("1", limits=Limits())
        run = submission.run(code, limits=limits)
        judgement = reference.judge(submission)

    assert (run.outcome, judgement.correct) == (outcome, "no")
    assert part(judgement, "crash").errors == (error,)


def test_failing_reference_does_not_end_its_session(local: LocalSandbox, limits: Limits) -> None:
    """After a reference that raises, what it did before stays, and cells, branches and judgements go on."""
    with local.session() as reference:
        reference.run("a = 1", limits=limits)
        reference.prepare({})
        failed = reference.run("b = 2\n1 / 0", limits=limits)
        with reference.branch() as submission:
            submission.run("b = 2\n1", limits=limits)
            by_failure = reference.judge(submission)
        with reference.branch() as submission:
            reference.prepare({})
            reference.run("a + b", limits=limits)
            submission.run("b + a", limits=limits)
            after = reference.judge(submission)

    assert failed.outcome is Outcome.ERROR
    assert part(by_failure, "crash").correct == "yes"
    assert after.correct == "yes"


def test_dialect_is_that_of_the_session(local: LocalSandbox, limits: Limits) -> None:
    """A session and its branches judge by the dialect it was opened with."""
    results = []
    dialects: tuple[Dialect, ...] = ("dseval", "strict")
    for dialect in dialects:
        with local.session(dialect=dialect) as origin, origin.branch() as reference, origin.branch() as submission:
            reference.prepare({"template": "basic"})
            reference.run("42", limits=limits)
            submission.run("answer = 42\n1 / 0", limits=limits)
            results.append(reference.judge(submission).correct)

    assert results == ["partial", "no"]


def test_judging_changes_neither_session(local: LocalSandbox, limits: Limits) -> None:
    """Values that are printed are evaluated again to be judged, and what that does is forgotten."""
    setup = "values = iter([5, 6, 7])"
    with local.session() as reference, local.session() as submission:
        for session in (reference, submission):
            session.run(setup, limits=limits)
        reference.prepare({})
        reference.run("next(values)", limits=limits)
        submission.run("print(next(values) and len([next(values)]))", limits=limits)
        first, second = (reference.judge(submission) for _ in range(2))
        left = [session.run("[*values]", limits=limits).value for session in (reference, submission)]

    assert first == second
    assert [value.text for value in left if value] == ["[6, 7]", "[7]"]


def test_many_judgements_leave_no_process(local: LocalSandbox, limits: Limits) -> None:
    """Forks that judge are gone, and no child is left for a cell's own wait."""
    with local.session() as reference, reference.branch() as submission:
        reference.prepare({})
        reference.run("1", limits=limits)
        submission.run("x = 2", limits=limits)
        for _ in range(5):
            reference.judge(submission)
        submission.close()
        count = "import os, pathlib\npathlib.Path(f'/proc/self/task/{os.getpid()}/children').read_text()"
        reference.prepare(None)
        value = reference.run(count, limits=limits).value

    assert value is not None
    assert value.text.strip("'") == ""


def test_submission_cannot_touch_what_others_read(local: LocalSandbox, limits: Limits, tmp_path: Path) -> None:
    """What a submission writes to or deletes of the inputs, its reference and other submissions do not see."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.csv").write_text("whole")
    read = "open('inputs/data/a.csv').read()"
    with local.session(inputs=[tmp_path / "data"]) as reference:
        for spoil in (
            "open('inputs/data/a.csv', 'w').write('spoiled')",
            "import os\nos.truncate('inputs/data/a.csv', 1)",
            "import shutil\nshutil.rmtree('inputs')",
        ):
            with reference.branch() as submission, reference.branch() as second:
                submission.run(spoil, limits=limits)
                observed = [session.run(read, limits=limits).value for session in (reference, second)]

            assert [value.text for value in observed if value] == ["'whole'", "'whole'"]
    assert (tmp_path / "data" / "a.csv").read_text() == "whole"


def test_no_memory_limit(local: LocalSandbox) -> None:
    """A negative limit is none, as in DSEval."""
    with local.session() as session:
        limited = session.run("len(bytearray(10**8))", limits=Limits(max_memory=10))
        free = session.run("len(bytearray(10**8))", limits=Limits(max_memory=-1))

    assert (limited.outcome, free.outcome) == (Outcome.OUT_OF_MEMORY, Outcome.OK)
