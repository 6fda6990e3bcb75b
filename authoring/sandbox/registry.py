"""The sandboxes there are, by the name that a workspace's settings give them."""

from pathlib import Path
from typing import Protocol

from authoring.sandbox.base import Sandbox
from authoring.sandbox.local import LocalSandbox


class Opener(Protocol):
    """Makes a sandbox; see `LocalSandbox` for what `python` is."""

    def __call__(self, python: Path | None = None) -> Sandbox:
        """Make one; it starts nothing yet."""
        ...


SANDBOXES: dict[str, Opener] = {"local": LocalSandbox}
