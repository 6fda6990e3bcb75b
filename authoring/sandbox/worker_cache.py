"""A cache of sandboxes in a worker process: one for each kind that jobs request, closed when the process ends."""

import functools
import hashlib
import os
from collections.abc import Sequence
from importlib.metadata import version
from multiprocessing.util import Finalize
from pathlib import Path

import authoring
from authoring.errors import SandboxError
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


def required_sandbox(requirements: SandboxRequirements) -> Sandbox:
    """Return the sandbox of this process for a job, which is the very one that the job wants.

    Raises:
        SandboxError: it is another, or there is none.
    """
    sandbox = cached_sandbox(requirements)
    require_identity(sandbox, requirements)
    return sandbox


def fingerprint_of(requirements: SandboxRequirements) -> str:
    """Return the fingerprint of the sandbox that jobs with these requirements get here."""
    return required_sandbox(requirements).fingerprint


def versions_of(requirements: SandboxRequirements, packages: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the versions of packages in the sandbox that jobs with these requirements get here."""
    return required_sandbox(requirements).versions(packages)


def require_identity(sandbox: Sandbox, requirements: SandboxRequirements) -> None:
    """See that results from another Python or other packages do not pass for those of the sandbox that is wanted.

    Raises:
        SandboxError: they would.
    """
    if requirements.identity not in {"", identity_of(sandbox)}:
        raise SandboxError(
            f"the sandbox is another than was asked for: {identity_of(sandbox)} instead of {requirements.identity}",
            hint="Give every worker the same program, Python and packages, and run again.",
        )


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
