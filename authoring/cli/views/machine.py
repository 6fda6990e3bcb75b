"""How the examination of this machine, and that of a model's server, are shown."""

from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.api.machine import CLAIMS, AttackResult, Examination, Machine, refuting_attacks
from authoring.cli.views.render import plain, table
from authoring.records.evidence import Pins
from authoring.records.protection import Level, Protection
from authoring.records.wording import size

if TYPE_CHECKING:
    from authoring.llm.models.openai.server_check import ServerCheck

SCHEMAS = {
    "obeyed": ("obeys a schema", "green"),
    "ignored": ("ignores schemas (JSON is asked for in words)", "yellow"),
    "refused": ("refuses schemas (JSON is asked for in words)", "yellow"),
}
"""How a model's server takes JSON schemas, in words, and the colour."""


def examination_view(examination: Examination) -> tuple[RenderableType, ...]:
    """Return the machine, the layers, what was tried, and what follows."""
    parts: list[RenderableType] = [_machine(examination.machine), Text(), _sandbox(examination)]
    if examination.protection is not None and examination.protection.layers:
        parts += [Text(), _layers(examination.protection)]
    if examination.tried:
        parts += [Text(), _tried(examination.tried, examination.claimed or Level.LIMITS)]
    return (*parts, Text(), _levels(examination), Text(), *_conclusion(examination))


def _rows(title: str, *rows: tuple[str, str]) -> Table:
    listing = table("", "", title=title)
    # Facts have names in their first column, and no headings.
    listing.show_header = False
    for name, value in rows:
        listing.add_row(plain(name, "dim"), plain(value))
    return listing


def _machine(machine: Machine) -> Table:
    tools = [(tool.name, f"{tool.version or tool.path or 'not installed'}; {tool.purpose}") for tool in machine.tools]
    memory = size(machine.memory) if machine.memory else "unknown"
    return _rows(
        "This machine",
        ("system", f"{machine.system}, as {machine.user}"),
        ("cores", str(machine.cores)),
        ("memory", memory),
        ("control groups", machine.control_groups),
        *tools,
    )


def _sandbox(examination: Examination) -> Table:
    packages = ", ".join(f"{name} {version}" for name, version in examination.packages)
    return _rows(
        "The sandbox",
        ("runs in", examination.sandbox),
        ("interpreter", examination.python or "the one that runs authoring there"),
        ("packages", packages or "unknown"),
        ("held fixed", pins_line(examination.pins)),
        ("second run", pins_line(examination.repeat)),
        ("limits", ", ".join(f"{name} {value:g}" for name, value in examination.limits.model_dump().items())),
    )


def pins_line(pins: Pins) -> str:
    """Return what is held fixed, in one line."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in pins.model_dump().items())


def _layers(protection: Protection) -> Table:
    listing = table("layer", "used", "what it gives, or why not", title="What stands between code and the machine")
    for layer in protection.layers:
        used = Text("yes", "green") if layer.used else Text("no", "yellow")
        listing.add_row(plain(layer.name), used, plain(layer.detail))
    return listing


def _tried(results: tuple[AttackResult, ...], level: Level) -> Table:
    listing = table("attack", "came of it", "in its own words", title="What was tried just now, from inside")
    for result in results:
        expected = level.at_least(result.stopped_from)
        # Red only where the level that is claimed should have stopped it.
        outcome = Text("got through", "bold red" if expected else "yellow")
        listing.add_row(
            plain(result.attack), Text("stopped", "green") if result.stopped else outcome, plain(result.detail)
        )
    return listing


def _levels(examination: Examination) -> Table:
    listing = table("level", "", "what it claims", title="Levels of isolation")
    for level, claim in CLAIMS.items():
        roles = (("claimed", examination.claimed), ("demanded", examination.demanded))
        marks = [role for role, role_level in roles if role_level is level]
        listing.add_row(plain(level, "bold"), plain(", ".join(marks), "cyan"), plain(claim))
    return listing


def _conclusion(examination: Examination) -> tuple[RenderableType, ...]:
    if examination.error:
        conclusion = plain(f"nothing can run: {examination.error}", "bold red")
    elif examination.met:
        conclusion = plain(f"claimed: {examination.claimed}, demanded: {examination.demanded}", "bold green")
    else:
        conclusion = plain(
            f"claimed: {examination.claimed}, which is less than what is demanded: {examination.demanded}", "bold red"
        )
    # Against the level that is configured, of which the claim may have been taken back.
    breaches = refuting_attacks(examination.tried, examination.protection.level) if examination.protection else ()
    doubts = [
        plain(f"configured, but not seen to hold: {breach.attack} got through", "bold red") for breach in breaches
    ]
    is_weak = examination.claimed is Level.LIMITS
    warnings = [plain("This is no wall: run only code that you would run yourself.", "bold yellow")] if is_weak else []
    return (conclusion, *doubts, *warnings, *(plain(f"  {advice}") for advice in examination.advice))


def advice_of(examination: Examination) -> str:
    """Return the next command."""
    if examination.met:
        return "authoring demo" if examination.claimed is not Level.LIMITS else "authoring doctor --containerfile"
    return "authoring doctor --containerfile"


def server_line(check: "ServerCheck") -> Text:
    """Return the one line about a server."""
    abilities = (
        (f"answers in {check.answers_in:.1f} s", "green"),
        SCHEMAS[check.json_schema],
        ("streams", "green") if check.streams else ("does not stream (replies come whole)", "yellow"),
        ("counts tokens", "green") if check.counts else ("counts no tokens (they are estimated)", "yellow"),
        *(((f"does not know {', '.join(check.left_out)}", "yellow"),) if check.left_out else ()),
    )
    line = Text.assemble(plain(check.server, "bold"), " ", plain(check.model, "bold"), ": ")
    return line.append_text(Text(", ").join(plain(text, style) for text, style in abilities))
