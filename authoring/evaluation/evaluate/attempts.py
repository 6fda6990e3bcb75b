"""Asking a solver for the answers to one problem, running them, and judging them."""

import json
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from authoring.dseal.model import Problem
from authoring.errors import AuthoringError, SandboxError
from authoring.evaluation.evaluate.answer_states import AnswerState
from authoring.evaluation.evaluate.scratchpad import AbandonedError, ForkedScratchpad, answer_limits
from authoring.evaluation.evaluate.verdict_memo import VerdictMemo
from authoring.evaluation.solvers.base import OutageError, Scratchpad, Solver, Task
from authoring.llm.prompt import cut_middle
from authoring.records.base import Sha256
from authoring.records.evidence import CellRun, Judgement, Variable
from authoring.records.results import Attempt, EvaluationOptions, Submission
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect
from authoring.validators.verdicts import VerdictName, classify

MOST_PAST_OUTPUT = 10_000
"""Characters of the output of a cell before, as a solver is shown it."""
FAULT = "validator_error"
"""The category of a judgement that blames the validator or the reference."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who answers a set, and how that is judged."""

    problemset: str
    solver: Solver
    options: EvaluationOptions
    dialect: Dialect
    draws_figures: bool = False
    """Whether the pictures of figures that answers show are kept."""
    verdicts: VerdictMemo | None = None
    """What came of the same answers in the same state; None where no answer can be the same as an earlier one."""
    turn: AbstractContextManager[object] = field(default_factory=threading.RLock)
    """Taken by whoever uses the set's sessions: code of one set runs one at a time, so that what it may take does not
    depend on how many answers are under way."""
    is_stopped: Callable[[], bool] = lambda: False
    """Whether nobody waits for the evaluation any more, so that no further code is to run."""

    def require_use(self) -> None:
        """Go on, unless nobody waits for the evaluation any more.

        Raises:
            AbandonedError: nobody does.
        """
        if self.is_stopped():
            raise AbandonedError


@dataclass(frozen=True, slots=True)
class StartState:
    """The state that answers to a problem start from, which the cells before it and the limits make."""

    identity: Sha256
    chain: tuple[str, ...]
    """The code of these cells, and of the reference."""
    variables: tuple[Variable, ...] = ()
    """What the session holds then, for solvers that look."""


@dataclass(frozen=True, slots=True)
class PastCell:
    """A cell before a problem, as a solver is shown it."""

    code: str
    question: str = ""
    """Empty for context."""
    output: str = ""
    """What it printed and returned."""


def output_of(run: CellRun) -> str:
    """Return what a cell printed and returned."""
    return run.stream + (run.value.text if run.value is not None else "")


def attempt_problem(  # noqa: PLR0913 - ports by keyword
    problem: Problem,
    reference: str,
    history: tuple[PastCell, ...],
    *,
    judge: Judge,
    truth: Session,
    state: AnswerState,
    sample: int = 1,
    origin: StartState | None = None,
    first: Future[Submission | None] | None = None,
) -> tuple[Attempt, ...]:
    """Ask until the answer is right, there is none, or no attempt is left; return the judged attempts.

    An answer that uses what a failed cell should have left is judged like any other: the reference has shown that it
    can be done without, and an answer does not choose whether its problem counts.

    The last cell of the session `truth` is the reference, which was judged right against itself; `state` is what the
    answer starts from. The history is the cells before, as the solver is to see them. An answer that starts in a known
    `origin`, and that is the same as an earlier one that started there, has the verdict of that one. Where the solver
    was asked ahead, `first` is what it answers at the first attempt.

    Raises:
        OutageError: the solver's model gave no reply; what was attempted does not count.
        SandboxError: the reference, or the state before it, is not what it was before anything was answered.
    """
    options, solver = judge.options, judge.solver
    # Looked at once for all samples where each of them begins with the same state.
    if origin is not None:
        looked_at = origin.variables
    else:
        with judge.turn:
            looked_at = state.variables() if solver.looks else ()
    task = opening = first_task(problem, reference, history, judge, looked_at, sample)
    attempts: list[Attempt] = []
    try:
        for _ in range(options.max_attempts):
            ahead, first = first, None
            submission = ahead.result() if ahead is not None else _answer(problem, task, judge, state)
            if submission is None:
                break
            # An answer that goes on where the last one ended needs what that one left.
            reusable = origin if options.max_attempts == 1 or options.retry_reset else None
            earlier = judge.verdicts.attempt_of(reusable.identity, submission) if judge.verdicts and reusable else None
            with judge.turn:
                judge.require_use()
                attempt = earlier or _attempt(problem, submission, judge, truth, state, origin=reusable)
            attempts.append(_unless_unanswered(attempt, judge.dialect))
            # Looking at what is left costs as much as an answer, and nobody is told where no attempt follows.
            if attempts[-1].verdict is VerdictName.CORRECT or len(attempts) == options.max_attempts:
                break
            with judge.turn:
                task = _next(task, opening, attempts[-1], options, state if solver.looks else None)
    finally:
        with judge.turn:
            state.close()
    return tuple(attempts)


def first_task(
    problem: Problem,
    reference: str,
    history: tuple[PastCell, ...],
    judge: Judge,
    variables: tuple[Variable, ...],
    sample: int,
) -> Task:
    """Return what a solver is told of a problem at its first attempt; see `attempt_problem`."""
    solver = judge.solver
    return Task(
        problemset=judge.problemset,
        index=problem.number,
        sample=sample,
        question=problem.question,
        conventions=problem.conventions,
        history=tuple(cell.code for cell in history),
        questions=tuple(cell.question for cell in history),
        outputs=tuple(cut_middle(cell.output, MOST_PAST_OUTPUT) for cell in history),
        variables=variables,
        # For the oracle alone: a solver that saw it by accident would pass everything.
        reference=reference if solver.sees_reference else "",
    )


