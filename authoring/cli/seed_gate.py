"""Seeds that stand in the workspace, held against the gate."""

from collections.abc import Sequence

from rich.text import Text

from authoring.cli.findings import findings_view, tally
from authoring.cli.gating import Allowing, vetted
from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.cli.render import plain, show
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records import Record
from authoring.workspace import Workspace

ADD = "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"


class Checked(Record):
    """Answer of ``seed check``, one per seed."""

    seed: str
    fit: bool
    """Whether a model may be asked about it: no error was found that nobody let pass."""
    findings: tuple[Diagnostic, ...]


def check_seeds(place: Workspace, names: Sequence[str], allowing: Allowing) -> tuple[Checked, ...]:
    """Hold seeds against the gate; what is let pass is written into them first.

    Raises:
        SeedError: there is no such seed, or its files have changed.
        UsageError: what is let pass is no finding, or has no reason.
    """
    allowances = allowing.allowances()
    seeds = [place.read_seed(name) for name in dict.fromkeys(names)]
    checked = []
    with open_sandbox(place) as sandbox:
        for seed in seeds:
            if allowances:
                codes = {one.code for one in allowances}
                kept = tuple(one for one in seed.allowed if one.code not in codes)
                seed = place.update_seed(seed.model_copy(update={"allowed": (*kept, *allowances)}))  # noqa: PLW2901 - the same seed
            with progress_bar(f"looking at {seed.name}"):
                found = vetted(seed, place.seed_files(seed), sandbox=sandbox, limits=place.settings.limits)
            fit = all(finding.severity is not Severity.ERROR for finding in found)
            checked.append(Checked(seed=seed.name, fit=fit, findings=found))
    return tuple(checked)


def show_checked(checked: Sequence[Checked]) -> None:
    """Show seeds with what was found."""
    if not checked:
        show("there are no seeds yet")
    for one in checked:
        word = Text("fit", "green") if one.fit else Text("not fit", "red")
        show(
            Text.assemble(plain(f"{one.seed}: ", "bold"), word, f", {tally(one.findings)}"),
            *findings_view(one.findings, one.seed),
        )
