"""Which kind of draft a run makes follows from its settings."""

from contextlib import closing
from pathlib import Path

import pytest

from authoring.api.draft_kinds import draft_kind
from authoring.api.rehearsal import RehearsedDrafter
from authoring.drafting.drafter import ImportedDrafter
from authoring.drafting.module_drafter import ModuleDrafter
from authoring.llm.models.registry import LazyModel
from authoring.llm.port import Model
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.records.evidence import Limits
from authoring.records.experiment import Experiment, ModuleApi, Topic
from authoring.records.model_config import ModelChoice
from authoring.records.profile import Profile
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.journal import Journal

SEED = Seed(name="penguins", title="", description="", source="x.csv", licence="CC0-1.0", files=())
INSTRUCTIONS = Instructions(guides=(), prompts=())
EXPERIMENT = Experiment(
    api=ModuleApi(name="statistics", distribution="statistics", version="3", summary="", namespaces=()),
    topic=Topic(title="Apples", task="Find the median.", names=(), level="easy"),
)
IMPORTED = ImportedSet(text="", origins=(ProblemOrigin(origin="import:notebook"),))


def unopened() -> Model:
    """Stand for a model that nobody may ask here."""
    raise AssertionError("no model is asked")


def drafter_type(path: Path, fields: dict[str, object], model: Model | None) -> type:
    """Return the class of the drafter of a run with these settings."""
    common = {"name": "penguins", "seed": SEED, "templates": (), "examples": (), "limits": Limits(), "random_seed": 0}
    with Journal.open(path / "journal.jsonl", RunSettings.model_validate({**common, **fields})) as journal:
        kind = draft_kind(journal, model=model, neighbours=None)
        with closing(LocalSandbox()) as sandbox:
            return type(kind.drafter(Profile(seed="penguins", tables=()), (), sandbox=sandbox))


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, RehearsedDrafter),
        ({"instructions": INSTRUCTIONS, "experiment": EXPERIMENT}, ModuleDrafter),
        ({"imported": IMPORTED}, ImportedDrafter),
        ({"imported": IMPORTED, "instructions": INSTRUCTIONS}, ImportedDrafter),
    ],
)
def test_settings_say_the_kind(fields: dict[str, object], kind: type, tmp_path: Path) -> None:
    """What was imported is nobody's to draft, whatever else the settings hold."""
    assert drafter_type(tmp_path, fields, LazyModel(ModelChoice(name="m"), unopened)) is kind


def test_set_about_tables_begins_with_a_sketch(tmp_path: Path) -> None:
    """With instructions and no module, the model plans before anybody writes: the prompt of the sketch is wanted."""
    with pytest.raises(KeyError, match="sketch"):
        drafter_type(tmp_path, {"instructions": INSTRUCTIONS}, LazyModel(ModelChoice(name="m"), unopened))


def test_without_a_model_templates_draft(tmp_path: Path) -> None:
    """Instructions alone draft nothing."""
    assert drafter_type(tmp_path, {"instructions": INSTRUCTIONS}, None) is RehearsedDrafter
