"""Problems become steps: by its validators each is a value to print, a picture to draw, or code to run.

`played_problems` joins each problem with the run of its cell and the context before it; `convert` makes the step.
"""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from authoring.dseal.conventions import without_conventions
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.python_code import import_aliases, keyword_of, nodes
from authoring.dseal.session import SessionStep, at_code, checks
from authoring.dseal.session import steps as session_steps
from authoring.formats.base.prerequisites import only_imports
from authoring.formats.cibench.codes import FAILING, MIXED, NO_PICTURE, SEVERAL_FIGURES, SEVERAL_PRINTS, UNPRINTABLE
from authoring.formats.cibench.export.rewriting import (
    join_code,
    print_value,
    prints_at_once,
    sets_figure_size,
    suppress_value,
    without_prints,
)
from authoring.formats.cibench.export.values import Printing, StepType, ValueShape, is_number, printing_of
from authoring.formats.cibench.export.wording import WORDINGS, FigureSize, run_before, show_answer, show_figure
from authoring.records.evidence import CellRun, Outcome

FindingFactory = Callable[[RuleInfo, str, str], Diagnostic]
"""Makes a finding of a rule, a message and a hint."""
VALUE_JUDGED = frozenset({"result", "answer_in_source"})
PIXELS = 100.0
"""Dots per inch, unless a figure says otherwise: matplotlib's own. What a figure says holds for no other."""
_FOR_FILES = "savefig"
_SIZE_WORDS = ("inch", "figsize", "英寸")
_MERELY_RUN = "Let pass, the step only has to run."


@dataclass(frozen=True, slots=True)
class PlayedProblem:
    """A problem, with all that is needed to make a step of it.

    Attributes:
        session: the cell, with what its session has imported.
        problem: the problem of the cell.
        question: in the language of the export, with the tree's paths.
        imports: context before it that does nothing but import.
        leading_code: other context before it: the question quotes it, and the step begins with it.
        run: the run of the cell, with pictures.
        shape: the shape of its value; None where the value is not judged, or there is none.
        imported: names that imports have bound up to here.
    """

    session: SessionStep
    problem: Problem
    question: str
    imports: str
    leading_code: str
    run: CellRun
    shape: ValueShape | None
    imported: frozenset[str]

    @property
    def cell(self) -> Cell:
        """The cell as it stands in the set."""
        return self.session.cell

    @property
    def code(self) -> str:
        """The code that runs for the problem."""
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


def played_problems(
    problemset: ProblemSet, *, runs: Sequence[CellRun], shapes: Mapping[int, ValueShape], questions: Sequence[str]
) -> tuple[tuple[PlayedProblem, ...], tuple[Diagnostic, ...]]:
    """Return the problems that can be asked, and findings about the others.

    Args:
        problemset: the set.
        runs: the runs of its runnable cells, from the first; cells behind one that ended the session are missing.
        shapes: the shapes of the values that are judged, by the cell's index among the runnable ones.
        questions: the questions of all problems, in order.
    """
    played: list[PlayedProblem] = []
    findings: list[Diagnostic] = []
    imports, leading_code = "", ""
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
            # A value of None is nothing to print, so the step is judged by what else it shows.
            shape = None if shape is None or shape.kind == "nothing" else shape
            question = questions[cell.problem.number - 1]
            played.append(PlayedProblem(session, cell.problem, question, imports, leading_code, run, shape, before))
            imports, leading_code = "", ""
        # Questions quote the context that later code builds upon; imports they need not quote, everybody may import.
        elif only_imports(context := without_conventions(cell.code)):
            imports = join_code(imports, context)
        else:
            leading_code = join_code(leading_code, context)
    return tuple(played), tuple(findings)


def at_cell(problemset: ProblemSet, cell: Cell, info: RuleInfo, message: str, hint: str) -> Diagnostic:
    """Return a finding about a cell's code."""
    return at_code(problemset, cell, (1, 1), info, message, hint)


def finding_factory(problemset: ProblemSet, problem: PlayedProblem) -> FindingFactory:
    """Return what makes findings about a problem."""
    return partial(at_cell, problemset, problem.cell)


def _failure(run: CellRun | None) -> str:
    if run is None:
        return "the session had ended before this cell"
    if run.error is not None:
        return f"the cell raises {run.error.type}: {run.error.message}".split("\n", 1)[0]
    return f"the cell does not end well: {run.detail or run.outcome.value}"


@dataclass(frozen=True, slots=True)
class NotebookStep:
    """One question with its cell, as it stands in a notebook.

    Attributes:
        played: the problem.
        step_type: the part of its output that is compared.
        question: with the demand how to show the answer.
        code: the code that answers it.
        restored_copies: code before it, which takes up copies that the step before has kept; see `rehearsal`.
        saved_copies: code behind it, which keeps copies for the next step.
    """

    played: PlayedProblem
    step_type: StepType
    question: str
    code: str
    restored_copies: str = ""
    saved_copies: str = ""

    @property
    def whole_code(self) -> str:
        """The cell of the notebook."""
        return join_code(self.restored_copies, self.code, self.saved_copies)

    def merely_run(self, language: str) -> "NotebookStep":
        """Return the step that counts as done when it runs."""
        return replace(
            _merely_run(self.played, language), restored_copies=self.restored_copies, saved_copies=self.saved_copies
        )


