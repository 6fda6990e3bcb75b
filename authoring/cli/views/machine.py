"""How ``authoring doctor`` shows what it found."""

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.doctor_attacks import Tried, refuted
from authoring.cli.doctor_examination import CLAIMS, Examination
from authoring.cli.doctor_machine import Machine
from authoring.cli.views.render import plain, table
from authoring.records.evidence import Pins
from authoring.records.protection import Level, Protection
from authoring.records.wording import size


def examination_view(found: Examination) -> tuple[RenderableType, ...]:
    """Return the machine, the layers, what was tried, and what follows."""
    parts: list[RenderableType] = [_machine(found.machine), Text(), _sandbox(found)]
    if found.protection is not None and found.protection.layers:
        parts += [Text(), _layers(found.protection)]
    if found.tried:
        parts += [Text(), _tried(found.tried, found.claimed or Level.LIMITS)]
    return (*parts, Text(), _levels(found), Text(), *_conclusion(found))


def _rows(title: str, *rows: tuple[str, str]) -> Table:
    made = table("", "", title=title)
    made.show_header = False
    for name, value in rows:
        made.add_row(plain(name, "dim"), plain(value))
    return made


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


def _sandbox(found: Examination) -> Table:
    packages = ", ".join(f"{name} {version}" for name, version in found.packages)
    return _rows(
        "The sandbox",
        ("runs in", found.sandbox),
        ("interpreter", found.python or "the one that runs authoring there"),
        ("packages", packages or "unknown"),
        ("held fixed", pins_line(found.pins)),
        ("second run", pins_line(found.repeat)),
        ("limits", ", ".join(f"{name} {value:g}" for name, value in found.limits.model_dump().items())),
    )


def pins_line(pins: Pins) -> str:
    """Return what is held fixed, in one line."""
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in pins.model_dump().items())


def _layers(protection: Protection) -> Table:
    made = table("layer", "used", "what it gives, or why not", title="What stands between code and the machine")
    for layer in protection.layers:
        used = Text("yes", "green") if layer.used else Text("no", "yellow")
        made.add_row(plain(layer.name), used, plain(layer.detail))
    return made


def _tried(tried: tuple[Tried, ...], level: Level) -> Table:
    made = table("attack", "came of it", "in its own words", title="What was tried just now, from inside")
    for one in tried:
        expected = level.at_least(one.stopped_from)
        got = Text("got through", "bold red" if expected else "yellow")
        made.add_row(plain(one.attack), Text("stopped", "green") if one.stopped else got, plain(one.detail))
    return made


def _levels(found: Examination) -> Table:
    made = table("level", "", "what it claims", title="Levels of isolation")
    for level, claim in CLAIMS.items():
        marks = [word for word, what in (("claimed", found.claimed), ("demanded", found.demanded)) if what is level]
        made.add_row(plain(level, "bold"), plain(", ".join(marks), "cyan"), plain(claim))
    return made


def _conclusion(found: Examination) -> tuple[RenderableType, ...]:
    if found.error:
        said = plain(f"nothing can run: {found.error}", "bold red")
    elif found.met:
        said = plain(f"claimed: {found.claimed}, demanded: {found.demanded}", "bold green")
    else:
        said = plain(f"claimed: {found.claimed}, which is less than what is demanded: {found.demanded}", "bold red")
    through = refuted(found.tried, found.protection.level) if found.protection else ()
    doubts = [plain(f"configured, but not seen to hold: {one.attack} got through", "bold red") for one in through]
    weak = found.claimed is Level.LIMITS
    warned = [plain("This is no wall: run only code that you would run yourself.", "bold yellow")] if weak else []
    return (said, *doubts, *warned, *(plain(f"  {advice}") for advice in found.advice))


def advice_of(found: Examination) -> str:
    """Return the next command."""
    if found.met:
        return "authoring demo" if found.claimed is not Level.LIMITS else "authoring doctor --containerfile"
    return "authoring doctor --containerfile"
