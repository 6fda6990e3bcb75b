"""A cache of sandboxes in a worker process: one for each kind that jobs request, closed when the process ends."""

import functools
import hashlib
import os
from importlib.metadata import version
from multiprocessing.util import Finalize
from pathlib import Path

import authoring
from authoring.records.job import SandboxRequirements
from authoring.records.protection import Level
from authoring.sandbox.port import Sandbox

_SANDBOXES: dict[tuple[int, str, Level], Sandbox] = {}
"""By process, because a fork takes this table with it but not the sandbox's processes."""
EXCLUDED = ("cli", "defaults")
"""Folders of the program that change no result; the second is there in an installed one only."""


def cached_sandbox(requirements: SandboxRequirements) -> Sandbox:
    """Return the sandbox of this process for jobs that want this one; the first call makes it.

    Raises:
        UsageError: the interpreter is none.
        SandboxError: this machine does not give the level.
    """
    from authoring.sandbox.client.local import LocalSandbox  # noqa: PLC0415 - who only asks for an identity opens none

    # The process number is part of the key: a fork copies this table, but the sandbox belongs to its parent.
    key = (os.getpid(), requirements.python, requirements.minimum_level)
    if key not in _SANDBOXES:
        sandbox = LocalSandbox(
            Path(requirements.python) if requirements.python else None, minimum_level=requirements.minimum_level
        )
        # Of two threads that get here, the later one's sandbox is dropped; it has started nothing yet.
        if _SANDBOXES.setdefault(key, sandbox) is sandbox:
            # Unlike `atexit`, this also runs where a pool ends its worker processes.
            Finalize(None, sandbox.close, exitpriority=10)
    return _SANDBOXES[key]


def identity_of(sandbox: Sandbox) -> str:
    """Return what of a sandbox, and of this program, can change a result; equal on machines that give equal results."""
    return f"{program()} {sandbox.fingerprint} {sandbox.protection.level}"


@functools.cache
def program() -> str:
    """Return the version of this program with a digest of its sources, which tells a checkout from a release."""
    home = Path(authoring.__file__).parent
    sources = sorted(path.relative_to(home) for path in home.rglob("*.py"))
    digest = hashlib.sha256()
    # Names count too, and in a fixed order, so that two checkouts with equal sources agree.
    for path in sources:
        if path.parts[0] not in EXCLUDED:
            digest.update(f"{path.as_posix()}\0".encode() + (home / path).read_bytes() + b"\0")
    return f"authoring {version('dseal-authoring')} {digest.hexdigest()[:16]}"
