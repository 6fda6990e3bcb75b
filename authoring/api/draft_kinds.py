"""The kinds of drafts, each with its drafter and with what is checked of it beside lint and dry run.

The settings of a run say which kind its draft is of: a set that was imported, an experiment about a topic of a Python
module, a set that a model plans and writes (the DSEval paper, section 4.2), or one filled in from templates. The
pipeline treats all kinds alike; what differs stands here, a class a kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from authoring.api.verification import linted, tables_of_seed, weigh, with_findings
from authoring.drafting.drafter import Drafter, ImportedDrafter
from authoring.drafting.duplicates.detection import Neighbours, find_repeats
from authoring.drafting.model_drafter import ModelDrafter
from authoring.drafting.module_drafter import ModuleDrafter
from authoring.drafting.sketch import sketch_problems
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.dry_run import dry_run
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.llm.port import Model
from authoring.records.draft import Draft, ImportedSet, Template, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.experiment import Experiment
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.sketch import Instructions
from authoring.sandbox.port import Sandbox
from authoring.seeds.vetting.gate import refuse_unfit, vet_seed
from authoring.workspace.journal import Journal


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
        return TemplateKind(run.templates)
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


@dataclass(frozen=True)
class TemplateKind:
    """A set that is filled in from templates, without a model."""

    templates: tuple[Template, ...]

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that fills in the templates of the run."""
        del profile, files, sandbox
        return TemplateDrafter(self.templates)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return nothing: templates are checked when they are written."""
        del draft, evidence, files, sandbox
        return ()


@dataclass(frozen=True)
class PlannedKind:
    """A set that a model plans and writes."""

    journal: Journal[RunSettings]
    model: Model
    instructions: Instructions
    neighbours: Neighbours

    def drafter(self, profile: Profile, files: Sequence[Path], *, sandbox: Sandbox) -> Drafter:
        """Return the drafter that writes what the model planned."""
        del files, sandbox
        seed = self.journal.settings.seed
        sketch = self.journal.step(sketch_problems, seed, profile, model=self.model, instructions=self.instructions)
        return ModelDrafter(self.model, self.instructions, sketch)

    def check(
        self, draft: Draft, evidence: Evidence, files: Sequence[Path], *, sandbox: Sandbox
    ) -> tuple[Diagnostic, ...]:
        """Return the problems that repeat others.

        The step takes the benchmark as it was when this revision was first looked at: a set that is admitted later
        does not undo a decision.
        """
        del evidence, files, sandbox
        others = self.neighbours
        return self.journal.step(find_repeats, draft.text, draft.origins, neighbours=others, notebook=others.notebook)


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
            evidence = linted(text, tables_of_seed(run.seed), files, run.limits)
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
