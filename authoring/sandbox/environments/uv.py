"""uv, the program that resolves and installs packages: its location, its settings, and its runs."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import PackagesError
from authoring.sandbox.environments.pip_settings import has_uv_settings, pip_settings, uv_options, uv_variables

LineListener = Callable[[str], None]
"""Hears each line that uv says while it works."""
EXCLUDED_VARIABLES = frozenset(
    {"VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "UV_PROJECT", "UV_WORKING_DIR", "UV_PYTHON"}
)
"""Variables that would make uv work on another environment than the one that is named to it."""
MAX_MESSAGE_LINES = 40
"""Lines of uv's own message that an error quotes."""
MINIMUM_VERSIONS = ("numpy>=1.26", "pandas>=2.1")
"""Without these an environment cannot run cells at all."""


@dataclass(frozen=True, slots=True)
class Uv:
    """The program, and where it takes packages from."""

    path: str
    options: tuple[str, ...]
    environment: Mapping[str, str]

    @classmethod
    def locate(cls) -> "Uv":
        """Return uv, on the search path or as its Python package brings it, with pip's settings if it has none.

        Raises:
            PackagesError: there is none.
        """
        path = shutil.which("uv") or _packaged()
        if path is None:
            raise PackagesError(
                "uv is needed to lock and to make environments, and is not installed",
                hint="install it with: pip install 'dseal-authoring[env]', or: pip install uv",
            )
        environment = {name: value for name, value in os.environ.items() if name not in EXCLUDED_VARIABLES}
        # Progress bars would fill the lines that an error quotes.
        environment["UV_NO_PROGRESS"] = "1"
        # A person who set up uv means it; pip's settings are for those who only ever set up pip.
        settings = {} if has_uv_settings(environment) else pip_settings()
        return cls(path, uv_options(settings), {**environment, **uv_variables(settings, environment)})

    def compile(
        self,
        requirements: Sequence[str],
        *,
        python: str,
        preferred_versions: Sequence[str],
        report: LineListener | None = None,
    ) -> str:
        """Return wanted packages and all they need, as lines of a lock.

        Args:
            requirements: requirements, as pip takes them.
            python: path of the interpreter that they are for.
            preferred_versions: versions that are to be taken, as requirements, of packages that are needed.
            report: hears what uv says.

        Raises:
            PackagesError: there is no such set of packages.
        """
        with tempfile.TemporaryDirectory(prefix="authoring-lock-") as folder:
            requirements_file, versions = Path(folder) / "wanted.in", Path(folder) / "versions.txt"
            requirements_file.write_text("\n".join((*requirements, "")), "utf-8")
            versions.write_text("\n".join((*MINIMUM_VERSIONS, *preferred_versions, "")), "utf-8")
            output = Path(folder) / "lock"
            # Wheels only: what has to be built runs its author's code on this machine.
            options = ["--generate-hashes", "--no-header", "--no-annotate", "--only-binary", ":all:", "--quiet"]
            paths = ["--constraints", str(versions), "--output-file", str(output), str(requirements_file)]
            arguments = ["pip", "compile", *options, *self.options, "--python", python, *paths]
            self.run(*arguments, failure="these packages cannot be locked", report=report)
            return output.read_text("utf-8")

    def make(
        self, folder: Path, lock: Path, *, python: str, lock_descriptor: int, report: LineListener | None = None
    ) -> None:
        """Make an environment with exactly the packages of a lock; none is built, so none runs while it is installed.

        Args:
            folder: where; it is not there yet.
            lock: a file with versions and hashes.
            python: path of the interpreter it is for.
            lock_descriptor: descriptor of a lock on the place, which uv holds too, should this process end before it.
            report: hears what uv says.

        Raises:
            PackagesError: a package is not to be had, or has other bytes than the lock says.
        """
        failure = "the environment cannot be made"
        venv = ["venv", "--quiet", "--relocatable", "--no-project", "--python", python, str(folder)]
        self.run(*venv, failure=failure, lock_descriptor=lock_descriptor, report=report)
        # Copies, so that nothing which is done to this environment reaches uv's store and, through it, others.
        copied = ["--link-mode", "copy", "--compile-bytecode", "--strict"]
        options = ["--require-hashes", "--only-binary", ":all:", *copied, *self.options]
        arguments = ["pip", "sync", *options, "--python", str(folder / "bin" / "python"), str(lock)]
        self.run(*arguments, failure=failure, lock_descriptor=lock_descriptor, report=report)

    def find_python(self, version: str, search_path: str) -> str | None:
        """Return the path of an interpreter of this version that is installed, or None."""
        completed = subprocess.run(  # noqa: S603 - uv, with words of ours
            [self.path, "python", "find", "--no-project", "--system", "--no-python-downloads", version],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env={**self.environment, "PATH": search_path},
            stdin=subprocess.DEVNULL,
        )
        return completed.stdout.strip() or None if completed.returncode == 0 else None

    def run(
        self, *arguments: str, failure: str, lock_descriptor: int | None = None, report: LineListener | None = None
    ) -> None:
        """Run uv apart from any project, which could tell it other places to take packages from.

        Raises:
            PackagesError: it failed; the message begins with `failure` and quotes it.
        """
        lines: list[str] = []
        with (
            tempfile.TemporaryDirectory(prefix="authoring-uv-") as empty_folder,
            subprocess.Popen(  # noqa: S603 - uv, with words of ours
                [self.path, *arguments],
                cwd=empty_folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="backslashreplace",
                pass_fds=() if lock_descriptor is None else (lock_descriptor,),
            ) as running,
        ):
            try:
                for line in running.stdout or ():
                    lines.append(line.rstrip())
                    if report is not None and line.strip():
                        report(line.strip())
            # Also for ^C: uv must not go on in a folder that is about to be removed.
            except BaseException:
                running.kill()
                raise
        if running.returncode:
            message = "\n".join(line for line in lines[-MAX_MESSAGE_LINES:] if line.strip())
            raise PackagesError(f"{failure}: uv ended with {running.returncode}\n{message}", hint=_hint(message))


def _hint(message: str) -> str:
    """Return what to do about a failure of uv."""
    if "hash mismatch" in message.lower():
        return "the file that the index offers is not the one that was locked: lock again, and find out why it changed"
    if "no usable wheels" in message or "no wheels" in message or "--only-binary" in message:
        return "only packages with a wheel are installed; for another, make an environment by hand and name its python"
    if any(sign in message.lower() for sign in ("failed to fetch", "error sending request", "dns error", "offline")):
        return "see that the package index can be reached; uv takes its own settings, else pip's"
    return "change what is asked for"


def _packaged() -> str | None:
    try:
        import uv  # noqa: PLC0415 - the package is optional
    except ImportError:
        return None
    try:
        return str(uv.find_uv_bin())
    except FileNotFoundError:
        return None
