"""Seeds that stand in the workspace, held against the gate."""

from collections.abc import Sequence

from rich.text import Text

from authoring.cli.findings import findings_view, tally
from authoring.cli.gating import Allowing, vetted
from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.cli.views.render import plain, show
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.errors import SeedError, UsageError
from authoring.records.base import Record
from authoring.records.seed import Allowance
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace

ADD = "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"


class Checked(Record):
    """Answer of ``seed check``, one per seed."""

    seed: str
    fit: bool
    """Whether a model may be asked about it: no error was found that nobody let pass."""
    findings: tuple[Diagnostic, ...]
    failure: str = ""
    """Why it could not be looked at."""


def check_seeds(place: Workspace, names: Sequence[str], allowing: Allowing) -> tuple[Checked, ...]:
    """Hold seeds against the gate; what is let pass is written into them first.

    Args:
        place: the workspace.
        names: of seeds; all of them where none is named.
        allowing: what a person lets pass, of seeds that are named.

    Raises:
        SeedError: there is no seed of a name.
        UsageError: what is let pass is no finding, has no reason, or is said of no seed by name.
    """
    allowances = allowing.allowances()
    if allowances and not names:
        raise UsageError("what may pass is said of a seed by its name", hint="authoring seed check NAME --allow CODE")
    unknown = [name for name in names if name not in place.seeds()]
    if unknown:
        place.read_seed(unknown[0])
    with open_sandbox(place) as sandbox:
        return tuple(_checked(place, name, allowances, sandbox) for name in dict.fromkeys(names or place.seeds()))


def _checked(place: Workspace, name: str, allowances: Sequence[Allowance], sandbox: Sandbox) -> Checked:
    """Hold one seed against the gate; one that cannot be looked at keeps none of the others from it."""
    try:
        seed = place.read_seed(name)
        files = place.seed_files(seed)
    except SeedError as error:
        return Checked(seed=name, fit=False, findings=(), failure=f"{error.message}; {error.hint}")
    if allowances:
        codes = {one.code for one in allowances}
        kept = tuple(one for one in seed.allowed if one.code not in codes)
        seed = place.update_seed(seed.model_copy(update={"allowed": (*kept, *allowances)}))
    with progress_bar(f"looking at {name}"):
        found = vetted(seed, files, sandbox=sandbox, limits=place.settings.limits)
    fit = all(finding.severity is not Severity.ERROR for finding in found)
    return Checked(seed=name, fit=fit, findings=found)


def show_checked(checked: Sequence[Checked]) -> None:
    """Show seeds with what was found."""
    if not checked:
        show("there are no seeds yet")
    for one in checked:
        word = Text("fit", "green") if one.fit else Text("not fit", "red")
        show(
            Text.assemble(plain(f"{one.seed}: ", "bold"), word, ", ", plain(one.failure or tally(one.findings))),
            *findings_view(one.findings, one.seed),
        )