def convert(
    problemset: ProblemSet, problem: PlayedProblem, *, language: str
) -> tuple[NotebookStep, tuple[Diagnostic, ...]]:
    """Return a problem as a step, and what of it the step cannot say."""
    printed_text = problem.run.printed.strip() if "stream" in problem.judged else ""
    printing = printing_of(problem.shape) if problem.shape else None
    # Figures first: CIBench compares a picture before any text. A figure without a value or a print is all there is to
    # compare.
    if "vis" in problem.judged or (problem.run.figures and not problem.shape and not printed_text):
        findings = tuple(_about_picture(problemset, problem, prints_too=bool(printing) or bool(printed_text)))
        # With a second output the picture can still be compared; without one picture nothing can.
        lost = any(finding.code != MIXED.code for finding in findings)
        return _merely_run(problem, language) if lost else _drawn_step(problem, language), findings
    if problem.shape is not None and (findings := tuple(_about_value(problemset, problem, printing))):
        return _merely_run(problem, language), findings
    if problem.shape is not None and printing is not None:
        return _printed_step(problem, printing, problem.shape, language), ()
    # Only what `stream` judges: other prints are not what the problem asks for.
    if printed_text:
        kind: StepType = "num" if is_number(printed_text) else "text"
        # A busy kernel sends several prints as blocks of their own, and CIBench compares the first one alone.
        demand = WORDINGS[language].at_once if "\n" in printed_text else ""
        return _step(problem, kind, language, code=suppress_value(problem.code), demand=demand), tuple(
            _about_prints(problemset, problem)
        )
    return _merely_run(problem, language), ()


def _about_value(problemset: ProblemSet, problem: PlayedProblem, printing: Printing | None) -> Iterator[Diagnostic]:
    make_finding = finding_factory(problemset, problem)
    if printing is None and problem.shape is not None:
        hint = f"Ask for a number, a text, a list of them, or a table. {_MERELY_RUN}"
        yield make_finding(UNPRINTABLE, f"the answer is of type {problem.shape.type} and has no short text", hint)
    elif problem.run.printed.strip():
        hint = f"Take the print out of the reference. {_MERELY_RUN}"
        yield make_finding(MIXED, "the cell prints something besides its answer", hint)


def _about_prints(problemset: ProblemSet, problem: PlayedProblem) -> Iterator[Diagnostic]:
    if not prints_at_once(problem.code):
        message = "the step may print in several calls, and CIBench compares what comes first"
        hint = "Put the lines together, and print them by one call. Let pass, the step stays as it is."
        yield finding_factory(problemset, problem)(SEVERAL_PRINTS, message, hint)


def _about_picture(problemset: ProblemSet, problem: PlayedProblem, *, prints_too: bool) -> Iterator[Diagnostic]:
    make_finding, figures = finding_factory(problemset, problem), problem.run.figures
    if not figures:
        yield make_finding(
            NO_PICTURE, "the cell shows no figure", f"Draw one, and show it in the same cell. {_MERELY_RUN}"
        )
    elif len(figures) > 1:
        hint = f"Keep one, or split the problem. {_MERELY_RUN}"
        yield make_finding(SEVERAL_FIGURES, f"the cell shows {len(figures)} figures", hint)
    elif not figures[0].png:
        yield make_finding(NO_PICTURE, "the cell's picture is empty or too large", f"Draw a smaller one. {_MERELY_RUN}")
    elif prints_too:
        hint = "Split the problem in two. Let pass, the picture alone is compared."
        yield make_finding(MIXED, "the problem is judged by a figure and by a value or text", hint)


def _printed_step(problem: PlayedProblem, printing: Printing, shape: ValueShape, language: str) -> NotebookStep:
    code = print_value(problem.code, printing.call) or problem.code
    demand = show_answer(printing, shape, language=language)
    return _step(problem, printing.step_type, language, code=code, demand=demand)


def _drawn_step(problem: PlayedProblem, language: str) -> NotebookStep:
    size, setting = _size(problem), ""
    if not sets_figure_size(problem.code):
        aliases = problem.session.aliases
        # Under the name that the set uses, so that no second name for the same module appears.
        pyplot = next((name for name, full in aliases.items() if full == "matplotlib.pyplot"), "plt")
        needed = "" if pyplot in problem.imported else f"import matplotlib.pyplot as {pyplot}\n\n"
        values = f'"figure.figsize": ({size.width:g}, {size.height:g}), "figure.dpi": {PIXELS:g}'
        setting = f"{needed}{pyplot}.rcParams.update({{{values}}})"
    # A question that names a size needs no sentence about it.
    names_size = any(word in problem.question.lower() for word in _SIZE_WORDS)
    demand = show_figure(None if names_size else size, language=language)
    return _step(problem, "vis", language, code=join_code(setting, suppress_value(problem.code)), demand=demand)


def _merely_run(problem: PlayedProblem, language: str) -> NotebookStep:
    return _step(problem, "exec", language, code=suppress_value(problem.code))


def _step(problem: PlayedProblem, kind: StepType, language: str, *, code: str, demand: str = "") -> NotebookStep:
    before = run_before(problem.leading_code, language=language) if problem.leading_code else ""
    asked_for = problem.question.strip()
    # What came back from a tree says it already.
    parts = (before, asked_for, "" if demand in asked_for else demand)
    question = "\n\n".join(part for part in parts if part)
    return NotebookStep(problem, kind, question, join_code(problem.imports, problem.leading_code, code))


def _size(problem: PlayedProblem) -> FigureSize:
    """Return how large the figure is; its pixels are known, and its dots per inch where the code says a number."""
    dpis = (
        dots.value
        for node in nodes(problem.session.tree)
        if isinstance(node, ast.Call)
        # The resolution of a saved file is not that of the figure on the screen.
        and getattr(node.func, "attr", "") != _FOR_FILES
        and isinstance(dots := keyword_of(node, "dpi"), ast.Constant)
    )
    dpi = next((float(dots) for dots in dpis if isinstance(dots, int | float) and dots > 0), PIXELS)
    figure = problem.run.figures[0]
    return FigureSize(figure.width / dpi, figure.height / dpi, dpi)
