"""Starts the sandbox of this machine while a command loads its own modules, before it is known whether one is needed.

Finding out what the machine gives and importing pandas take most of a second. Nothing but this package runs in a
sandbox that nobody has asked for yet, so that it needs no one's leave.
"""

from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from authoring.sandbox.client.local import LocalSandbox
    from authoring.sandbox.registry import SandboxRequest

_STARTED: "list[tuple[LocalSandbox, Thread]]" = []
"""The sandbox that was started and that nobody has asked for yet, with what starts its process."""


def start_sandbox() -> None:
    """Start the local sandbox of the interpreter that runs this program; it ends with the program if nobody asks.

    One that waits already is enough.
    """
    if _STARTED:
        return
    from authoring.records.evidence import Pins  # noqa: PLC0415 - whoever asks for a sandbox elsewhere loads neither
    from authoring.sandbox.client.local import LocalSandbox  # noqa: PLC0415 - as above

    sandbox = LocalSandbox()

    def prepare() -> None:
        # What fails here fails again for whoever opens a session, and is reported there.
        with suppress(Exception):
            sandbox.prepare([Pins()])

    # The program waits for this thread before it ends what is left, so that no process is started behind that.
    thread = Thread(target=prepare)
    thread.start()
    _STARTED.append((sandbox, thread))


def started_sandbox(request: "SandboxRequest") -> "LocalSandbox | None":
    """Return the sandbox that was started, which is the caller's from then on; None if it is not what is asked for.

    Raises:
        SandboxError: it does not reach the level that is demanded.
        UsageError: two sandboxes are asked for.
    """
    if not _STARTED or request.kind != "local" or request.python is not None:
        return None
    sandbox, thread = _STARTED.pop()
    thread.join()
    sandbox.demand(request.minimum_level)
    return sandbox
