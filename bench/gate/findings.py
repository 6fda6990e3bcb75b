"""What the gate finds in a text: the one place that says which parts of it are measured."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.verification import tables_of_files, verify
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SandboxError
from authoring.gate.alignment.registry import align
from authoring.gate.certificate.findings import certificate_findings
from authoring.gate.certificate.trials import certify
from authoring.records.evidence import Evidence, Limits
from authoring.sandbox.port import Sandbox

LINT, RUN, CHECK = "lint", "dry run", "check"
PARTS = (LINT, RUN, CHECK)


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found in one text, and what its problems gave."""

    findings: tuple[Diagnostic, ...]
    digests: dict[int, str]
    """Evidence of each problem that ended well, by its number; empty where the text did not run."""
    failure: str = ""
    """Why the sandbox could not run the text; empty where it could."""

    @property
    def is_clean(self) -> bool:
        """Whether it ran and no part found an error."""
        return bool(self.digests) and not any(finding.severity is Severity.ERROR for finding in self.findings)


def findings_of(text: str, inputs: Sequence[Path], sandbox: Sandbox, limits: Limits) -> Examination:
    """Return what the gate finds: lint, dry run, and for what runs without errors questions and validators."""
    tables = tables_of_files(inputs)
    try:
        evidence = verify(text, inputs, tables=tables, limits=limits, sandbox=sandbox)
        findings = list(evidence.diagnostics)
        if not evidence.errors and evidence.dry_run is not None:
            certificate = certify(text, inputs=inputs, limits=limits, sandbox=sandbox)
            findings += [*certificate_findings(text, certificate), *align(text)]
    except SandboxError as error:
        return Examination((), {}, str(error))
    return Examination(tuple(findings), _digests(evidence))


def part_of(code: str) -> str:
    """Return the part of the gate that a code belongs to."""
    number = int(code[2:])
    if number < 400:  # noqa: PLR2004 - codes below are lint's
        return LINT
    return RUN if number < 440 else CHECK  # noqa: PLR2004 - the dry run's own codes end here


def _digests(evidence: Evidence) -> dict[int, str]:
    cells = evidence.dry_run.cells if evidence.dry_run else ()
    return {cell.number: cell.run.digest for cell in cells if cell.number is not None and cell.ended_well}
