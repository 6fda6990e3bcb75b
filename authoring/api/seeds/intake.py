"""Adding seeds, and what a workspace's seeds are and hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from authoring.api.sandboxes import computer_of, own_or_given_sandbox
from authoring.api.seeds.vetting import AllowanceRequest
from authoring.api.trust import PACKAGE_CODE
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import AuthoringError, SeedError
from authoring.records.base import Record
from authoring.records.dictionary import DataDictionary
from authoring.records.profile import Profile
from authoring.records.progress import NOBODY, Notice, PartialResult, Reporter, reporting
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.checks import check_dictionary, needs_rows
from authoring.seeds.dictionary.statements import with_dictionary
from authoring.seeds.intake import SeedNaming, fetch_seed, planned_name
from authoring.seeds.profile import profile_data
from authoring.seeds.sources.base import FetchOptions, NotebookRequest
from authoring.seeds.vetting.gate import assess_scanned_seed, refuse_unfit, with_allowances
from authoring.workspace import Workspace
from authoring.workspace.cache import ProfileCache
from authoring.workspace.documents import module_of
from authoring.workspace.files import read_text, scratch_folder


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


class SeedReport(Record):
    """Answer of ``seed show``."""

    seed: Seed
    profile: Profile
    findings: tuple[Diagnostic, ...] = ()
    """What the data contradict in what the seed states of them."""

    @property
    def module(self) -> str:
        """The module that the seed is about; empty where it is about tables."""
        return module_of(self.seed)


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


def list_seeds(workspace: Workspace, *, reporter: Reporter = NOBODY) -> tuple[Seed, ...]:
    """Return the seeds of a workspace, by name; one that cannot be read is reported as a warning and left out."""
    problems: list[AuthoringError] = []
    seeds = workspace.read_seeds(problems=problems)
    for problem in problems:
        reporter.report(Notice(problem.message, is_warning=True, command="authoring doctor --repair"))
    return seeds


def describe_seed(
    workspace: Workspace, name: str, *, sandbox: Sandbox | None = None, reporter: Reporter = NOBODY
) -> SeedReport:
    """Return a seed with what its tables hold, computed in the sandbox.

    What was computed before from the same bytes, read the same way by the same code and packages, is not computed
    again, and nothing is started for it.

    Raises:
        SeedError: there is no such seed, or its data is missing or was changed.
    """
    with workspace.reading_seed(name):
        return _describe_seed(workspace, name, sandbox, reporter)


def _describe_seed(workspace: Workspace, name: str, sandbox: Sandbox | None, reporter: Reporter) -> SeedReport:
    seed = workspace.read_seed(name)
    # Before anything that is kept is believed: this is where changed data show.
    files = workspace.seed_files(seed)
    computer, profiles = computer_of(workspace) if sandbox is None else "", ProfileCache(workspace.root)
    profile = profiles.profile(seed, computer) if computer else None
    if profile is None:
        with (
            own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened,
            reporting(reporter, f"profiling {seed.name}"),
        ):
            profile = profile_data(seed, files=files, sandbox=opened)
        if computer:
            profiles.put(seed, computer, profile)
    # What was stated since the profile was made counts.
    profile = with_dictionary(profile, seed)
    if seed.dictionary is None:
        return SeedReport(seed=seed, profile=profile)
    path = workspace.root / "seeds" / name / "seed.yaml"
    text = read_text(path, inside=path.parent)
    findings = checked_dictionary(
        workspace, seed, profile, seed.dictionary, sandbox=sandbox, reporter=reporter, text=text, under=("dictionary",)
    )
    placed = tuple(finding.model_copy(update={"path": str(path.relative_to(workspace.root))}) for finding in findings)
    return SeedReport(seed=seed, profile=profile, findings=placed)


def checked_dictionary(
    workspace: Workspace,
    seed: Seed,
    profile: Profile,
    dictionary: DataDictionary,
    *,
    sandbox: Sandbox | None,
    reporter: Reporter,
    text: str = "",
    under: tuple[str, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Return what the data contradict in a dictionary; a sandbox is opened only where rows have to be looked at."""
    check = partial(
        check_dictionary, dictionary, profile, seed, files=workspace.seed_files(seed), text=text, under=under
    )
    if not needs_rows(dictionary, profile):
        return check(sandbox=None)
    with own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened:
        return check(sandbox=opened)
