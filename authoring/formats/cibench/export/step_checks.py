"""Checks of a step before anything is written: what CIBench's loader and evaluator cannot take, or do not judge."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.experiment_codes import LONGEST_PRINT, SILENCE
from authoring.dseal.model import ProblemSet, YamlPath
from authoring.dseal.session import at_key, checks
from authoring.formats.cibench.codes import (
    COUNTED_WORDS,
    FAILING,
    FOREIGN_LETTERS,
    NO_PICTURE,
    ONE_DIGIT,
    OVERLONG,
    SILENT,
    UNJUDGED,
    UNMOVED,
    UNPRINTABLE,
    WARNED,
)
from authoring.formats.cibench.export.steps import (
    VALUE_JUDGED,
    FindingFactory,
    NotebookStep,
    finding_factory,
)
from authoring.records.evidence import CellRun, Outcome
from authoring.records.wording import short_text

# An address of an object in memory, which differs in every run.
_ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
# The characters that the text score of CIBench makes words of.
_SCORED = re.compile(r"[A-Za-z0-9]")
_NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(\.\d+)?(?![\w.]*[A-Za-z_])")
_MERELY_RUN = "Let pass, the step only has to run."
_AS_IT_IS = "Let pass, the step stays as it is."
WHOLE = frozenset({"crash", "namespace_intact"})
"""Validators that a right output satisfies by itself."""
FORBIDDEN: YamlPath = ("execution", "forbid_names")


def check_step(problemset: ProblemSet, step: NotebookStep, run: CellRun) -> Iterator[Diagnostic]:
    """Yield what stands against a step, by what it gave when it was played."""
    make_finding = finding_factory(problemset, step.played)
    if run.seconds > SILENCE:
        message = f"the step takes {run.seconds:.1f} seconds, and CIBench gives up after {SILENCE:g} of silence"
        yield make_finding(SILENT, message, f"Take fewer rows or rounds. {_AS_IT_IS}")
    if step.step_type == "vis" and not is_comparable(step, run):
        yield make_finding(NO_PICTURE, "the step shows no picture when it is played", f"Show one figure. {_MERELY_RUN}")
    if step.step_type == "exec" and run.outcome is not Outcome.OK:
        message = "the cell does not end well when it is played anew"
        yield make_finding(FAILING, message, "Mend the reference. Let pass, the step stays as it is.")
    if step.step_type in {"num", "text"}:
        yield from _about_answer(make_finding, run) if run.outcome is Outcome.OK else _about_failure(make_finding, run)
    # Values that hold numbers are no steps of words, and a single number in a sentence is told by its words.
    if step.step_type == "text" and step.played.shape is None and len(_NUMBER.findall(run.printed)) > 1:
        hint = "End with the value in place of printing it: it is then compared as a whole."
        yield make_finding(COUNTED_WORDS, "the printed numbers are compared as words, in any order", hint)
    if step.step_type == "text" and run.stdout is not None:
        yield make_finding(WARNED, "the step writes to standard error", f"Mend what it warns of. {_AS_IT_IS}")


def _about_failure(make_finding: FindingFactory, run: CellRun) -> Iterator[Diagnostic]:
    error = f"{run.error.type}: {run.error.message}" if run.error else run.detail
    hint = f"Ask for a number, a text, a list of them, or a table. {_MERELY_RUN}"
    yield make_finding(UNPRINTABLE, f"printing the answer ends with {short_text(error)}", hint)


def _about_answer(make_finding: FindingFactory, run: CellRun) -> Iterator[Diagnostic]:
    text = run.printed
    if len(run.stream) > LONGEST_PRINT:
        message = f"the answer has {len(run.stream):,} characters, and CIBench compares {LONGEST_PRINT:,}"
        yield make_finding(OVERLONG, message, f"Ask for a part, a shape or a summary. {_MERELY_RUN}")
    if _ADDRESS.search(text):
        yield make_finding(
            UNPRINTABLE, "the answer shows an address in memory", f"Answer with plain values. {_MERELY_RUN}"
        )
    if not text.isascii() or not _SCORED.search(text):
        hint = f"Answer with ASCII words, or let `result` judge the value. {_AS_IT_IS}"
        yield make_finding(FOREIGN_LETTERS, f"the printed text is not made of ASCII words: {short_text(text)}", hint)
    # The evaluator looks for the reference within the output, and a digit stands in most numbers.
    if len(text.strip()) == 1 and text.strip().isdigit():
        message = f"the printed text is {text.strip()}, which many wrong outputs contain"
        yield make_finding(ONE_DIGIT, message, f"Let `result` judge the value, or print a word with it. {_AS_IT_IS}")
    if "inputs/" in text:
        yield make_finding(UNMOVED, "the answer shows the path of a data file", f"Show its name alone. {_AS_IT_IS}")


def is_comparable(step: NotebookStep, run: CellRun) -> bool:
    """Return whether an output of the step can be compared at all; where not, it only has to run."""
    if step.step_type == "vis":
        return len(run.figures) == 1 and bool(run.figures[0].png)
    if step.step_type == "exec":
        return True
    text = run.printed
    return (
        run.outcome is Outcome.OK
        and len(run.stream) <= LONGEST_PRINT
        and bool(_SCORED.search(text))
        and not _ADDRESS.search(text)
    )


def unjudged_findings(problemset: ProblemSet, step: NotebookStep) -> Iterator[Diagnostic]:
    """Yield a note about a problem that is judged by more than what its step shows."""
    parts = dict(_unjudged(step))
    if not parts:
        return
    unjudged = ", ".join(parts.values())
    message = f"CIBench does not judge problem {step.played.problem.number} by {unjudged}"
    comparison = "asks only whether the step runs" if step.step_type == "exec" else "compares the output alone"
    yield at_key(problemset, step.played.cell, next(iter(parts)), UNJUDGED, message, f"It {comparison}.")


def _unjudged(step: NotebookStep) -> Iterator[tuple[YamlPath, str]]:
    problem, judged = step.played.problem, _judged(step)
    for check in checks(problem):
        if check.path is None or check.alias in WHOLE:
            continue
        if check.alias not in judged:
            yield check.path, f"`{check.alias}`"
        elif check.options and check.alias != "vis":
            yield check.path, f"the options of `{check.alias}`"
    if problem.forbid_names:
        yield FORBIDDEN, "`forbid_names`"


def _judged(step: NotebookStep) -> frozenset[str]:
    """Return the validators that a step stands for."""
    if step.step_type == "vis":
        return frozenset({"vis"})
    if step.step_type == "exec":
        return frozenset()
    return VALUE_JUDGED if step.played.shape is not None else frozenset({"stream"})
