"""The order of the steps, and where a person is asked. Start reading here."""

from collections.abc import Sequence
from pathlib import Path

from authoring.api.admission import carry_out_admission
from authoring.api.draft_kinds import draft_kind, vet_for
from authoring.api.verification import with_findings
from authoring.api.verification.drafts import DraftExaminer, DraftSolver
from authoring.drafting.drafter import write_draft
from authoring.drafting.duplicates.detection import Neighbours
from authoring.drafting.model_reasons import explained
from authoring.drafting.repair import needs_repair, repaired
from authoring.drafting.revision import revise_draft, revised_by_model
from authoring.gate.mending.draft import mended_by_rule, take_mended
from authoring.llm.port import Model
from authoring.records.decision import Action, Rejection, Waiting
from authoring.records.pilot import PilotRecord
from authoring.records.progress import NOBODY, Reporter
from authoring.records.run import RunSettings, RunState
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.profile import profile_data
from authoring.workspace.cache import CertificateCache
from authoring.workspace.journal import Journal


def author(  # noqa: PLR0913 - what a run takes, all by keyword but its files
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    model: Model | None = None,
    neighbours: Neighbours | None = None,
    facts: Seed | None = None,
    certificates: CertificateCache | None = None,
    pilot: PilotRecord | None = None,
    blind: DraftSolver | None = None,
    defer: bool = False,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Profile, draft, examine and repair until a person is needed; carry out what a person decided.

    Steps stand in the journal. `facts` is the seed as known now; `neighbours` may not be repeated; `pilot` and `blind`
    are what solvers say. Without `certificates` no answer is tried; with `defer`, and no model, what waits is not run.

    Raises:
        ModelError: the model gave no usable reply; what was done before is kept, as after a BudgetError.
        SeedError: the seed gate found what keeps the seed from a model, and nobody let it pass.
    """
    run, seed, step, repairs = journal.settings, journal.settings.seed, journal.step, 0
    vet_for(model, files, sandbox=sandbox, journal=journal)
    profile = step(profile_data, seed, files=files, sandbox=sandbox)
    kind = draft_kind(journal, model=model, neighbours=neighbours)
    drafter = kind.drafter(profile, files, sandbox=sandbox)
    sound: Waiting | None = None  # the last revision without errors, which a repair may spoil
    draft = step(
        write_draft, seed, profile, drafter=drafter, name=run.name, examples=run.examples, random_seed=run.random_seed
    )
    options = (certificates, defer, pilot, profile.dictionary, blind)
    examiner = DraftExaminer(tuple(files), sandbox, journal, reporter, *options)
    while True:
        evidence = with_findings(proof := examiner.prove(draft), kind.check(draft, proof, files, sandbox=sandbox))
        waiting, certificate = examiner.appraise(draft, evidence)
        if (decision := journal.decision(draft)) is None:
            sound = sound if waiting.evidence.errors else waiting
            if mend := mended_by_rule(waiting, certificate, files, sandbox=sandbox, journal=journal, reporter=reporter):
                draft = mend
                continue
            if model is None or not needs_repair(waiting, journal, repairs):
                return explained(sound or waiting, journal)
            repairs += 1
            draft = repaired(waiting, model, journal=journal, profile=profile, attempt=repairs, reporter=reporter)
            if draft.text == waiting.draft.text:  # a model that changed nothing would change nothing again
                return explained(sound or waiting, journal)
        elif decision.action is Action.REJECT:
            return Rejection(name=draft.name, decision=decision)
        elif decision.action is Action.REVISE and decision.for_model:
            repairs, sound = 0, None
            draft = revised_by_model(draft, decision, model, journal=journal, profile=profile)
        elif decision.action is Action.REVISE and decision.text is not None:
            repairs, sound = run.rounds, None  # what a person wrote is for that person to mend
            draft = step(take_mended if decision.made_by else revise_draft, draft, decision)
        elif decision.action is Action.ADMIT and not waiting.evidence.errors:
            return carry_out_admission(journal, waiting, decision, journal.decisions, facts or seed, certificate)
        else:
            return explained(waiting, journal)
