"""``authoring status``: where everything stands."""

from authoring.cli.options import AsJson, InWorkspace


def status(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """Show where every seed, every draft and every admitted set stands.

    Example: authoring status
    """
    from authoring.cli.options import open_workspace
    from authoring.cli.overview import next_of, overview, overview_view
    from authoring.cli.views.render import emit, next_command, show

    seen = overview(open_workspace(workspace))
    if as_json:
        emit(seen)
        return
    show(*overview_view(seen))
    next_command(next_of(seen))
