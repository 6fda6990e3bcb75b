"""Problems become steps: by what is judged of each, it is a value to print, a picture to draw, or code to run."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from authoring.dseal.code import keyword_of, nodes
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import ProblemSet
from authoring.formats.cibench.export.asked import Asked, finder
from authoring.formats.cibench.export.codes import MIXED, NO_PICTURE, SEVERAL_FIGURES, SEVERAL_PRINTS, UNPRINTABLE
from authoring.formats.cibench.export.printing import Printing, StepType, printing_of
from authoring.formats.cibench.export.rewriting import joined, muted, printed, prints_at_once, sets_figure_size
from authoring.formats.cibench.export.shapes import Shape, is_number
from authoring.formats.cibench.export.wording import FigureSize, print_at_once, run_before, show_answer, show_figure

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
