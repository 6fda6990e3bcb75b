"""The far side of a sandbox that runs elsewhere."""


def serve_sandbox() -> None:
    """Open sessions for another authoring, which speaks through this process's standard streams, until these end."""
    # Imported late: the far side needs nothing of a workspace, and starts for every command of the near side.
    from authoring.sandbox.remote.server import main  # noqa: PLC0415

    main()
