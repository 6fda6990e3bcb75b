"""Adding seeds, and what a workspace's seeds are and hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.vetting import AllowanceRequest
from authoring.api.trust import PACKAGE_CODE
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import SeedError
from authoring.records.base import Record
from authoring.records.progress import NOBODY, PartialResult, Reporter, reporting
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import SeedNaming, fetch_seed, planned_name
from authoring.seeds.sources.base import FetchOptions, NotebookRequest
from authoring.seeds.vetting.gate import assess_scanned_seed, refuse_unfit, with_allowances
from authoring.workspace import Workspace
from authoring.workspace.files import scratch_folder


@dataclass(frozen=True, slots=True)
class SeedOptions:
    """How a seed is taken in; an empty text leaves the choice to the source."""

    name: str = ""
    title: str = ""
    licence: str = ""
    """SPDX identifier or words."""
    description: str = ""
    notebook: str = ""
    """The reference notebook: a path, or what the source calls one."""
    without_notebook: bool = False
    files: tuple[str, ...] = ()
    """Names or patterns of the files that are taken of an archive or a data set; all tables without any."""
    sheets: tuple[str, ...] = ()
    """Sheets that are taken of workbooks, each as a table; the first that holds one without any."""
    allow: AllowanceRequest = AllowanceRequest()
    replace: bool = False
    """Whether a seed of this name gives way."""


class AddedSeed(Record):
    """Answer of ``seed add``: a seed that was taken in."""

    seed: Seed
    findings: tuple[Diagnostic, ...]
    """What the seed gate found and let pass."""
    left_out: tuple[str, ...] = ()
    """Files that the source holds and that are not part of the seed, each with the reason, in words."""


class RefusedSeed(Record):
    """A seed that the gate keeps out: reported before the error that ends `add_seed`."""

    name: str
    findings: tuple[Diagnostic, ...]


def add_seed(
    workspace: Workspace,
    references: Sequence[str],
    options: SeedOptions = SeedOptions(),
    *,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> AddedSeed:
    """Fetch tables, read them once in the sandbox, hold them against the seed gate, and keep them as a seed.

    References are paths of tables, or one ``package:NAME/TABLE`` or ``kaggle:OWNER/SLUG``. They are read in `sandbox`,
    or the one that the workspace's settings ask for. A seed that is kept out is reported as a `RefusedSeed`.

    Raises:
        UsageError: what is let pass is no finding of the gate, or has no reason.
        SeedError: a table cannot be used, the gate found what nobody let pass, or the name is taken.
    """
    # Before anything is fetched, which may take long.
    allowances = options.allow.allowances()
    limits = workspace.settings.limits
    if not options.replace and (planned := planned_name(references, options.name)):
        workspace.refuse_taken_seed(planned)
    with (
        own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened,
        scratch_folder(workspace.root, "seed") as scratch,
    ):
        with reporting(reporter, "fetching and reading", in_bytes=True) as advance:
            intake = fetch_seed(
                references,
                sandbox=opened,
                limits=limits,
                scratch=scratch,
                naming=SeedNaming(options.name, options.title, options.licence, options.description),
                notebook=NotebookRequest(options.notebook, excluded=options.without_notebook),
                options=FetchOptions(options.files, options.sheets, workspace.root / ".authoring" / "downloads"),
                progress=advance,
                scan=True,
            )
        # Before the gate looks, which turns what is let pass into notes.
        seed = intake.seed.model_copy(update={"allowed": allowances})
        with reporting(reporter, "looking for what speaks against it"):
            findings = with_allowances(
                (*intake.findings, *assess_scanned_seed(seed, intake.scans, limits)), seed.allowed
            )
        try:
            refuse_unfit(seed, findings, command="the same command with")
        except SeedError:
            # The error names what keeps it out; a person wants to see all that was found.
            reporter.report(PartialResult(RefusedSeed(name=seed.name, findings=findings)))
            raise
        files = zip(seed.files, intake.paths, strict=True)
        workspace.write_seed(seed, files, notebook=intake.notebook, replace=options.replace)
    return AddedSeed(seed=seed, findings=findings, left_out=intake.left_out)
