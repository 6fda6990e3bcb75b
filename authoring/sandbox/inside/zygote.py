"""The warmed parent of all sessions: single-threaded, never runs a cell itself."""

import gc
import importlib
import importlib.util
import json
import os
import pkgutil
import resource
import signal
import socket
import sys
from types import ModuleType
from typing import Any

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import rootfs as house
from authoring.sandbox.inside.isolation.restrictions import Bonds
from authoring.sandbox.inside.protocol import Line


def main(settings: str) -> None:
    """Put up the walls that are asked for, warm up, say so, and serve on the line until it closes.

    Args:
        settings: JSON: ``line`` (the descriptor of a socket), ``root`` (an empty folder for the house, or empty for no
            house), ``inputs`` (where the client puts input files), ``needed`` and ``readable`` (paths) and ``landlock``
            (the folder of the package landlockpy, or empty). The first frame on the line holds the seccomp filter.
    """
    told: dict[str, Any] = json.loads(settings)
    os.set_inheritable(told["line"], False)  # noqa: FBT003 - positional only
    os.umask(0o022)
    # Whoever starts us in the background of a shell has us ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if told["root"]:
        house.enter(house.House(told["root"], told["inputs"], told["needed"]))
    os.umask(0o077)
    kernel.adopt_orphans()
    # Only now, because what is imported from here on may start threads, and would be seen by a plain fork.
    from authoring.sandbox.inside.node import Node, Role  # noqa: PLC0415

    _warm()
    gc.freeze()
    end = socket.socket(fileno=told["line"])
    program = Line(end).receive().body
    readable = (*told["readable"], *told["needed"])
    bonds = Bonds(program, _landlock(told["landlock"]), readable, walled=bool(told["root"]))
    node = Node(end, Role.ZYGOTE, bonds)
    node.greet()
    node.serve()


def _landlock(folder: str) -> ModuleType | None:
    """Load the package from where the tool has it, and leave no trace that a cell could stumble over."""
    if not folder:
        return None
    known = set(sys.modules)
    spec = importlib.util.spec_from_file_location(
        "landlockpy", folder + "/__init__.py", submodule_search_locations=[folder]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules["landlockpy"] = module
    spec.loader.exec_module(module)
    for name in set(sys.modules) - known:
        if name.partition(".")[0] == "landlockpy":
            del sys.modules[name]
    return module


def _warm() -> None:
    """Import what every set and every judgement takes: both late and all over again in each fork otherwise."""
    import pandas.testing  # noqa: F401, PLC0415 - not before the walls stand

    from authoring import validators  # noqa: PLC0415 - as above

    for module in pkgutil.walk_packages(validators.__path__, f"{validators.__name__}."):
        importlib.import_module(module.name)
