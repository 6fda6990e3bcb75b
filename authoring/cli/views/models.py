"""How a language model's server is shown."""

from typing import TYPE_CHECKING

from rich.text import Text

from authoring.cli.views.render import plain

if TYPE_CHECKING:
    from authoring.llm.models.openai.server_check import ServerCheck

SCHEMAS = {
    "obeyed": ("obeys a schema", "green"),
    "ignored": ("ignores schemas (JSON is asked for in words)", "yellow"),
    "refused": ("refuses schemas (JSON is asked for in words)", "yellow"),
}


def server_line(check: "ServerCheck") -> Text:
    """Return the one line about a server."""
    abilities = (
        (f"answers in {check.answers_in:.1f} s", "green"),
        SCHEMAS[check.json_schema],
        ("streams", "green") if check.streams else ("does not stream", "yellow"),
        ("counts tokens", "green") if check.counts else ("counts no tokens (they are estimated)", "yellow"),
        *(((f"does not know {', '.join(check.left_out)}", "yellow"),) if check.left_out else ()),
    )
    line = Text.assemble(plain(check.server, "bold"), " ", plain(check.model, "bold"), ": ")
    return line.append_text(Text(", ").join(plain(text, style) for text, style in abilities))
