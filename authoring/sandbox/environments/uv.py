"""uv, the program that resolves and installs packages: found, told where they come from, and run."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.errors import PackagesError
from authoring.sandbox.environments.pip_settings import pip_settings, uv_options, uv_told, uv_variables

Told = Callable[[str], None]
"""Hears each line that uv says while it works."""
MISLEADING = ("VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONPATH", "PYTHONHOME", "UV_PROJECT", "UV_WORKING_DIR", "UV_PYTHON")
"""Variables that would make uv work on another environment than the one that is named to it."""
LAST_WORDS = 40
"""Lines of uv's own message that an error quotes."""
LEAST = ("numpy>=1.26", "pandas>=2.1")
"""Without these an environment cannot run cells at all."""


@dataclass(frozen=True, slots=True)
class Uv:
    """The program, and where it takes packages from."""

    path: str
    options: tuple[str, ...]
    environment: Mapping[str, str]

    @classmethod
    def find(cls) -> "Uv":
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
        environment = {name: value for name, value in os.environ.items() if name not in MISLEADING}
        environment["UV_NO_PROGRESS"] = "1"
        settings = {} if uv_told(environment) else pip_settings()
        return cls(path, uv_options(settings), {**environment, **uv_variables(settings, environment)})

    def compile(self, wanted: Sequence[str], *, python: str, at: Sequence[str], told: Told | None = None) -> str:
        """Return wanted packages and all they need, as lines of a lock.

        Args:
            wanted: requirements, as pip takes them.
            python: path of the interpreter that they are for.
            at: versions that are to be taken, as requirements, of packages that are needed.
            told: hears what uv says.

        Raises:
            PackagesError: there is no such set of packages.
        """
        with tempfile.TemporaryDirectory(prefix="authoring-lock-") as folder:
            wish, versions = Path(folder) / "wanted.in", Path(folder) / "versions.txt"
            wish.write_text("\n".join((*wanted, "")), "utf-8")
            versions.write_text("\n".join((*LEAST, *at, "")), "utf-8")
            out = Path(folder) / "lock"
            words = ["--python", python, "--constraints", str(versions), "--output-file", str(out), str(wish)]
            fixed = ["--generate-hashes", "--no-header", "--no-annotate", "--only-binary", ":all:", "--quiet"]
            self.run("pip", "compile", *fixed, *self.options, *words, said="these packages cannot be locked", told=told)
            return out.read_text("utf-8")

    def make(self, folder: Path, lock: Path, *, python: str, held: int, told: Told | None = None) -> None:
        """Make an environment with exactly the packages of a lock; none is built, so none runs while it is installed.

        Args:
            folder: where; it is not there yet.
            lock: a file with versions and hashes.
            python: path of the interpreter it is for.
            held: descriptor of a lock on the place, which uv holds too, should this process end before it.
            told: hears what uv says.

        Raises:
            PackagesError: a package is not to be had, or has other bytes than the lock says.
        """
        failed = "the environment cannot be made"
        venv = ["venv", "--quiet", "--relocatable", "--no-project", "--python", python, str(folder)]
        self.run(*venv, said=failed, held=held, told=told)
        # Copies, so that nothing which is done to this environment reaches uv's store and, through it, others.
        fixed = ["--require-hashes", "--only-binary", ":all:", "--link-mode", "copy", "--compile-bytecode", "--strict"]
        words = ["--python", str(folder / "bin" / "python"), str(lock)]
        self.run("pip", "sync", *fixed, *self.options, *words, said=failed, held=held, told=told)

    def find_python(self, version: str, search_path: str) -> str | None:
        """Return the path of an interpreter of this version that is installed, or None."""
        asked = subprocess.run(  # noqa: S603 - uv, with words of ours
            [self.path, "python", "find", "--no-project", "--system", "--no-python-downloads", version],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env={**self.environment, "PATH": search_path},
            stdin=subprocess.DEVNULL,
        )
        return asked.stdout.strip() or None if asked.returncode == 0 else None

    def run(self, *words: str, said: str, held: int | None = None, told: Told | None = None) -> None:
        """Run uv apart from any project, which could tell it other places to take packages from.

        Raises:
            PackagesError: it failed; the message begins with `said` and quotes it.
        """
        lines: list[str] = []
        with (
            tempfile.TemporaryDirectory(prefix="authoring-uv-") as nowhere,
            subprocess.Popen(  # noqa: S603 - uv, with words of ours
                [self.path, *words],
                cwd=nowhere,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                errors="backslashreplace",
                pass_fds=() if held is None else (held,),
            ) as running,
        ):
            try:
                for line in running.stdout or ():
                    lines.append(line.rstrip())
                    if told is not None and line.strip():
                        told(line.strip())
            except BaseException:
                running.kill()
                raise
        if running.returncode:
            words_of_uv = "\n".join(line for line in lines[-LAST_WORDS:] if line.strip())
            raise PackagesError(f"{said}: uv ended with {running.returncode}\n{words_of_uv}", hint=_hint(words_of_uv))


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
