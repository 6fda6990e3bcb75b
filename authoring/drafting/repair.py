"""Repair: the problems with errors, or with warnings that a change can answer, go back to the model with the findings.

An error has to be mended, and a model that gives no reply stops the run there. A warning is better mended than let
pass for a reason, and goes along with the errors, because rounds are few; where the model gives no reply, the person
decides.
"""

from collections.abc import Sequence

from authoring.drafting.codes import LEFT_OUT
from authoring.drafting.comparison_marks import with_marks
from authoring.drafting.left_out import numbered, place_of, plan_of
from authoring.drafting.model_reasons import reasons_about, without_answered
from authoring.drafting.prompts.modules import REPAIR_PAGE, knows_page, mend_request
from authoring.drafting.prompts.requests import (
    AbsentProblem,
    AdjoiningCode,
    FaultyProblem,
    knows_absent,
    repair_request,
)
from authoring.drafting.replacement import (
    changed_draft,
    dependent_cells,
    dependent_code,
    needed_code,
    numbers_of,
    origins_of,
)
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.experiment_codes import EXPERIMENT_CODES, OF_THE_EXPERIMENT
from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.errors import BudgetError
from authoring.llm.port import CallError, Model
from authoring.records.decision import Waiting
from authoring.records.draft import PERSON, Draft, LeftOutProblem
from authoring.records.evidence import OBJECTIONS, Evidence
from authoring.records.experiment import ExperimentInstructions
from authoring.records.profile import Profile
from authoring.records.progress import Notice, Reporter
from authoring.records.run import RunSettings
from authoring.records.sketch import Instructions
from authoring.records.stage import stage
from authoring.workspace.journal import Journal

OF_THE_WHOLE = ("DS101", "DS102", "DS108", "DS410", "DS526")
"""Codes of errors that concern the whole set rather than one cell."""
MENDABLE = ("DS1", "DS2", "DS3", "DS4", "DS56", *OBJECTIONS)
"""How the codes of warnings begin that a model is to mend: of lint, the dry run and the dictionary, and objections."""
OF_VALIDATORS = ("DS3", "DS406", "DS407", "DS426", "DS60")
"""How the codes begin of what is found of validators."""
PILOT_CODES = "DS97"
"""How the codes of what pilots find begin."""


@stage("repair_draft")
def repair_draft(
    draft: Draft,
    evidence: Evidence,
    *,
    profile: Profile,
    model: Model,
    instructions: Instructions,
    round: int,  # noqa: A002 - the word of the stage's callers
) -> Draft:
    """Return the next revision, in which the problems are mended that have errors or warnings.

    What the plan has and the draft has not is
    written after all. Later problems may change with those that they rest on. Problems that a person wrote are not
    sent. Where there is nothing to send, or the reply changes nothing, the text is that of the draft. Rounds of repair
    are counted from 1.

    Raises:
        CallError: the call gave no reply.
        BudgetError: the call would have exceeded the budget.
    """
    problemset = parse(draft.text)
    targets, numbers = broken_cells(draft, problemset, evidence), numbers_of(problemset)
    left_out = _askable(draft, instructions)
    if not targets and not left_out:
        return draft
    dependents = _resendable(draft, problemset, targets)
    adjoining = AdjoiningCode(
        context=needed_code(problemset, targets, gave=_values(evidence), through=_last_place(left_out, problemset)),
        later=dependent_code(problemset, targets),
        resendable=[numbers[index] for index in dependents],
    )
    # Another sample is another request: the same one would return the cached reply.
    if isinstance(instructions, ExperimentInstructions) and knows_page(instructions, REPAIR_PAGE):
        steps = [_faulty(problemset, index, evidence, notes=frozenset(EXPERIMENT_CODES)) for index in targets]
        whole = [_line(finding) for finding in evidence.diagnostics if finding.code in OF_THE_EXPERIMENT]
        request = mend_request(
            steps, instructions, subject=draft.seed, profile=profile, adjoining=adjoining, whole=whole, sample=round
        )
    else:
        problems = [_faulty(problemset, index, evidence) for index in targets]
        absent = _absent(left_out, problemset)
        request = repair_request(
            draft.seed, profile, problems, instructions, adjoining=adjoining, absent=absent, sample=round
        )
    leavable = {numbers[index]: _leavable(problemset, index, evidence) for index in targets}
    reply = model.complete(request)
    after = changed_draft(
        draft,
        reply,
        targets,
        instructions=instructions,
        profile=profile,
        leavable=leavable,
        dependents=dependents,
        left_out=left_out,
    )
    # What was said of a text that stays as it is belongs to that text.
    return after if after.text != draft.text else after.model_copy(update={"came_from": draft.sha256})


