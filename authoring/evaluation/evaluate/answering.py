"""Having the problems of a set answered in order, each from the state that the mode says, after the references ran."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace

from authoring.dseal.analysis.taint import import_statements, split_at_error
from authoring.dseal.model import Cell, Problem
from authoring.evaluation.evaluate.answer_states import ContinuedSession, ForkedState
from authoring.evaluation.evaluate.asking_ahead import AskingAhead
from authoring.evaluation.evaluate.attempts import Judge, PastCell, StartState, attempt_problem, first_task, output_of
from authoring.evaluation.solvers.base import OutageError, PendingAnswerError
from authoring.records.evidence import Limits
from authoring.records.results import Attempt, EvaluationOptions, Outage, StepMode
from authoring.sandbox.port import Session


@dataclass(slots=True)
class ReachedCell:
    """A cell of the set after the references ran: a blocked problem, one that is to be answered, or context."""

    cell: Cell
    cause: int | None = None
    """The cell that blocks it."""
    before: Session | None = None
    """A fork of the state before the problem; None where there is nothing to answer."""
    truth: Session | None = None
    """A session whose last cell is the problem's reference."""
    output: str = ""
    """What the cell printed and returned where the references ran."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The judged answers to one problem, by sample, and those that are still to be given."""

    samples: dict[int, tuple[Attempt, ...]] = field(default_factory=dict)
    outages: tuple[Outage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where answers to a problem start, and what judges them."""

    before: Session
    truth: Session
    origin: StartState


@dataclass(slots=True)
class _SampleCourse:
    """One sample of answers on its way through a set."""

    number: int
    chain: ContinuedSession | None
    """The session that it goes on in; None where each answer starts from what the references left."""
    history: list[PastCell] = field(default_factory=list)
    pending: int | None = None
    """The problem whose answer is to come before any later one can be asked for."""

    def require_history(self) -> None:
        """See that every answer is there that the next task builds upon.

        Raises:
            OutageError: one is still to come.
        """
        if self.pending is not None:
            raise OutageError(f"not asked: its history needs the answer to problem {self.pending}")


class Answering:
    """Goes through the cells of a set in their order; `close` ends the sessions of its samples.

    Args:
        judge: who answers, and how that is judged.
        begin: opens a session in which nothing has run.
        executor: its threads ask ahead where no task shows the solver's own answers; None where nobody does.
    """

    def __init__(self, judge: Judge, begin: Callable[[], Session], executor: Executor | None = None) -> None:
        self._judge = judge
        options = judge.options
        is_chained = options.mode is not StepMode.SEPARATE or options.error_propagation
        self._ahead = AskingAhead(judge, None if is_chained else executor)
        self._past: list[PastCell] = []
        """The cells so far as the references left them."""
        self._courses: list[_SampleCourse] = []
        try:
            for number in range(1, judge.options.samples + 1):
                is_separate = judge.options.mode is StepMode.SEPARATE
                self._courses.append(
                    _SampleCourse(number, None if is_separate else ContinuedSession(begin, judge.options))
                )
        except BaseException:
            self.close()
            raise

    def submit(self, reached: ReachedCell, origin: StartState) -> None:
        """Put a problem to the solver where it waits for no other answer; cells are to be given in their order."""
        problem = reached.cell.problem
        if problem is not None and reached.before is not None and reached.truth is not None:
            past = tuple(self._past)
            for course in self._courses:
                task = first_task(problem, reached.cell.code, past, self._judge, origin.variables, course.number)
                self._ahead.submit(problem, task, reached.before)
        self._past.append(_as_reference(reached))

    def answers(self, reached: ReachedCell, origin: StartState) -> Answers:
        """Return the judged answers to a problem, none where it is blocked, and close the state before it.

        What the state before it follows from is its `origin`.

        Raises:
            SandboxError: see `attempt_problem`.
        """
        problem = reached.cell.problem
        own = _as_reference(reached)
        if problem is None or reached.before is None or reached.truth is None:
            for course in self._courses:
                course.history.append(own if course.chain is None else _passed(reached, own, course.chain, self._judge))
            return Answers()
        try:
            return self._by_sample(problem, reached, own, _Place(reached.before, reached.truth, origin))
        finally:
            with self._judge.turn:
                reached.before.close()

    def _by_sample(self, problem: Problem, reached: ReachedCell, own: PastCell, place: _Place) -> Answers:
        samples: dict[int, tuple[Attempt, ...]] = {}
        outages: list[Outage] = []
        options = self._judge.options
        for course in self._courses:
            attempts: tuple[Attempt, ...] = ()
            try:
                course.require_history()
                samples[course.number] = attempts = attempt_problem(
                    problem,
                    reached.cell.code,
                    tuple(course.history),
                    judge=self._judge,
                    truth=place.truth,
                    state=course.chain or ForkedState(place.before, options, self._judge.dialect),
                    sample=course.number,
                    # What a solver has made of its own session is known to itself alone.
                    origin=place.origin if course.chain is None else None,
                    first=self._ahead.answer(problem, course.number),
                )
            except OutageError as error:
                is_pending = isinstance(error, PendingAnswerError)
                outages.append(Outage(attempt=course.number, message=str(error), is_pending=is_pending))
                if options.error_propagation or course.chain is not None:
                    course.pending = course.pending or problem.number
            course.history.append(_past(own, attempts, problem, course.chain, options))
        return Answers(samples, tuple(outages))

    def close(self) -> None:
        """End what is under way, and the sessions that samples go on in; safe to call twice."""
        # First: what is under way may run code in forks of the set's sessions.
        self._ahead.close()
        for course in self._courses:
            if course.chain is not None:
                course.chain.end()


def _as_reference(reached: ReachedCell) -> PastCell:
    """Return a cell as the references have it, for tasks that show what was before."""
    problem = reached.cell.problem
    return PastCell(reached.cell.code, problem.question if problem else "", reached.output)


def reference_limits(problem: Problem, options: EvaluationOptions) -> Limits:
    """Return the limits of a reference: a slow machine is no reason to end a set."""
    limits = options.limits
    # DSEval's second for a submission says nothing of how long a reference may take.
    time_limit = max(limits.max_time, problem.max_time or options.max_time)
    return limits.model_copy(
        update={"max_time": time_limit, "max_memory": max(limits.max_memory, problem.max_memory or 0)}
    )


def _passed(reached: ReachedCell, own: PastCell, chain: ContinuedSession, judge: Judge) -> PastCell:
    """Run in a chain what runs of a cell that nobody is asked about: all of context, of a blocked cell its imports."""
    limits = judge.options.limits
    if reached.cause is None:
        return replace(own, output=output_of(chain.run(reached.cell.code, limits)))
    for _, code in import_statements(split_at_error(reached.cell, None)[1]):
        chain.run(code, limits)
    return own


def _past(
    own: PastCell,
    attempts: tuple[Attempt, ...],
    problem: Problem,
    chain: ContinuedSession | None,
    options: EvaluationOptions,
) -> PastCell:
    """Return a problem's cell as later tasks show it; where the mode says so, its reference runs first."""
    if chain is not None and options.mode is StepMode.ORACLE:
        return replace(own, output=output_of(chain.run(own.code, reference_limits(problem, options))))
    if chain is None and not options.error_propagation:
        return own
    # Without code where there is no answer.
    if not attempts:
        return replace(own, code="", output="")
    return replace(own, code=attempts[-1].submission.code, output=output_of(attempts[-1].run))
