"""Adding and profiling seeds, for ``authoring seed`` and the demo."""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.cli.progress import progress_bar
from authoring.records import Profile, Seed
from authoring.sandbox.base import Sandbox
from authoring.stages.intake import fetch_seed
from authoring.stages.profile import profile_data
from authoring.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Naming:
    """What a person says of a seed; empty where the source's own word counts."""

    name: str = ""
    title: str = ""
    licence: str = ""
    description: str = ""


def add_seed(
    workspace: Workspace, references: Sequence[str], naming: Naming, *, replace: bool, sandbox: Sandbox
) -> Seed:
    """Fetch tables, read them once in the sandbox, and keep them as a seed.

    Raises:
        SeedError: when a table cannot be used, or the name is taken and `replace` is false.
    """
    with tempfile.TemporaryDirectory(prefix="authoring-seed-") as scratch, progress_bar("reading"):
        intake = fetch_seed(
            references,
            sandbox=sandbox,
            limits=workspace.settings.limits,
            scratch=Path(scratch),
            name=naming.name,
            title=naming.title,
            description=naming.description,
            licence=naming.licence,
        )
        workspace.write_seed(intake.seed, zip(intake.seed.files, intake.paths, strict=True), replace=replace)
    return intake.seed


def profile_seed(workspace: Workspace, seed: Seed, *, sandbox: Sandbox) -> Profile:
    """Return what a seed's tables hold, computed in the sandbox."""
    with progress_bar(f"profiling {seed.name}"):
        return profile_data(seed, files=workspace.seed_files(seed), sandbox=sandbox)
