"""The drafter of experiments about a Python module: a model writes, then refines by good and bad cases."""

import ast
import json
import re
from collections.abc import Callable, Sequence

from authoring.drafting.measured_levels import measured_levels
from authoring.drafting.model_drafter import request_problemset
from authoring.drafting.prompts.instructions import making_of
from authoring.drafting.prompts.modules import TriedText, experiment_request, refine_request
from authoring.drafting.replies.problemset import MendedText
from authoring.dseal import CellKind, Diagnostic, InputTable, ProblemSet, Severity, drop_cell, parse
from authoring.dseal.diagnostic import errors_in
from authoring.dseal.experiment_codes import CONTEXT, OF_THE_EXPERIMENT, UNREFINED, WRONG_LENGTH
from authoring.dseal.python_code import nodes
from authoring.dseal.session import SessionStep, steps
from authoring.errors import ModelError
from authoring.llm.port import Model, Request
from authoring.llm.prompt import cut_middle
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, Example, ProblemOrigin
from authoring.records.evidence import CellRun, Evidence, Outcome
from authoring.records.experiment import Experiment, libraries_named_in
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import FEWEST_PROBLEMS, MOST_PROBLEMS, Instructions
from authoring.records.wording import counted

Examination = Callable[[str], Evidence]
"""Looks at an experiment: lint, the dry run, and CIBench's rules."""
RANKS = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
MOST_SHOWN = 240
"""Characters of what a step shows, as the model is told of it."""


class ModuleDrafter:
    """Has a model write an experiment about a topic of a module, and refine it once.

    The instructions must hold the guides `write` and `cibench` and the prompts `steps` and `refine`. What `examine`
    finds in the first version is told to the model that refines it.
    """

    def __init__(
        self, model: Model, instructions: Instructions, experiment: Experiment, *, examine: Examination
    ) -> None:
        self._model = model
        self._instructions = instructions
        self._experiment = experiment
        self._examine = examine

    @property
    def fingerprint(self) -> str:
        """A hash of the model's name and parameters, of its instructions and of the topic."""
        content = [self._instructions.model_dump(mode="json"), self._experiment.model_dump(mode="json")]
        return f"module:{sha256_of(json.dumps([self._model.fingerprint, *content], sort_keys=True))}"

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1, with the examples that stand in the instructions.

        Raises:
            ModelError: fewer than ten usable steps came of it, or no reply at all.
            BudgetError: a call would have exceeded the budget.
            SandboxError: the sandbox failed.
        """
        # The model sees the examples that its run is pinned to.
        del examples
        instructions, topic = self._instructions, self._experiment
        sample, tables = abs(random_seed), tuple(InputTable(file.name, file.columns) for file in seed.files)
        request = experiment_request(topic, instructions, seed=seed, profile=profile, sample=sample)
        written, model_name = self._request(request, tables)
        if _steps(written.text) < FEWEST_PROBLEMS:
            raise self._too_few(seed, written)
        text, findings = written.text, written.findings
        evidence = self._examine(text)
        request = refine_request(topic, tried(text, evidence), instructions, seed=seed, profile=profile, sample=sample)
        refined, refined_by = self._request(request, tables)
        errors, refined_errors = len(evidence.errors), 0
        if refined.text != text and _steps(refined.text) >= FEWEST_PROBLEMS:
            refined_errors = len(self._examine(refined.text).errors)
        # A model that refines may as well spoil: the first version stays where the second is shorter or has more
        # errors.
        if _steps(refined.text) < FEWEST_PROBLEMS or refined_errors > errors:
            findings = (*findings, _unrefined(text, errors, refined.text, refined_errors))
        else:
            text, findings, model_name = refined.text, refined.findings, refined_by
        # In this order: code from outside of problems goes into the next step, and only then the surplus is cut off.
        text, moved = without_context(text)
        text, left_out = without_surplus(text)
        return Draft(
            name=name,
            seed=seed.name,
            revision=1,
            text=text,
            origins=self._origins(text, model_name),
            made_with=making_of(instructions, model=model_name),
            mended=(*findings, *moved, *left_out),
        )

    def _request(self, request: Request, inputs: Sequence[InputTable]) -> tuple[MendedText, str]:
        """Return the experiment that a request gives, and the model's own name."""
        return request_problemset(
            self._model,
            request,
            self._instructions,
            inputs=inputs,
            enough=FEWEST_PROBLEMS,
            planned=lambda cut: MOST_PROBLEMS if cut else FEWEST_PROBLEMS,
        )

    def _origins(self, text: str, model_name: str) -> tuple[ProblemOrigin, ...]:
        problem_steps = [step for step in steps(parse(text)) if step.cell.problem is not None]
        levels = measured_levels([step.cell.code for step in problem_steps])
        return tuple(
            ProblemOrigin(
                origin=f"model:{model_name}", knowledge=knowledge_of_step(step, self._experiment), level=level
            )
            for step, level in zip(problem_steps, levels, strict=True)
        )

    def _too_few(self, seed: Seed, written: MendedText) -> ModelError:
        reason = next((finding.message for finding in errors_in(written.findings)), "")
        steps = _steps(written.text)
        return ModelError(
            f"{seed.name}: write: {self._model.name} gave {steps} usable steps about "
            f"{self._experiment.topic.title!r}, at least {FEWEST_PROBLEMS} are needed"
            + (f": {reason}" if reason else ""),
            hint="draft again with --restart, choose another --topic, or ask another --model",
        )


