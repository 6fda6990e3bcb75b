"""The problems of a set as they are asked, each with what its cell gave and the context it begins with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from authoring.dseal.code import import_aliases
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.session import Step as SessionStep
from authoring.dseal.session import at_code, checks
from authoring.dseal.session import steps as session_steps
from authoring.formats.cibench.export.codes import FAILING
from authoring.formats.cibench.export.rewriting import joined, only_imports, without_prints
from authoring.formats.cibench.export.shapes import Shape
from authoring.records.evidence import CellRun, Outcome

Finder = Callable[[RuleInfo, str, str], Diagnostic]
"""Makes a finding of a rule, a message and a hint."""
VALUE_JUDGED = frozenset({"result", "answer_in_source"})


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem, with all that is needed to make a step of it.

    Attributes:
        session: the cell, with what its session has imported.
        problem: what is asked there.
        question: in the language of the export, with the tree's paths.
        imports: context before it that does nothing but import.
        given: other context before it: the question quotes it, and the step begins with it.
        run: what the cell gave, with pictures.
        shape: of its value; None where the value is not judged, or there is none.
        imported: names that imports have bound up to here.
    """

    session: SessionStep
    problem: Problem
    question: str
    imports: str
    given: str
    run: CellRun
    shape: Shape | None
    imported: frozenset[str]

    @property
    def cell(self) -> Cell:
        """The cell as it stands in the set."""
        return self.session.cell

    @property
    def code(self) -> str:
        """What runs for it."""
        return code_of(self.cell)

    @property
    def judged(self) -> frozenset[str]:
        """The names of its validators."""
        return validators_of(self.problem)


def validators_of(problem: Problem) -> frozenset[str]:
    """Return the names of all validators of a problem, those of its template included."""
    return frozenset(check.alias for check in checks(problem))


def code_of(cell: Cell) -> str:
    """Return what runs for a cell: where a value alone is judged, without what it prints on its way there."""
    judged = validators_of(cell.problem) if cell.problem is not None else frozenset()
    return without_prints(cell.code) if judged & VALUE_JUDGED and "stream" not in judged else cell.code


def judged_values(problemset: ProblemSet) -> frozenset[int]:
    """Return the indices, among the cells that run, of the problems whose value is judged."""
    return frozenset(
        index
        for index, cell in enumerate(problemset.runnable)
        if cell.problem is not None and VALUE_JUDGED & validators_of(cell.problem)
    )


def asked_problems(
    problemset: ProblemSet, *, runs: Sequence[CellRun], shapes: Mapping[int, Shape], questions: Sequence[str]
) -> tuple[tuple[Asked, ...], tuple[Diagnostic, ...]]:
    """Return the problems that can be asked, and what keeps the others back.

    Args:
        problemset: the set.
        runs: of its cells that run, from the first.
        shapes: of the values that are judged, by the cell's index among those that run.
        questions: of all problems, in order.
    """
    asked: list[Asked] = []
    findings: list[Diagnostic] = []
    imports, given = "", ""
    imported: frozenset[str] = frozenset()
    for index, session in enumerate(session_steps(problemset)):
        cell, run = session.cell, runs[index] if index < len(runs) else None
        if run is None or run.outcome is not Outcome.OK:
            hint = "Mend the reference, and admit the set anew. Let pass, the problem is left out."
            findings.append(at_cell(problemset, cell, FAILING, _failure(run), hint))
            continue
        before, imported = imported, imported | frozenset(import_aliases(session.tree))
        if cell.problem is not None:
            shape = shapes.get(index)
            shape = None if shape is None or shape.kind == "nothing" else shape
            question = questions[cell.problem.number - 1]
            asked.append(Asked(session, cell.problem, question, imports, given, run, shape, before))
            imports, given = "", ""
        elif only_imports(cell.code):
            imports = joined(imports, cell.code)
        else:
            given = joined(given, cell.code)
    return tuple(asked), tuple(findings)


def at_cell(problemset: ProblemSet, cell: Cell, info: RuleInfo, message: str, hint: str) -> Diagnostic:
    """Return a finding about a cell's code."""
    return at_code(problemset, cell, (1, 1), info, message, hint)


def finder(problemset: ProblemSet, asked: Asked) -> Finder:
    """Return what makes findings about a problem."""
    return partial(at_cell, problemset, asked.cell)


def _failure(run: CellRun | None) -> str:
    if run is None:
        return "the session had ended before this cell"
    if run.error is not None:
        return f"the cell raises {run.error.type}: {run.error.message}".split("\n", 1)[0]
    return f"the cell does not end well: {run.detail or run.outcome.value}"
