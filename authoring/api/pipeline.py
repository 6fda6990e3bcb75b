"""The order of the steps, and where a person is asked. Start reading here.

`author` is the inner loop for one problem set: profile, draft, examine, repair, ask, revise or admit. Every step goes
through the journal, so calling it again after a crash, or after a person's decision, goes on where it stopped.
"""

from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from authoring.api.verification import Progress, tables_of, verified, with_findings
from authoring.drafting.draft import write_draft
from authoring.drafting.duplicates import find_repeats
from authoring.drafting.duplicates.neighbours import Neighbours
from authoring.drafting.imported import ImportedDrafter
from authoring.drafting.model import ModelDrafter
from authoring.drafting.module import ModuleDrafter
from authoring.drafting.repair import repair_draft
from authoring.drafting.revise import revise_draft
from authoring.drafting.sketch import sketch_problems
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.gate.admit import admit_draft
from authoring.gate.check_experiment import check_experiment
from authoring.gate.dry_run import dry_run
from authoring.gate.rehearse_experiment import rehearse_experiment
from authoring.llm.port import Model
from authoring.records.base import Name, Record
from authoring.records.decision import Action, Admission, Rejection, Waiting
from authoring.records.draft import Draft, Example, Template
from authoring.records.evidence import Evidence, Limits
from authoring.records.experiment import Experiment
from authoring.records.imported import ImportedSet, still_uncertain
from authoring.records.model_config import ModelChoice
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions
from authoring.sandbox.port import Sandbox
from authoring.seeds.profile import profile_data
from authoring.seeds.vetting.standing import refuse_unfit
from authoring.seeds.vetting.vet_seed import vet_seed
from authoring.validators.base import Dialect
from authoring.workspace.journal import Journal

if TYPE_CHECKING:
    from authoring.drafting.drafter import Drafter


class RunSettings(Record):
    """What a run is pinned to when it begins; resuming uses these, and new settings mean a new run."""

    name: Name
    seed: Seed
    templates: tuple[Template, ...]
    examples: tuple[Example, ...]
    limits: Limits
    random_seed: int
    dialect: Dialect = "dseval"
    """Of the benchmark that the set is for."""
    model: ModelChoice = ModelChoice()
    """Who drafts; templates do where it has no name."""
    instructions: Instructions | None = None
    """What the model is told; None for templates."""
    rounds: int = 0
    """How often findings are sent back to the model before a person is asked."""
    experiment: Experiment | None = None
    """The module and the topic of an experiment; None for a set about a seed's tables."""
    imported: ImportedSet | None = None
    """What was made by rule from existing material; None for a set that is drafted here."""


def author(
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    progress: Progress | None = None,
    model: Model | None = None,
    neighbours: Neighbours | None = None,
) -> Admission | Rejection | Waiting:
    """Go as far as possible without a person; return what stands at the end.

    Args:
        files: the seed's files, in the seed's order.
        sandbox: where everything untrusted runs.
        journal: the run; holds its settings and what people have decided.
        progress: told how far a dry run has come.
        model: the one that the run is pinned to; None for a run of templates.
        neighbours: the sets that the benchmark has, and the seed's notebook; a model's problems may not repeat them.

    Raises:
        ModelError: the model gave no usable reply; what was done before is kept.
        BudgetError: the next call would have exceeded the budget.
        SeedError: the seed gate found what keeps the seed from a model, and nobody let it pass.
    """
    pinned, step, instructions = journal.settings, journal.step, journal.settings.instructions
    if model is not None:
        refuse_unfit(pinned.seed, step(vet_seed, pinned.seed, files=files, sandbox=sandbox, limits=pinned.limits))
    profile = step(profile_data, pinned.seed, files=files, sandbox=sandbox)
    draft = _first_draft(profile, journal, model)
    repairs = 0
    while True:
        evidence = examine(draft, files, sandbox=sandbox, journal=journal, progress=progress, neighbours=neighbours)
        decision = journal.decision(draft)
        if decision is None:
            if not evidence.errors or model is None or instructions is None or repairs >= pinned.rounds:
                return Waiting(draft=draft, evidence=evidence)
            repairs += 1
            broken = draft
            draft = step(
                repair_draft, broken, evidence, profile=profile, model=model, instructions=instructions, round=repairs
            )
            if draft.text == broken.text:
                return Waiting(draft=broken, evidence=evidence)
        elif decision.action is Action.REJECT:
            return Rejection(name=draft.name, decision=decision)
        elif decision.action is Action.REVISE and decision.for_model:
            repairs = 0
            draft = step(revise_draft, draft, decision, profile=profile, model=model, instructions=instructions)
        elif decision.action is Action.REVISE and decision.text is not None:
            # What a person wrote is for that person to mend.
            repairs = pinned.rounds
            draft = step(revise_draft, draft, decision)
        elif decision.action is Action.ADMIT and not evidence.errors:
            decisions, tool = journal.decisions, version("dseal-authoring")
            return step(admit_draft, pinned.seed, draft, evidence, decision, decisions=decisions, version=tool)
        else:
            return Waiting(draft=draft, evidence=evidence)


def _first_draft(profile: Profile, journal: Journal[RunSettings], model: Model | None) -> Draft:
    """Return revision 1: imported, from templates, or from a model in two stages (the DSEval paper, section 4.2)."""
    pinned = journal.settings
    drafter: Drafter = TemplateDrafter(pinned.templates)
    if pinned.imported is not None:
        drafter = ImportedDrafter(pinned.imported)
    elif model is not None and pinned.instructions is not None and pinned.experiment is not None:
        drafter = ModuleDrafter(model, pinned.instructions, pinned.experiment)
    elif model is not None and pinned.instructions is not None:
        sketch = journal.step(sketch_problems, pinned.seed, profile, model=model, instructions=pinned.instructions)
        drafter = ModelDrafter(model, pinned.instructions, sketch)
    return journal.step(
        write_draft,
        pinned.seed,
        profile,
        drafter=drafter,
        name=pinned.name,
        examples=pinned.examples,
        random_seed=pinned.random_seed,
    )


def examine(
    draft: Draft,
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    progress: Progress | None = None,
    neighbours: Neighbours | None = None,
) -> Evidence:
    """Lint a revision, run it unless it has lint errors, and look whether a model repeats what is there already."""
    pinned = journal.settings
    run = partial(journal.step, dry_run, draft.text, inputs=files, limits=pinned.limits, sandbox=sandbox)
    run = partial(run, dialect=pinned.dialect, progress=progress)
    evidence = verified(draft.text, tables_of(pinned.seed), files, pinned.limits, run)
    if pinned.imported is not None:
        return with_findings(evidence, still_uncertain(pinned.imported, draft.text))
    if pinned.instructions is None:
        return evidence
    if pinned.experiment is not None and evidence.dry_run is not None:
        twice = journal.step(
            rehearse_experiment,
            draft.text,
            inputs=files,
            limits=pinned.limits,
            sandbox=sandbox,
            dialect=pinned.dialect,
        )
        found = check_experiment(draft.text, run=evidence.dry_run, rehearsal=twice, experiment=pinned.experiment)
        evidence = with_findings(evidence, found)
    others = Neighbours(()) if neighbours is None else neighbours
    # The benchmark as it was when this revision was first looked at: a later neighbour does not undo a decision.
    repeats = journal.step(find_repeats, draft.text, draft.origins, neighbours=others, notebook=others.notebook)
    return with_findings(evidence, repeats)
