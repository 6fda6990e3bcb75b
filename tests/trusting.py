"""A person who allows a workspace all that it asks for."""

from authoring.api.trust import examine_trust, trust_workspace
from authoring.workspace import Workspace


def allow_all(workspace: Workspace) -> Workspace:
    """Return the workspace, as it stands after ``authoring trust --yes``."""
    trust_workspace(examine_trust(workspace.root))
    return workspace
