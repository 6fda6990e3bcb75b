"""A submission is judged by what it left behind, whatever became of its session."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from authoring.errors import SandboxError
from authoring.records.evidence import Judgement, Limits, Outcome
from authoring.sandbox.client import judgement as judging
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.process import Process
from authoring.validators.base import Dialect, TimeLimitError
from authoring.validators.rewriting.matters import AnswerForm, Matter

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


@pytest.mark.exhaustive
def test_value_that_is_too_large_to_look_at_is_an_outcome(local: LocalSandbox) -> None:
    """Where looking at a value takes more memory than there is, the sandbox has not failed: the problem has."""
    with local.session() as session:
        session.prepare({})
        run = session.run("import numpy\nnumpy.zeros(40_000_000)", limits=Limits())
        judgement = session.judge(session)

    assert (run.outcome, judgement.category, "max_memory" in judgement.reason) == (Outcome.OK, "validator_error", True)


def test_no_memory_limit(local: LocalSandbox) -> None:
    """A negative limit is none, as in DSEval."""
    with local.session() as session:
        limited = session.run("len(bytearray(10**8))", limits=Limits(max_memory=10))
        free = session.run("len(bytearray(10**8))", limits=Limits(max_memory=-1))

    assert (limited.outcome, free.outcome) == (Outcome.OUT_OF_MEMORY, Outcome.OK)


def test_judging_may_take_as_long_as_for_the_reference(local: LocalSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Large values take time to compare, on a busy machine more: that is no fault of an honest answer."""
    monkeypatch.setattr(judging, "ANSWER_JUDGING_TIME", 0.005)
    # On a quiet machine an answer takes about three times as long as the reference by itself, whose values lie at hand.
    monkeypatch.setattr(judging, "REFERENCE_FACTOR", 20.0)
    code = "import pandas as pd\nframe = pd.DataFrame({'a': [str(number) for number in range(200_000)]})\nframe"
    categories = []
    for itself in (False, True):
        with local.session() as truth, truth.branch() as answer:
            truth.prepare({"result": None})
            truth.run(code, limits=Limits())
            if itself:
                truth.judge(truth)
            answer.confine()
            # Another digest, so that it is compared.
            answer.run(f"other = 1\n{code}", limits=Limits())
            categories.append(truth.judge(answer).category)

    assert categories[0] == "validator_error"
    assert categories[1] != "validator_error"


def test_answers_that_leave_the_same_are_judged_once(local: LocalSandbox, limits: Limits) -> None:
    """Whatever its code is: what is compared is the same, by a judge that says the same each time."""
    answers = ["1 + 1", "helper = 2\nhelper", "len('ab')", "3", "1 / 0", "1 / 0 ", "print(2)"]
    requests = patch.object(Process, "request", autospec=True, side_effect=Process.request)
    with requests as request, local.session() as truth:
        before = truth.branch()
        truth.prepare({"template": "basic", "result": None})
        truth.run("2", limits=limits)
        judgements = []
        for code in answers:
            with before.attempt() as attempt:
                attempt.prepare(None)
                attempt.run(code, limits=limits)
                judgements.append(truth.judge(attempt).correct)
        before.close()

    assert judgements == ["yes", "yes", "yes", "no", "no", "no", "partial"]
    # The first of three that leave 2, and each of the others, whose failures and prints show their code.
    headers = [call.args[1] for call in request.call_args_list]
    assert sum(header["command"] == "judge" and "validator" in header for header in headers) == 5


def test_rewritten_values_are_judged_where_nothing_ran(local: LocalSandbox, limits: Limits) -> None:
    """A lax flag lets a wrong value pass, a strict one refuses a right form, and the session goes on as it was."""
    form = AnswerForm(frozenset(Matter) - {Matter.CHANCE, Matter.UNIT})
    with local.session() as session:
        session.run("import pandas as pd\ndf = pd.DataFrame({'kind': ['x', 'y', 'x'], 'n': [1, 2, 4]})", limits=limits)
        session.prepare({"result": {"ignore_dtypes": True}, "namespace_check": {"total": None}})
        session.run("total = df.groupby('kind')['n'].sum()\ntotal.rename('total')", limits=limits)
        trials = session.judge_rewrites(form.words)
        again = session.judge_rewrites(form.words)
        session.prepare({})
        after = session.run("total.sum()", limits=limits)

    subjects = {trial.subject for trial in trials if trial.is_fault and trial.side == "wrong"}
    assert subjects == {"value"}
    assert {"index-name", "as-frame"} <= {trial.operator for trial in trials if trial.is_fault}
    assert [trial.model_dump() for trial in trials] == [trial.model_dump() for trial in again]
    assert (after.value.text if after.value else "") == "np.int64(7)"


def test_columns_of_the_session_keep_their_form(local: LocalSandbox, limits: Limits) -> None:
    """A column that was taken over has the session's dtype in any answer; one that the cell made has its own."""
    form = AnswerForm(frozenset(Matter) - {Matter.CHANCE, Matter.UNIT})
    with local.session() as session:
        session.run("import pandas as pd\ndf = pd.DataFrame({'n': [1, 2, 4]})", limits=limits)
        results = []
        for code in ("df[df.n > 1]", "(df * 2).rename(columns={'n': 'm'})"):
            session.prepare({})
            session.run(code, limits=limits)
            results.append("int32" in {trial.operator for trial in session.judge_rewrites(form.words)})

    assert results == [False, True]


@pytest.mark.parametrize(
    ("block", "code", "reason"),
    [
        ({}, "1 / 0", ""),
        (None, "1", "nothing was said to judge this cell by"),
        ({"result": {"compare_fn": "1 +"}}, "1", "compare_fn"),
        ({"namespace_check": {"nothing": None}}, "1", "which the reference does not have"),
    ],
)
def test_what_cannot_be_rewritten_says_why(
    block: dict[str, Any] | None, code: str, reason: str, local: LocalSandbox, limits: Limits
) -> None:
    """Without evidence, or with a broken block, there is one trial, which decides nothing."""
    with local.session() as session:
        session.prepare(block)
        session.run(code, limits=limits)
        trials = session.judge_rewrites([])

    assert [trial for trial in trials if trial.is_fault] == []
    assert reason in "".join(trial.reason for trial in trials)


def test_comparison_that_never_ends_is_given_up(
    local: LocalSandbox, limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code of a block that takes too long ends the judge, and the next judgement has a new one."""
    monkeypatch.setattr(judging, "REWRITING_TIME", 1.0)
    endless = "def compare_fn(a, b):\n    while a != b:\n        pass\n    return {'match': True, 'reason': ''}"
    with local.session() as session, session.branch() as submission:
        session.prepare({"result": {"compare_fn": endless}})
        session.run("3", limits=limits)
        (trial,) = session.judge_rewrites([])
        session.prepare({})
        session.run("4", limits=limits)
        submission.run("5", limits=limits)
        after = session.judge(submission)

    assert (trial.judgement, trial.operator) == ("undecided", "limit")
    assert "more than 1 seconds" in trial.reason
    assert after.correct == "no"


def test_session_without_a_cell_has_nothing_to_rewrite(local: LocalSandbox) -> None:
    """Whoever asks too early is told so."""
    with local.session() as session, pytest.raises(SandboxError, match="no cell"):
        session.judge_rewrites([])
