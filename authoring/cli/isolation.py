"""Where everything untrusted runs, chosen once for all verbs."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from authoring.sandbox.base import Sandbox
from authoring.sandbox.registry import SANDBOXES


@contextmanager
def open_sandbox() -> Iterator[Sandbox]:
    """Open the sandbox of this machine, and end every process of it afterwards."""
    with closing(SANDBOXES["local"]()) as sandbox:
        yield sandbox
