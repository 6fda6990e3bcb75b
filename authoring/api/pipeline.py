"""The order of the steps, and where a person is asked. Start reading here."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from authoring.api.admission import carry_out_admission
from authoring.api.draft_kinds import check_by_kind, choose_drafter
from authoring.api.verification import examined, with_certificate, with_findings
from authoring.drafting.drafter import write_draft
from authoring.drafting.duplicates.detection import Neighbours
from authoring.drafting.repair import repair_draft
from authoring.drafting.revision import revise_draft
from authoring.gate.certificate.lookup import recorded_certificate
from authoring.llm.port import Model
from authoring.records.decision import Action, Rejection, Waiting
from authoring.records.progress import NOBODY, Reporter
from authoring.records.run import RunSettings, RunState
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.profile import profile_data
from authoring.seeds.vetting.gate import refuse_unfit, vet_seed
from authoring.workspace.journal import Journal


def author(
    files: Sequence[Path],
    *,
    sandbox: Sandbox,
    journal: Journal[RunSettings],
    model: Model | None = None,
    neighbours: Neighbours | None = None,
    facts: Seed | None = None,
    defer: bool = False,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Profile, draft, examine and repair until a person is needed; carry out what a person decided.

    Every step goes through the journal: called again after a crash or a decision, this goes on where it stopped.
    `files` are the seed's, in its order, and `model` is the one that the run is pinned to, None for a run without;
    `neighbours` are the benchmark's sets and the seed's notebook, which a model's problems may not repeat; `facts` is
    the seed as it is known now, None where it is as the run has it. With `defer`, which is for runs without a model, a
    draft that waits for a person comes back with the findings of lint alone where its dry run is not in the journal.

    Raises:
        ModelError: the model gave no usable reply; what was done before is kept.
        BudgetError: the next call would have exceeded the budget.
        SeedError: the seed gate found what keeps the seed from a model, and nobody let it pass.
    """
    run, step = journal.settings, journal.step
    seed, instructions, repairs = run.seed, run.instructions, 0
    if model is not None:  # templates send nothing anywhere, so the gate stands before models only
        refuse_unfit(seed, step(vet_seed, seed, files=files, sandbox=sandbox, limits=run.limits))
    profile = step(profile_data, seed, files=files, sandbox=sandbox)
    drafter = choose_drafter(profile, journal=journal, model=model)
    check = partial(check_by_kind, sandbox=sandbox, journal=journal, model=model, neighbours=neighbours)
    draft = step(
        write_draft, seed, profile, drafter=drafter, name=run.name, examples=run.examples, random_seed=run.random_seed
    )
    while True:
        evidence = examined(draft, files, sandbox=sandbox, journal=journal, defer=defer, reporter=reporter)
        certificate = recorded_certificate(journal, draft, files, sandbox=sandbox)
        evidence = with_certificate(draft.text, with_findings(evidence, check(draft, evidence, files)), certificate)
        waiting = Waiting(draft=draft, evidence=evidence)
        if (decision := journal.decision(draft)) is None:
            if not evidence.errors or model is None or instructions is None or repairs >= run.rounds:
                return waiting
            repairs += 1
            draft = step(
                repair_draft, draft, evidence, profile=profile, model=model, instructions=instructions, round=repairs
            )
            if draft.text == waiting.draft.text:  # the model changed nothing, and would change nothing again
                return waiting
        elif decision.action is Action.REJECT:
            return Rejection(name=draft.name, decision=decision)
        elif decision.action is Action.REVISE and decision.for_model:
            repairs = 0
            draft = step(revise_draft, draft, decision, profile=profile, model=model, instructions=instructions)
        elif decision.action is Action.REVISE and decision.text is not None:
            repairs = run.rounds  # what a person wrote is for that person to mend
            draft = step(revise_draft, draft, decision)
        elif decision.action is Action.ADMIT and not evidence.errors:
            return carry_out_admission(journal, waiting, decision, journal.decisions, facts or seed, certificate)
        else:
            return waiting
