"""Has a solver of this machine answer sets that the workers of a cluster run.

Its calls, keys, budget and ledger stay here, and so does a person or a program that answers. What it runs on its way to
an answer runs on the worker that has the set, as its answers do.
"""

from contextlib import suppress
from typing import NamedTuple

from authoring.api.executors.worker_calls import Call, CallEndedError, JobCalls
from authoring.errors import AuthoringError
from authoring.evaluation.evaluate.attempts import ask_solver
from authoring.evaluation.evaluate.scratchpad import AbandonedError
from authoring.evaluation.job import AbsentSolver
from authoring.evaluation.solvers.base import OutageError, PendingAnswerError, Scratchpad, Solver, Task
from authoring.records.evidence import CellRun
from authoring.records.results import Submission


class CellRequest(NamedTuple):
    """What a solver has its scratchpad run; see `Scratchpad.run`."""

    code: str
    anew: bool
    max_time: float | None
    max_silence: float | None


class PrepareRequest(NamedTuple):
    """What a solver has its scratchpad prepare; see `Scratchpad.prepare`."""

    anew: bool


class Answer(NamedTuple):
    """What a solver answers; see `Solver.solve`."""

    submission: Submission | None


class OutageNotice(NamedTuple):
    """That a model gave no reply; see `OutageError`."""

    message: str
    is_pending: bool


class CallingSolver(Solver):
    """On a worker: puts each problem to the solver of the machine that sent the job."""

    sees_reference = False

    def __init__(self, solver: AbsentSolver, calls: JobCalls) -> None:
        self._solver = solver
        self._calls = calls

    @property
    def name(self) -> str:
        """That of the solver over there."""
        return self._solver.name

    @property
    def looks(self) -> bool:
        """Whether the solver over there looks at variables."""
        return self._solver.looks

    @property
    def simultaneous(self) -> int:
        """As many as may be put to the solver over there."""
        return self._solver.simultaneous

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return what is known over there; the job is about one set."""
        del problemset
        return self._solver.imports

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Return the answer that is given over there, and run what is to be run for it.

        Raises:
            OutageError: a model gave no reply.
            AbandonedError: nobody over there waits for the set any more.
            SandboxError: the sandbox failed.
        """
        try:
            with self._calls.open(task) as call:
                return _until_answer(call, scratchpad)
        except (AuthoringError, OutageError, AbandonedError):
            raise
        except Exception as error:
            # Whatever goes wrong on the way is no answer of the solver.
            raise AbandonedError(f"{type(error).__name__}: {error}".removesuffix(": ")) from error

    def close(self) -> None:
        """Say that no problem follows."""
        self._calls.close()


def _until_answer(call: Call, scratchpad: Scratchpad) -> Submission | None:
    """Run what a solver wants to be run, until it has answered; raises what `CallingSolver.solve` does."""
    while True:
        match call.receive():
            case PrepareRequest(anew):
                scratchpad.prepare(anew=anew)
            case CellRequest(code, anew, max_time, max_silence):
                call.send(scratchpad.run(code, anew=anew, max_time=max_time, max_silence=max_silence))
            case Answer(submission):
                return submission
            case OutageNotice(message, is_pending):
                raise PendingAnswerError(message) if is_pending else OutageError(message)
            case message:
                raise TypeError(message)


class CalledScratchpad(Scratchpad):
    """On the solver's machine: the scratchpad of the worker that has called."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def run(self, code: str, *, anew: bool, max_time: float | None = None, max_silence: float | None = None) -> CellRun:
        """Have a cell run over there; see `Scratchpad.run`.

        Raises:
            AbandonedError: the worker is gone, or its sandbox failed.
        """
        try:
            self._call.send(CellRequest(code, anew, max_time, max_silence))
            run = self._call.receive()
        except CallEndedError as error:
            raise AbandonedError from error
        if not isinstance(run, CellRun):
            raise AbandonedError(f"instead of a run there came {run!r:.100}")
        return run

    def prepare(self, *, anew: bool) -> None:
        """Have the state for the next run made over there."""
        # A worker that is gone is noticed in the run.
        with suppress(CallEndedError):
            self._call.send(PrepareRequest(anew))


class CalledSolver:
    """On the solver's machine: has it answer the calls of the workers.

    Attributes:
        failure: what ends the evaluation, such as a budget that is spent. Nothing is put to the solver after it.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.failure: BaseException | None = None

    def answer(self, call: Call) -> None:
        """Hold one call; it ends without an answer where the evaluation has ended.

        Raises:
            CallEndedError: the worker is gone.
        """
        task = call.receive()
        assert isinstance(task, Task)  # noqa: S101 - the worker's program is this very one
        if self.failure is not None:
            return
        try:
            answer: Answer | OutageNotice = Answer(ask_solver(self._solver, task, CalledScratchpad(call)))
        except OutageError as error:
            answer = OutageNotice(str(error), isinstance(error, PendingAnswerError))
        except AbandonedError:
            return
        except BaseException as error:  # noqa: BLE001 - whatever it is, whoever waits for the evaluation is to hear it
            self.failure = self.failure or error
            return
        call.send(answer)
