"""The workers of a Dask cluster, which run cells in sandboxes of their own, as a workspace's settings want these."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from authoring.api.sandboxes import default_environment, demand_of, require_environment
from authoring.api.trust import UNKNOWN_CODE, CodeOrigin, needs_walls
from authoring.errors import UsageError
from authoring.records.job import SandboxRequirements
from authoring.records.protection import Level
from authoring.sandbox.port import SandboxFacts
from authoring.sandbox.worker_cache import fingerprint_of, versions_of
from authoring.workspace import Workspace

if TYPE_CHECKING:
    from authoring.api.executors.cluster import ClusterExecutor


@dataclass(frozen=True)
class Workers(SandboxFacts):
    """Workers whose sandboxes are all the same."""

    executor: "ClusterExecutor"
    requirements: SandboxRequirements
    """The sandbox that their jobs have to want."""

    @cached_property
    def fingerprint(self) -> str:
        """What about their sandboxes can change a result; see `Sandbox.fingerprint`."""
        return self.executor.ask(fingerprint_of, self.requirements)

    def versions(self, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Return the versions of packages there; see `Sandbox.versions`."""
        return self.executor.ask(versions_of, self.requirements, tuple(packages))

    def close(self) -> None:
        """Give up all jobs that they have; see `Closable.close`."""
        self.executor.give_up()


@contextmanager
def open_workers(
    workspace: Workspace | None,
    address: str,
    *,
    python: Path | None = None,
    benchmarks: Sequence[Path] = (),
    code: CodeOrigin = UNKNOWN_CODE,
) -> Iterator[Workers]:
    """Connect to a cluster whose workers run the cells.

    Args:
        workspace: the one whose settings hold; the defaults of the settings hold if None.
        address: of the scheduler, as ``tcp://host:8786``.
        python: the interpreter that runs the cells, in its place on each worker; what the benchmarks or the workspace
            name if None.
        benchmarks: folders of the benchmarks that are about to run; the workspace's own if empty.
        code: where the code comes from that is about to run.

    Raises:
        UsageError: the settings ask for a sandbox that workers have no means to open.
        SandboxError: the cluster is not there, or does not fit.
        TrustError: what the settings name needs a person's leave.
    """
    demand = demand_of(workspace)
    # What is made or started on this machine is of no use to workers on others.
    local_only: dict[str, object] = {"sandbox.container": demand.container, "sandbox.command": demand.command}
    interpreter = str(python or "")
    if python is None:
        choice = default_environment(workspace, benchmarks)
        local_only[choice.name], interpreter = choice.lock, choice.python
    for name, value in local_only.items():
        if value:
            hint = (
                "The workers run cells in their own sandbox; environment.python may name an interpreter they all have."
            )
            raise UsageError(f"--cluster cannot follow {name}", hint=hint)
    if python is None:
        require_environment(workspace, choice)
    minimum_level = demand.minimum_level
    # What the workers give is not known before they are asked.
    if minimum_level is Level.LIMITS and needs_walls(workspace, code):
        minimum_level = Level.LANDLOCK
    requirements = SandboxRequirements(python=interpreter, minimum_level=minimum_level)
    from authoring.api.executors.cluster import open_cluster  # noqa: PLC0415 - the machine itself needs none

    with open_cluster(address, requirements) as (executor, identified):
        yield Workers(executor, identified)
