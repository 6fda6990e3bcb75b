"""The problems of a set as they are asked, each with what its cell gave and the context it begins with."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from authoring.dseal.code import import_aliases, keyword_of, nodes
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.session import Step as SessionStep
from authoring.dseal.session import at_code, checks
from authoring.dseal.session import steps as session_steps
from authoring.formats.cibench.codes import FAILING, MIXED, NO_PICTURE, SEVERAL_FIGURES, SEVERAL_PRINTS, UNPRINTABLE
from authoring.formats.cibench.export.rewriting import (
    joined,
    muted,
    only_imports,
    printed,
    prints_at_once,
    sets_figure_size,
    without_prints,
)
from authoring.formats.cibench.export.values import Printing, Shape, StepType, is_number, printing_of
from authoring.formats.cibench.export.wording import FigureSize, print_at_once, run_before, show_answer, show_figure
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


# Problems become steps: by what is judged of each, it is a value to print, a picture to draw, or code to run.

PIXELS = 100.0
"""Dots per inch, unless a figure says otherwise: matplotlib's own. What a figure says holds for no other."""

_FOR_FILES = "savefig"

_SIZE_WORDS = ("inch", "figsize", "英寸")

_MERELY_RUN = "Let pass, the step only has to run."


@dataclass(frozen=True, slots=True)
class Step:
    """One question with its cell, as it stands in a notebook.

    Attributes:
        asked: the problem.
        step_type: what of it is compared.
        question: with the demand how to show the answer.
        code: that answers it.
        taken_up: code before it, which takes up copies that the step before has kept; see `rehearsal`.
        kept: code behind it, which keeps copies for the next step.
    """

    asked: Asked
    step_type: StepType
    question: str
    code: str
    taken_up: str = ""
    kept: str = ""

    @property
    def whole_code(self) -> str:
        """The cell of the notebook."""
        return joined(self.taken_up, self.code, self.kept)

    def merely_run(self, language: str) -> "Step":
        """Return the step that counts as done when it runs."""
        return replace(_merely_run(self.asked, language), taken_up=self.taken_up, kept=self.kept)


def convert(problemset: ProblemSet, asked: Asked, *, language: str) -> tuple[Step, tuple[Diagnostic, ...]]:
    """Return a problem as a step, and what of it the step cannot say.

    Args:
        problemset: for the places of findings.
        asked: the problem.
        language: of what is added to the question.
    """
    printed_text = asked.run.printed.strip() if "stream" in asked.judged else ""
    printing = printing_of(asked.shape) if asked.shape else None
    if "vis" in asked.judged or (asked.run.figures and not asked.shape and not printed_text):
        findings = tuple(_about_picture(problemset, asked, more=bool(printing) or bool(printed_text)))
        lost = any(finding.code != MIXED.code for finding in findings)
        return _merely_run(asked, language) if lost else _drawn(asked, language), findings
    if asked.shape is not None and (findings := tuple(_about_value(problemset, asked, printing))):
        return _merely_run(asked, language), findings
    if asked.shape is not None and printing is not None:
        return _shown(asked, printing, asked.shape, language), ()
    if printed_text:
        kind: StepType = "num" if is_number(printed_text) else "text"
        more = print_at_once(language=language) if "\n" in printed_text else ""
        return _step(asked, kind, language, code=muted(asked.code), more=more), tuple(_about_prints(problemset, asked))
    return _merely_run(asked, language), ()


def _about_value(problemset: ProblemSet, asked: Asked, printing: Printing | None) -> Iterator[Diagnostic]:
    found = finder(problemset, asked)
    if printing is None and asked.shape is not None:
        hint = f"Ask for a number, a text, a list of them, or a table. {_MERELY_RUN}"
        yield found(UNPRINTABLE, f"the answer is of type {asked.shape.type} and has no short text", hint)
    elif asked.run.printed.strip():
        hint = f"Take the print out of the reference. {_MERELY_RUN}"
        yield found(MIXED, "the cell prints something besides its answer", hint)


def _about_prints(problemset: ProblemSet, asked: Asked) -> Iterator[Diagnostic]:
    if not prints_at_once(asked.code):
        message = "the step may print in several calls, and CIBench compares what comes first"
        hint = "Put the lines together, and print them by one call. Let pass, the step stays as it is."
        yield finder(problemset, asked)(SEVERAL_PRINTS, message, hint)


def _about_picture(problemset: ProblemSet, asked: Asked, *, more: bool) -> Iterator[Diagnostic]:
    found, figures = finder(problemset, asked), asked.run.figures
    if not figures:
        yield found(NO_PICTURE, "the cell shows no figure", f"Draw one, and show it in the same cell. {_MERELY_RUN}")
    elif len(figures) > 1:
        hint = f"Keep one, or split the problem. {_MERELY_RUN}"
        yield found(SEVERAL_FIGURES, f"the cell shows {len(figures)} figures", hint)
    elif not figures[0].png:
        yield found(NO_PICTURE, "the cell's picture is empty or too large", f"Draw a smaller one. {_MERELY_RUN}")
    elif more:
        hint = "Split the problem in two. Let pass, the picture alone is compared."
        yield found(MIXED, "the problem is judged by a figure and by a value or text", hint)


def _shown(asked: Asked, printing: Printing, shape: Shape, language: str) -> Step:
    code = printed(asked.code, printing.call) or asked.code
    more = show_answer(printing, shape, language=language)
    return _step(asked, printing.step_type, language, code=code, more=more)


def _drawn(asked: Asked, language: str) -> Step:
    size, setting = _size(asked), ""
    if not sets_figure_size(asked.code):
        aliases = asked.session.aliases
        pyplot = next((name for name, full in aliases.items() if full == "matplotlib.pyplot"), "plt")
        needed = "" if pyplot in asked.imported else f"import matplotlib.pyplot as {pyplot}\n\n"
        values = f'"figure.figsize": ({size.width:g}, {size.height:g}), "figure.dpi": {PIXELS:g}'
        setting = f"{needed}{pyplot}.rcParams.update({{{values}}})"
    said = any(word in asked.question.lower() for word in _SIZE_WORDS)
    more = show_figure(None if said else size, language=language)
    return _step(asked, "vis", language, code=joined(setting, muted(asked.code)), more=more)


def _merely_run(asked: Asked, language: str) -> Step:
    return _step(asked, "exec", language, code=muted(asked.code))


def _step(asked: Asked, kind: StepType, language: str, *, code: str, more: str = "") -> Step:
    before = run_before(asked.given, language=language) if asked.given else ""
    asked_for = asked.question.strip()
    # What came back from a tree says it already.
    parts = (before, asked_for, "" if more in asked_for else more)
    question = "\n\n".join(part for part in parts if part)
    return Step(asked, kind, question, joined(asked.imports, asked.given, code))


def _size(asked: Asked) -> FigureSize:
    """Return how large the figure is; its pixels are known, and its dots per inch where the code says a number."""
    said = (
        dots.value
        for node in nodes(asked.session.tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", "") != _FOR_FILES
        and isinstance(dots := keyword_of(node, "dpi"), ast.Constant)
    )
    dpi = next((float(dots) for dots in said if isinstance(dots, int | float) and dots > 0), PIXELS)
    figure = asked.run.figures[0]
    return FigureSize(figure.width / dpi, figure.height / dpi, dpi)
