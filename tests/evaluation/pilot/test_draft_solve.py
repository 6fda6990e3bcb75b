"""A model that sees questions and tables alone answers a draft; where it says something else, a finding shows both."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.api.models import SubjectModel
from authoring.errors import ModelError
from authoring.evaluation.pilot.draft_solve import blind_solve, disagreements
from authoring.llm.models.scripted import ScriptedModel, ScriptEntry
from authoring.llm.port import CallError, Failure, Model, OnText, Reply, Request, TokenUsage
from authoring.records.evidence import Limits
from authoring.records.pilot import AnswerCluster, AnswerOutcome, BlindSolve, PilotProblem
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.guidance import read_solver_prompts

ROOT = Path(__file__).parents[3]
SET = '''# %%
x = [3, 1, 2]

# %%
"""
question: Sort the members of `x`, as a list.
"""
sorted(x)

# %%
"""
question: How many members has `x`?
"""
len(x) + 1

# %%
"""
question: What is the sum of `x`?
"""
sum(x)
'''
PATIENCE = 60
"""Seconds after which a call that waits for the others fails the test."""
ANSWERS = {"Sort the members": "sorted(x)", "How many members": "len(x)", "What is the sum": "total(x)"}


@pytest.fixture
def sandbox() -> Iterator[LocalSandbox]:
    """Return a sandbox of this machine."""
    opened = LocalSandbox()
    yield opened
    opened.close()


def solved(sandbox: LocalSandbox, model: Model, *, concurrency: int = 1) -> BlindSolve:
    """Have a model answer the set, so many problems at once."""
    prompts = read_solver_prompts(ROOT, "model")
    return blind_solve(
        SET,
        inputs=(),
        limits=Limits(max_time=20),
        sandbox=sandbox,
        dialect="dseval",
        model=SubjectModel(model, "tiny", concurrency=concurrency),
        prompts=prompts,
    )


def code_for(request: Request) -> str:
    """Return the reply to a question."""
    question = request.messages[-1].content.rpartition("The question:")[2]
    return f"```python\n{next(code for words, code in ANSWERS.items() if words in question)}\n```"


class TogetherModel:
    """Replies when as many calls are under way as there are problems, and to none before."""

    name, fingerprint = "together", "together"

    def __init__(self) -> None:
        self._calls = threading.Barrier(len(ANSWERS), timeout=PATIENCE)

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the reply, when the others are asked for."""
        del on_text
        self._calls.wait()
        return Reply(text=code_for(request), model=self.name, usage=TokenUsage(), seconds=0)


def test_problems_are_asked_side_by_side(sandbox: LocalSandbox) -> None:
    """No call waits for another, and what comes of them is what comes of asking for one after the other."""
    together = solved(sandbox, TogetherModel(), concurrency=len(ANSWERS))
    in_turn = solved(sandbox, ScriptedModel(code_for))

    assert disagreements(SET, together) == disagreements(SET, in_turn)
    assert [problem.answers[0].outcome for problem in together.problems] == [
        AnswerOutcome.RIGHT,
        AnswerOutcome.WRONG,
        AnswerOutcome.FAILED,
    ]


def test_other_answers_are_told_and_failures_are_not(sandbox: LocalSandbox) -> None:
    """The model sees no code of the draft; what it answers otherwise is shown beside the reference, for the repair."""
    requests: list[Request] = []

    def answer(request: Request) -> ScriptEntry:
        requests.append(request)
        return code_for(request)

    solve = solved(sandbox, ScriptedModel(answer))
    (finding,) = disagreements(SET, solve)

    assert [request.purpose for request in requests] == ["solve"] * 3
    assert not any(code in request.messages[-1].content for request in requests for code in ("sorted(x)", "+ 1"))
    assert "[3, 1, 2]" in requests[0].messages[-1].content
    assert "Sort the members" in requests[1].messages[-1].content
    assert (finding.code, finding.problem, finding.severity.value) == ("DS979", 2, "warning")
    assert "The reference gives: 4; the answer: 3; its code: len(x)" in finding.hint


def test_an_outage_is_no_solve(sandbox: LocalSandbox) -> None:
    """Nothing is recorded of a model that gave no reply, so that the same command asks again."""
    down = CallError("nothing listens there", failure=Failure.CONNECTION)
    with pytest.raises(ModelError, match="3 answers did not come"):
        solved(sandbox, ScriptedModel([down] * 3))


def test_a_refused_form_is_told_as_such() -> None:
    """The value is right, so the question or the validator is at fault; a blocked problem says nothing."""
    cluster = AnswerCluster(
        outcome=AnswerOutcome.FORM, answers=1, solvers=("model:m",), code="'3'", value="'3'", reason="a text"
    )
    problem = PilotProblem(number=2, question="How many?", reference="3", value="3", clusters=(cluster,))
    blocked = problem.model_copy(update={"number": 3, "is_blocked": True})
    (finding,) = disagreements(SET, BlindSolve(solver="model:m", problems=(problem, blocked)))

    assert finding.problem == 2
    assert "in a form that is refused" in finding.message
