"""Answers without the data: solvers are asked while a pilot walks on, and judged in the order of the problems."""

import threading
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from authoring.dseal.model import Problem
from authoring.evaluation.evaluate.answer_states import ForkedState
from authoring.evaluation.evaluate.asking_ahead import AskingAhead
from authoring.evaluation.evaluate.attempts import Judge, PastCell, attempt_problem, first_task
from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.solvers.base import OutageError
from authoring.records.pilot import BlindAnswer, PilotProblem
from authoring.records.results import Attempt, EvaluationOptions
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect
from authoring.validators.verdicts import VerdictName


def tokens_of(attempt: Attempt) -> int:
    """Return the tokens that an answer took of its model, as its solver counted them."""
    return _counted(attempt, "prompt_tokens") + _counted(attempt, "output_tokens")


def _counted(attempt: Attempt, key: str) -> int:
    count = attempt.submission.agent_stats.get(key)
    return count if isinstance(count, int) else 0


@dataclass(frozen=True, slots=True)
class _Question:
    """A problem that solvers are asked about, with forks of the sessions that its answers need."""

    problem: Problem
    reference: str
    history: tuple[PastCell, ...]
    before: Session
    """The state before the problem where there are no data."""
    truth: Session
    """The state behind its reference, where there are."""


@dataclass(frozen=True, slots=True)
class _Respondent:
    """A solver, and what it was asked."""

    solver: BlindSolver
    judge: Judge
    ahead: AskingAhead


class BlindAsking:
    """Puts the problems of one set to solvers that do not have the data.

    Attributes:
        turn: held by whoever uses a session of the set, see `Judge.turn`.

    Args:
        problemset: its name.
        solvers: who is asked.
        options: how answers are judged.
        dialect: by whose rules.
        executor: its threads ask the solvers that take several problems at once.
    """

    def __init__(
        self,
        problemset: str,
        solvers: Sequence[BlindSolver],
        options: EvaluationOptions,
        dialect: Dialect,
        executor: Executor,
    ) -> None:
        self.turn = threading.RLock()
        self._options = options.model_copy(update={"samples": 1, "max_attempts": 1})
        self._dialect = dialect
        self._questions: dict[int, _Question] = {}
        self._respondents: list[_Respondent] = []
        for solver in solvers:
            judge = Judge(problemset, solver, self._options, dialect, turn=self.turn)
            threads = executor if solver.simultaneous > 1 else None
            self._respondents.append(_Respondent(solver, judge, AskingAhead(judge, threads)))

    def submit(
        self, problem: Problem, reference: str, history: tuple[PastCell, ...], *, before: Session, truth: Session
    ) -> None:
        """Have every solver asked about a problem; of both sessions forks are made, so that they can go on."""
        question = _Question(problem, reference, history, before.branch(), truth.branch())
        self._questions[problem.number] = question
        for respondent in self._respondents:
            task = first_task(problem, reference, history, respondent.judge, (), 1)
            respondent.ahead.submit(problem, task, question.before)

    def is_asked(self, number: int) -> bool:
        """Tell whether answers to a problem are to come."""
        return number in self._questions

    def completed(self, record: PilotProblem) -> PilotProblem:
        """Return what came of a problem with its answers without the data, which are waited for and judged.

        Raises:
            SandboxError: the sandbox failed.
        """
        question = self._questions.get(record.number)
        if question is None:
            return record
        answers: list[BlindAnswer] = []
        tokens = outages = 0
        for respondent in self._respondents:
            try:
                attempts = self._attempts(question, respondent)
            except OutageError:
                outages += 1
                continue
            for attempt in attempts:
                answers.append(
                    BlindAnswer(
                        solver=respondent.solver.name,
                        variant=respondent.solver.variant,
                        is_right=attempt.verdict is VerdictName.CORRECT,
                        code=attempt.submission.code,
                        calls=_counted(attempt, "calls"),
                        prompt=_counted(attempt, "prompt_tokens"),
                        cached=_counted(attempt, "cached_tokens"),
                        output=_counted(attempt, "output_tokens"),
                    )
                )
                tokens += tokens_of(attempt)
        totals = {"tokens": record.tokens + tokens, "outages": record.outages + outages}
        return record.model_copy(update={"blind": tuple(answers), **totals})

    def _attempts(self, question: _Question, respondent: _Respondent) -> tuple[Attempt, ...]:
        with self.turn:
            before = question.before.branch()
        try:
            return attempt_problem(
                question.problem,
                question.reference,
                question.history,
                judge=respondent.judge,
                truth=question.truth,
                state=ForkedState(before, self._options, self._dialect),
                first=respondent.ahead.answer(question.problem, 1),
            )
        finally:
            with self.turn:
                before.close()

    def close(self) -> None:
        """End what is under way, and the forks; safe to call twice."""
        for respondent in self._respondents:
            respondent.ahead.close()
        for question in self._questions.values():
            question.before.close()
            question.truth.close()
