"""What ``authoring doctor`` does: the machine is examined, an image's recipe is given, or damaged files are mended."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from authoring.api.machine import ContainerRecipe, Examination, container_recipe, examine_machine
from authoring.api.upkeep.repair import repair_workspace
from authoring.api.workspaces import open_workspace
from authoring.errors import UsageError
from authoring.records.progress import NOBODY, Reporter
from authoring.records.workspace.repair import RepairReport

Diagnosis: TypeAlias = Examination | ContainerRecipe | RepairReport
"""What the machine gives, the recipe of an image, or what became of damaged files."""


@dataclass(frozen=True, slots=True)
class DoctorOptions:
    """What is done in place of an examination of the machine."""

    containerfile: bool = False
    """Whether the recipe of an image for ``sandbox.container`` is given."""
    repair: bool = False
    """Whether damaged files of the workspace are mended, which goes before a recipe."""
    check: bool = False
    """With `repair`: whether it is only said what is damaged."""


def doctor(
    options: DoctorOptions = DoctorOptions(), *, workspace: Path | None = None, reporter: Reporter = NOBODY
) -> Diagnosis:
    """Examine what stands between untrusted code and this machine; or do what `options` name.

    Raises:
        UsageError: a check without a repair.
        WorkspaceError: there is no workspace to mend.
    """
    if options.check and not options.repair:
        raise UsageError("--check goes with --repair", hint="authoring doctor --repair --check")
    if options.repair:
        return repair_workspace(open_workspace(workspace), write=not options.check)
    if options.containerfile:
        return container_recipe()
    return examine_machine(workspace=workspace, reporter=reporter)
