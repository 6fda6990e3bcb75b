"""Asking once or several times, as DSEval's Evaluator does."""

import json
from typing import TYPE_CHECKING

import pytest

from authoring.records.evidence import Limits
from authoring.records.results import EvaluationOptions

if TYPE_CHECKING:
    from authoring.validators.base import Dialect
    from tests.evaluation.evaluate.conftest import Evaluate

LIMITS = Limits(max_time=20)


def retrying(**options: bool) -> EvaluationOptions:
    """Return options with three attempts."""
    return EvaluationOptions(max_attempts=3, max_time=10, limits=LIMITS, **options)


def test_one_attempt_is_the_default(evaluated: "Evaluate") -> None:
    """Without retries a wrong answer stands."""
    judged = evaluated("1|||", answers={1: ["2", "1"]})

    assert judged.verdicts == ["WRONG_OUTPUT"]
    assert len(judged.result.problems[0].attempts) == 1


def test_retries_end_with_the_first_correct_answer(evaluated: "Evaluate") -> None:
    """The last attempt counts, and all are kept."""
    judged = evaluated("1|||", answers={1: ["2", "1", "3"]}, options=retrying())
    attempts = judged.result.problems[0].attempts

    assert [(each.submission.attempt, each.verdict.value) for each in attempts] == [(1, "WRONG_OUTPUT"), (2, "CORRECT")]


@pytest.mark.parametrize(("reset", "verdict"), [(False, "WRONG_OUTPUT"), (True, "CORRECT")])
def test_reset_goes_back_to_the_state_before(evaluated: "Evaluate", reset: bool, verdict: str) -> None:  # noqa: FBT001
    """Without it the second attempt finds what the first one did."""
    judged = evaluated(
        "a = [1]", "len(a)|||", answers={1: ["a.append(0)\n7", "len(a)"]}, options=retrying(retry_reset=reset)
    )

    assert judged.result.problems[0].attempts[1].verdict == verdict


def test_next_attempt_after_a_death_starts_anew(evaluated: "Evaluate") -> None:
    """A session that is gone has no state to go on with."""
    judged = evaluated("a = 1", "a|||", answers={1: ["import os; os._exit(1)", "a"]}, options=retrying())

    assert judged.verdicts == ["CORRECT"]


@pytest.mark.parametrize("dialect", ["dseval", "strict"])
def test_no_answer_is_right(evaluated: "Evaluate", dialect: "Dialect") -> None:
    """A solver that failed is not right where all that is asked of code is that it ends; code that does nothing is."""
    cell = "x = 1|||validator:\n  template: basic\n"
    judged = evaluated(cell, cell, answers={1: ["!"], 2: [""]}, dialect=dialect)

    assert judged.verdicts == ["CRASH", "CORRECT"]


def test_solver_is_told_of_its_last_attempt(evaluated: "Evaluate") -> None:
    """Error and output always, the validators' words with hints only."""
    answers = {1: ["print('so')\n2", "1 / 0"]}
    _, second, third = evaluated("1|||", answers=answers, options=retrying(retry_hint=True)).tasks

    assert (second.last_error, second.last_output) == ("", "so\n2")
    assert "ZeroDivisionError" in third.last_error
    assert json.loads(second.hint)["correct"] == "no"
    assert evaluated("1|||", answers=answers, options=retrying()).tasks[1].hint == ""


def test_history_is_the_references(evaluated: "Evaluate") -> None:
    """A solver sees the truth of the cells before, whatever it answered; without resets its last attempt too."""
    judged = evaluated("a = 1", "a + 1|||", "a + 2|||", answers={1: ["5"], 2: ["6", "7"]}, options=retrying())

    assert [task.history for task in judged.tasks] == [
        ("a = 1",),
        ("a = 1", "5"),
        ("a = 1", "a + 1"),
        ("a = 1", "a + 1", "6"),
        ("a = 1", "a + 1", "6", "7"),
    ]


def test_error_propagation_shows_own_answers(evaluated: "Evaluate") -> None:
    """The history holds the last answer to each problem; the variables stay the references'."""
    options = EvaluationOptions(error_propagation=True, max_time=10, limits=LIMITS)
    judged = evaluated("a = 1", "a = 2|||", "a|||", answers={1: ["a = 3"], 2: ["a"]}, options=options)

    assert judged.tasks[1].history == ("a = 1", "a = 3")
    assert judged.verdicts[1] == "CORRECT"


def test_variables_are_gathered_for_who_looks(evaluated: "Evaluate") -> None:
    """What the session holds before the problem is told, if the solver wants to know."""
    seen = evaluated("a = 1", "b = 2|||", answers={1: ["b = 2"]}, looks=True).tasks[0].variables

    assert [(each.name, each.type, each.text) for each in seen] == [("a", "int", "1")]
    assert evaluated("a = 1", "1|||", answers={1: ["1"]}).tasks[0].variables == ()


def test_reference_is_shown_to_the_oracle_alone(evaluated: "Evaluate") -> None:
    """Any other solver would have nothing to do."""
    assert evaluated("1|||", answers={1: ["1"]}).tasks[0].reference == ""


def test_failing_solver_gave_no_code(evaluated: "Evaluate") -> None:
    """What it raised is kept, and empty code is judged."""
    judged = evaluated("1|||", "2|||", answers={1: ["!"], 2: ["2"]})
    submission = judged.result.problems[0].attempts[0].submission

    assert judged.verdicts[1] == "CORRECT"
    assert (submission.code, submission.problemset, submission.index) == ("", "s", 1)
    assert "the agent is out of order" in submission.agent_exception


