"""Answers that were given before are not asked for again: what a kill or a changed problem leaves is gone on from."""

from collections.abc import Mapping

from authoring.evaluation.pilot.answer_basis import Basis, basis_of
from authoring.evaluation.solvers.base import ObservationStore, Scratchpad, Solver, Task
from authoring.evaluation.solvers.dialogue.observation import without_addresses
from authoring.records.base import Sha256, sha256_of
from authoring.records.results import Submission


class RecallingSolver(Solver):
    """Has another solver answer, and keeps each answer under all that the solver was told.

    An outage is no answer: it is not kept, so that the same command asks again.

    Args:
        solver: who answers.
        identity: who that is, with all that the answers depend on beside the task and the data.
        store: keeps the answers.
        data: the hash of each set's input files, by its name: a solver may look at more of them than a task shows.
    """

    def __init__(self, solver: Solver, identity: str, store: ObservationStore, data: Mapping[str, Sha256]) -> None:
        self._solver = solver
        self._identity = identity
        self._store = store
        self._data = data

    @property
    def looks(self) -> bool:
        """Whether the solver wants to know what the session holds."""
        return self._solver.looks

    @property
    def sees_reference(self) -> bool:
        """No: whoever sees the reference says nothing about a problem."""
        return False

    @property
    def name(self) -> str:
        """The name of the solver that answers."""
        return self._solver.name

    @property
    def simultaneous(self) -> int:
        """As many as the solver that answers takes at once."""
        return self._solver.simultaneous

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Return what the answers to a set will import, as far as that is known."""
        return self._solver.imports(problemset)

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Answer as the solver did before, or have it answer.

        Raises:
            OutageError: its model gave no reply.
        """
        basis = self._basis(task)
        # Where objects lie in memory differs from run to run, and says nothing.
        key = sha256_of("\n".join((self._identity, without_addresses(basis.text))))
        recorded = self._store.recall(key)
        earlier = Submission.model_validate_json(recorded) if recorded is not None else None
        if earlier is not None and basis.carries(earlier.code):
            return earlier
        submission = self._solver.solve(task, scratchpad)
        if submission is not None and basis.carries(submission.code):
            self._store.put(key, submission.model_dump_json())
        return submission

    def _basis(self, task: Task) -> Basis:
        """Return what an answer to a task rests on: all of the task, and the data."""
        return Basis(f"{self._data[task.problemset]}\n{task.model_dump_json()}")

    def close(self) -> None:
        """Close the solver that answers."""
        self._solver.close()


class RevisionSolver(RecallingSolver):
    """Has a model answer that sees questions and variables, and takes its answers over into later revisions of a set.

    An answer holds as long as the question, what it rests on and what the session holds of that are the same: other
    names of helpers, and other words of questions that have nothing to do with it, are no reason to pay again.
    """

    def __init__(self, solver: Solver, identity: str, store: ObservationStore) -> None:
        super().__init__(solver, identity, store, {})

    def _basis(self, task: Task) -> Basis:
        return basis_of(task)


class NumberedSolver(RecallingSolver):
    """Replays recorded answers: the samples of a problem are numbered as its attempts, as results have them."""

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Answer with what is recorded under the number of the sample."""
        return self._solver.solve(task.model_copy(update={"attempt": task.sample}), scratchpad)
