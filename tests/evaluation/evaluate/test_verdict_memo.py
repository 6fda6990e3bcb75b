"""Verdicts are used again where the same code in the same state can only end alike, and nowhere else."""

from typing import TYPE_CHECKING

import pytest

from authoring.evaluation.evaluate.verdict_memo import VerdictMemo, is_repeatable
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome
from authoring.records.results import Attempt, EvaluationOptions, Submission
from authoring.validators.verdicts import SubverdictName, VerdictName

if TYPE_CHECKING:
    from tests.evaluation.evaluate.conftest import Evaluate

LIMITS = Limits(max_time=20)


@pytest.mark.parametrize(
    ("codes", "repeatable"),
    [
        (["import pandas as pd\ndf = pd.DataFrame({'id': [1]})", "df['id'].sum()"], True),
        (["import numpy as np\nnp.random.seed(0)", "np.random.rand()"], True),
        (["df.sample(1, random_state=0)"], True),
        (["import numpy as np", "np.random.rand()"], False),
        (["import numpy as np", "np.random.default_rng().random()"], False),
        (["df.sample(1)"], False),
        (["import datetime\ndatetime.datetime.now()"], False),
        (["from time import perf_counter as now\nnow()"], False),
        (["import uuid\nuuid.uuid4()"], False),
        (["id(df)"], False),
        (["open('count', 'a').tell()"], False),
        (["def f(:"], False),
    ],
)
def test_chance_and_clocks_are_seen(codes: list[str], *, repeatable: bool) -> None:
    """What draws without a seed, tells the time, or looks at process and machine may end otherwise next time."""
    assert is_repeatable(codes) is repeatable


def attempt(code: str, outcome: Outcome = Outcome.OK) -> Attempt:
    """Return what came of an answer."""
    return Attempt(
        submission=Submission(problemset="s", index=1, code=code),
        run=CellRun(outcome=outcome, seconds=0.25, peak_memory=0),
        judgement=Judgement(correct="yes", category="and"),
        verdict=VerdictName.CORRECT,
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="",
    )


def test_same_code_in_the_same_state_is_found() -> None:
    """Layout makes a difference to errors alone, whose lines are shown; limits and other states are never shared."""
    memo = VerdictMemo()
    memo.note("state", attempt("x  = 1"), ())
    memo.note("state", attempt("1/0", Outcome.ERROR), ())
    memo.note("state", attempt("while True: pass", Outcome.TIMEOUT), ())
    memo.note("state", attempt("y = 1"), ("import uuid\nuuid.uuid4()",))
    second = Submission(problemset="s", index=1, attempt=2, code="x = 1  # it is")
    reused = memo.attempt_of("state", second)

    assert reused is not None
    assert (reused.submission, reused.run.seconds) == (second, 0.25)
    assert memo.attempt_of("other", second) is None
    for code, is_present in (("1/0", True), ("1 / 0", False), ("while True: pass", False), ("y = 1", False)):
        assert (memo.attempt_of("state", second.model_copy(update={"code": code})) is not None) is is_present


def test_equal_samples_are_run_once(evaluated: "Evaluate") -> None:
    """Each sample has its own number and the verdict of the first; what chance may change runs for each."""
    options = EvaluationOptions(samples=2, max_time=10, limits=LIMITS)
    answers = {1: ["[1]"], 2: ["import os\nlen(a + [os.getpid()]) and 2"]}
    judged = evaluated("a = [1]", "a|||", "len(a) + 1|||", answers=answers, options=options)
    equal, chance = (problem.attempts for problem in judged.result.problems)

    assert judged.verdicts == ["CORRECT", "CORRECT"]
    assert [item.submission.attempt for item in equal] == [1, 2]
    assert equal[0].run == equal[1].run
    assert chance[0].run != chance[1].run


def test_a_live_session_gives_nothing_away(evaluated: "Evaluate") -> None:
    """A second attempt that goes on from the first one's state is run, whatever it says."""
    options = EvaluationOptions(max_attempts=2, max_time=10, limits=LIMITS)
    judged = evaluated("a = [1]", "len(a) + 2|||", answers={1: ["a.append(0)\nlen(a)"] * 2}, options=options)

    first, second = judged.result.problems[0].attempts

    assert (first.run.value and first.run.value.text, second.run.value and second.run.value.text) == ("2", "3")
