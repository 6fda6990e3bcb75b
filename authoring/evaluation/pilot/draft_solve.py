"""A blind solve: a model answers a draft from its questions and tables alone, once, before a person looks at it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple, Protocol

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_question
from authoring.errors import ModelError
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.pilot.answer_recall import RevisionSolver
from authoring.evaluation.pilot.codes import BLIND_DISAGREEMENT
from authoring.evaluation.pilot.comparison import PilotBench, compare_answers
from authoring.evaluation.solvers.base import ContextPart, ModelOptions, ObservationStore
from authoring.evaluation.solvers.model import ModelSolver
from authoring.llm.port import Model
from authoring.records.evidence import Limits
from authoring.records.pilot import AnswerCluster, AnswerOutcome, BlindSolve, PilotProblem
from authoring.records.results import BenchmarkSet, EvaluationOptions
from authoring.records.sketch import Guide
from authoring.records.stage import stage
from authoring.records.wording import counted, short_text, visible
from authoring.sandbox.data_packages import data_packages
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect

CONTEXT = (ContextPart.QUESTIONS, ContextPart.VARIABLES)
"""What the model is shown: no code of the author, who may have thought of something that no question says."""
DISAGREEING = frozenset({AnswerOutcome.WRONG, AnswerOutcome.FORM})
"""Answers that say something else. Code that fails says no more than that the model cannot do it."""
LONGEST_ANSWER = 300
"""Characters of a value, of code or of a reason that a finding repeats."""
_CHANGED = re.compile(r"Variable `(\w+)` was ")
"""How the validator begins that refuses an answer for a variable."""


class ConcurrentModel(Model, Protocol):
    """A model that says how many calls it takes at once, and where its answers are kept."""

    @property
    def concurrency(self) -> int:
        """The most calls under way; it changes no reply."""
        ...

    @property
    def observations(self) -> ObservationStore:
        """Keeps answers for later revisions; it changes none."""
        ...


@stage("blind_solve")
def blind_solve(
    text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect,
    model: ConcurrentModel,
    prompts: tuple[Guide, ...],
) -> BlindSolve:
    """Have a model answer every problem of a text that runs well, and compare its answers with the references.

    An answer that holds for an earlier revision is not asked for again where what it rests on is the same. No prompt
    shows an answer, so problems are asked side by side, as many as the model takes at once.

    The prompts are the pages of templates/prompts/solvers/ for a solver that answers in one reply.

    Raises:
        ModelError: a reply did not come, or the key is refused.
        BudgetError: a call would have exceeded the budget; replies that came are in the ledger.
        SandboxError: the sandbox failed.
    """
    # The path is said nowhere: findings are placed in the draft's text.
    problemset = BenchmarkSet(name="draft", path=Path("draft.py"), text=text, inputs=tuple(inputs))
    # Whether an answer is as fast as DSEval wants it is nobody's question here.
    options = EvaluationOptions(max_time=limits.max_time, limits=limits)
    asking = ModelOptions(
        model,
        prompts,
        model.observations,
        context=CONTEXT,
        helpers=False,
        packages=data_packages(sandbox),
        concurrency=model.concurrency,
    )
    pages = [page.model_dump(mode="json") for page in prompts]
    identity = json.dumps(["blind solve", model.fingerprint, CONTEXT, pages])
    solver = RevisionSolver(ModelSolver(asking), identity, model.observations)
    with ThreadPoolExecutor(model.concurrency) if model.concurrency > 1 else nullcontext() as executor:
        result = evaluate_set(
            problemset, dialect=dialect, solver=solver, options=options, sandbox=sandbox, executor=executor
        )
    outages = [outage for problem in result.problems for outage in problem.outages]
    if outages:
        # Raised, so that no journal keeps it: an outage is no answer, and the same command asks again.
        raise ModelError(f"{counted(len(outages), 'answer')} did not come: {outages[0].message}")
    bench = PilotBench(problemset, dialect, options, sandbox)
    return BlindSolve(solver=solver.name, problems=compare_answers(bench, {solver.name: result}))


def disagreements(text: str, solve: BlindSolve) -> tuple[Diagnostic, ...]:
    """Return the problems of a text whose answers say something else than their references.

    An answer that is refused for a helper of an earlier reference is a matter of the problem that left it.
    """
    problemset = parse(text)
    cells = {problem.number: cell for cell, problem in problemset.problems}
    return tuple(
        at_question(problemset, cells[finding.problem], "", BLIND_DISAGREEMENT, finding.message, finding.hint)
        for problem in solve.problems
        if problem.number in cells and not problem.is_blocked
        for finding in _differences(problem, {number: cells[number].code for number in cells})
    )


class _Disagreement(NamedTuple):
    """What is to be said of an answer, and of which problem."""

    problem: int
    message: str
    hint: str


def _differences(problem: PilotProblem, references: Mapping[int, str]) -> Iterator[_Disagreement]:
    """Yield what is to be said of each answer that is not the reference's."""
    for cluster in problem.clusters:
        if cluster.outcome not in DISAGREEING:
            continue
        beside = _side_by_side(problem, cluster)
        name, place = _helper_in_the_way(cluster, problem.number, references)
        if place:
            message = (
                f"whoever answers problem {problem.number} from the question and the tables alone binds `{name}`, "
                "which this reference leaves and no question has to name, and is refused for it"
            )
            yield _Disagreement(place, message, f"Give it a name that nobody else would choose, or delete it. {beside}")
            continue
        if cluster.outcome is AnswerOutcome.FORM:
            message = "gives the right values in a form that is refused"
            hint = "Say the form in the question, or forgive it."
        else:
            message = f"gives {cluster.likeness or 'another answer than the reference'}"
            hint = "See which is right by the words of the question, and mend the reference or say what is meant."
        what = _what_differs(cluster)
        message = f"whoever sees the question and the tables alone {message}{f': {what}' if what else ''}"
        yield _Disagreement(problem.number, message, f"{hint} {beside}")


def _helper_in_the_way(cluster: AnswerCluster, number: int, references: Mapping[int, str]) -> tuple[str, int]:
    """Return a variable that a right answer may not bind, with the latest problem before that leaves it; or 0."""
    changed = _CHANGED.match(cluster.reason)
    if changed is None or cluster.is_intact or cluster.outcome is not AnswerOutcome.FORM:
        return "", 0
    binding = (
        earlier for earlier in range(number - 1, 0, -1) if changed[1] in assigned_names(references[earlier]).bound
    )
    return changed[1], next(binding, 0)


def _what_differs(cluster: AnswerCluster) -> str:
    """Return the places in which an answer differs from the reference, or else the words that refuse it."""
    places = [
        f"{difference.place}: {difference.reference} in the reference, {difference.submission} in the answer"
        for difference in cluster.differences
    ]
    # Words of ours come first where they are there, and those of the library that compared below.
    own, _, _ = cluster.reason.partition("\n")
    return visible(short_text("; ".join(places) or (own if ": " in own else cluster.reason), LONGEST_ANSWER))


def _side_by_side(problem: PilotProblem, cluster: AnswerCluster) -> str:
    parts = [
        f"The reference gives: {problem.value}",
        f"the answer: {cluster.value}",
        f"its code: {cluster.code.strip()}",
    ]
    return "; ".join(short_text(" ".join(part.split()), LONGEST_ANSWER) for part in parts if part)
