"""Where everything untrusted runs, chosen once for all verbs."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from authoring.sandbox.base import Sandbox
from authoring.sandbox.local import LocalSandbox
from authoring.sandbox.registry import SANDBOXES


@contextmanager
def open_sandbox(python: Path | None = None) -> Iterator[Sandbox]:
    """Open the sandbox of this machine, and end every process of it afterwards.

    Args:
        python: the interpreter that runs the cells; the one that runs this program if None.
    """
    with closing(LocalSandbox(python) if python else SANDBOXES["local"]()) as sandbox:
        yield sandbox
