"""The kinds of drafts, each with its drafter and with what is checked of it beside lint and dry run.

The settings of a run say which kind its draft is of: a set that was imported, an experiment about a topic of a Python
module, a set that a model plans and writes (the DSEval paper, section 4.2), or one filled in from templates. The
pipeline treats all kinds alike; what differs stands here, a class a kind.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from authoring.api.rehearsal import RehearsedDrafter
from authoring.api.verification import linted, tables_of_seed, weigh, with_findings
from authoring.drafting.codes import SHORT_DRAFT
from authoring.drafting.drafter import Drafter, ImportedDrafter
from authoring.drafting.duplicates.detection import Neighbours, find_repeats
from authoring.drafting.left_out import left_out_findings
from authoring.drafting.model_drafter import ModelDrafter
from authoring.drafting.module_drafter import ModuleDrafter
from authoring.drafting.plan_probes import (
    knows_absent_columns,
    knows_probes,
    knows_refusals,
    probe_plan,
    reask_probes,
    replan_problems,
    with_absent_columns,
)
from authoring.drafting.sketch import sketch_problems
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.drafting.templates.selection import FEWEST_PROBLEMS
from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.dry_run import dry_run
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.llm.port import Model
from authoring.records.draft import Draft, ImportedSet, Template, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.experiment import Experiment
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.sketch import Instructions, ProbeAnswers, Sketch
from authoring.sandbox.data_packages import data_packages
from authoring.sandbox.port import Sandbox
from authoring.seeds.table_probes import answer_probes, table_names
from authoring.seeds.vetting.gate import refuse_unfit, vet_seed
from authoring.workspace.journal import Journal

_MORE_PROBLEMS = "add problems in a review, or bring a table that tells more"
_BY_PICTURE = re.compile(r"^  vis:", re.MULTILINE)
"""A validator of plots: DSEval 0.0.1 has none, and an export to it refuses the set (DS702)."""


class DraftKind(Protocol):
    """What the pipeline has done by the kind of a draft."""

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return who writes the first revision; what it takes to prepare that goes through the journal."""
        ...

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return what is found of a revision beside lint and dry run, which `evidence` holds."""
        ...


def draft_kind(journal: Journal[RunSettings], *, model: Model | None, neighbours: Neighbours | None) -> DraftKind:
    """Return the kind of the draft of a run; `neighbours` are what the problems of a model may not repeat."""
    run = journal.settings
    # What was imported is nobody's to draft, whatever else the settings hold.
    if run.imported is not None:
        return ImportedKind(run.imported)
    if model is None or run.instructions is None:
        return TemplateKind(run)
    planned = PlannedKind(journal, model, run.instructions, Neighbours(()) if neighbours is None else neighbours)
    return planned if run.experiment is None else ExperimentKind(planned, run.experiment)


@dataclass(frozen=True)
class ImportedKind:
    """A set that was imported: it is taken as it is, and what the import noticed is checked for what remains."""

    imported: ImportedSet

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that hands over the imported text."""
        del profile, files, sandbox
        return ImportedDrafter(self.imported)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return those of the import's findings that the text still gives reason for."""
        del evidence, files, sandbox
        return remaining_findings(self.imported, draft.text)


@dataclass
class TemplateKind:
    """A set that is filled in from templates, without a model."""

    run: RunSettings
    _profile: Profile | None = field(default=None, init=False)

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that fills in the templates of the run, and rehearses what it drafts."""
        self._profile = profile
        return RehearsedDrafter(self._templates, self.run.wishes, files=files, sandbox=sandbox, limits=self.run.limits)

    @property
    def _templates(self) -> tuple[Template, ...]:
        """Templates of the run, without those that DSEval cannot judge where the set is to be in its dialect."""
        if self.run.dialect == "strict":
            return self.run.templates
        return tuple(template for template in self.run.templates if _BY_PICTURE.search(template.text) is None)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return why a draft is short, as long as nobody added problems; templates are checked when written."""
        del evidence, files, sandbox
        count = len(draft.origins)
        is_drafted = all(origin.origin.startswith("template:") for origin in draft.origins)
        if not is_drafted or not 0 < count < FEWEST_PROBLEMS:
            return ()
        # A run may be older than its templates, which nobody has to read again.
        if self._profile is None or not self._profile.tables or not self.run.templates:
            return ()
        drafter = TemplateDrafter(self._templates, self.run.wishes)
        reason = drafter.shortage(self.run.seed, self._profile, count=count, random_seed=self.run.random_seed)
        return (SHORT_DRAFT.diagnostic(reason, hint=_MORE_PROBLEMS),)