@pytest.mark.exhaustive
def test_limits_are_the_problems_own(evaluated: "Evaluate") -> None:
    """`execution` of the problem comes first; forbidden names are kept from the submission."""
    slow = "import time; time.sleep(60); 70 + 7"
    judged = evaluated(
        "a = 1",
        "77||| execution: {max_time: 3}",
        "1||| execution: {forbid_names: [a]}",
        answers={1: [slow], 2: ["a + 0"]},
    )

    assert judged.verdicts == ["TIMEOUT", "CRASH"]


def test_forbidden_names_are_read_in_the_text_strictly(evaluated: "Evaluate") -> None:
    """Strictly an answer that writes a forbidden name fails, a built-in's too; in DSEval's dialect that one is free."""
    cells = ("a = 1", "1||| execution: {forbid_names: [a, sorted]}", "1||| execution: {forbid_names: [sorted]}")
    answers = {1: ["a = 1\na"], 2: ["sorted([1])[0]"]}

    assert evaluated(*cells, answers=answers).verdicts == ["CORRECT", "CORRECT"]
    strict = evaluated(*cells, answers=answers, dialect="strict")
    assert strict.verdicts == ["CRASH", "CRASH"]
    assert "forbids the name `sorted` (line 1)" in strict.result.problems[1].attempts[0].reason


def test_submission_that_breaks_judging_is_wrong(evaluated: "Evaluate") -> None:
    """Where the reference passes its own validator, the validator is not to blame."""
    judge = (
        "import os\n      def compare_fn(ref, sub):\n        return {'match': sub == ref or os._exit(1), 'reason': ''}"
    )
    block = f"||| validator:\n  result:\n    compare_fn: |\n      {judge}"
    judged = evaluated(f"7{block}", f"8{block}", answers={1: ["5"], 2: ["8"]})

    assert judged.result.root_causes == ()
    assert judged.verdicts == ["CRASH", "CORRECT"]


@pytest.mark.parametrize(
    "broken",
    [
        "harness.variables = lambda *a, **k: 1 / 0",
        "harness.variables = lambda *a, **k: [{'name': 1}]",
        "import os\nos.register_at_fork(after_in_child=lambda: os._exit(0))",
    ],
    ids=["fails", "lies", "ends forks"],
)
def test_answer_that_breaks_looking_spoils_its_own_problem_alone(evaluated: "Evaluate", broken: str) -> None:
    """A solver that looks at variables is shown none where an answer broke that, and the evaluation goes on."""
    code = f"import authoring.sandbox.inside.session as harness\n{broken}\n0"
    judged = evaluated(
        "x = 2", "x + 1|||", "x + 2|||", answers={1: [code, "1"], 2: ["4"]}, options=retrying(), looks=True
    )

    assert judged.verdicts[0] not in {"CORRECT", "-"}
    assert judged.verdicts[1] == "CORRECT"
    assert [task.index for task in judged.tasks][-1] == 2


def test_history_has_questions_and_outputs(evaluated: "Evaluate") -> None:
    """Of the cells before: those of the references, long ones without their middle, nothing of the problem itself."""
    cells = ("a = 1\nprint('hello')", "print('x' * 50_000)\na + 1|||", "a + 2|||")
    first, second = evaluated(*cells, answers={1: ["2"], 2: ["3"]}).tasks

    assert (first.questions, first.outputs) == (("",), ("hello\n",))
    assert second.questions == ("", first.question)
    assert second.outputs[1].endswith("x\n2")
    assert len(second.outputs[1]) < 10_100


def test_outputs_are_the_solvers_own_with_error_propagation(evaluated: "Evaluate") -> None:
    """They belong to the code that is shown."""
    options = EvaluationOptions(max_time=10, limits=LIMITS, error_propagation=True)
    judged = evaluated("1|||", "2|||", answers={1: ["print('mine')\n5"], 2: ["2"]}, options=options)

    assert (judged.tasks[1].history, judged.tasks[1].outputs) == (("print('mine')\n5",), ("mine\n5",))


def test_further_attempt_has_the_last_code(evaluated: "Evaluate") -> None:
    """With resets it stands nowhere else; without, the history has question and output of the last attempt too."""
    reset, gone_on = (
        evaluated("1|||", answers={1: ["2", "1"]}, options=retrying(retry_reset=resets)).tasks[1]
        for resets in (True, False)
    )

    assert (reset.last_code, reset.history, reset.outputs) == ("2", (), ())
    assert (gone_on.last_code, gone_on.history, gone_on.outputs) == ("2", ("2",), ("2",))
    assert gone_on.questions == (gone_on.question,)


def test_samples_start_from_the_same_state(evaluated: "Evaluate") -> None:
    """Each is a first attempt, in a fork of its own; in the results its number is that of an attempt."""
    options = EvaluationOptions(max_time=10, limits=LIMITS, samples=3)
    judged = evaluated("a = [1]", "len(a)|||", answers={1: ["a.clear()\nlen(a)"]}, options=options)
    attempts = judged.result.problems[0].attempts

    assert [(task.attempt, task.sample) for task in judged.tasks] == [(1, 1), (1, 2), (1, 3)]
    assert [(made.submission.attempt, made.verdict) for made in attempts] == [
        (n, attempts[0].verdict) for n in (1, 2, 3)
    ]
    assert {made.run.value.text for made in attempts if made.run.value} == {"0"}
