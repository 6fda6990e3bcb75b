"""Putting together what a model is told, from the workspace as it stands when a run begins."""

from authoring.cli.histories import refused_problems, set_facts
from authoring.drafting.duplicates.coverage import coverage, wanted
from authoring.drafting.examples import pick_examples
from authoring.drafting.prompts.instructions import instructions_of
from authoring.drafting.prompts.notebook import digest_notebook
from authoring.drafting.templates.knowledge import knowledge_of
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_guides, read_notebook, read_prompts
from authoring.workspace.provenances import read_provenances
from authoring.workspace.settings import ExampleStrategy


def instructions_for(
    place: Workspace, seed: Seed, *, name: str, random_seed: int, strategy: ExampleStrategy
) -> Instructions:
    """Return what a model is told beside a seed's data.

    Args:
        place: the workspace: guides, prompts, admitted sets, what people refused, and the seed's notebook.
        seed: what the set is about.
        name: of the set, which is no example for itself.
        random_seed: chooses among examples.
        strategy: how they are chosen.

    Raises:
        WorkspaceError: a guide or a prompt is missing.
    """
    covered = coverage(read_provenances(place.root))
    examples = pick_examples(
        place.examples(),
        random_seed=random_seed,
        leave_out=name,
        strategy=strategy,
        budget=place.settings.model.example_tokens,
        profile=seed,
        facts=set_facts(place) if strategy != "random" else (),
    )
    return instructions_of(
        read_guides(place.root),
        read_prompts(place.root),
        examples=examples,
        refused=refused_problems(place),
        covered=covered,
        wanted=wanted(covered, knowledge_of(place.templates())),
        notebook=digest_notebook(
            read_notebook(place.root, seed.name), columns=[name for file in seed.files for name in file.columns]
        ),
    )
