"""The Python that runs cells and validators: the one that runs this tool, or another that a person names."""

import importlib.metadata
import itertools
import json
import os
import platform
import re
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
REQUIRED: dict[str, tuple[int, ...]] = {"numpy": (1, 26), "pandas": (2, 1)}
"""Packages that cells and validators cannot do without, and the oldest version of each."""
PASSED_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
MAX_ANSWER_TIME = 60.0
"""Seconds that an interpreter may take to describe itself; it imports next to nothing for that."""
MAX_ANSWER_SIZE = 10_000_000
"""Bytes of the answer; a program that is no interpreter may write without end."""
MAX_MESSAGE = 500
"""Characters of a program's own message that an error quotes."""
QUESTION = """
import json, sys
facts = {"version": list(sys.version_info[:3]), "kind": getattr(getattr(sys, "implementation", None), "name", "")}
if sys.version_info >= (3, 11):
    import importlib.metadata, platform, site
    facts["machine"] = platform.machine()
    facts["packages"] = sorted({"%s==%s" % (d.name, d.version) for d in importlib.metadata.distributions()})
    facts["folders"] = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
    facts["base"] = site.getuserbase() if site.getusersitepackages() in sys.path else ""
print("\\n" + json.dumps(facts))
"""
"""Any Python can read this, so that one which is too old can say so."""
_METADATA_HEAD = re.compile(r"Metadata-Version: [\d.]+\nName: (\S+)\nVersion: (\S+)\n(?=\S)")
"""How the metadata of nearly every distribution begin."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """An interpreter that can run the sandbox's side."""

    path: str
    version: str
    machine: str
    packages: str
    """Digest of the name and version of everything installed in it."""
    user_base: str
    """The folder of packages that its user installed privately; empty where it does not use them."""
    folders: tuple[str, ...]
    """The folders it is loaded from: its own, those of the Python it was made from, and those of its libraries."""
    environment: Mapping[str, str]
    """The variables of the caller's environment that it may keep: search paths, those of the interpreter first."""


def running_interpreter() -> Interpreter:
    """Return the interpreter that runs this tool."""
    packages = sorted({installed_version(distribution) for distribution in importlib.metadata.distributions()})
    base = site.getuserbase() if site.getusersitepackages() in sys.path else ""
    search_paths = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ}
    folders = _folders(
        [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix], sys.executable, base, search_paths
    )
    return Interpreter(
        sys.executable, platform.python_version(), platform.machine(), _digest(packages), base, folders, search_paths
    )


def installed_version(distribution: importlib.metadata.Distribution) -> str:
    """Return ``NAME==VERSION`` of a distribution, as its metadata say.

    Where they begin as usual, the first lines say it; parsing all fields of every installed package as those of a mail
    takes longer than starting Python.
    """
    text = distribution.read_text("METADATA") or ""
    head = _METADATA_HEAD.match(text)
    return f"{head[1]}=={head[2]}" if head else f"{distribution.name}=={distribution.version}"


def interpreter_at(python: Path) -> Interpreter:
    """Return the interpreter at a path, or of a name on the search path, as it describes itself.

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
    # VIRTUAL_ENV names the environment of this program, not that of the interpreter.
    search_paths = {name: os.environ[name] for name in PASSED_VARIABLES if name in os.environ and name != "VIRTUAL_ENV"}
    search_paths["PATH"] = os.pathsep.join(filter(None, (folder, search_paths.get("PATH", ""))))
    description = _question(path, {**search_paths, "HOME": os.environ.get("HOME", "/"), "PYTHONDONTWRITEBYTECODE": "1"})
    _refuse_unfit(path, description)
    version = ".".join(str(number) for number in description["version"])
    base = str(description["base"])
    folders = _folders([str(prefix) for prefix in description["folders"]], path, base, search_paths)
    return Interpreter(
        path, version, str(description["machine"]), _digest(description["packages"]), base, folders, search_paths
    )


def _folders(prefixes: Sequence[str], path: str, base: str, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return what has to be in sight for an interpreter to run."""
    libraries = environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    folders = {os.path.abspath(folder) for folder in (*prefixes, base, *libraries) if folder}  # noqa: PTH100 - links stay links
    folders |= {os.path.dirname(path), os.path.dirname(os.path.realpath(path))}  # noqa: PTH120 - as above
    # The root among them would put the whole machine in sight.
    return tuple(sorted(folder for folder in folders if folder != "/"))


def _question(path: str, environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the interpreter's description of itself."""
    with MemoryFile(MAX_ANSWER_SIZE) as answer, MemoryFile(MAX_ANSWER_SIZE) as errors:
        try:
            completed = subprocess.run(  # noqa: S603 - the program that the caller names
                # `-c` puts the working folder first on the module path, so that must not be the caller's.
                [path, "-c", QUESTION],
                check=False,
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=answer.descriptor,
                stderr=errors.descriptor,
                timeout=MAX_ANSWER_TIME,
            )
        except OSError as error:
            raise _unusable(path, f"it cannot be started: {error.strerror}") from error
        except subprocess.TimeoutExpired as late:
            raise _unusable(path, f"it said nothing in {MAX_ANSWER_TIME:g} seconds") from late
        try:
            # The last line only: a `sitecustomize` there may print before it.
            description = json.loads(answer.text().rstrip().rpartition("\n")[2])
        except (ValueError, RecursionError) as error:
            message = (errors.text() or answer.text()).strip()[-MAX_MESSAGE:]
            raise _unusable(path, message or f"it ended with exit status {completed.returncode}") from error
    version = description.get("version") if isinstance(description, dict) else None
    if not isinstance(version, list) or not version or not all(isinstance(number, int) for number in version):
        raise _unusable(path, "its answer is none that a Python gives")
    return dict(description)


def _unusable(path: str, reason: str) -> UsageError:
    return UsageError(f"{path} is no Python interpreter that works: {reason}", hint="Give the path of another.")


def _refuse_unfit(path: str, description: Mapping[str, Any]) -> None:
    version = ".".join(str(number) for number in description["version"])
    if tuple(description["version"]) < OLDEST or description["kind"] != "cpython":
        name = description["kind"].replace("cpython", "Python") or "Python"
        raise UsageError(
            f"{path} is {name} {version}; cells and validators need CPython {_dotted(OLDEST)} or newer",
            hint="Give the path of a newer one, in which numpy and pandas are installed.",
        )
    # Case does not count in the names of distributions.
    installed = dict(package.lower().partition("==")[::2] for package in description["packages"])
    for name, oldest in REQUIRED.items():
        if name not in installed:
            reason = f"{name} is not installed in {path}"
        elif _numbers(installed[name])[: len(oldest)] < oldest:
            reason = f"{path} has {name} {installed[name]}; cells and validators need {_dotted(oldest)} or newer"
        else:
            continue
        requirements = " ".join(
            f"'{package}>={_dotted(version_needed)}'" for package, version_needed in REQUIRED.items()
        )
        raise UsageError(reason, hint=f"Install what is needed there: {path} -m pip install {requirements}")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in version)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version."""
    return tuple(map(int, itertools.takewhile(str.isdecimal, version.split("."))))


def _digest(packages: list[str]) -> str:
    return sha256("\n".join(packages).encode()).hexdigest()[:16]
