"""What a seed's tables hold and mean, computed in the sandbox once and read again afterwards."""

from functools import partial

from authoring.api.sandboxes import computer_of, own_or_given_sandbox
from authoring.api.trust import PACKAGE_CODE
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import AuthoringError
from authoring.records.base import Record
from authoring.records.dictionary import DataDictionary
from authoring.records.profile import Profile
from authoring.records.progress import NOBODY, Notice, Reporter, reporting
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.checks import check_dictionary, needs_rows
from authoring.seeds.dictionary.statements import with_dictionary
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace
from authoring.workspace.cache import ProfileCache
from authoring.workspace.documents import module_of
from authoring.workspace.files import read_text


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


def list_seeds(workspace: Workspace, *, reporter: Reporter = NOBODY) -> tuple[Seed, ...]:
    """Return the seeds of a workspace, by name; one that cannot be read is reported as a warning and left out."""
    problems = list[AuthoringError]()
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
