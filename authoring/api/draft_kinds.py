"""The kinds of drafts: how the first revision of each is written, and what is checked of it beside lint and dry run.

The settings of a run say which kind its draft is of. The pipeline treats all kinds alike; what differs stands here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from authoring.drafting.drafter import Drafter, ImportedDrafter
from authoring.drafting.duplicates.detection import Neighbours, find_repeats
from authoring.drafting.model_drafter import ModelDrafter
from authoring.drafting.module_drafter import ModuleDrafter
from authoring.drafting.sketch import sketch_problems
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.llm.port import Model
from authoring.records.draft import Draft, ImportedSet, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.experiment import Experiment
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.sketch import Instructions
from authoring.sandbox.port import Sandbox
from authoring.workspace.journal import Journal


class DraftKind(Protocol):
    """One kind of draft."""

    @classmethod
    def of(cls, settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> Self | None:
        """Return this kind for a run with these settings; None where the run is of another kind.

        Args:
            settings: what the run is pinned to.
            model: the one that the run is pinned to; None for a run without.
            neighbours: the sets of the benchmark, and the seed's notebook, which a model may not repeat.
        """
        ...

    def drafter(self, profile: Profile, journal: Journal[RunSettings]) -> Drafter:
        """Return who writes the first revision; what it takes to prepare that goes through the journal."""
        ...

    def check(
        self,
        draft: Draft,
        evidence: Evidence,
        files: Sequence[Path],
        *,
        sandbox: Sandbox,
        journal: Journal[RunSettings],
    ) -> tuple[Diagnostic, ...]:
        """Return what is found of a revision beside lint and dry run, which `evidence` holds."""
        ...


@dataclass(frozen=True, slots=True)
class ImportedKind:
    """A set made by rule from existing material."""

    imported: ImportedSet

    @classmethod
    def of(cls, settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> Self | None:
        """Return this kind where a set was imported."""
        del model, neighbours
        return cls(settings.imported) if settings.imported is not None else None

    def drafter(self, profile: Profile, journal: Journal[RunSettings]) -> Drafter:
        """Return the drafter that gives what was imported."""
        del profile, journal
        return ImportedDrafter(self.imported)

    def check(
        self,
        draft: Draft,
        evidence: Evidence,
        files: Sequence[Path],
        *,
        sandbox: Sandbox,
        journal: Journal[RunSettings],
    ) -> tuple[Diagnostic, ...]:
        """Return the uncertain choices of the import that no person has settled yet."""
        del evidence, files, sandbox, journal
        return remaining_findings(self.imported, draft.text)


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A set about a seed's tables that a model plans and writes (the DSEval paper, section 4.2)."""

    model: Model
    instructions: Instructions
    neighbours: Neighbours

    @classmethod
    def of(cls, settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> Self | None:
        """Return this kind where a model is asked."""
        if model is None or settings.instructions is None:
            return None
        return cls(model, settings.instructions, Neighbours(()) if neighbours is None else neighbours)

    def drafter(self, profile: Profile, journal: Journal[RunSettings]) -> Drafter:
        """Have the model plan the set; return the drafter that writes it."""
        seed = journal.settings.seed
        sketch = journal.step(sketch_problems, seed, profile, model=self.model, instructions=self.instructions)
        return ModelDrafter(self.model, self.instructions, sketch)

    def check(
        self,
        draft: Draft,
        evidence: Evidence,
        files: Sequence[Path],
        *,
        sandbox: Sandbox,
        journal: Journal[RunSettings],
    ) -> tuple[Diagnostic, ...]:
        """Return which problems repeat what the benchmark or the seed's notebook has already."""
        del evidence, files, sandbox
        # The step takes the benchmark as it was when this revision was first looked at: a set that is admitted later
        # does not undo a decision.
        return journal.step(
            find_repeats, draft.text, draft.origins, neighbours=self.neighbours, notebook=self.neighbours.notebook
        )


@dataclass(frozen=True, slots=True)
class ModuleKind:
    """An experiment about a topic of a Python module, written by a model."""

    writing: ModelKind
    experiment: Experiment

    @classmethod
    def of(cls, settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> Self | None:
        """Return this kind where the run is about a module."""
        writing = ModelKind.of(settings, model, neighbours)
        if writing is None or settings.experiment is None:
            return None
        return cls(writing, settings.experiment)

    def drafter(self, profile: Profile, journal: Journal[RunSettings]) -> Drafter:
        """Return the drafter that writes an experiment and refines it once."""
        del profile, journal
        return ModuleDrafter(self.writing.model, self.writing.instructions, self.experiment)

    def check(
        self,
        draft: Draft,
        evidence: Evidence,
        files: Sequence[Path],
        *,
        sandbox: Sandbox,
        journal: Journal[RunSettings],
    ) -> tuple[Diagnostic, ...]:
        """Return what is wrong with the text as an experiment, and which steps repeat others."""
        pinned, findings = journal.settings, list[Diagnostic]()
        if evidence.dry_run is not None:
            rehearsal = journal.step(
                rehearse_experiment,
                draft.text,
                inputs=files,
                limits=pinned.limits,
                sandbox=sandbox,
                dialect=pinned.dialect,
            )
            run, experiment = evidence.dry_run, self.experiment
            findings += check_experiment(draft.text, run=run, rehearsal=rehearsal, experiment=experiment)
        return (*findings, *self.writing.check(draft, evidence, files, sandbox=sandbox, journal=journal))


@dataclass(frozen=True, slots=True)
class TemplateKind:
    """A set filled in from templates; any run that is of no other kind."""

    settings: RunSettings

    @classmethod
    def of(cls, settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> Self | None:
        """Return this kind for any run."""
        del model, neighbours
        return cls(settings)

    def drafter(self, profile: Profile, journal: Journal[RunSettings]) -> Drafter:
        """Return the drafter that fills the run's templates."""
        del profile, journal
        return TemplateDrafter(self.settings.templates)

    def check(
        self,
        draft: Draft,
        evidence: Evidence,
        files: Sequence[Path],
        *,
        sandbox: Sandbox,
        journal: Journal[RunSettings],
    ) -> tuple[Diagnostic, ...]:
        """Return nothing: templates are checked when they are written."""
        del draft, evidence, files, sandbox, journal
        return ()


KINDS: tuple[type[DraftKind], ...] = (ImportedKind, ModuleKind, ModelKind, TemplateKind)
"""The first kind that a run fits is its kind; the last fits every run."""


def kind_of(settings: RunSettings, model: Model | None, neighbours: Neighbours | None) -> DraftKind:
    """Return the kind of draft that a run makes; the arguments are those of `DraftKind.of`."""
    candidates = (kind.of(settings, model, neighbours) for kind in KINDS)
    return next(kind for kind in candidates if kind is not None)
