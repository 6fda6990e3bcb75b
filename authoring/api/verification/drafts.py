"""Looks at the drafts of a run through its journal: lint, the dry run, certificates, pilots and blind answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from authoring import dseal
from authoring.api.verification import linted, tables_of_seed, weigh, with_findings
from authoring.api.verification.certificates import with_alignment, with_certificate, with_pilot
from authoring.errors import BudgetError, ModelError
from authoring.evaluation.pilot.draft_solve import ConcurrentModel, blind_solve, disagreements
from authoring.evaluation.pilot.validity import valid_pilot
from authoring.gate.certificate.lookup import certify_draft, recorded_certificate
from authoring.gate.dictionary import dictionary_findings
from authoring.gate.dry_run import dry_run
from authoring.records.certificate.problem import DRAFT_PARTS, Certificate, Part
from authoring.records.decision import Action, Decision, Waiting
from authoring.records.dictionary import DataDictionary
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence
from authoring.records.pilot import PilotRecord
from authoring.records.progress import NOBODY, Notice, Reporter, reporting
from authoring.records.run import RunSettings
from authoring.records.sketch import Guide
from authoring.sandbox.port import Sandbox
from authoring.workspace.cache import CertificateCache
from authoring.workspace.journal import Journal


@dataclass(frozen=True, slots=True)
class DraftSolver:
    """Answers the drafts of one run from their questions and tables, through its journal."""

    journal: Journal[RunSettings]
    files: Sequence[Path]
    """Those of the seed."""
    model: ConcurrentModel
    prompts: tuple[Guide, ...]
    sandbox: Sandbox
    reporter: Reporter
    asks: bool = True
    """Whether the model may be asked now; if not, what the journal holds counts."""

    def findings(self, draft: Draft, *, is_open: bool) -> tuple[dseal.Diagnostic, ...]:
        """Return where a draft that runs well and its blind solve disagree.

        A draft that is not open is not solved anew. Where the model gives no reply, or the budget is spent, that is
        reported, and the draft goes on to a person without.

        Raises:
            SandboxError: the sandbox failed.
        """
        run = self.journal.settings
        arguments: dict[str, Any] = {
            "inputs": self.files,
            "limits": run.limits,
            "sandbox": self.sandbox,
            "dialect": run.dialect,
            "model": self.model,
            "prompts": self.prompts,
        }
        is_recorded = self.journal.has(blind_solve, draft.text, **arguments)
        if not is_recorded and not (self.asks and is_open):
            return ()
        try:
            # Nobody waits for what the journal has.
            with reporting(NOBODY if is_recorded else self.reporter, "solving blind", run.name):
                solve = self.journal.step(blind_solve, draft.text, **arguments)
        except (ModelError, BudgetError) as error:
            self.reporter.report(Notice(f"the draft was not solved blind: {error.message}", is_warning=True))
            return ()
        return disagreements(draft.text, solve)


@dataclass(frozen=True, slots=True)
class DraftExaminer:
    """Looks at the revisions of one run: lint, the dry run through its journal, and what certificates say."""

    files: tuple[Path, ...]
    """Those of the seed."""
    sandbox: Sandbox
    journal: Journal[RunSettings]
    reporter: Reporter
    certificates: CertificateCache | None = None
    """Where it stands what is known of problems; None where no answers are tried."""
    defer: bool = False
    """Whether a draft that stays as it is until a person decides is not run."""
    pilot: PilotRecord | None = None
    """The last pilot of the draft, whichever revision that was of; None where there was none."""
    dictionary: DataDictionary | None = None
    """What the data of the seed mean; None where that is not known."""
    blind: DraftSolver | None = None
    """Answers drafts from questions and tables alone; None where nobody does."""

    def prove(self, draft: Draft) -> Evidence:
        """Lint a draft and run it; one with errors is not run."""
        run, journal = self.journal.settings, self.journal
        evidence = linted(draft.text, tables_of_seed(run.seed, self.files), self.files, run.limits)
        evidence = with_findings(evidence, dictionary_findings(draft.text, self.dictionary))
        if evidence.errors or (self.defer and _waits(journal.decision(draft)) and not self._is_run(draft)):
            return evidence
        # Nobody waits for what the journal has.
        reporter = NOBODY if self._is_run(draft) else self.reporter
        with reporting(reporter, "dry run", run.name) as progress:
            made = journal.step(
                dry_run,
                draft.text,
                inputs=self.files,
                limits=run.limits,
                sandbox=self.sandbox,
                dialect=run.dialect,
                progress=progress,
            )
        return weigh(draft.text, evidence.diagnostics, made, run.limits)

    def appraise(self, draft: Draft, evidence: Evidence) -> tuple[Waiting, Certificate | None]:
        """Add what a draft's certificate says to its evidence; the certificate comes back beside it.

        Where the journal has none, one is made of a draft that runs well and that nobody has decided about.
        """
        files, sandbox, journal, cache = self.files, self.sandbox, self.journal, self.certificates
        parts: tuple[Part, ...] = ()
        certificate = recorded_certificate(journal, draft, files, sandbox=sandbox)
        is_open = _waits(journal.decision(draft)) and journal.repaired(draft) is None
        is_sound = evidence.dry_run is not None and not evidence.errors
        if certificate is None and cache is not None and is_open and is_sound:
            certificate = certify_draft(
                journal, draft, files, sandbox=sandbox, cache=cache, reporter=self.reporter, parts=DRAFT_PARTS
            )
        elif certificate is None and cache is not None and is_open:
            # A repair of the errors then mends what can be known beside them, and a round is left for what cannot.
            evidence, parts = with_alignment(draft.text, evidence), ("alignment",)
        pilot = valid_pilot(self.pilot, draft.text, files, journal.settings.dialect)
        evidence = with_pilot(with_certificate(draft.text, evidence, certificate), pilot)
        if self.blind is not None and is_sound:
            evidence = with_findings(evidence, self.blind.findings(draft, is_open=is_open))
        parts = certificate.parts if certificate is not None and evidence.dry_run is not None else parts
        return Waiting(draft=draft, evidence=evidence, parts=parts), certificate

    def _is_run(self, draft: Draft) -> bool:
        run = self.journal.settings
        return self.journal.has(
            dry_run, draft.text, inputs=self.files, limits=run.limits, sandbox=self.sandbox, dialect=run.dialect
        )


def _waits(decision: Decision | None) -> bool:
    """Tell whether a draft stays as it is until a person decides more than this."""
    return decision is None or (decision.action is Action.REVISE and decision.text is None and not decision.for_model)
