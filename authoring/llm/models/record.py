"""Recording a conversation: ``record:FOLDER=MODEL`` asks a model and writes every call into a file.

Each call is one YAML file below the folder, called after its subject and purpose; lines of prompts and replies stand as
they are, so that people can read them. `authoring.llm.models.recorded` replays the folder.
"""

import re
from pathlib import Path
from typing import Any, Final

import yaml

from authoring.errors import ModelError
from authoring.llm.atomic_file import write_text_whole
from authoring.llm.models import registry
from authoring.llm.models.base import OpenedModel
from authoring.llm.port import Model, OnText, Reply, Request
from authoring.records.base import Record
from authoring.records.model_config import ModelChoice

HEAD: Final = "# One call to a model. The prompt stands in it: look before you share it.\n"

ODD: Final = re.compile(r"[^\S\n ]|[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
"""White space and control characters that YAML takes for a line's end, or does not tell apart."""


class Recording(Record):
    """One call and its reply."""

    request: Request
    reply: Reply


def open_model(choice: ModelChoice, argument: str, *, key: str | None) -> OpenedModel:
    """Open a model that records another one; `argument` is ``FOLDER=MODEL``.

    Raises:
        ModelError: folder or model is missing, or the model cannot be opened.
    """
    folder, _, model = argument.partition("=")
    if not (folder and model):
        raise ModelError(f"{choice.name}: which model is recorded?", hint="as in: --model record:FOLDER=MODEL")
    return RecordingModel(registry.open_model(choice.model_copy(update={"name": model}), key=key), Path(folder))


class RecordingModel:
    """Asks another model and records the replies; each is written before it is returned."""

    def __init__(self, model: Model, folder: Path) -> None:
        """Prepare the folder for the recordings; it is created when it does not exist.

        Raises:
            ModelError: the folder cannot be created.
        """
        self._model, self._folder = model, folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ModelError(f"{folder}: {error.strerror}", hint="name a folder for the recordings") from error

    @property
    def name(self) -> str:
        """The recorded model's name."""
        return self._model.name

    @property
    def fingerprint(self) -> str:
        """The recorded model's own: recording changes no reply."""
        return self._model.fingerprint

    def close(self) -> None:
        """Close the recorded model."""
        getattr(self._model, "close", lambda: None)()

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the other model's reply once it is recorded.

        Raises:
            CallError: the model gave no reply; failures are not recorded.
            ModelError: the recording cannot be written.
        """
        reply = self._model.complete(request, on_text=on_text)
        path = self._folder / file_name(request)
        try:
            write_text_whole(path, recording_text(Recording(request=request, reply=reply)))
        except OSError as error:
            raise ModelError(f"{path}: {error.strerror}", hint="free some space, or check permissions") from error
        return reply


def file_name(request: Request) -> str:
    """Return the name of a request's recording."""
    # A subject is a name from anywhere, and must not lead out of the folder.
    subject = "".join(char if char.isalnum() or char in "-_" else "-" for char in request.subject)[:64]
    return f"{subject or 'any'}-{request.purpose}-{request.identity[:12]}.yaml"


def recording_text(recording: Recording) -> str:
    """Return a recording as YAML, in which texts of several lines stand as they are."""
    content = recording.model_dump(mode="json")
    return HEAD + yaml.dump(content, Dumper=RecordingDumper, sort_keys=False, allow_unicode=True, width=1_000_000)


class RecordingDumper(yaml.SafeDumper):
    """Writes texts of several lines as YAML blocks, where YAML can represent them so."""


def _represent_text(dumper: yaml.SafeDumper, text: str) -> Any:
    # Lines of a prompt stand as they are; what YAML would fold or change is quoted and escaped.
    block = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if ODD.search(text) else block)


RecordingDumper.add_representer(str, _represent_text)
