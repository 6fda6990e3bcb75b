"""``authoring status``: where everything stands."""

from authoring.cli.options import AsJson, InWorkspace


def status(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show where every seed, every draft and every admitted set stands.

    Example: authoring status
    """
    from authoring.api.status import status as workspace_status
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.render import emit, next_command, show
    from authoring.cli.views.status import next_step, status_view

    record = workspace_status(open_workspace(workspace))
    if as_json:
        emit(record)
        return
    show(*status_view(record))
    next_command(next_step(record))
