"""Which model a name means."""

from pathlib import Path
from typing import Final, Protocol

from authoring.errors import ModelError
from authoring.llm.port import Model
from authoring.records.model_config import ModelChoice

SCRIPTED: Final = "scripted:"
RECORDED: Final = "recorded:"
RECORD: Final = "record:"
OFFLINE: Final = (SCRIPTED, RECORDED)
"""How names begin that need neither key nor network."""


class OpenedModel(Model, Protocol):
    """A model that has to be closed."""

    def close(self) -> None:
        """Give back what it holds."""
        ...


def open_model(choice: ModelChoice, *, key: str | None) -> OpenedModel:
    """Return the model that a choice names; nothing is sent and no client imported yet.

    ``scripted:FOLDER`` gives replies from files, ``recorded:FOLDER`` replays a recorded conversation,
    ``record:FOLDER=MODEL`` asks a model and records; every other name is one of a server's models.

    Args:
        choice: the model, its server and its parameters.
        key: the provider's; None where it needs none.

    Raises:
        ModelError: the folder holds no replies, the name is not complete, or a key is missing.
    """
    name = choice.name
    if name.startswith(SCRIPTED):
        from authoring.llm.scripted import read_script  # noqa: PLC0415 - only the one that is asked for

        return read_script(Path(name.removeprefix(SCRIPTED)))
    if name.startswith(RECORDED):
        from authoring.llm.recorded import RecordedModel  # noqa: PLC0415 - as above

        return RecordedModel(Path(name.removeprefix(RECORDED)))
    if name.startswith(RECORD):
        from authoring.llm.recorded import RecordingModel  # noqa: PLC0415 - as above

        folder, _, model = name.removeprefix(RECORD).partition("=")
        if not (folder and model):
            raise ModelError(f"{name}: which model is recorded?", hint="as in: --model record:FOLDER=MODEL")
        return RecordingModel(open_model(choice.model_copy(update={"name": model}), key=key), Path(folder))
    if not name:
        raise ModelError("no model is named", hint="name one: --model NAME; see them with: authoring models list")
    from authoring.llm.openai import OpenAIModel  # noqa: PLC0415 - as above

    return OpenAIModel(choice, key=key)
