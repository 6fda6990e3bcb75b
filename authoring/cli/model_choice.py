"""Which model a command asks, and with which key: options first, then authoring.toml, then the environment."""

import os
import stat
from pathlib import Path

from authoring.errors import WorkspaceError
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace

WITHOUT_SERVER = ("scripted:", "recorded:")
"""How names begin that need neither server nor key, as in `authoring.llm.models.registry`."""
READABLE_BY_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def choice_of(place: Workspace | None, *, model: str | None = None, base_url: str | None = None) -> ModelChoice:
    """Return which model is asked, and how; its name is empty where nobody named one.

    Args:
        place: the workspace, whose ``[model]`` table comes behind the options; None for none.
        model: what ``--model`` says.
        base_url: what ``--base-url`` says.
    """
    said = place.settings.model.model_dump(include=set(ModelChoice.model_fields)) if place else {}
    choice = ModelChoice.model_validate(said)
    name = model or choice.name or os.environ.get("OPENAI_MODEL", "")
    url = base_url or choice.base_url or os.environ.get("OPENAI_BASE_URL", "")
    needs_server = not name.startswith(WITHOUT_SERVER)
    return choice.model_copy(update={"name": name.strip(), "base_url": url.strip() if needs_server else ""})


def key_of(place: Workspace | None) -> str | None:
    """Return the provider's key: from the file that ``[model]`` names, else from OPENAI_API_KEY; None for none.

    A file that others may read is used, and warned of on standard error.

    Raises:
        WorkspaceError: the file cannot be read, or is empty; what it holds is not shown.
    """
    named = place.settings.model.key_file if place else ""
    if not named or place is None:
        return os.environ.get("OPENAI_API_KEY", "").strip() or None
    path = place.root / Path(named).expanduser()
    try:
        mode = path.stat().st_mode
        key = path.read_bytes().decode().strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "is no text"
        raise WorkspaceError(f"{path}: {why}", hint="put the key into it, or leave key_file of [model] empty") from None
    if not key:
        raise WorkspaceError(f"{path}: is empty", hint="put the key into it, or leave key_file of [model] empty")
    if mode & READABLE_BY_OTHERS:
        from authoring.cli.views.render import err, plain

        err().print(plain(f"warning: {path}: others on this machine may read the key: chmod 600 {path}"))
    return key
