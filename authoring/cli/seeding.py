"""Adding and profiling seeds, for ``authoring seed`` and the demo."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.cli.gating import Allowing, show_refused, vetted
from authoring.cli.progress import progress_bar
from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import Naming, fetch_seed
from authoring.seeds.profile import profile_data
from authoring.seeds.sources.base import WantedNotebook
from authoring.workspace import Workspace
from authoring.workspace.scratch import scratch_folder


class Added(Record):
    """Answer of ``seed add``: a seed that was taken in."""

    seed: Seed
    findings: tuple[Diagnostic, ...]
    """What the seed gate found and let pass."""
    left_out: tuple[str, ...] = ()
    """Files that the source holds and that are not part of the seed, each with the reason, in words."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a seed is to be taken in."""

    naming: Naming = Naming()
    notebook: WantedNotebook = WantedNotebook()
    allowing: Allowing = Allowing()
    replace: bool = False
    as_json: bool = False
    """Whether the answer is one JSON document, an error too: nothing else is printed."""


def add_seed(workspace: Workspace, references: Sequence[str], wish: Wish, *, sandbox: Sandbox) -> Added:
    """Fetch tables, read them once in the sandbox, hold them against the seed gate, and keep them as a seed.

    Raises:
        SeedError: when a table cannot be used, the gate found what nobody let pass, or the name is taken.
    """
    limits = workspace.settings.limits
    with scratch_folder(workspace.root, "seed") as scratch:
        with progress_bar("fetching and reading", in_bytes=True) as move:
            intake = fetch_seed(
                references,
                sandbox=sandbox,
                limits=limits,
                scratch=scratch,
                naming=wish.naming,
                notebook=wish.notebook,
                progress=move,
            )
        seed = intake.seed.model_copy(update={"allowed": wish.allowing.allowances()})
        with progress_bar("looking for what speaks against it"):
            findings = vetted(seed, intake.paths, sandbox=sandbox, limits=limits, further=intake.findings)
        show_refused(seed, findings, as_json=wish.as_json)
        kept = zip(seed.files, intake.paths, strict=True)
        workspace.write_seed(seed, kept, notebook=intake.notebook, replace=wish.replace)
    return Added(seed=seed, findings=findings, left_out=intake.left_out)


def profile_seed(workspace: Workspace, seed: Seed, *, sandbox: Sandbox) -> Profile:
    """Return what a seed's tables hold, computed in the sandbox."""
    with progress_bar(f"profiling {seed.name}"):
        return profile_data(seed, files=workspace.seed_files(seed), sandbox=sandbox)