def _askable(draft: Draft, instructions: Instructions) -> tuple[LeftOutProblem, ...]:
    """Return what the plan has and the draft has not, where there is a page that can ask for it."""
    is_experiment = isinstance(instructions, ExperimentInstructions)
    return draft.left_out if draft.left_out and not is_experiment and knows_absent(instructions) else ()


def _last_place(left_out: Sequence[LeftOutProblem], problemset: ProblemSet) -> int:
    """Return the index of the last cell behind which a problem of the plan belongs; -1 where there is none."""
    return max((place_of(problem, problemset) for problem in left_out), default=-1)


def _absent(left_out: Sequence[LeftOutProblem], problemset: ProblemSet) -> list[AbsentProblem]:
    """Return what a request says of the problems that the plan has and the draft has not."""
    return [
        AbsentProblem(number=number, planned=problem.number, plan=plan_of(problem), follows=problem.follows)
        for number, problem in numbered(left_out, numbers_of(problemset).values()).items()
    ]


def _resendable(draft: Draft, problemset: ProblemSet, targets: Sequence[int]) -> dict[int, frozenset[int]]:
    """Return the later problems that may change with those that they rest on; what a person wrote is not among them."""
    origins = origins_of(draft, problemset)
    return {
        index: makers
        for index, makers in dependent_cells(problemset, targets).items()
        if (problem := problemset.cells[index].problem) and origins[problem.number - 1].origin != PERSON
    }


def _leavable(problemset: ProblemSet, index: int, evidence: Evidence) -> frozenset[str]:
    """Return the codes of the warnings about a cell that a model may answer with a reason; none beside errors."""
    findings = [finding for finding in evidence.diagnostics if _cell_of(problemset, finding) == index]
    if problemset.cells[index].problem is None or any(finding.severity is Severity.ERROR for finding in findings):
        return frozenset()
    return frozenset(finding.code for finding in findings if finding.severity is Severity.WARNING)


def needs_repair(waiting: Waiting, journal: Journal[RunSettings], rounds: int) -> bool:
    """Tell whether a draft goes back to the run's model before a person is asked, after so many rounds of repair.

    One that was sent back once is, whatever is found in it today; a warning that a model has given a reason against is
    a person's matter.
    """
    run, evidence = journal.settings, waiting.evidence
    if run.instructions is None:
        return False
    warnings = mendable_warnings(without_answered(evidence, reasons_about(waiting.draft, journal)))
    if not run.tries_answers and run.blind is None:
        # Of a draft whose answers nobody tries, what a pilot found is still to be mended: somebody asked for that.
        warnings = tuple(warning for warning in warnings if warning.code.startswith(PILOT_CODES))
    # What the plan has and the draft has not is asked for until a person has seen that it is absent.
    is_short = bool(waiting.draft.left_out) and not journal.decisions and knows_absent(run.instructions)
    is_faulty = bool(evidence.errors or warnings) or is_short
    return rounds < run.rounds and (is_faulty or journal.repaired(waiting.draft) is not None)


def repaired(
    waiting: Waiting,
    model: Model,
    *,
    journal: Journal[RunSettings],
    profile: Profile,
    attempt: int,
    reporter: Reporter,
) -> Draft:
    """Return the next revision of a draft with faults; a repair that the journal holds is not paid again.

    Where nothing but warnings stand against the draft and the model gives no reply, that is reported, and the draft
    comes back as it was. Attempts are counted from 1.

    Raises:
        CallError: the draft has errors, and the call gave no reply.
        BudgetError: the draft has errors, and the call would have exceeded the budget.
    """
    run, draft = journal.settings, waiting.draft
    # As it was when this text was sent before: what came of that is found again.
    evidence = without_answered(waiting.evidence, reasons_about(draft, journal, only_earlier=True))
    instructions = run.instructions
    earlier = journal.repaired(draft)
    if earlier is not None or instructions is None:
        return earlier or draft
    if run.experiment is not None:
        instructions = ExperimentInstructions(**dict(instructions), experiment=run.experiment)
    try:
        return journal.step(
            repair_draft, draft, evidence, profile=profile, model=model, instructions=instructions, round=attempt
        )
    except (CallError, BudgetError) as error:
        if evidence.errors:
            raise
        reporter.report(Notice(f"what is doubted in the draft was not mended: {error.message}", is_warning=True))
        return draft


