"""``example:TEXT``: a model that answers every request with the text."""

from authoring.llm.models.scripted import ScriptedModel
from authoring.records.model_config import ModelChoice


def open_model(choice: ModelChoice, argument: str, *, key: str | None) -> ScriptedModel:
    """Return the model, which needs no key."""
    del choice, key
    return ScriptedModel(lambda _: argument, name="example", fingerprint=argument)