def knowledge_of_step(step: SessionStep, experiment: Experiment) -> tuple[str, ...]:
    """Return what a step is about: functions of the topic, or else the libraries that its code or its question uses."""
    code, module = step.cell.code, experiment.api.name
    # Code calls a function by its last name, whatever the module was imported as.
    functions = [name for name in experiment.topic.names if re.search(rf"\b{name.rpartition('.')[2]}\b", code)]
    if functions:
        return tuple(functions)
    origins = (
        step.aliases[node.id] for node in nodes(step.tree) if isinstance(node, ast.Name) and node.id in step.aliases
    )
    libraries = {origin.partition(".")[0] for origin in origins}
    if module.partition(".")[0] in libraries:
        return (module,)
    question = step.cell.problem.question if step.cell.problem is not None else ""
    # Methods of a table show no library; a question of an experiment says which one to use.
    known = {origin.partition(".")[0] for origin in step.aliases.values()}
    return tuple(sorted(libraries)) or libraries_named_in(question, known) or (module,)


def without_context(text: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return an experiment in which code outside of problems stands at the beginning of the next step."""
    moved: list[Diagnostic] = []
    while True:
        problemset = parse(text)
        # The last one first, so that cells keep their order, and the places of those before it hold.
        places = [place for place, cell in enumerate(problemset.cells) if cell.kind is CellKind.CONTEXT]
        if not places:
            return text, tuple(reversed(moved))
        cell = problemset.cells[places[-1]]
        later = next(
            (candidate for candidate in problemset.cells[places[-1] + 1 :] if candidate.problem is not None), None
        )
        outcome = "was dropped, as no step comes after it" if later is None else "now begins the step after it"
        note = CONTEXT.diagnostic(f"a cell that asks nothing {outcome}", line=cell.span.line)
        # The rule's own severity is for experiments that still hold such a cell; here it is mended already.
        moved.append(note.model_copy(update={"severity": Severity.NOTE}))
        if later is not None:
            start = later.code_span.start
            text = f"{text[:start]}{cell.code}\n\n{text[start:]}"
        # The insertion stands behind the cell that goes, so that its place is still the same.
        text = drop_cell(parse(text), places[-1])


def without_surplus(text: str) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return an experiment without the steps beyond the allowed number; no other step depends on them."""
    problemset = parse(text)
    surplus = problemset.problems[MOST_PROBLEMS:]
    if not surplus:
        return text, ()
    first = surplus[0][0].span
    message = f"{len(surplus)} steps behind step {MOST_PROBLEMS} were left out"
    note = WRONG_LENGTH.diagnostic(message, hint="Choose a smaller topic.", line=first.line)
    return text[: first.start], (note.model_copy(update={"severity": Severity.NOTE}),)


def tried(text: str, evidence: Evidence) -> TriedText:
    """Return an experiment with all that was found in it, notes and CIBench's rules included, and what steps show."""
    problemset = parse(text)
    ranked = sorted(evidence.diagnostics, key=lambda finding: RANKS[finding.severity])
    runs = {cell_run.cell: cell_run.run for cell_run in evidence.dry_run.cells} if evidence.dry_run else {}
    return TriedText(
        text=text,
        findings=tuple(finding_line(problemset, finding) for finding in ranked),
        outputs=tuple(
            f"step {cell.problem.number} ends with {_shown(runs[index])}"
            for index, cell in enumerate(problemset.cells)
            if cell.problem is not None and index in runs
        ),
    )


def finding_line(problemset: ProblemSet, finding: Diagnostic) -> str:
    """Return a finding in one line, with the step that it is about."""
    places = [cell.problem.number for cell, _ in problemset.problems if cell.problem and cell.span.line <= finding.line]
    number = None if finding.code in OF_THE_EXPERIMENT else finding.problem or next(reversed(places), None)
    place = f"step {number}: " if number is not None else ""
    hint = f" {finding.hint}" if finding.hint else ""
    return f"{place}{finding.severity.value} {finding.code} {finding.name}: {finding.message}.{hint}"


def _shown(run: CellRun) -> str:
    if run.error is not None:
        return cut_middle(f"an error, {run.error.type}: {run.error.message}", MOST_SHOWN)
    if run.outcome is not Outcome.OK:
        return run.detail or run.outcome.value
    parts = [f"{counted(len(run.figures), 'figure')}"] if run.figures else []
    parts += [f"printed text:\n{cut_middle(run.stream.strip(), MOST_SHOWN)}"] if run.stream.strip() else []
    parts += [f"a value of type {run.value.type}:\n{cut_middle(run.value.text, MOST_SHOWN)}"] if run.value else []
    return " and ".join(parts) or "nothing"


def _unrefined(text: str, errors: int, refined: str, refined_errors: int) -> Diagnostic:
    counts = f"{_steps(refined)} steps and {refined_errors} errors"
    message = f"the refined experiment has {counts}, the first version {_steps(text)} and {errors}: that one stands"
    return UNREFINED.diagnostic(message, hint="Hold it against guides/cibench.md yourself.")


def _steps(text: str) -> int:
    return len(parse(text).problems)
