"""The seed gate: what speaks against a seed before any model sees it, and what a person lets pass."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from authoring.api.findings.codes import all_codes
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.upkeep import bring_to_sets
from authoring.api.trust import PACKAGE_CODE
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SeedError, UsageError
from authoring.records.base import Record
from authoring.records.evidence import Limits
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.seed import Allowance, Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.vetting.codes import CODES, NEVER_ALLOWED
from authoring.seeds.vetting.gate import vet_seed, with_allowances
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class AllowanceRequest:
    """Findings of the seed gate that a person wants to let pass, and why."""

    codes: tuple[str, ...] = ()
    """Codes or names of findings."""
    why: str = ""
    reviewer: str = ""
    """Who lets them pass; must be named where there are codes."""

    def allowances(self) -> tuple[Allowance, ...]:
        """Return what is recorded in the seed, dated now; nothing where no code is named.

        Raises:
            UsageError: a code is none of the gate's, cannot be let pass, or no reason or reviewer is given.
        """
        if self.why and not self.codes:
            raise UsageError("--why gives a reason for nothing", hint="name what may pass: --allow CODE")
        if not self.codes:
            return ()
        if not self.why.strip():
            raise UsageError("what is let pass needs a reason", hint="give it: --why TEXT")
        if not self.reviewer.strip():
            raise UsageError("nobody to keep the decision under", hint="say who you are: --reviewer NAME")
        time = datetime.now(UTC).replace(microsecond=0)
        # A code and its name may both be given.
        codes = dict.fromkeys(_gate_code(word) for word in self.codes)
        return tuple(Allowance(code=code, why=self.why.strip(), who=self.reviewer, time=time) for code in codes)


class SeedCheck(Record):
    """Answer of ``seed check``, one per seed."""

    seed: str
    fit: bool
    """Whether a model may be asked about it: no error was found that nobody let pass."""
    findings: tuple[Diagnostic, ...]
    failure: str = ""
    """Why the seed could not be looked at."""


def check_seeds(
    workspace: Workspace,
    names: Sequence[str] = (),
    *,
    allow: AllowanceRequest = AllowanceRequest(),
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> tuple[SeedCheck, ...]:
    """Vet seeds of a workspace; what is let pass is written into them first.

    All seeds are vetted where none is named, but something is let pass only in seeds that are. Tables are read in
    `sandbox`, or the one that the workspace's settings ask for.

    Raises:
        SeedError: there is no seed of a name.
        UsageError: what is let pass is no finding, has no reason, or no seed is named for it.
    """
    allowances = allow.allowances()
    if allowances and not names:
        raise UsageError("what may pass is said of a seed by its name", hint="authoring seed check NAME --allow CODE")
    missing = [name for name in names if name not in workspace.seeds()]
    if missing:
        # Raises, before what is let pass is written into any other seed.
        workspace.read_seed(missing[0])
    with own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened:
        return tuple(
            _check_seed(workspace, name, allowances, opened, reporter)
            for name in dict.fromkeys(names or workspace.seeds())
        )


def vet(seed: Seed, files: Sequence[Path], *, sandbox: Sandbox, limits: Limits) -> tuple[Diagnostic, ...]:
    """Return what the gate finds about a seed, with what a person let pass as notes."""
    return with_allowances(vet_seed(seed, files=files, sandbox=sandbox, limits=limits), seed.allowed)


def _check_seed(
    workspace: Workspace, name: str, allowances: Sequence[Allowance], sandbox: Sandbox, reporter: Reporter
) -> SeedCheck:
    """Vet one seed; a seed that cannot be read is a result too, so that the next ones are vetted all the same."""
    with workspace.reading_seed(name):
        return _check_held_seed(workspace, name, allowances, sandbox, reporter)


def _check_held_seed(
    workspace: Workspace, name: str, allowances: Sequence[Allowance], sandbox: Sandbox, reporter: Reporter
) -> SeedCheck:
    try:
        seed = workspace.read_seed(name)
        files = workspace.seed_files(seed)
    except SeedError as error:
        return SeedCheck(seed=name, fit=False, findings=(), failure=f"{error.message}; {error.hint}")
    if allowances:
        # What is let pass anew takes the place of what was said of the same code before.
        codes = {allowance.code for allowance in allowances}

        def allow(seed: Seed) -> Seed:
            earlier = tuple(allowance for allowance in seed.allowed if allowance.code not in codes)
            return seed.model_copy(update={"allowed": (*earlier, *allowances)})

        # The sets that were made from it say who let what pass, too.
        bring_to_sets(workspace, name, allow, who=allowances[0].who, why=allowances[0].why)
        seed = workspace.read_seed(name)
    with reporting(reporter, f"looking at {name}"):
        findings = vet(seed, files, sandbox=sandbox, limits=workspace.settings.limits)
    # What is let pass is a note by now.
    fit = all(finding.severity is not Severity.ERROR for finding in findings)
    return SeedCheck(seed=name, fit=fit, findings=findings)


def _gate_code(word: str) -> str:
    """Return the code of the gate's that a code or a name stands for."""
    code = next((info.code for info in CODES.values() if word.strip().lower() in {info.code.lower(), info.name}), "")
    if not code:
        is_foreign = word.strip().upper() in all_codes()
        reason = "is no finding of the seed gate" if is_foreign else "is no code"
        raise UsageError(f"--allow {word}: {reason}", hint=f"the gate's are {', '.join(CODES)}")
    if code in NEVER_ALLOWED:
        raise UsageError(f"--allow {word}: this cannot be let pass", hint=NEVER_ALLOWED[code])
    return code
