"""The seed gate at the command line: what is found, what a person lets pass, and what is said of both."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from authoring.cli.codes import all_codes
from authoring.cli.findings import findings_view
from authoring.cli.reviewer import reviewer_name
from authoring.cli.views.render import err
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import SeedError, UsageError
from authoring.records.evidence import Limits
from authoring.records.seed import Allowance, Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.vetting.codes import CODES, NEVER_ALLOWED
from authoring.seeds.vetting.standing import refuse_unfit, standing
from authoring.seeds.vetting.vet_seed import vet_seed


@dataclass(frozen=True, slots=True)
class Allowing:
    """What a person lets pass, and why."""

    codes: tuple[str, ...] = ()
    why: str = ""
    who: str | None = None

    def allowances(self) -> tuple[Allowance, ...]:
        """Return what is recorded.

        Raises:
            UsageError: a code is none of the gate's, cannot be let pass, or no reason is given.
        """
        if self.why and not self.codes:
            raise UsageError("--why gives a reason for nothing", hint="name what may pass: --allow CODE")
        if not self.codes:
            return ()
        if not self.why.strip():
            raise UsageError("what is let pass needs a reason", hint="give it: --why TEXT")
        now = datetime.now(UTC).replace(microsecond=0)
        who = reviewer_name(self.who)
        codes = dict.fromkeys(_known(code) for code in self.codes)
        return tuple(Allowance(code=code, why=self.why.strip(), who=who, time=now) for code in codes)


def _known(said: str) -> str:
    code = next((one.code for one in CODES.values() if said.strip().lower() in {one.code.lower(), one.name}), "")
    if not code:
        foreign = said.strip().upper() in all_codes()
        what = "is no finding of the seed gate" if foreign else "is no code"
        raise UsageError(f"--allow {said}: {what}", hint=f"the gate's are {', '.join(CODES)}")
    if code in NEVER_ALLOWED:
        raise UsageError(f"--allow {said}: this cannot be let pass", hint=NEVER_ALLOWED[code])
    return code


def vetted(
    seed: Seed, files: Sequence[Path], *, sandbox: Sandbox, limits: Limits, further: Sequence[Diagnostic] = ()
) -> tuple[Diagnostic, ...]:
    """Return what the gate finds about a seed, with what a person let pass as notes.

    Args:
        seed: with what was let pass.
        files: its data.
        sandbox: where the data is looked at.
        limits: what the looking may use.
        further: what was found on the way in.
    """
    found = vet_seed(seed, files=files, sandbox=sandbox, limits=limits)
    return standing((*further, *found), seed.allowed)


def show_refused(seed: Seed, findings: Sequence[Diagnostic], *, as_json: bool = False) -> None:
    """Show what was found where it keeps a seed out that is being added; the error says the rest.

    Raises:
        SeedError: an error was found that nobody let pass.
    """
    try:
        refuse_unfit(seed, findings, way="the same command with")
    except SeedError:
        if not as_json:
            err().print(*findings_view(findings, seed.name), sep="\n")
        raise
