"""What still stands of the gate's findings once a person let some of them pass."""

from collections.abc import Sequence

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SeedError
from authoring.records.seed import Allowance, Seed
from authoring.seeds.vetting.codes import NEVER_ALLOWED


def with_allowances(findings: Sequence[Diagnostic], allowed: Sequence[Allowance]) -> tuple[Diagnostic, ...]:
    """Return the findings, those that a person let pass as notes that say who did, and why."""
    allowances = {allowance.code: allowance for allowance in allowed if allowance.code not in NEVER_ALLOWED}
    return tuple(
        _noted(finding, allowances[finding.code]) if finding.code in allowances else finding for finding in findings
    )


def _noted(finding: Diagnostic, allowance: Allowance) -> Diagnostic:
    message = f"{finding.message} (let pass by {allowance.who}: {allowance.why})"
    return finding.model_copy(update={"severity": Severity.NOTE, "message": message, "hint": ""})


def refuse_unfit(seed: Seed, findings: Sequence[Diagnostic], *, command: str = "") -> None:
    """Refuse a seed that the gate found something about that nobody let pass.

    Args:
        seed: with what was let pass.
        findings: of the gate.
        command: the command that lets something pass, without its options; for a seed that is kept when empty.

    Raises:
        SeedError: an error stands among `with_allowances(findings, seed.allowed)`.
    """
    left = with_allowances(findings, seed.allowed)
    codes = dict.fromkeys(finding.code for finding in left if finding.severity is Severity.ERROR)
    if not codes:
        return
    hint = "; ".join(NEVER_ALLOWED[code] for code in codes if code in NEVER_ALLOWED)
    if not hint:
        allow = " ".join(f"--allow {code}" for code in codes)
        hint = f"when it may be used all the same: {command or f'authoring seed check {seed.name}'} {allow} --why TEXT"
    first = next(finding.message for finding in left if finding.code in codes)
    raise SeedError(f"{seed.name}: the seed gate found {', '.join(codes)}: {first}", hint=hint)
