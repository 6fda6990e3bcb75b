"""What ``authoring doctor`` finds out, and what it concludes."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

from authoring.cli.doctor_attacks import Tried, prepared, refuted, try_attacks
from authoring.cli.doctor_machine import Machine, look_around
from authoring.cli.environments import interpreter_of, settled_choice
from authoring.cli.isolation import demand_of
from authoring.cli.progress import progress_bar
from authoring.errors import AuthoringError
from authoring.records.base import Record
from authoring.records.evidence import REPEAT, Limits, Pins
from authoring.records.protection import Level, Protection
from authoring.sandbox.port import Sandbox
from authoring.sandbox.registry import Demand, make_sandbox
from authoring.workspace import Workspace

CLAIMS = {
    Level.NAMESPACES: "Code sees no file, process, user or network of this machine beyond what it needs to run, "
    "and can change nothing but its own working directory.",
    Level.LANDLOCK: "Code can read and write no file of yours and reach no network; it may see that files and "
    "processes exist.",
    Level.LIMITS: "Mistakes are kept in check by limits on time, memory, output and files; code that means harm can "
    "read and write what you can.",
}
"""What each level says, in one sentence."""
PACKAGES = (
    *("numpy", "pandas", "scipy", "sklearn", "pyarrow", "matplotlib", "statsmodels", "joblib"),
    *("lightgbm", "xgboost", "catboost", "torch", "polars"),
)
"""What problem sets import most."""


class Recipe(Record):
    """Answer of ``doctor --containerfile``."""

    containerfile: str


class Examination(Record):
    """Answer of ``doctor``."""

    sandbox: str
    """Where code runs: ``local``, ``container IMAGE`` or ``command PROGRAM``."""
    demanded: Level
    """By sandbox.isolation in authoring.toml."""
    claimed: Level | None
    """What the protection says, unless an attack got through that it claims to stop; None where nothing can run."""
    claim: str
    met: bool
    """Whether what is demanded was reached, and no attack refuted it."""
    protection: Protection | None
    tried: tuple[Tried, ...]
    error: str
    """Why nothing can run; empty where it can."""
    advice: tuple[str, ...]
    """What to do for more."""
    python: str
    """Path of the interpreter that runs the cells; empty for the one that runs this program, where the sandbox is."""
    fingerprint: str
    packages: tuple[tuple[str, str], ...]
    """What is installed for it, itself included."""
    pins: Pins
    repeat: Pins
    """Of the second run of a dry run."""
    limits: Limits
    machine: Machine


def examine(place: Workspace | None) -> Examination:
    """Open the sandbox that the settings ask for, see what it is made of, and try to get out of it."""
    demand = demand_of(place)
    limits = place.settings.limits if place else Limits()
    found = _Found()
    with progress_bar("trying harmless attacks") as progress, prepared() as ground:
        try:
            with _opened(place, found) as sandbox:
                found.protection, found.fingerprint = sandbox.protection, sandbox.fingerprint
                found.packages = sandbox.versions(PACKAGES)
                found.tried = try_attacks(ground, sandbox, progress=progress)
        except AuthoringError as error:
            found.error, found.hint = error.message, error.hint
    return _concluded(demand, found, limits)


@contextmanager
def _opened(place: Workspace | None, found: "_Found") -> Iterator[Sandbox]:
    """Open what a verb would, but below the level that is demanded too: whether it is reached is what is asked."""
    with interpreter_of(settled_choice(place), place) as python:
        found.python = str(python or "")
        with closing(make_sandbox(replace(demand_of(place, python=python), least=Level.LIMITS))) as sandbox:
            yield sandbox


class _Found:
    """What was seen before something failed, if anything did."""

    def __init__(self) -> None:
        self.protection: Protection | None = None
        self.python = ""
        self.fingerprint = ""
        self.packages: tuple[tuple[str, str], ...] = ()
        self.tried: tuple[Tried, ...] = ()
        self.error = ""
        self.hint = ""


def _concluded(demand: Demand, found: _Found, limits: Limits) -> Examination:
    machine = look_around()
    claimed = claimed_level(found.protection, found.tried) if found.protection and not found.error else None
    met = claimed is not None and claimed.at_least(demand.least) and not refuted(found.tried, claimed)
    advice = [found.hint] if found.hint else []
    if found.protection is not None and (claimed is not Level.NAMESPACES or not met):
        advice += [layer.hint for layer in found.protection.layers if layer.hint]
    if (claimed in {None, Level.LIMITS} or not met) and not demand.container:
        advice.append(container_advice(machine))
    return Examination(
        sandbox=described(demand),
        demanded=demand.least,
        claimed=claimed,
        claim=CLAIMS[claimed] if claimed else "",
        met=met,
        protection=found.protection,
        tried=found.tried,
        error=found.error,
        advice=tuple(dict.fromkeys(advice)),
        python=found.python,
        fingerprint=found.fingerprint,
        packages=found.packages,
        pins=Pins(),
        repeat=REPEAT,
        limits=limits,
        machine=machine,
    )


def claimed_level(protection: Protection, tried: tuple[Tried, ...]) -> Level:
    """Return the strongest level, of those the protection has, that no attack refuted; the weakest if all were."""
    levels = (level for level in Level if protection.level.at_least(level))
    return next((level for level in levels if not refuted(tried, level)), Level.LIMITS)


def container_advice(machine: Machine) -> str:
    """Return how to get a container."""
    engine = next((tool.name for tool in machine.tools if tool.name in {"podman", "docker"} and tool.path), "")
    if not engine:
        return "Install podman or docker (apt install podman), and run code in a container: guides/isolation.md."
    return (
        f"Run code in a container: authoring doctor --containerfile | {engine} build -t authoring -f - . "
        'in a checkout of this project, then container = "authoring" in [sandbox] of authoring.toml.'
    )


def described(demand: Demand) -> str:
    """Return where code runs."""
    if demand.container and demand.command:
        return "two places at once"
    return " ".join((demand.place, *filter(None, [demand.container]), *demand.command[:1]))
