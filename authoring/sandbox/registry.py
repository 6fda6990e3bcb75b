"""The sandboxes there are, by the name that a workspace's settings give them."""

from collections.abc import Callable

from authoring.sandbox.base import Sandbox
from authoring.sandbox.local import LocalSandbox

SANDBOXES: dict[str, Callable[[], Sandbox]] = {"local": LocalSandbox}
