"""Which kind of draft a run makes follows from its settings."""

import pytest

from authoring.api.draft_kinds import ImportedKind, ModelKind, ModuleKind, TemplateKind, kind_of
from authoring.drafting.duplicates.detection import Neighbours
from authoring.llm.models.registry import LazyModel
from authoring.llm.port import Model
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.records.evidence import Limits
from authoring.records.experiment import Experiment, ModuleApi, Topic
from authoring.records.model_config import ModelChoice
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.records.sketch import Instructions

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


def settings(**fields: object) -> RunSettings:
    """Return the settings of a run."""
    common = {"name": "penguins", "seed": SEED, "templates": (), "examples": (), "limits": Limits(), "random_seed": 0}
    return RunSettings.model_validate({**common, **fields})


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({}, TemplateKind),
        ({"instructions": INSTRUCTIONS}, ModelKind),
        ({"instructions": INSTRUCTIONS, "experiment": EXPERIMENT}, ModuleKind),
        ({"imported": IMPORTED}, ImportedKind),
        ({"imported": IMPORTED, "instructions": INSTRUCTIONS}, ImportedKind),
    ],
)
def test_settings_say_the_kind(fields: dict[str, object], kind: type) -> None:
    """What was imported is nobody's to draft, whatever else the settings hold."""
    model = LazyModel(ModelChoice(name="m"), unopened)

    assert type(kind_of(settings(**fields), model, Neighbours(()))) is kind


def test_without_a_model_templates_draft() -> None:
    """Instructions alone draft nothing."""
    assert type(kind_of(settings(instructions=INSTRUCTIONS), None, None)) is TemplateKind
