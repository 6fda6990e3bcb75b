"""The kinds of drafts: how the first revision of each is written, and what is checked of it beside lint and dry run.

The settings of a run say which kind its draft is of: a set that was imported, an experiment about a topic of a Python
module, a set that a model plans and writes (the DSEval paper, section 4.2), or one filled in from templates. The
pipeline treats all kinds alike; what differs stands here.
"""

from collections.abc import Sequence
from pathlib import Path

from authoring.drafting.drafter import Drafter, ImportedDrafter
from authoring.drafting.duplicates.detection import Neighbours, find_repeats
from authoring.drafting.model_drafter import ModelDrafter
from authoring.drafting.module_drafter import ModuleDrafter
from authoring.drafting.sketch import sketch_problems
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.diagnostic import Diagnostic
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.llm.port import Model
from authoring.records.draft import Draft, remaining_findings
from authoring.records.evidence import Evidence
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.sandbox.port import Sandbox
from authoring.seeds.vetting.gate import refuse_unfit, vet_seed
from authoring.workspace.journal import Journal


def choose_drafter(profile: Profile, *, journal: Journal[RunSettings], model: Model | None) -> Drafter:
    """Return who writes the first revision of a run; what it takes to prepare that goes through the journal."""
    run = journal.settings
    # What was imported is nobody's to draft, whatever else the settings hold.
    if run.imported is not None:
        return ImportedDrafter(run.imported)
    if model is None or run.instructions is None:
        return TemplateDrafter(run.templates)
    if run.experiment is not None:
        return ModuleDrafter(model, run.instructions, run.experiment)
    sketch = journal.step(sketch_problems, run.seed, profile, model=model, instructions=run.instructions)
    return ModelDrafter(model, run.instructions, sketch)


def check_by_kind(
    draft: Draft,
    evidence: Evidence,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    model: Model | None,
    neighbours: Neighbours | None,
) -> tuple[Diagnostic, ...]:
    """Return what is found of a revision beside lint and dry run, which `evidence` holds."""
    run, findings = journal.settings, list[Diagnostic]()
    if run.imported is not None:
        return remaining_findings(run.imported, draft.text)
    # Templates are checked when they are written.
    if model is None or run.instructions is None:
        return ()
    # A text that lint refuses has no dry run, and cannot be rehearsed either.
    if run.experiment is not None and evidence.dry_run is not None:
        rehearsal = journal.step(
            rehearse_experiment, draft.text, inputs=files, limits=run.limits, sandbox=sandbox, dialect=run.dialect
        )
        findings += check_experiment(draft.text, run=evidence.dry_run, rehearsal=rehearsal, experiment=run.experiment)
    others = Neighbours(()) if neighbours is None else neighbours
    # The step takes the benchmark as it was when this revision was first looked at: a set that is admitted later does
    # not undo a decision.
    repeats = journal.step(find_repeats, draft.text, draft.origins, neighbours=others, notebook=others.notebook)
    return (*findings, *repeats)


def vet_for(model: Model | None, files: Sequence[Path], *, sandbox: Sandbox, journal: Journal[RunSettings]) -> None:
    """Keep a seed from a model where the seed gate finds it unfit; templates send nothing anywhere.

    Raises:
        SeedError: the gate found what keeps the seed from a model, and nobody let it pass.
    """
    if model is not None:
        run = journal.settings
        findings = journal.step(vet_seed, run.seed, files=files, sandbox=sandbox, limits=run.limits)
        refuse_unfit(run.seed, findings)
