"""Asking a solver for the answers to one problem, running them, and judging them."""

import json
import traceback
from dataclasses import dataclass

from authoring.dseal.model import Problem
from authoring.errors import AuthoringError, SandboxError
from authoring.evaluation.solvers.base import Solver, Task
from authoring.records.evidence import Judgement, Limits, Variable
from authoring.records.results import Attempt, EvaluationOptions, Submission
from authoring.sandbox.port import Session
from authoring.validators.base import Dialect
from authoring.validators.verdicts import VerdictName, classify

FAULT = "validator_error"
"""The category of a judgement that blames the validator or the reference."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Who answers a set, and how that is judged."""

    problemset: str
    solver: Solver
    options: EvaluationOptions
    dialect: Dialect


def attempt_problem(
    problem: Problem,
    reference: str,
    history: tuple[str, ...],
    *,
    judge: Judge,
    truth: Session,
    before: Session,
) -> tuple[Attempt, ...]:
    """Ask until the answer is right, there is none, or no attempt is left; return the judged attempts.

    An answer that uses what a failed cell should have left is judged like any other: the reference has shown that it
    can be done without, and an answer does not choose whether its problem counts.

    The last cell of the session `truth` is the reference, which was judged right against itself; `before` is a fork of
    the state before it. The history is the code of the cells before, as the solver is to see it.

    Raises:
        SandboxError: the reference, or the state before it, is not what it was before anything was answered.
    """
    options, solver = judge.options, judge.solver
    task = Task(
        problemset=judge.problemset,
        index=problem.number,
        question=problem.question,
        history=history,
        variables=before.variables() if solver.looks else (),
        # For the oracle alone: a solver that saw it by accident would pass everything.
        reference=reference if solver.sees_reference else "",
    )
    attempts: list[Attempt] = []
    branch = before
    try:
        for _ in range(options.max_attempts):
            submission = _answer(solver, task)
            if submission is None:
                break
            # The first attempt needs a fork of its own, any with resets, and one after the session died.
            if branch is before or options.retry_reset or attempts[-1].run.ended_session:
                branch = _anew(branch, before, judge)
            attempts.append(_attempt(problem, submission, judge, truth, branch))
            if attempts[-1].verdict is VerdictName.CORRECT:
                break
            task = _next(task, attempts[-1], history, options, branch if solver.looks else None)
    finally:
        _close(branch, before)
    return tuple(attempts)


def _anew(branch: Session, before: Session, judge: Judge) -> Session:
    """Return a session in the state before the problem; the last attempt may have that state itself."""
    _close(branch, before)
    # A fork costs as much as a cell, so a single attempt runs in the state itself, which nobody needs afterwards.
    anew = before.branch() if judge.options.max_attempts > 1 else before
    # Before a submission runs: it is kept away from the files and processes of the session that judges it.
    anew.confine()
    # DSEval copies every variable on its own before each submission, and its verdicts on aliases rest on it.
    if judge.dialect == "dseval":
        anew.separate()
    return anew


def _attempt(problem: Problem, submission: Submission, judge: Judge, truth: Session, branch: Session) -> Attempt:
    """Run and judge one answer.

    Raises:
        SandboxError: the reference no longer passes its own validator.
    """
    branch.prepare(None)
    limits = _limits(problem, judge.options)
    run = branch.run(
        submission.code, limits=limits, forbid_names=problem.forbid_names, wall_factor=judge.options.wall_factor
    )
    judgement = _judged(truth, branch, f"problem {problem.number} of {judge.problemset}")
    verdict, subverdict, reason = classify(judgement, judge.dialect)
    return Attempt(
        submission=submission, run=run, judgement=judgement, verdict=verdict, subverdict=subverdict, reason=reason
    )


def _close(branch: Session, before: Session) -> None:
    if branch is not before:
        branch.close()


def _answer(solver: Solver, task: Task) -> Submission | None:
    """Return what a solver answers; its failure is an answer without code, which is judged like any other."""
    try:
        submission = solver.solve(task)
    # Ours: the sandbox or the user's settings, and not the solver, are at fault.
    except AuthoringError:
        raise
    except Exception:  # noqa: BLE001 - a solver is anybody's code, and one failure must not end an evaluation
        error_text = traceback.format_exc()
        submission = Submission(problemset=task.problemset, index=task.index, code="", agent_exception=error_text)
    if submission is None:
        return None
    # Whatever place a solver gives, its answer belongs to the task that it was asked.
    place = {"problemset": task.problemset, "index": task.index, "attempt": task.attempt}
    return submission.model_copy(update={**place, "question": submission.question or task.question})


def _limits(problem: Problem, options: EvaluationOptions) -> Limits:
    """Return what a submission may use."""
    own = {"max_time": problem.max_time or options.max_time, "max_memory": problem.max_memory}
    return options.limits.model_copy(update={name: value for name, value in own.items() if value is not None})


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


def _next(
    task: Task, last: Attempt, history: tuple[str, ...], options: EvaluationOptions, branch: Session | None
) -> Task:
    """Return the task of a further attempt; without resets, what the last one ran belongs to its history."""
    goes_on = not options.retry_reset and not last.run.ended_session
    update: dict[str, object] = {
        "attempt": task.attempt + 1,
        "history": (*task.history, last.submission.code) if goes_on else history,
        "last_error": last.run.error.traceback if last.run.error is not None else last.run.detail,
        "last_output": last.run.stream + (last.run.value.text if last.run.value is not None else ""),
        "hint": json.dumps(last.judgement.as_tree()) if options.retry_hint else "",
    }
    if branch is not None and goes_on:
        update["variables"] = _left_variables(branch)
    return task.model_copy(update=update)


def _left_variables(branch: Session) -> tuple[Variable, ...]:
    """Return the variables that an answer left; none where its code broke what tells them, which ends nothing else."""
    try:
        return branch.variables()
    except SandboxError:
        return ()
