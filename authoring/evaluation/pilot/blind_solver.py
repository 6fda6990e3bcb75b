"""Solvers without the data: what they get right all the same is remembered or guessed."""

from collections.abc import Sequence

from authoring.dseal import InputTable
from authoring.evaluation.solvers.base import Scratchpad, Solver, Task
from authoring.records.evidence import Variable
from authoring.records.pilot import BlindVariant
from authoring.records.results import Submission
from authoring.records.sketch import Guide


class BlindSolver(Solver):
    """Puts a task to another solver without the values of the session and without what earlier cells printed.

    Args:
        solver: who answers.
        variant: what it is left with.
        page: ends the question: without it a solver would write code for tables, which cannot run.
        tables: the input files, whose names and columns are told.
    """

    looks = False
    sees_reference = False

    def __init__(self, solver: Solver, variant: BlindVariant, page: Guide, tables: Sequence[InputTable] = ()) -> None:
        self._solver = solver
        self._page = page
        self.variant = variant
        self._variables = tuple(map(_described, tables)) if variant is BlindVariant.COLUMNS else ()

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
        """Answer without the data.

        Raises:
            OutageError: the solver's model gave no reply.
        """
        return self._solver.solve(self.hidden(task), scratchpad)

    def hidden(self, task: Task) -> Task:
        """Return a task without what tells of values."""
        question = f"{task.question.rstrip()}\n\n{self._page.text.strip()}"
        update: dict[str, object] = {"question": question, "variables": self._variables}
        if self.variant is BlindVariant.PROFILE:
            update |= {"history": (), "questions": (), "outputs": ()}
        else:
            update["outputs"] = ("",) * len(task.outputs)
        return task.model_copy(update=update)

    def close(self) -> None:
        """Close the solver that answers."""
        self._solver.close()


def _described(table: InputTable) -> Variable:
    """Return what is told of an input file in the place of its rows: its name and its columns."""
    columns = ", ".join(table.columns) if table.columns else "columns are not known"
    return Variable(name=f"inputs/{table.name}", type="file", size=0, text=f"columns: {columns}; rows are hidden")
