"""Installed Python interpreters: found by version, by path, or the one that runs this program."""

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from authoring.errors import PackagesError
from authoring.sandbox.environments.lock import VERSION
from authoring.sandbox.environments.uv import Uv

ANSWER_TIME = 60.0
"""Seconds that an interpreter may take to tell its version."""


@dataclass(frozen=True, slots=True)
class Python:
    """An interpreter that is installed."""

    path: str
    version: str
    """Exact, for example ``3.11.7``."""

    @property
    def minor(self) -> str:
        """Return for example ``3.11``: what locks are made for."""
        return ".".join(self.version.split(".")[:2])


def running_python() -> Python:
    """Return the interpreter that runs this program."""
    return Python(sys.executable, platform.python_version())


def find_python(request: str, uv: Callable[[], Uv] | None = None) -> Python:
    """Return an installed interpreter.

    Args:
        request: a version, as ``3.12`` or ``3.12.1``; a path; empty for the one that runs this program.
        uv: finds uv, which is asked last, because it knows those that it has installed itself.

    Raises:
        PackagesError: there is none; nothing is downloaded.
    """
    if not request:
        return running_python()
    if VERSION.fullmatch(request):
        return _find_version(request, uv)
    path = Path(request).expanduser()
    version = _version(str(path)) if path.is_file() else ""
    if not version:
        raise PackagesError(
            f"there is no Python interpreter at {request}",
            hint="give the path of one, for example .venv/bin/python, or a version, for example 3.12",
        )
    return Python(os.path.abspath(path), version)  # noqa: PTH100 - an environment's interpreter is a link and stays one


def _find_version(version_prefix: str, uv: Callable[[], Uv] | None) -> Python:
    running = running_python()
    # With the dots, so that 3.1 does not stand for 3.11.
    if f"{running.version}.".startswith(f"{version_prefix}."):
        return running
    search = _search_path()
    program = "python" + ".".join(version_prefix.split(".")[:2])
    candidates = [os.path.join(folder, program) for folder in search.split(os.pathsep)]  # noqa: PTH118 - folders of PATH may be anything
    for path in chain(candidates, _found_by_uv(uv, version_prefix, search)):
        version = _version(path) if os.access(path, os.X_OK) else ""
        if f"{version}.".startswith(f"{version_prefix}."):
            return Python(path, version)
    raise PackagesError(
        f"no Python {version_prefix} is installed here",
        hint=f"install it, for example with: uv python install {version_prefix}",
    )


def _found_by_uv(uv: Callable[[], Uv] | None, version: str, search_path: str) -> Iterator[str]:
    """Give what uv finds, if there is uv; it is looked for only when nothing else was found."""
    if uv is None:
        return
    try:
        path = uv().find_python(version, search_path)
    except PackagesError:
        return
    if path:
        yield path


def _search_path() -> str:
    """Return PATH with pyenv's interpreters in the place of its stand-ins, which may stand for none."""
    root = Path(os.environ.get("PYENV_ROOT") or "~/.pyenv").expanduser()
    folders = os.environ.get("PATH", "").split(os.pathsep)
    without_shims = [folder for folder in folders if Path(folder).is_absolute() and Path(folder) != root / "shims"]
    return os.pathsep.join(
        [*without_shims, *(str(path) for path in sorted((root / "versions").glob("*/bin"), reverse=True))]
    )


def _version(path: str) -> str:
    """Return the exact version of the interpreter at a path; empty where it is none."""
    question = "import sys; print('.'.join(map(str, sys.version_info[:3])))"
    try:
        completed = subprocess.run(  # noqa: S603 - a program that a person named, or of the search path
            # Isolated and without `site`: an environment's own files do not run for this question.
            [path, "-I", "-S", "-c", question],
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
            cwd="/",
            stdin=subprocess.DEVNULL,
            timeout=ANSWER_TIME,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    output = completed.stdout.strip()
    return output if completed.returncode == 0 and VERSION.fullmatch(output) else ""
