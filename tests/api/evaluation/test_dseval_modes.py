"""DSEval's modes with every solver that asks a model: error propagation, retries, hints."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.api.evaluation import evaluate
from authoring.records.results import EvaluationOptions
from authoring.workspace.evaluation_file import read_evaluation
from tests.api.evaluation.test_solvers import request_for, workspace
from tests.llm.planner_models import Planner
from tests.llm.server import LoopbackServer
from tests.llm.wire import Answer, Call

__all__ = ["workspace"]
WRONG = {"How many?": "wrong_count = 2\nwrong_count", "Sort `x` into `y`.": "y = x[:2]"}
RIGHT = {"How many?": "len(x)", "Sort `x` into `y`.": "y = sorted(x)"}
SOLVERS = (("model", "right"), ("selfdebug", "right"), ("react", "final"), ("taskgraph", "planning"))
AGAIN = "You have answered this question before"

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.usefixtures("workspace"),
    pytest.mark.parametrize(("solver", "kind"), SOLVERS),
]


class Learner:
    """Answers wrongly at the first attempt, and rightly when it is told so."""

    def __init__(self, kind: str, answers: Mapping[str, str] = RIGHT) -> None:
        self._first, self._second = (getattr(Planner(codes), kind) for codes in (WRONG, answers))

    def __call__(self, call: Call) -> Answer:
        """Answer."""
        answer = self._second(call) if AGAIN in call.prompt else self._first(call)
        assert isinstance(answer, Answer)
        return answer


def attempts_of(out: str) -> list[list[str]]:
    """Return the verdicts of the attempts at each problem."""
    evaluation = read_evaluation(Path(out))
    assert evaluation is not None
    problems = [problem for result in evaluation.sets for problem in result.problems]
    return [[attempt.verdict.value for attempt in problem.attempts] for problem in problems]


@pytest.mark.parametrize("hint", [False, True])
def test_a_retry_sees_the_last_attempt(solver: str, kind: str, *, hint: bool) -> None:
    """Each problem is right at the second attempt, which is shown the first, and the validators' words with a hint."""
    with LoopbackServer(Learner(kind)) as server:
        request = request_for(server, f"{solver}:m")
        options = EvaluationOptions(retry_hint=hint, retry_reset=True)
        report = evaluate(replace(request, options=options, max_attempts=2))
    attempts = attempts_of(report.out)
    again = [served.call.prompt for served in server.calls if AGAIN in served.call.prompt]

    assert [len(verdicts) for verdicts in attempts] == [2] * 4
    assert all(verdicts[0] != "CORRECT" and verdicts[1] == "CORRECT" for verdicts in attempts)
    assert all("wrong_count = 2" in prompt or "y = x[:2]" in prompt for prompt in again)
    assert all(("What the judges said" in prompt) == hint for prompt in again)


def test_errors_propagate_in_what_is_shown(solver: str, kind: str) -> None:
    """With error propagation the second problem shows the solver's own first answer, and else the reference."""
    answers = {**RIGHT, "How many?": WRONG["How many?"]}
    shown = []
    for propagates in (False, True):
        with LoopbackServer(getattr(Planner(answers), kind)) as server:
            request = request_for(server, f"{solver}:m")
            options = EvaluationOptions(error_propagation=propagates)
            report = evaluate(replace(request, options=options, fresh=True))
        prompts = [served.call.prompt for served in server.calls if "Sort `x`" in served.call.prompt]
        shown.append({bool(re.search(r"(?m)^wrong_count = 2$", prompt)) for prompt in prompts})

        assert [verdicts[-1] == "CORRECT" for verdicts in attempts_of(report.out)] == [False, True] * 2
        assert report.metrics.pass_rate == 0.5
    assert shown == [{False}, {True}]


def test_an_answer_goes_on_from_the_last_one(solver: str, kind: str) -> None:
    """Without resets the second attempt starts from what the first left, so that it may rest on a name of it."""
    rests_on = {**RIGHT, "How many?": "wrong_count + 1"}
    with LoopbackServer(Learner(kind, rests_on)) as server:
        request = request_for(server, f"{solver}:m")
        report = evaluate(replace(request, options=EvaluationOptions(), max_attempts=2))

    assert [verdicts[-1] for verdicts in attempts_of(report.out)][::2] == ["CORRECT"] * 2
