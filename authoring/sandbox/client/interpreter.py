"""The Python that runs cells and validators: the one that runs this tool, or another that a person names."""

import importlib.metadata
import json
import os
import platform
import shutil
import site
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from authoring.errors import UsageError
from authoring.sandbox.client.memory_file import MemoryFile

OLDEST = (3, 11)
NEEDED: dict[str, tuple[int, ...]] = {"numpy": (1, 26), "pandas": (2, 1)}
"""Packages that cells and validators cannot do without, and the oldest version of each."""
PASSED = ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
ANSWER_TIME = 60.0
"""Seconds that an interpreter may take to say what it is; it imports next to nothing for that."""
ANSWER_SIZE = 10_000_000
"""Bytes of the answer; a program that is no interpreter may write without end."""
LAST_WORDS = 500
"""Characters of a program's own message that an error quotes."""
QUESTION = """
import json, sys
told = {"version": list(sys.version_info[:3]), "kind": getattr(getattr(sys, "implementation", None), "name", "")}
if sys.version_info >= (3, 11):
    import importlib.metadata, platform, site
    told["machine"] = platform.machine()
    told["packages"] = sorted({"%s==%s" % (d.name, d.version) for d in importlib.metadata.distributions()})
    told["folders"] = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
    told["base"] = site.getuserbase() if site.getusersitepackages() in sys.path else ""
print("\\n" + json.dumps(told))
"""
"""Any Python can read this, so that one which is too old can say so."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """An interpreter that can run the sandbox's side."""

    path: str
    version: str
    machine: str
    packages: str
    """Digest of the name and version of everything installed in it."""
    user_base: str
    """Where packages lie that its user installed for himself; empty where it does not use them."""
    folders: tuple[str, ...]
    """What it is loaded from: its own folders, those it was made from, and where its libraries lie."""
    environment: Mapping[str, str]
    """Of the caller's environment, what it may keep: search paths, those of the interpreter first."""


def own() -> Interpreter:
    """Return the interpreter that runs this tool."""
    found = sorted({f"{d.name}=={d.version}" for d in importlib.metadata.distributions()})
    base = site.getuserbase() if site.getusersitepackages() in sys.path else ""
    passed = {name: os.environ[name] for name in PASSED if name in os.environ}
    folders = _folders(
        [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix], sys.executable, base, passed
    )
    return Interpreter(
        sys.executable, platform.python_version(), platform.machine(), _digest(found), base, folders, passed
    )


def named(python: Path) -> Interpreter:
    """Return the interpreter at a path, or of a name on the search path, after asking it what it is.

    Raises:
        UsageError: there is none, it is too old, or packages that the sandbox needs are not installed in it.
    """
    path = shutil.which(python)
    if path is None:
        inside = " For an environment, name the interpreter in it: bin/python." if python.is_dir() else ""
        raise UsageError(
            f"there is no Python interpreter at {python}",
            hint=f"Give the path of a program that can be started, for example .venv/bin/python.{inside}",
        )
    # An environment's interpreter is a link, and finds its packages by where the link lies.
    path = os.path.abspath(path)  # noqa: PTH100 - `Path.absolute` would leave `..` in it
    folder = os.path.dirname(path)  # noqa: PTH120 - as above
    passed = {name: os.environ[name] for name in PASSED if name in os.environ and name != "VIRTUAL_ENV"}
    passed["PATH"] = os.pathsep.join(filter(None, (folder, passed.get("PATH", ""))))
    told = _ask(path, {**passed, "HOME": os.environ.get("HOME", "/"), "PYTHONDONTWRITEBYTECODE": "1"})
    _refuse_unfit(path, told)
    version = ".".join(str(number) for number in told["version"])
    base = str(told["base"])
    folders = _folders([str(each) for each in told["folders"]], path, base, passed)
    return Interpreter(path, version, str(told["machine"]), _digest(told["packages"]), base, folders, passed)


def _folders(prefixes: Sequence[str], path: str, base: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return what has to be in sight for an interpreter to run."""
    libraries = environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    found = {os.path.abspath(each) for each in (*prefixes, base, *libraries) if each}  # noqa: PTH100 - links stay links
    found |= {os.path.dirname(path), os.path.dirname(os.path.realpath(path))}  # noqa: PTH120 - as above
    return tuple(sorted(each for each in found if each != "/"))


def _ask(path: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Return what the interpreter tells of itself."""
    with MemoryFile(ANSWER_SIZE) as answer, MemoryFile(ANSWER_SIZE) as words:
        try:
            ended = subprocess.run(  # noqa: S603 - the program that the caller names
                [path, "-c", QUESTION],
                check=False,
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=answer.descriptor,
                stderr=words.descriptor,
                timeout=ANSWER_TIME,
            )
        except OSError as error:
            raise _no_interpreter(path, f"it cannot be started: {error.strerror}") from error
        except subprocess.TimeoutExpired as late:
            raise _no_interpreter(path, f"it said nothing in {ANSWER_TIME:g} seconds") from late
        try:
            told = json.loads(answer.text().rstrip().rpartition("\n")[2])
        except (ValueError, RecursionError) as error:
            said = (words.text() or answer.text()).strip()[-LAST_WORDS:]
            raise _no_interpreter(path, said or f"it ended with exit status {ended.returncode}") from error
    version = told.get("version") if isinstance(told, dict) else None
    if not isinstance(version, list) or not version or not all(isinstance(number, int) for number in version):
        raise _no_interpreter(path, "its answer is none that a Python gives")
    return dict(told)


def _no_interpreter(path: str, reason: str) -> UsageError:
    return UsageError(f"{path} is no Python interpreter that works: {reason}", hint="Give the path of another.")


def _refuse_unfit(path: str, told: Mapping[str, Any]) -> None:
    version = ".".join(str(number) for number in told["version"])
    if tuple(told["version"]) < OLDEST or told["kind"] != "cpython":
        name = told["kind"].replace("cpython", "Python") or "Python"
        raise UsageError(
            f"{path} is {name} {version}; cells and validators need CPython {_dotted(OLDEST)} or newer",
            hint="Give the path of a newer one, in which numpy and pandas are installed.",
        )
    installed = dict(package.lower().partition("==")[::2] for package in told["packages"])
    for name, oldest in NEEDED.items():
        if name not in installed:
            reason = f"{name} is not installed in {path}"
        elif _numbers(installed[name])[: len(oldest)] < oldest:
            reason = f"{path} has {name} {installed[name]}; cells and validators need {_dotted(oldest)} or newer"
        else:
            continue
        needed = " ".join(f"'{package}>={_dotted(least)}'" for package, least in NEEDED.items())
        raise UsageError(reason, hint=f"Install what is needed there: {path} -m pip install {needed}")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in version)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version."""
    parts = []
    for word in version.split("."):
        if not word.isdecimal():
            break
        parts.append(int(word))
    return tuple(parts)


def _digest(packages: list[str]) -> str:
    return sha256("\n".join(packages).encode()).hexdigest()[:16]
