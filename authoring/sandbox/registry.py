"""The sandboxes there are, by the name that a workspace's settings give them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import UsageError
from authoring.records.protection import Level
from authoring.sandbox.port import Sandbox


@dataclass(frozen=True, slots=True)
class SandboxRequest:
    """The kind of sandbox that is requested; each implementation uses the fields it needs."""

    minimum_level: Level = Level.LIMITS
    python: Path | None = None
    """The interpreter that runs cells and validators, where the sandbox is; None for the one that runs this tool."""
    container: str = ""
    """An image; empty for no container."""
    command: tuple[str, ...] = ()
    """A program that starts ``authoring serve`` elsewhere; empty for none."""

    @property
    def kind(self) -> str:
        """The sandbox's name.

        Raises:
            UsageError: two are asked for.
        """
        if self.container and self.command:
            raise UsageError(
                "sandbox.container and sandbox.command are both set, and code runs in one place",
                hint="Take one of them out of authoring.toml.",
            )
        return "container" if self.container else "command" if self.command else "local"


# Each takes other fields of the request, and is imported when it is the one: most verbs open none.
def _local(request: SandboxRequest) -> Sandbox:
    from authoring.sandbox.client.local import LocalSandbox  # noqa: PLC0415

    return LocalSandbox(request.python, minimum_level=request.minimum_level)


def _container(request: SandboxRequest) -> Sandbox:
    from authoring.sandbox.remote.container import ContainerSandbox  # noqa: PLC0415

    return ContainerSandbox(request.container, minimum_level=request.minimum_level, python=request.python)


def _command(request: SandboxRequest) -> Sandbox:
    from authoring.sandbox.remote.command import CommandSandbox  # noqa: PLC0415

    return CommandSandbox(request.command, minimum_level=request.minimum_level, python=request.python)


SANDBOXES: Mapping[str, Callable[[SandboxRequest], Sandbox]] = {
    "local": _local,
    "container": _container,
    "command": _command,
}


def make_sandbox(request: SandboxRequest) -> Sandbox:
    """Return the sandbox that is asked for; close it when all is done.

    Raises:
        SandboxError: there is none that gives what is demanded.
        UsageError: two are asked for, or there is no such interpreter.
    """
    return SANDBOXES[request.kind](request)
