"""The gate: what a dry run says against a problem set, as findings."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from authoring.dseal.changed_inputs import changed_input_findings, is_input
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import (
    CUT_VALUE,
    DSEVAL_TIME,
    ERROR,
    FAULTY_VALIDATOR,
    KILLED,
    NEAR,
    NEEDS_REFERENCE_CELL,
    NOT_REPRODUCIBLE,
    NOTHING_TO_CHECK,
    OUT_OF_MEMORY,
    OVERSIZED_INPUTS,
    SLOW,
    TIMEOUT,
    TOO_MUCH_CPU,
    TOO_MUCH_DISK,
    TOO_MUCH_OUTPUT,
    UNHIDDEN_CELL,
    UNLIKE_STATE,
    UNREACHED,
    WRITTEN_FILE,
)
from authoring.dseal.lint import lint
from authoring.dseal.model import Cell, ProblemSet, YamlPath
from authoring.dseal.parse import parse
from authoring.dseal.positions import lines_of
from authoring.dseal.python_code import parse_code
from authoring.dseal.reference_cells import MARK, marked_cells
from authoring.dseal.session import at_code, at_key, at_node, checks, path_of_reason
from authoring.dseal.validator_strength import weak_check_findings
from authoring.gate.answer_leaks import answer_leaks
from authoring.gate.changed_variables import changed_variables
from authoring.gate.failing_functions import failing_functions, import_hint
from authoring.gate.promised_order import broken_orders
from authoring.gate.same_answers import same_answers
from authoring.gate.set_order import set_orders
from authoring.gate.value_forms import value_forms
from authoring.records.evidence import CellRun, DryRun, Judgement, Limits, Outcome, ProblemRun
from authoring.sandbox.limits import LIMITS, limit_exceeded, limit_of, places_that_set, settings_key

SHORT = 200
"""Characters of a message that are shown."""
REFUSED = re.compile(r"\[Errno (?:1|13|16|18|30)\] [^']*'(?:[^']*/)?(inputs(?:/[^']*)?)'")
"""What an attempt to change inputs says where they are walled off: not permitted, busy, on another disk, read-only."""
_MISSING = re.compile(r"\b(nan|NaT) instead of \1\b|<NA> cannot be compared with <NA>")
"""A reason that names a missing value on both sides: nothing changed from one run to the other."""
_TOUCHED = re.compile(r"Variable `(\w+)` was (\w+), and should not be")
"""A reason that names a variable which must stay as it is: it is no matter of chance that the reference changes it."""
_OF_INPUTS = re.compile(r"What `\w+` left of its inputs")
STATIC = ("DS312", "DS314", "DS317")
"""Codes of lint for validators that refuse nothing."""
BY_OUTCOME = {
    Outcome.TIMEOUT: TIMEOUT,
    Outcome.OUT_OF_MEMORY: OUT_OF_MEMORY,
    Outcome.TOO_MUCH_OUTPUT: TOO_MUCH_OUTPUT,
    Outcome.TOO_MUCH_DISK: TOO_MUCH_DISK,
    Outcome.KILLED: KILLED,
}


def check_dry_run(draft_text: str, run: DryRun, limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what the dry run of a text, under these limits, says against it, in the order of its lines."""
    problemset = parse(draft_text)
    findings = [*_unreached(problemset, run)]
    for cell_run in run.cells:
        cell = problemset.cells[cell_run.cell]
        findings += (*_cell(problemset, cell, cell_run), *_cut(problemset, cell, cell_run.run, limits))
    findings += (
        *_answer_sides(problemset, run),
        *_visible_reference_cells(problemset, run),
        *same_answers(draft_text, run),
        *set_orders(problemset, run),
    )
    findings += (*value_forms(problemset, run), *answer_leaks(problemset, run), *changed_variables(problemset, run))
    findings += broken_orders(problemset, run)
    # A problem with nothing to compare has a finding of its own; calling its validator weak would say it twice.
    findings += _weak(
        problemset, run, {finding.problem for finding in findings if finding.code == NOTHING_TO_CHECK.code}
    )
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def check_inputs(files: Sequence[Path], limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what stands against the input files of a set before any of it is copied or run.

    Args:
        files: files, and folders with all that is in them; what is not there is left to the run.
        limits: whose `max_inputs` counts.
    """
    sizes = {file: sum(part.stat().st_size for part in _parts(file)) for file in files}
    total = sum(sizes.values())
    if total <= limits.max_inputs:
        return ()
    largest = max(sizes, key=sizes.__getitem__).name
    message = f"the input files hold {total} bytes, more than max_inputs = {limits.max_inputs}"
    hint = f"Use a sample of {largest}, the largest of them, or raise {places_that_set('max_inputs')}."
    return (OVERSIZED_INPUTS.diagnostic(message, hint=hint),)


def _parts(path: Path) -> Iterator[Path]:
    return (part for part in (path, *path.rglob("*")) if part.is_file())


def _weak(problemset: ProblemSet, run: DryRun, uncheckable: set[int | None]) -> Iterator[Diagnostic]:
    """Find validators that refuse nothing, but for what lint sees in the text and says at the same place."""
    lines_of_lint = {finding.line for finding in lint(problemset.text, select=STATIC)}
    lines = lines_of(problemset.text)
    for cell_run in run.cells:
        problem = problemset.cells[cell_run.cell].problem
        if problem is None or problem.number in uncheckable:
            continue
        for finding in weak_check_findings(problem, cell_run.run if cell_run.run.outcome is Outcome.OK else None):
            if finding.line not in lines_of_lint:
                yield finding.model_copy(update={"source_line": lines.line(finding.line)})


def _unreached(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    later = problemset.runnable[len(run.cells) :]
    if later:
        count = "1 cell was" if len(later) == 1 else f"{len(later)} cells were"
        yield at_code(
            problemset,
            later[0],
            (1, 1),
            UNREACHED,
            f"{count} not run, because the cell before did not end well",
            "Mend that one first.",
        )


def _cell(problemset: ProblemSet, cell: Cell, problem_run: ProblemRun) -> Iterator[Diagnostic]:
    yield from _ending(problemset, cell, problem_run)
    yield from _files(problemset, cell, problem_run)
    if problem_run.judgement is not None and cell.problem is not None:
        yield from _judged(problemset, cell, problem_run, problem_run.judgement)
        yield from _uncheckable(problemset, cell, problem_run.run)
        if cell.problem.max_time is None and problem_run.run.seconds > NEAR:
            yield at_code(
                problemset,
                cell,
                (1, 1),
                SLOW,
                f"this took {problem_run.run.seconds:.1f} seconds, and DSEval gives it {DSEVAL_TIME:g}",
                "Set `execution.max_time` to several times what it takes.",
            )


def _ending(problemset: ProblemSet, cell: Cell, problem_run: ProblemRun) -> Iterator[Diagnostic]:
    """Find runs that did not end well; the second counts where the first did."""
    runs = [run for run in (problem_run.run, problem_run.repeat) if run is not None and run.outcome is not Outcome.OK]
    if not runs:
        return
    run = runs[0]
    line = run.error.line if run.error is not None and run.error.line is not None else 1
    at = partial(at_code, problemset, cell, (line, 1))
    where_again = "" if run is problem_run.run else ", in its second run only"
    limit = limit_of(run.outcome, run.detail)
    if run.outcome in BY_OUTCOME:
        info = TOO_MUCH_CPU if limit == "max_cpu" else BY_OUTCOME[run.outcome]
        excess = run.detail.partition("; raise ")[0]
        yield at(info, f"the code {excess}{where_again}", _way_out(limit, cell))
    # Where inputs are walled off, an attempt to change them ends in an error of the system.
    elif run.error is not None and (refused := REFUSED.match(run.error.message)):
        yield from changed_input_findings(problemset, cell, [refused[1]])
    elif run.error is not None:
        text = f"{run.error.type}: {_first_line(run.error.message)}".removesuffix(": ")
        if run is problem_run.run:
            role = "context" if cell.problem is None else "reference"
            hint = _way_out(limit, cell) if limit else import_hint(text) or _last_frame(run)
            yield at(ERROR, f"the {role} code raises {text}", hint)
        else:
            yield at(NOT_REPRODUCIBLE, f"the code ended well once, and the second time raised {text}", _seed_hint())


def _way_out(limit: str, cell: Cell) -> str:
    """Return what to do about a limit: of several places that set it, those that count for this cell."""
    if not limit:
        return "See which call it is by running the code in parts; reference code must not end its process."
    first = LIMITS[limit].problem_key if cell.problem is not None else ""
    places = [first] if first else []
    if not first or getattr(cell.problem, limit) is None:
        places.append(settings_key(limit))
    return f"Let the code do with less, or raise {', or '.join(places)}."


def _last_frame(run: CellRun) -> str:
    """Return where the error came from, if it was raised below the cell's own line."""
    if run.error is None:
        return ""
    # Frames of the cell itself are named `<cell N>`; any other belongs to a library.
    frames = [line.strip() for line in run.error.traceback.splitlines() if line.strip().startswith("File ")]
    inside = bool(frames) and "<cell" not in frames[-1]
    return f"Raised below this line, in {frames[-1]}" if inside else "Run the code on the data as it is, and mend it."


def _cut(problemset: ProblemSet, cell: Cell, run: CellRun, limits: Limits) -> Iterator[Diagnostic]:
    if run.value is not None and run.value.truncated and len(run.value.text) >= limits.max_repr:
        breach = limit_exceeded("max_repr", limits)
        hint = f"End with what can be read, or raise {places_that_set(breach.limit)}."
        # The value is that of the last expression, which may stand far below.
        for last in parse_code(cell.code).tree.body[-1:]:
            yield at_node(problemset, cell, last, CUT_VALUE, f"the code {breach.text}", hint)


def _answer_sides(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find what goes wrong for answers, where reference cells have not run, and goes well for the reference."""
    for cell_run in run.cells:
        cell, side = problemset.cells[cell_run.cell], cell_run.answer_side
        if side is None or side.is_sound or cell_run.run.outcome is not Outcome.OK:
            continue
        hint = f"Leave to the cells marked `{MARK}` only what validators look up, and bind the others' names elsewhere."
        if side.run.outcome is Outcome.OK and side.judgement is not None:
            reasons = "; ".join(_reasons(side.judgement)) or f"{side.judgement.category} says {side.judgement.correct}"
            message = f"without the cells marked `{MARK}`, the reference is refused by its own validator: {reasons}"
            yield at_key(problemset, cell, _blamed_path(cell, message), NEEDS_REFERENCE_CELL, message, hint)
            continue
        error = side.run.error
        ending = side.run.detail or "does not end well"
        ending = f"raises {error.type}: {_first_line(error.message)}" if error else ending
        role = "context" if cell.problem is None else "reference"
        place = (error.line if error is not None and error.line is not None else 1, 1)
        message = f"without the cells marked `{MARK}`, as answers start, the {role} code {ending}"
        yield at_code(problemset, cell, place, NEEDS_REFERENCE_CELL, message, hint)


def _first_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[0][:SHORT]


def _visible_reference_cells(problemset: ProblemSet, run: DryRun) -> Iterator[Diagnostic]:
    """Find reference cells that ran for answers like any other, as in DSEval."""
    marked = [number - 1 for number in marked_cells(problemset)]
    if not marked or any(cell_run.answer_side is not None for cell_run in run.cells):
        return
    # With nothing behind it there is nothing to tell the dialect by, and nothing that could be looked up.
    if any(cell_run.cell > marked[0] and cell_run.cell not in marked for cell_run in run.cells):
        message = "DSEval's dialect runs this cell for every answer, so what it binds can be looked up"
        hint = "Say `dialect: strict` in problemsets/_manifest.yaml, and draft, or reopen, the set again."
        yield at_code(problemset, problemset.cells[marked[0]], (1, 1), UNHIDDEN_CELL, message, hint)


def _files(problemset: ProblemSet, cell: Cell, problem_run: ProblemRun) -> Iterator[Diagnostic]:
    written = {name for run in (problem_run.run, problem_run.repeat) if run is not None for name in run.files_written}
    yield from changed_input_findings(problemset, cell, written)
    other_files = sorted(name for name in written if not is_input(name))
    if other_files:
        message = f"the code writes files: {', '.join(other_files[:5])}"
        yield at_code(problemset, cell, (1, 1), WRITTEN_FILE, message, "Keep what is computed in a variable.")


def _judged(problemset: ProblemSet, cell: Cell, problem_run: ProblemRun, judgement: Judgement) -> Iterator[Diagnostic]:
    reasons = "; ".join(_reasons(judgement)) or f"{judgement.category} says {judgement.correct}"
    at = partial(at_key, problemset, cell, _blamed_path(cell, reasons))
    failing = tuple(failing_functions(problemset, cell, judgement))
    if failing:
        yield from failing
    elif judgement.category == "validator_error":
        yield at(FAULTY_VALIDATOR, f"the validator is at fault: {judgement.reason}", "Mend the validator block.")
    # A second run that failed has its finding already; here both ended well and differ.
    elif judgement.correct != "yes" and problem_run.repeat is not None and problem_run.repeat.outcome is Outcome.OK:
        if (touched := _TOUCHED.search(reasons)) is not None:
            message = f"the reference is refused by its own validator, in any run: {reasons}"
            hint = "Work on a copy, or name under `namespace_intact` what may change."
            if touched[2] == "added":
                hint = f"Let it bind no `{touched[1]}`, or take `addition: false` out of `namespace_intact`."
            yield at(NOT_REPRODUCIBLE, message, hint)
            return
        is_missing = _MISSING.search(reasons) is not None
        cause = "is refused, as in DSEval no missing value equals another" if is_missing else "differs from itself"
        hint = _missing_hint(reasons) if is_missing else _seed_hint()
        yield at(NOT_REPRODUCIBLE, f"the reference, run twice, {cause}: {reasons}", hint)
    elif (
        problem_run.repeat is not None
        and problem_run.repeat.outcome is Outcome.OK
        and problem_run.run.digest != problem_run.repeat.digest
    ):
        message = "two runs differ, and the validator accepts both"
        yield at_code(problemset, cell, (1, 1), UNLIKE_STATE, message, _seed_hint())


def _blamed_path(cell: Cell, reason: str) -> YamlPath:
    return ("validator",) if cell.problem is None else path_of_reason(cell.problem, reason)


def _reasons(judgement: Judgement) -> Iterator[str]:
    if judgement.correct != "yes" and judgement.reason:
        yield f"{judgement.category}: {judgement.reason}"
    for part in judgement.parts:
        yield from _reasons(part)


def _missing_hint(reasons: str) -> str:
    """Return what to do about a missing value that stands alone or in a list, as an argument or as an answer."""
    if _OF_INPUTS.search(reasons):
        return "Leave that test case out, or hand over None in its place where the function takes it."
    return "Give None in its place, or an array, a series or a table that holds it."


def _seed_hint() -> str:
    return "Set random_state or a seed, sort what comes from a set, and leave out times and addresses."


def _uncheckable(problemset: ProblemSet, cell: Cell, run: CellRun) -> Iterator[Diagnostic]:
    """Find problems whose comparing validators all have nothing to compare; a stream counts where one was written."""
    if cell.problem is None:
        return
    aliases = {check.alias for check in checks(cell.problem)}
    compared = aliases & {"namespace_check", "table_test", "model", "vis"}
    if compared or (run.stream and "stream" in aliases) or (run.value is not None and "result" in aliases):
        return
    hint = "End the reference with the value, or name what it assigns under `namespace_check`."
    message = "the reference leaves nothing that its validators compare"
    yield at_key(problemset, cell, ("validator",), NOTHING_TO_CHECK, message, hint)
