"""Putting together what a model is told, from the workspace as it stands when a run begins."""

from functools import lru_cache
from pathlib import Path

from authoring.api.runs.history import read_each_run
from authoring.drafting.examples import (
    SetFacts,
    coverage,
    missing_points,
    pick_examples,
    rejected_examples,
    shape_of,
)
from authoring.drafting.plan_probes import PROBE_PROMPTS
from authoring.drafting.prompts.instructions import instructions_of
from authoring.drafting.prompts.notebook import digest_notebook
from authoring.drafting.prompts.profile import seed_text
from authoring.drafting.templates.format import knowledge_of
from authoring.errors import AuthoringError, SeedError
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Guide, Instructions, RejectedProblem
from authoring.workspace import Workspace
from authoring.workspace.documents import is_experiment_set, read_provenances
from authoring.workspace.guidance import read_guides, read_notebook, read_prompts
from authoring.workspace.journal import read_decisions, read_drafts, read_steps
from authoring.workspace.settings import ExampleStrategy

# As a journal writes it: most journals hold no decision, and need not be parsed.
_HAS_DECISION = b'"kind":"decision"'


def compose_instructions(
    workspace: Workspace,
    seed: Seed,
    *,
    name: str,
    random_seed: int,
    strategy: ExampleStrategy,
    is_experiment: bool = False,
) -> Instructions:
    """Return what a model is told beside a seed's data: guides, prompts, examples, refusals, the seed's notebook.

    The set that is to be written, `name`, is no example for itself. Examples of experiments about modules are
    experiments, and those of other sets none, because the two differ in form.

    Raises:
        WorkspaceError: a guide or a prompt is missing.
    """
    covered = coverage(read_provenances(workspace.root))
    examples = pick_examples(
        [example for example in workspace.examples() if is_experiment_set(workspace, example.name) == is_experiment],
        random_seed=random_seed,
        leave_out=name,
        strategy=strategy,
        budget=workspace.settings.model.example_tokens,
        profile=seed,
        # A random choice needs no facts, which take a look into the journal of every set.
        facts=set_facts(workspace) if strategy != "random" else (),
    )
    columns = [column for file in seed.files for column in file.columns]
    return instructions_of(
        read_guides(workspace.root),
        _prompts(workspace),
        examples=examples,
        refused=refused_problems(workspace),
        covered=covered,
        missing_points=missing_points(covered, knowledge_of(workspace.templates())),
        notebook=digest_notebook(read_notebook(workspace.root, seed.name), columns=columns),
        description=seed_text(seed),
    )


def _prompts(workspace: Workspace) -> tuple[Guide, ...]:
    """Return the prompts of a run; without those that look at the data where the settings say so."""
    prompts = read_prompts(workspace.root)
    if workspace.settings.draft.probes:
        return prompts
    return tuple(prompt for prompt in prompts if prompt.name not in PROBE_PROMPTS)


def refused_problems(workspace: Workspace) -> tuple[RejectedProblem, ...]:
    """Return the problems that people refused in any run, with the reason."""
    refused: dict[RejectedProblem, None] = {}
    # Journals that cannot be read are left out here; `authoring learn` names them.
    for problems in read_each_run(workspace, lambda run: _refused_in(run.path, _file_state(run.path)), []):
        refused.update(dict.fromkeys(problems))
    return tuple(refused)


def set_facts(workspace: Workspace) -> tuple[SetFacts, ...]:
    """Return what is known of the admitted sets whose record can be read: knowledge points, the shape of their data."""
    facts = []
    for meta in read_provenances(workspace.root):
        path = workspace.journal_path(meta.name)
        profile = _recorded_profile(path, _file_state(path)) if path.is_file() else None
        # The profile tells more of the shape than the seed; without both it is unknown.
        data = profile or _readable_seed(workspace, meta.seed.name)
        shape = shape_of(data) if data is not None else None
        facts.append(SetFacts(name=meta.name, knowledge=meta.knowledge, shape=shape))
    return tuple(facts)


def _file_state(path: Path) -> tuple[int, int]:
    """Return time and size of a file, one of which changes when the file does."""
    state = path.stat()
    return state.st_mtime_ns, state.st_size


# Cached, because each of many drafts asks for what all runs recorded.
@lru_cache(maxsize=4_096)
def _refused_in(path: Path, state: tuple[int, int]) -> tuple[RejectedProblem, ...]:
    del state
    decisions = read_decisions(path) if _HAS_DECISION in path.read_bytes() else ()
    return rejected_examples(decisions, read_drafts(path)) if decisions else ()


@lru_cache(maxsize=4_096)
def _recorded_profile(path: Path, state: tuple[int, int]) -> Profile | None:
    """Return the profile that a run recorded; None where it recorded none, or cannot be read."""
    del state
    try:
        profiles = [step.output for step in read_steps(path) if step.stage == "profile_data"]
    except AuthoringError:
        return None
    return Profile.model_validate(profiles[-1]) if profiles else None


def _readable_seed(workspace: Workspace, name: str) -> Seed | None:
    try:
        return workspace.read_seed(name)
    except SeedError:
        # A set outlives its seed, and then counts as like no other.
        return None