def mendable_warnings(evidence: Evidence) -> tuple[Diagnostic, ...]:
    """Return the warnings that a change of a problem can answer; what probes find is left to the reviewer."""
    warnings = (finding for finding in evidence.diagnostics if finding.severity is Severity.WARNING)
    return tuple(warning for warning in warnings if warning.code.startswith(MENDABLE))


def broken_cells(draft: Draft, problemset: ProblemSet, evidence: Evidence) -> tuple[int, ...]:
    """Return the indexes of the cells with errors or with warnings to mend, as far as a model may change them."""
    origins = origins_of(draft, problemset)
    faults = (*evidence.errors, *mendable_warnings(evidence))
    faulty = {_cell_of(problemset, fault) for fault in faults if fault.code not in OF_THE_WHOLE}
    return tuple(
        index
        for index, cell in enumerate(problemset.cells)
        if index in faulty and cell.kind in {CellKind.PROBLEM, CellKind.CONTEXT, CellKind.BROKEN}
        if cell.problem is None or origins[cell.problem.number - 1].origin != PERSON
    )


def _cell_of(problemset: ProblemSet, finding: Diagnostic) -> int:
    """Return the index of the cell that a finding is about."""
    for index, cell in enumerate(problemset.cells):
        if finding.problem is not None and cell.problem is not None and cell.problem.number == finding.problem:
            return index
    # A cell that is broken or asks nothing has no number: its findings are placed by their lines.
    lines = [index for index, cell in enumerate(problemset.cells) if cell.span.line <= finding.line]
    return lines[-1] if lines else 0


def _faulty(
    problemset: ProblemSet, index: int, evidence: Evidence, *, notes: frozenset[str] = frozenset()
) -> FaultyProblem:
    """Return a cell with what was found of it; of the notes, which mostly need nothing done, those of these codes."""
    cell = problemset.cells[index]
    runs = evidence.dry_run.cells if evidence.dry_run else ()
    run = next((cell_run.run for cell_run in runs if cell_run.cell == index), None)
    findings = [finding for finding in evidence.diagnostics if _cell_of(problemset, finding) == index]
    whole = OF_THE_EXPERIMENT & notes
    is_about_validator = any(finding.code.startswith(OF_VALIDATORS) for finding in findings)
    source = cell.source.strip()
    return FaultyProblem(
        number=numbers_of(problemset)[index],
        # What a finding is about has to be there to be mended.
        cell=source if is_about_validator else with_marks(source),
        # Errors first, because the prompt cuts a long list of findings at its end.
        findings=tuple(
            _line(finding)
            for finding in sorted(findings, key=lambda finding: finding.severity is not Severity.ERROR)
            if (finding.severity is not Severity.NOTE or finding.code in notes)
            and finding.code not in whole
            # This one is about no cell, and the request says it on its own.
            and finding.code != LEFT_OUT.code
        ),
        traceback=run.error.traceback if run and run.error else "",
        output=run.stream if run else "",
        value=f"{run.value.type}\n{run.value.text}" if run and run.value else "",
        plain=cell.kind is CellKind.CONTEXT,
        may_stay=bool(_leavable(problemset, index, evidence)),
        codes=tuple(finding.code for finding in findings if finding.severity is not Severity.NOTE),
    )


def _line(finding: Diagnostic) -> str:
    text = f"{finding.severity.value} {finding.code} {finding.name}: {finding.message}."
    text += f" {finding.hint}" if finding.hint else ""
    # A finding that is about a question as a whole stands at its key, which says nothing.
    line = "" if finding.source_line.strip().startswith("question:") else finding.source_line.strip()
    return f"{text}\n  at: {line}" if line else text


def _values(evidence: Evidence) -> dict[int, str]:
    runs = evidence.dry_run.cells if evidence.dry_run else ()
    return {cell_run.cell: cell_run.run.value.text for cell_run in runs if cell_run.run.value}
