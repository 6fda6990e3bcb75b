"""The warmed parent of all sessions: single-threaded, never runs a cell itself."""

import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import socket
from typing import Any

from authoring.sandbox.inside import kernel
from authoring.sandbox.inside.isolation import rootfs
from authoring.sandbox.inside.isolation.restrictions import Restrictions, load_landlock
from authoring.sandbox.inside.protocol import FrameSocket

SHARED_COUNTS = {"RLIMIT_MSGQUEUE": 0, "RLIMIT_SIGPENDING": 1_024, "RLIMIT_MEMLOCK": 65_536}
"""Bytes of queues of POSIX, waiting signals and timers, bytes that are never swapped out."""


def main(settings: str) -> None:
    """Enter the rootfs if one is requested, warm up, report that, and serve on the socket until it closes.

    Args:
        settings: JSON: ``line`` (the descriptor of a socket), ``root`` (an empty folder for the rootfs, or empty for
            none), ``inputs`` (where the client puts input files), ``needed`` and ``readable`` (paths) and ``landlock``
            (the folder of the package landlockpy, or empty). The first frame on the socket holds the seccomp filter.
    """
    options: dict[str, Any] = json.loads(settings)
    # Programs that are started from here on must not inherit the line to the client.
    os.set_inheritable(options["line"], False)  # noqa: FBT003 - positional only
    # Where root makes the rootfs, the user nobody lives in it, who has to be able to read it.
    os.umask(0o022)
    # Whoever starts us in the background of a shell has us ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A core dump would put a session's memory on this machine's disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit_shared_counts()
    if options["root"]:
        rootfs.enter(rootfs.RootfsConfig(options["root"], options["inputs"], options["needed"]))
    os.umask(0o077)
    kernel.adopt_orphans()
    # Only now, because what is imported from here on may start threads, and would be seen by a plain fork.
    from authoring.sandbox.inside.node import Node, Role  # noqa: PLC0415

    _import_validators()
    # As after each warm-up: a collection in a forked child would copy every page that it looks at.
    gc.freeze()
    end = socket.socket(fileno=options["line"])
    # The client compiles the filter meanwhile, so it is read as late as possible.
    program = bytes(FrameSocket(end).receive().body)
    readable = (*options["readable"], *options["needed"])
    restrictions = Restrictions(program, load_landlock(options["landlock"]), readable, isolated=bool(options["root"]))
    node = Node(end, Role.ZYGOTE, restrictions)
    node.greet()
    node.serve()


def _limit_shared_counts() -> None:
    """Bound what the kernel counts for a user over all processes, so that no session uses it up for the others."""
    for name, most in SHARED_COUNTS.items():
        kind = getattr(resource, name, None)
        if kind is not None:  # not every system counts it
            hard = resource.getrlimit(kind)[1]
            limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (limit, limit))


def _import_validators() -> None:
    """Import what every set and every judgement takes: both late and all over again in each fork otherwise."""
    import pandas.testing  # noqa: F401, PLC0415 - not before the rootfs is entered

    from authoring import validators  # noqa: PLC0415 - as above

    for module in pkgutil.walk_packages(validators.__path__, f"{validators.__name__}."):
        importlib.import_module(module.name)
