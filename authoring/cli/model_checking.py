"""What ``authoring models`` finds out, and how it is said."""

import shlex
from pathlib import Path

from rich.text import Text

from authoring.api.workspaces import workspace_around
from authoring.cli.model_choice import WITHOUT_SERVER, choice_of, key_of
from authoring.cli.views.render import plain
from authoring.errors import UsageError
from authoring.llm.models.openai.server_check import ServerCheck, check_server, list_model_names
from authoring.records.base import Record


class KnownNames(Record):
    """Answer of ``models list``."""

    names: tuple[str, ...]


def check_of(model: str | None, base_url: str | None, workspace: Path | None) -> tuple[ServerCheck, str]:
    """Return what the chosen server can do, and the options that choose it again.

    Raises:
        ModelError: it does not answer.
        UsageError: the name is one of a folder, behind which is no server.
    """
    place = workspace_around(workspace)
    choice = choice_of(place, model=model, base_url=base_url)
    if choice.name.startswith((*WITHOUT_SERVER, "record:")):
        raise UsageError(f"{choice.name}: there is no server behind it to check", hint="name a server's model")
    checked = check_server(choice, key=key_of(place))
    return checked, _options(model or checked.model, base_url)


def list_of(base_url: str | None, workspace: Path | None) -> tuple[KnownNames, str]:
    """Return the models of the chosen server, and the option that chooses it again.

    Raises:
        ModelError: it does not say.
    """
    place = workspace_around(workspace)
    choice = choice_of(place, model="any", base_url=base_url)
    return KnownNames(names=list_model_names(choice, key=key_of(place))), _options(None, base_url)


def _options(model: str | None, base_url: str | None) -> str:
    told = (("--model", model), ("--base-url", base_url))
    return "".join(f" {option} {shlex.quote(value)}" for option, value in told if value)


SCHEMAS = {
    "obeyed": ("obeys a schema", "green"),
    "ignored": ("ignores schemas (JSON is asked for in words)", "yellow"),
    "refused": ("refuses schemas (JSON is asked for in words)", "yellow"),
}


def checked_view(checked: ServerCheck) -> Text:
    """Return the one line about a server."""
    said = (
        (f"answers in {checked.answers_in:.1f} s", "green"),
        SCHEMAS[checked.json_schema],
        ("streams", "green") if checked.streams else ("does not stream", "yellow"),
        ("counts tokens", "green") if checked.counts else ("counts no tokens (they are estimated)", "yellow"),
        *(((f"does not know {', '.join(checked.left_out)}", "yellow"),) if checked.left_out else ()),
    )
    line = Text.assemble(plain(checked.server, "bold"), " ", plain(checked.model, "bold"), ": ")
    return line.append_text(Text(", ").join(plain(words, style) for words, style in said))
