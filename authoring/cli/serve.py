"""``authoring serve``: the far side of a sandbox elsewhere."""

import sys

from authoring.errors import UsageError


def serve() -> None:
    """Open sessions for another authoring, which speaks to this one through its standard streams.

    Nobody types this: sandbox.command in authoring.toml names a program that starts it (guides/isolation.md).

    Example: authoring serve
    """
    from authoring.api.remote_sandbox import serve_sandbox

    if sys.stdin.isatty():
        raise UsageError(
            "authoring serve speaks to another authoring, not to a person",
            hint="name the program that starts it in sandbox.command of authoring.toml",
        )
    serve_sandbox()