@dataclass(frozen=True)
class PlannedKind:
    """A set that a model plans and writes."""

    journal: Journal[RunSettings]
    model: Model
    instructions: Instructions
    neighbours: Neighbours

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that writes what the model planned, and planned anew where the data do not carry it."""
        run, step = self.journal.settings, self.journal.step
        model, instructions = self.model, self.instructions
        sketch = step(sketch_problems, run.seed, profile, model=model, instructions=instructions)
        packages = data_packages(sandbox)
        if not knows_probes(instructions) or not profile.tables:
            return ModelDrafter(model, instructions, sketch, packages=packages)
        answers = self._probed(profile, sketch, files, sandbox)
        if knows_absent_columns(instructions):
            answers = with_absent_columns(answers, profile, sketch)
        if answers.degenerate:
            sketch = step(replan_problems, run.seed, profile, sketch, answers, model=model, instructions=instructions)
        return ModelDrafter(model, instructions, sketch, answers, packages=packages)

    def _probed(self, profile: Profile, sketch: Sketch, files: Sequence[Path], sandbox: Sandbox) -> ProbeAnswers:
        """Return what the data answer to the model's questions; what is refused is asked for once in another form."""
        run, step = self.journal.settings, self.journal.step
        model, instructions, tables = self.model, self.instructions, table_names(profile)
        probes = step(probe_plan, run.seed, profile, sketch, tables=tables, model=model, instructions=instructions)
        if not probes.probes:
            return ProbeAnswers()
        answers = step(answer_probes, probes, profile, files=files, sandbox=sandbox, limits=run.limits)
        refused = answers.refused
        if not refused.answers or not knows_refusals(instructions):
            return answers
        reworded = step(
            reask_probes, run.seed, profile, sketch, refused, tables=tables, model=model, instructions=instructions
        )
        further = step(answer_probes, reworded, profile, files=files, sandbox=sandbox, limits=run.limits)
        return answers.joined(further)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return the problems that the plan has and the draft has not, and those that repeat others.

        The step of repeats takes the benchmark as it was when this revision was first looked at: a set that is admitted
        later does not undo a decision.
        """
        del evidence, files, sandbox
        neighbours = self.neighbours
        repeats = self.journal.step(
            find_repeats, draft.text, draft.origins, neighbours=neighbours, notebook=neighbours.notebook
        )
        return (*left_out_findings(draft), *repeats)


@dataclass(frozen=True)
class ExperimentKind:
    """An experiment about a topic of a module, which a model writes; its cells are run again alone."""

    planned: PlannedKind
    experiment: Experiment

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that writes the experiment; its first version is run before the model refines it."""
        del profile
        run = self.planned.journal.settings

        def examine(text: str) -> Evidence:
            evidence = linted(text, tables_of_seed(run.seed, files), files, run.limits)
            if not evidence.errors:
                made = self.planned.journal.step(
                    dry_run, text, inputs=files, limits=run.limits, sandbox=sandbox, dialect=run.dialect
                )
                evidence = weigh(text, evidence.diagnostics, made, run.limits)
            return with_findings(evidence, self._rules(text, evidence, files, sandbox))

        return ModuleDrafter(self.planned.model, self.planned.instructions, self.experiment, examine=examine)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return what speaks against the experiment, then the problems that repeat others."""
        findings = self._rules(draft.text, evidence, files, sandbox)
        return (*findings, *self.planned.check(draft, evidence, files, sandbox=sandbox))

    def _rules(self, text: str, evidence: Evidence, files: Sequence[Path], sandbox: Sandbox) -> tuple[Diagnostic, ...]:
        """Return what CIBench's rules have against a text."""
        run, step = self.planned.journal.settings, self.planned.journal.step
        # A text that lint refuses has no dry run, and cannot be rehearsed either.
        if evidence.dry_run is None:
            return ()
        rehearsal = step(
            rehearse_experiment, text, inputs=files, limits=run.limits, sandbox=sandbox, dialect=run.dialect
        )
        return check_experiment(text, run=evidence.dry_run, rehearsal=rehearsal, experiment=self.experiment)


def vet_for(model: Model | None, files: Sequence[Path], *, sandbox: Sandbox, journal: Journal[RunSettings]) -> None:
    """Keep a seed from a model where the seed gate finds it unfit; templates send nothing anywhere.

    Raises:
        SeedError: the gate found what keeps the seed from a model, and nobody let it pass.
    """
    if model is not None:
        run = journal.settings
        findings = journal.step(vet_seed, run.seed, files=files, sandbox=sandbox, limits=run.limits)
        refuse_unfit(run.seed, findings)
