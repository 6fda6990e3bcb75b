"""The sandbox in a container: podman or docker starts an image in which this program is installed."""

import secrets
import shutil
import sys
from pathlib import Path

from authoring.errors import SandboxError
from authoring.records.protection import Layer, Level, Protection
from authoring.sandbox.remote.command import SLACK, CommandSandbox
from authoring.sandbox.remote.connection import Program
from authoring.sandbox.remote.transport import ServerInfo

ENGINES = ("podman", "docker")
"""Whichever is found first; podman needs no service that runs as root."""
MEMORY = 6_144.0
"""Megabytes of all sessions of the container together, files in its temporary folder included."""
SERVE = ("authoring", "serve")
NOBODY = "65534:65534"
OPTIONS = (
    *("--rm", "--interactive"),
    # What is run is what was built here: nothing is fetched when a set is judged.
    *("--pull", "never"),
    *("--network", "none"),
    "--read-only",
    *("--cap-drop", "ALL"),
    *("--security-opt", "no-new-privileges"),
    *("--user", NOBODY),
    *("--pids-limit", "2048"),
    *("--tmpfs", "/tmp:rw,nosuid,nodev,mode=1777"),  # noqa: S108 - inside the container
    *("--env", "HOME=/tmp"),
    *("--workdir", "/tmp"),  # noqa: S108 - as above
    # Engines keep what a container prints, and here that is every frame.
    *("--log-driver", "none"),
)
PROTECTION_TEXT = (
    "own processes, mounts, network, IPC and host name; read-only root; no capabilities; seccomp by its defaults"
)
CONTAINERFILE = """\
# The image for the container backend. In a checkout of this project:
#   authoring doctor --containerfile | podman build -t authoring -f - .
# then, in authoring.toml:   [sandbox]   container = "authoring"
FROM docker.io/library/python:{python}-slim
COPY pyproject.toml README.md LICENSE /src/
COPY authoring /src/authoring
COPY guides /src/guides
COPY templates /src/templates
RUN pip install --no-cache-dir /src && rm -r /src
# What your problem sets import besides:
# RUN pip install --no-cache-dir matplotlib lightgbm
CMD ["authoring", "serve"]
"""


class ContainerSandbox(CommandSandbox):
    """Opens sessions in one container; see `CommandSandbox`.

    Args:
        image: a local image in which this program is installed.
        minimum_level: the level that must be reached.
        python: the interpreter in the image that runs cells and validators; None for the one that runs this tool there.
        engine: the program that runs containers; found on the search path if empty.
        memory: megabytes of all sessions together.
        patience: seconds over what the far side allows itself, after which it is given up.

    Raises:
        SandboxError: there is no program that runs containers.
    """

    kind = "container"

    def __init__(
        self,
        image: str,
        *,
        minimum_level: Level = Level.LIMITS,
        python: Path | None = None,
        engine: str = "",
        memory: float = MEMORY,
        patience: float = SLACK,
    ) -> None:
        self._engine = engine or installed_engine()
        self._image = image
        self._memory = memory
        super().__init__((self._engine, "run", image), minimum_level=minimum_level, python=python, patience=patience)

    def _program(self) -> Program:
        name = f"authoring-{secrets.token_hex(8)}"
        # The engine's own program may be killed while the container goes on.
        return Program(command_line(self._engine, self._image, name, self._memory), (self._engine, "kill", name))

    def _level_required_there(self) -> Level:
        """Ask for what keeps sessions from each other; the container keeps them from the machine."""
        return Level.LIMITS if self._least is Level.LIMITS else Level.LANDLOCK

    def _protection_from(self, begun: ServerInfo) -> Protection:
        """Return the protection of container and sandbox together.

        Without Landlock inside, one session could forge the messages of another.
        """
        inside = begun.protection
        level = Level.NAMESPACES if inside.level.at_least(Level.LANDLOCK) else Level.LIMITS
        detail = f"{Path(self._engine).name} runs {self._image}: {PROTECTION_TEXT}"
        if level is Level.LIMITS:
            detail += "; inside it, sessions are not kept from each other, so no more than limits is claimed"
        layers = (Layer(name="container", used=True, detail=detail), *inside.layers)
        return Protection(level=level, layers=layers)


def installed_engine() -> str:
    """Return the path of podman, else of docker.

    Raises:
        SandboxError: neither is there.
    """
    engine = next(filter(None, map(shutil.which, ENGINES)), None)
    if engine is None:
        raise SandboxError(
            "no program that runs containers is installed",
            hint="Install one, for example: apt install podman. Or take sandbox.container out of authoring.toml.",
        )
    return engine


def command_line(engine: str, image: str, name: str, memory: float) -> tuple[str, ...]:
    """Return the command that starts the far side in a container of this name."""
    size = f"{memory:.0f}m"
    return (engine, "run", "--name", name, *OPTIONS, "--memory", size, image, *SERVE)


def containerfile() -> str:
    """Return the recipe of an image, with the Python that runs this."""
    return CONTAINERFILE.format(python=f"{sys.version_info[0]}.{sys.version_info[1]}")
