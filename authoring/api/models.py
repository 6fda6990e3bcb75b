"""What a language model's server offers and can do."""

from dataclasses import replace
from pathlib import Path

from authoring.api.model_pool import OPENED_FIRST, ModelAccess
from authoring.api.workspaces import workspace_around
from authoring.errors import UsageError
from authoring.llm.models.openai.server_check import ServerCheck, check_server, list_model_names
from authoring.records.base import Record
from authoring.records.progress import NOBODY, Reporter


class ModelNames(Record):
    """Answer of ``models list``."""

    names: tuple[str, ...]


def check_model(
    *, access: ModelAccess = ModelAccess(), workspace: Path | None = None, reporter: Reporter = NOBODY
) -> ServerCheck:
    """Return whether a server answers, obeys a JSON schema, streams and counts tokens; three small calls are made.

    Args:
        access: which model, and with which key.
        workspace: its folder; the one around the current folder, if there is one, if None.
        reporter: warned where others may read the key.

    Raises:
        ModelError: the server does not answer.
        UsageError: the name is one of a folder, behind which is no server.
    """
    home = workspace_around(workspace)
    config = access.config(home)
    if config.name.startswith(OPENED_FIRST):
        raise UsageError(f"{config.name}: there is no server behind it to check", hint="name a server's model")
    return check_server(config, key=access.key(home, reporter=reporter))


def list_models(
    *, access: ModelAccess = ModelAccess(), workspace: Path | None = None, reporter: Reporter = NOBODY
) -> ModelNames:
    """Return the models that a server knows; arguments as of `check_model`.

    Raises:
        ModelError: the server does not say.
    """
    home = workspace_around(workspace)
    # A server is asked the same whatever model is meant, but a configuration without a name is none.
    config = replace(access, model="any").config(home)
    return ModelNames(names=list_model_names(config, key=access.key(home, reporter=reporter)))