def _attempt(
    problem: Problem,
    submission: Submission,
    judge: Judge,
    truth: Session,
    state: AnswerState,
    *,
    origin: StartState | None,
) -> Attempt:
    """Run and judge one answer; where its `origin` is known, the same answers from there have its verdict.

    Raises:
        SandboxError: the reference no longer passes its own validator.
    """
    branch, limits = state.session(), answer_limits(problem, judge.options)
    branch.prepare(None)
    run = branch.run(
        submission.code,
        limits=limits,
        forbid_names=problem.forbid_names,
        figures=judge.draws_figures,
        patience=judge.options.patience,
    )
    judgement = _judged(truth, branch, f"problem {problem.number} of {judge.problemset}")
    verdict, subverdict, reason = classify(judgement, judge.dialect)
    attempt = Attempt(
        submission=submission, run=run, judgement=judgement, verdict=verdict, subverdict=subverdict, reason=reason
    )
    state.note(submission.code, run, limits)
    if judge.verdicts is not None and origin is not None:
        judge.verdicts.note(origin.identity, attempt, origin.chain)
    return attempt


def _answer(problem: Problem, task: Task, judge: Judge, state: AnswerState) -> Submission | None:
    """Return what the solver answers now, on a scratchpad in the state that its attempt will start from."""
    with ForkedScratchpad(
        state.start,
        problem,
        judge.options,
        separates=judge.dialect == "dseval",
        is_used=state.is_used,
        since=state.since,
        turn=judge.turn,
        is_stopped=judge.is_stopped,
    ) as scratchpad:
        return ask_solver(judge.solver, task, scratchpad)


def ask_solver(solver: Solver, task: Task, scratchpad: Scratchpad) -> Submission | None:
    """Return what a solver answers; its failure is an answer without code, which is judged like any other."""
    try:
        submission = solver.solve(task, scratchpad)
    # The sandbox, the user's settings or a model's server, and not the solver, are at fault.
    except (AuthoringError, OutageError, AbandonedError):
        raise
    except Exception:  # noqa: BLE001 - a solver is anybody's code, and one failure must not end an evaluation
        error_text = traceback.format_exc()
        submission = Submission(problemset=task.problemset, index=task.index, code="", agent_exception=error_text)
    if submission is None:
        return None
    # Whatever place a solver gives, its answer belongs to the task that it was asked.
    # Where there are several samples, each has one attempt, so that their numbers never meet.
    number = max(task.attempt, task.sample)
    place = {"problemset": task.problemset, "index": task.index, "attempt": number}
    return submission.model_copy(update={**place, "question": submission.question or task.question})


def _unless_unanswered(attempt: Attempt, dialect: Dialect) -> Attempt:
    """Return an attempt, as a wrong one where its solver says that it has no answer: no code ends without an error."""
    submission = attempt.submission
    if attempt.verdict is not VerdictName.CORRECT or submission.code.strip() or not submission.agent_exception:
        return attempt
    fault = Judgement(correct="no", category="crash", reason="There is no answer: the solver failed.")
    judgement = Judgement(correct="no", category="and", parts=(fault,))
    verdict, subverdict, reason = classify(judgement, dialect)
    changed = {"judgement": judgement, "verdict": verdict, "subverdict": subverdict, "reason": reason}
    return attempt.model_copy(update=changed)


def _judged(truth: Session, branch: Session, subject: str) -> Judgement:
    """Judge; where that fails although the reference passes its own validator, the submission broke it.

    Raises:
        SandboxError: the reference no longer passes its own validator, as it did before anything was answered.
    """
    judgement = truth.judge(branch)
    fault = fault_of(judgement)
    if not fault:
        return judgement
    # It passed before the first answer ran, so leaving the problem out now would let an answer choose what counts.
    if reference_fault := fault_of(truth.judge(truth)):
        raise SandboxError(
            f"the reference of {subject} judged itself right before the answers ran, and no longer does: "
            f"{reference_fault}",
            hint="No result is given, because an answer may have caused it: look at the answers to this set, and run "
            "again at a stronger level of isolation (authoring doctor).",
        )
    broken = Judgement(correct="no", category="crash", reason=f"It cannot be judged: {fault}")
    return Judgement(correct="no", category="and", parts=(broken,))


def fault_of(judgement: Judgement) -> str:
    """Return why the validator is to blame, else an empty text."""
    if judgement.category == FAULT:
        return judgement.reason or "it gives no reason"
    return next((fault for part in judgement.parts if (fault := fault_of(part))), "")


def _next(task: Task, first: Task, last: Attempt, options: EvaluationOptions, state: AnswerState | None) -> Task:
    """Return the task of a further attempt; without resets, what the last one ran belongs to its history."""
    goes_on = not options.retry_reset and not last.run.ended_session
    output = output_of(last.run)
    update: dict[str, object] = {
        "attempt": task.attempt + 1,
        "history": (*task.history, last.submission.code) if goes_on else first.history,
        "questions": (*task.questions, task.question) if goes_on else first.questions,
        "outputs": (*task.outputs, cut_middle(output, MOST_PAST_OUTPUT)) if goes_on else first.outputs,
        "last_code": last.submission.code,
        "last_error": last.run.error.traceback if last.run.error is not None else last.run.detail,
        "last_output": output,
        "hint": json.dumps(last.judgement.as_tree()) if options.retry_hint else "",
    }
    if state is not None and goes_on:
        update["variables"] = state.variables()
    return task.model_copy(update=update)
