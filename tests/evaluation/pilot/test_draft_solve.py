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
from authoring.workspace.cache import ObservationCache
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


def solved(sandbox: LocalSandbox, model: Model, store: Path, *, text: str = SET, concurrency: int = 1) -> BlindSolve:
    """Have a model answer a set, so many problems at once."""
    prompts = read_solver_prompts(ROOT, "model")
    return blind_solve(
        text,
        inputs=(),
        limits=Limits(max_time=20),
        sandbox=sandbox,
        dialect="dseval",
        model=SubjectModel(model, "tiny", ObservationCache(store), concurrency=concurrency),
        prompts=prompts,
    )


def code_for(request: Request) -> str:
    """Return the reply to a question."""
    question = request.messages[-1].content.rpartition("which you answer now:")[2]
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


def test_problems_are_asked_side_by_side(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """No call waits for another, and what comes of them is what comes of asking for one after the other."""
    together = solved(sandbox, TogetherModel(), tmp_path / "together", concurrency=len(ANSWERS))
    in_turn = solved(sandbox, ScriptedModel(code_for), tmp_path / "in_turn")

    assert disagreements(SET, together) == disagreements(SET, in_turn)
    assert [problem.answers[0].outcome for problem in together.problems] == [
        AnswerOutcome.RIGHT,
        AnswerOutcome.WRONG,
        AnswerOutcome.FAILED,
    ]


def test_other_answers_are_told_and_failures_are_not(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """The model sees no code of the draft; what it answers otherwise is shown beside the reference, for the repair."""
    requests: list[Request] = []

    def answer(request: Request) -> ScriptEntry:
        requests.append(request)
        return code_for(request)

    solve = solved(sandbox, ScriptedModel(answer), tmp_path)
    (finding,) = disagreements(SET, solve)

    assert [request.purpose for request in requests] == ["solve"] * 3
    assert not any(code in request.messages[-1].content for request in requests for code in ("sorted(x)", "+ 1"))
    assert "[3, 1, 2]" in requests[0].messages[-1].content
    assert "Sort the members" in requests[1].messages[-1].content
    assert (finding.code, finding.problem, finding.severity.value) == ("DS979", 2, "warning")
    assert "The reference gives: 4; the answer: 3; its code: len(x)" in finding.hint


CHAIN = '''# %%
x = [3, 1, 2]

# %%
"""
question: Make `y`, the members of `x` over 1. How many are there?
validator:
  namespace_check:
    y:
"""
i = 1
y = [v for v in x if v > i]
len(y)

# %%
"""
question: What is the largest member of `x`?
"""
max(x)

# %%
"""
question: What is the sum of `y`?
"""
sum(y)
'''
CHAIN_ANSWERS = {
    "Make `y`": "y = [member for member in x if member > 1]\nlen(y)",
    "largest": "max(x)",
    "sum of `y`": "sum(y)",
}


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize(
    ("old", "new", "asked_again"),
    [
        ("i = 1\ny = [v for v in x if v > i]", "i_1 = 1\ny = [v for v in x if v > i_1]", []),
        ("What is the largest member of `x`?", "Which member of `x` is the largest?", ["Which"]),
        ("max(x)", "top = max(x)\ntop", []),
        ("members of `x` over 1. How", "members of `x` greater than 1. How", ["Make `y`", "sum of `y`"]),
        ("v > i]", "v > 0]", ["sum of `y`"]),
    ],
    ids=["a helper's name", "another question", "another reference", "what it rests on", "what the session holds"],
)
def test_a_reply_is_paid_once(
    sandbox: LocalSandbox, tmp_path: Path, old: str, new: str, asked_again: list[str]
) -> None:
    """A revision that changes nothing of what an answer rests on takes it over, and compares it anew."""
    asked: list[str] = []

    def answer(request: Request) -> ScriptEntry:
        question = request.messages[-1].content.rpartition("which you answer now:")[2]
        asked.append(question)
        return f"```python\n{next((code for words, code in CHAIN_ANSWERS.items() if words in question), 'max(x)')}\n```"

    solved(sandbox, ScriptedModel(answer), tmp_path, text=CHAIN)
    first, asked[:] = len(asked), []
    again = solved(sandbox, ScriptedModel(answer), tmp_path, text=CHAIN.replace(old, new))

    assert first == len(CHAIN_ANSWERS)
    assert len(asked) == len(asked_again)
    assert all(words in question for words, question in zip(asked_again, asked, strict=True))
    assert len([problem for problem in again.problems if problem.answers]) == len(CHAIN_ANSWERS)


def test_helpers_of_references_are_not_shown(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A variable that no question names is none that a solver may know: its value may give an answer away."""
    prompts: list[str] = []

    def answer(request: Request) -> ScriptEntry:
        prompts.append(request.messages[-1].content)
        return "```python\nmax(x)\n```"

    solved(sandbox, ScriptedModel(answer), tmp_path, text=CHAIN.replace("i = 1\n", "i = 1\ndef near(a): ...\n"))

    assert "x: list = [3, 1, 2]" in prompts[1]
    assert "y: list = [3, 2]" in prompts[1]
    assert not any(helper in prompt for prompt in prompts for helper in ("i: int", "near"))


def test_an_outage_is_no_solve(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Nothing is recorded of a model that gave no reply, so that the same command asks again."""
    down = CallError("nothing listens there", failure=Failure.CONNECTION)
    with pytest.raises(ModelError, match="3 answers did not come"):
        solved(sandbox, ScriptedModel([down] * 3), tmp_path)


FORMS = '''# %%
import pandas as pd
birds = pd.DataFrame({"sex": ["f", "m", "f"], "band": ["low", "low", "high"], "mass": [3, 5, 4]})

# %%
"""
question: How many of `birds` are there of each `sex` and `band`? A DataFrame by `sex`, a column for each `band`.
"""
low = 1
pd.crosstab(birds["sex"], birds["band"])

# %%
"""
question: What are the names in `sex` of `birds`? A list in ascending order.
"""
sorted(birds["sex"].unique().tolist())

# %%
"""
question: What is the mean `mass` of `birds`, rounded to 2 decimals?
"""
float(round(birds["mass"].mean() / 7, 2))

# %%
"""
question: What is the least `mass` of `birds`?
"""
int(birds["mass"].min())
'''
ANSWERS_IN_OTHER_FORMS = {
    "sex` and `band": "pd.crosstab(birds['sex'], birds['band']).rename_axis(columns=None)",
    "names in": "sorted(birds['sex'].unique().tolist(), reverse=True)",
    "mean": "float(birds['mass'].mean() / 7)",
    "least": "low = birds['mass'].min()\nint(low)",
}


def test_what_differs_is_said(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Whoever mends is told what it is: a name of an axis, the order, the decimals, or a helper."""

    def answer(request: Request) -> ScriptEntry:
        question = request.messages[-1].content.rpartition("which you answer now:")[2]
        code = next(code for words, code in ANSWERS_IN_OTHER_FORMS.items() if words in question)
        return f"```python\n{code}\n```"

    solve = solved(sandbox, ScriptedModel(answer), tmp_path, text=FORMS)
    findings = disagreements(FORMS, solve)
    alone = "whoever sees the question and the tables alone gives"
    form, order, decimals, helper = (finding.message for finding in findings)

    assert form.startswith(
        f"{alone} the right values in a form that is refused: names of the columns' axis: ['band'] in"
    )
    assert order.startswith(f"{alone} the same values in another order: ")
    assert decimals.startswith(f"{alone} the same values with other decimals: value: 0.57 in the reference, 0.5714")
    assert "answers problem 4 from the question and the tables alone binds `low`" in helper
    assert [finding.problem for finding in findings] == [1, 2, 3, 1]


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
