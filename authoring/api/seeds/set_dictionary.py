"""What the data of a draft or an admitted set mean, read without running anything."""

from contextlib import suppress

from authoring.api.runs.standing import seed_today
from authoring.errors import AuthoringError, JournalError
from authoring.records.dictionary import DataDictionary
from authoring.records.profile import Profile
from authoring.records.provenance import read_provenance
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.seeds.dictionary.statements import with_dictionary
from authoring.workspace import Workspace
from authoring.workspace.changes import current_seed_names
from authoring.workspace.journal import read_settings, read_steps

PROFILING = "profile_data"
"""The stage whose result holds what rules found in the data."""


def dictionary_of_set(workspace: Workspace, name: str) -> DataDictionary | None:
    """Return what is known of the data of a draft or an admitted set; None where nothing is.

    Of a set whose run is still there, it is what rules found when it was drafted, with what was said of the seed since;
    of others what somebody or a document said of the seed, as long as it holds the same data.
    """
    with suppress(AuthoringError):
        if name in workspace.runs() and (drafted := _of_run(workspace, name)) is not None:
            return drafted
    with suppress(AuthoringError):
        if name in workspace.problemsets():
            return _of_seed(workspace, name)
    return None


def _of_run(workspace: Workspace, name: str) -> DataDictionary | None:
    path = workspace.journal_path(name)
    profiles = [step.output for step in read_steps(path) if step.stage == PROFILING]
    if not profiles:
        return None
    seed = seed_today(workspace, read_settings(path, RunSettings).seed)
    try:
        profile = Profile.model_validate(profiles[-1])
    except ValueError as error:
        raise JournalError(f"{name}: its profile cannot be read", hint="draft it anew") from error
    # What was said since the draft was begun counts as well; a run that an early version began found no relations.
    return with_dictionary(profile, seed).dictionary or seed.dictionary


def _of_seed(workspace: Workspace, name: str) -> DataDictionary | None:
    about = read_provenance(workspace.read_problemset(name).meta).seed
    for seed_name in current_seed_names(workspace.root, about.name):
        with suppress(AuthoringError):
            seed = workspace.read_seed(seed_name)
            if _data_of(seed) == {(file.name, file.sha256) for file in about.files}:
                return seed.dictionary
    return None


def _data_of(seed: Seed) -> set[tuple[str, str]]:
    return {(file.name, file.sha256) for file in seed.data}
