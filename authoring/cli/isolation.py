"""Where everything untrusted runs, chosen once for all verbs."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from rich.text import Text

from authoring.cli.environments import interpreter_of, settled_choice
from authoring.cli.views.render import callable_here, err
from authoring.records.protection import Level
from authoring.sandbox.port import Sandbox
from authoring.sandbox.registry import Demand, make_sandbox
from authoring.workspace import Workspace
from authoring.workspace.settings import Settings


@contextmanager
def open_sandbox(
    place: Workspace | None, *, python: Path | None = None, benchmarks: Sequence[Path] = ()
) -> Iterator[Sandbox]:
    """Open the sandbox that a workspace's settings ask for, and end every process of it afterwards.

    A verb opens one for all it runs, so that a person is told once where it is no wall.

    Args:
        place: the workspace; the defaults of the settings hold if None.
        python: the interpreter that runs the cells; what the benchmarks or the workspace name if None.
        benchmarks: folders of the benchmarks that are about to run; the workspace's own if empty.

    Raises:
        SandboxError: what there is does not reach the level that the settings demand.
        PackagesError: the environment that is named cannot be made.
    """
    if python is not None:
        with open_under(place, python) as sandbox:
            yield sandbox
        return
    with interpreter_of(settled_choice(place, benchmarks), place) as found, open_under(place, found) as sandbox:
        yield sandbox


@contextmanager
def open_under(place: Workspace | None, python: Path | None, *, quiet: bool = False) -> Iterator[Sandbox]:
    """Open the sandbox under exactly this interpreter, the one that runs this program if None.

    Args:
        place: whose settings hold, but for the environment.
        python: the interpreter.
        quiet: whether to say nothing where the sandbox is no wall, because it was said before.
    """
    with closing(make_sandbox(demand_of(place, python=python))) as sandbox:
        if sandbox.protection.level is Level.LIMITS and not quiet:
            _say_that_it_is_no_wall()
        yield sandbox


def demand_of(place: Workspace | None, *, python: Path | None = None) -> Demand:
    """Return the sandbox that a workspace's settings ask for; see `open_sandbox`."""
    wanted = (place.settings if place else Settings()).sandbox
    return Demand(
        least=wanted.isolation,
        python=python,
        container=wanted.container,
        command=wanted.command,
    )


def _say_that_it_is_no_wall() -> None:
    """Warn on standard error, which leaves the document of ``--json`` alone."""
    told = (
        "the sandbox has limits here and no walls: code that means harm can read and write what you can; "
        f"what to do: {callable_here('authoring doctor')}"
    )
    err().print(Text.assemble(("warning: ", "bold yellow"), told), soft_wrap=True)
