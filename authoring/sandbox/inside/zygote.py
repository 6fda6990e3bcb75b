"""The warmed parent of all sessions: single-threaded, never runs a cell itself."""

import gc
import importlib
import os
import pkgutil
import resource
import socket

import pandas.testing  # noqa: F401 - what every set imports, and what comparing takes

from authoring import validators
from authoring.sandbox.inside.kernel import adopt_orphans
from authoring.sandbox.inside.node import Node


def main(descriptor: int) -> None:
    """Serve on the socket with this descriptor until it closes."""
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - positional only
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    adopt_orphans()
    # Validators import each other late; a fork that judges would do so anew for each problem.
    for module in pkgutil.walk_packages(validators.__path__, f"{validators.__name__}."):
        importlib.import_module(module.name)
    gc.freeze()
    Node(socket.socket(fileno=descriptor)).serve()
