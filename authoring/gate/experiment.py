"""CIBench's rules about experiments, held against a text, its dry run and its rehearsal."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.experiment_codes import (
    BARE_DIGIT,
    CONTEXT,
    FEWEST_STEPS,
    LONG_OUTPUT,
    LONG_SILENCE,
    LONGEST_PRINT,
    LONGEST_VALUE,
    MIXED_OUTPUT,
    MOST_STEPS,
    NEAR_SILENCE,
    NO_OUTPUT,
    NOT_IDEMPOTENT,
    SEVERAL_FIGURES,
    SHOWN_WARNING,
    SILENCE,
    UNNAMED_MODULE,
    UNSCORED_TEXT,
    UNSTATED_PATH,
    UNUSED_NAME,
    WRONG_LENGTH,
)
from authoring.dseal.model import Cell, CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.dseal.session import at_code, at_question, checks, steps
from authoring.records.evidence import CellRun, DryRun, Limits, Outcome
from authoring.records.experiment import Experiment, RepeatedCell, Topic, libraries_named_in
from authoring.records.job import limits_of
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect

_JUDGING_STATE = {"namespace_check", "table_test", "model"}

# As Python prints warnings: from a cell, or from a file of a library.
_WARNING = re.compile(r"^<cell \d+>:\d+: \w*Warning: |^\S+\.py:\d+: \w*Warning: ", re.MULTILINE)

_SCORED = re.compile(r"[A-Za-z0-9]")

_CELL = re.compile(r"<cell \d+>")
"""Where a warning came from: counted on with every cell that runs."""

_SHORT = 60
"""Characters of an answer that a message repeats."""


def check_experiment(
    draft_text: str, *, run: DryRun, rehearsal: Sequence[RepeatedCell], experiment: Experiment
) -> tuple[Diagnostic, ...]:
    """Return what stands against an experiment, in the order of its lines.

    Args:
        draft_text: the experiment.
        run: its dry run.
        rehearsal: of `rehearse_experiment`; empty to leave out what only that shows.
        experiment: the module and the topic that it is about.
    """
    problemset = parse(draft_text)
    runs = {findings.cell: findings.run for findings in run.cells}
    findings = [
        *_shape(problemset),
        *_questions(problemset, experiment.api.spoken),
        *_unused(problemset, experiment.topic),
        *_unstated(problemset),
    ]
    for index, cell_run in runs.items():
        cell = problemset.cells[index]
        findings += _outputs(problemset, cell, cell_run)
        findings += _scores(problemset, cell, cell_run)
    findings += _repeats(problemset, runs, rehearsal)
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def _shape(problemset: ProblemSet) -> Iterator[Diagnostic]:
    count = len(problemset.problems)
    if not FEWEST_STEPS <= count <= MOST_STEPS:
        message = f"the experiment has {count} steps, and CIBench's have {FEWEST_STEPS} to {MOST_STEPS}"
        yield WRONG_LENGTH.diagnostic(message, hint="Go on with the task, or split it into two experiments.")
    for cell in problemset.runnable:
        if cell.kind is CellKind.CONTEXT:
            hint = "Move the code into the first step that needs it."
            yield at_code(problemset, cell, (1, 1), CONTEXT, "this cell runs and is never asked", hint)


def _questions(problemset: ProblemSet, names: Sequence[str]) -> Iterator[Diagnostic]:
    # Look-arounds instead of \b, because a name may begin or end with a mark.
    called = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE)
    for step in steps(problemset):
        cell, problem = step.cell, step.cell.problem
        # A step that prepares or shows data says to use another library than the one the experiment is about.
        others = {full.partition(".")[0] for full in step.aliases.values()} - sys.stdlib_module_names
        if problem is None or not names or called.search(problem.question):
            continue
        if not libraries_named_in(problem.question, others):
            hint = f"Say in the question that {names[0]} is to be used."
            yield at_question(problemset, cell, "", UNNAMED_MODULE, "the question names no module to use", hint)


def _unused(problemset: ProblemSet, topic: Topic) -> Iterator[Diagnostic]:
    words = {word for cell in problemset.runnable for word in re.findall(r"\w+", cell.code)}
    for name in topic.names:
        # A name may be imported by itself or called on an alias, so only its last part has to occur.
        if name.rpartition(".")[2] not in words:
            yield UNUSED_NAME.diagnostic(f"the topic names {name}, and no step uses it", hint="Build it into a step.")


def _unstated(problemset: ProblemSet) -> Iterator[Diagnostic]:
    """Find the input files that steps read and the first question says nothing of."""
    files = {name for cell in problemset.runnable for name in input_files_of(cell.code)}
    for cell, problem in problemset.problems[:1]:
        for name in sorted(files):
            if not re.search(rf"inputs/{re.escape(name)}(?!\w|\.\w)", problem.question):
                hint = "Say the path, and what the file holds."
                message = f"the first question does not say where the file inputs/{name} is"
                yield at_question(problemset, cell, "", UNSTATED_PATH, message, hint)


def _outputs(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    """Find what a notebook would show too much of, too late, or not at all."""
    at = partial(at_code, problemset, cell, (1, 1))
    if run.seconds > NEAR_SILENCE:
        over = run.seconds > SILENCE
        message = f"this takes {run.seconds:.1f} seconds, and CIBench gives up after {SILENCE:g} of silence"
        near = LONG_SILENCE.diagnostic("").severity if over else NO_OUTPUT.severity
        hint = "Take fewer rows or rounds."
        yield at(LONG_SILENCE, message, hint).model_copy(update={"severity": near})
    if run.outcome is not Outcome.OK:
        return
    value, printed = run.value.text if run.value else "", run.stream
    for part, text, longest in (("the value", value, LONGEST_VALUE), ("the printed text", printed, LONGEST_PRINT)):
        if len(text) > longest:
            message = f"{part} has {len(text):,} characters, and CIBench compares {longest:,}"
            yield at(LONG_OUTPUT, message, "Show a part, a shape or a summary.")
    if len(run.figures) > 1:
        message = f"the step shows {len(run.figures)} figures"
        yield at(SEVERAL_FIGURES, message, "Keep one, or split the step.")
    if cell.problem is None:
        return
    kinds = [kind for kind, content in (("a figure", run.figures), ("text", printed), ("a value", value)) if content]
    # A plot call as the last line leaves a value beside its figure, which nobody meant to show.
    if len(kinds) > 1 and not (run.figures and not printed):
        yield at(MIXED_OUTPUT, f"the step shows {' and '.join(kinds)}", "Show one of them; split the step for two.")
    if not kinds and not {check.alias for check in checks(cell.problem)} & _JUDGING_STATE:
        hint = "End with the value, or let `namespace_check` judge a variable."
        yield at(NO_OUTPUT, "the step shows nothing, and no validator judges what it leaves", hint)


def _scores(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    """Find output that CIBench scores badly, whoever gives it."""
    if cell.problem is None or run.outcome is not Outcome.OK or run.figures:
        return
    at = partial(at_code, problemset, cell, (1, 1))
    answer = run.value.text if run.value else run.stream
    if _WARNING.search(run.stream):
        yield at(SHOWN_WARNING, "the step shows a warning", "Use what is not deprecated, or what fits the data.")
    if answer.strip().isdecimal() and len(answer.strip()) == 1:
        message = f"the answer is {answer.strip()}, which many wrong outputs contain"
        yield at(BARE_DIGIT, message, "Ask for a sum, a share with decimals, or a tuple.")
    if answer.strip() and not _SCORED.search(answer):
        yield at(UNSCORED_TEXT, "the output has no ASCII letter or digit", "Answer with a word.")


def _repeats(
    problemset: ProblemSet, runs: Mapping[int, CellRun], rehearsal: Sequence[RepeatedCell]
) -> Iterator[Diagnostic]:
    """Find the steps that give something else when they, or those before them, run twice; the first cause is told."""
    for step in rehearsal:
        run_before, cell = runs.get(step.cell), problemset.cells[step.cell]
        at = partial(at_code, problemset, cell, (1, 1), NOT_IDEMPOTENT)
        # What follows a failed cell is not known from the dry run, so nothing can be compared.
        if run_before is None or run_before.outcome is not Outcome.OK:
            return
        changed = _difference(run_before, step.first, pictures=False)
        if changed:
            message = f"once the steps before it have run twice, this one {changed}"
            yield at(message, "An earlier step changes what it was given: let it assign to a new name.")
            return
        if step.second is not None and (changed := _difference(step.first, step.second, pictures=True)):
            yield at(f"run a second time in the same session, the step {changed}", "Assign to a new name instead.")
            return


def _difference(first: CellRun, second: CellRun, *, pictures: bool) -> str:
    """Return what the other run shows instead; nothing where both show the same."""
    if second.outcome is not Outcome.OK:
        raised = f"{second.error.type}: {second.error.message}" if second.error else second.detail
        return f"ends with {_short(raised or second.outcome.value)}"
    values = [run.value.text if run.value else "" for run in (first, second)]
    if values[0] != values[1]:
        return f"gives {_short(values[1]) or 'nothing'} instead of {_short(values[0]) or 'nothing'}"
    # The number of the cell differs in every run, and is no difference of the output.
    if _CELL.sub("", first.stream) != _CELL.sub("", second.stream):
        return f"prints {_short(second.stream) or 'nothing'} instead of {_short(first.stream) or 'nothing'}"
    figures = [[figure.sha256 if pictures else figure.titles for figure in run.figures] for run in (first, second)]
    return "draws another figure" if figures[0] != figures[1] else ""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 1]}…"


# CIBench's oracle mode runs each step twice in a row, so a step has to bear that.
@stage("rehearse_experiment")
def rehearse_experiment(
    draft_text: str, *, inputs: Sequence[Path], limits: Limits, sandbox: Sandbox, dialect: Dialect = "dseval"
) -> tuple[RepeatedCell, ...]:
    """Run every cell twice in a row in one session, up to the first that does not end well; arguments as in `dry_run`.

    Raises:
        SandboxError: the sandbox failed.
    """
    problemset = parse(draft_text)
    modules = sorted({name for cell in problemset.runnable for name in loads_of(cell.code)})
    repeated: list[RepeatedCell] = []
    with sandbox.session(inputs=inputs, modules=modules, dialect=dialect) as session:
        for index, cell in enumerate(problemset.cells):
            if cell not in problemset.runnable:
                continue
            own = limits_of(cell, limits)
            first = session.run(cell.code, limits=own, figures=True)
            if first.outcome is not Outcome.OK:
                return (*repeated, RepeatedCell(cell=index, first=first))
            second = session.run(cell.code, limits=own, figures=True)
            repeated.append(RepeatedCell(cell=index, first=first, second=second))
            if second.outcome is not Outcome.OK:
                break
    return tuple(repeated)
