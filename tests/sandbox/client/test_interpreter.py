"""Another Python can run the cells, and one that cannot is refused in words before anything is run."""

import importlib.metadata
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import authoring
from authoring.errors import UsageError
from authoring.records.evidence import Limits
from authoring.sandbox.client import interpreter
from authoring.sandbox.client.interpreter import installed_version, interpreter_at, running_interpreter
from authoring.sandbox.client.local import LocalSandbox

GOOD = {"version": [3, 12, 1], "kind": "cpython", "machine": "m", "packages": ["numpy==1.26.0", "pandas==2.1.1"]}
UNFIT = {
    "old": ({**GOOD, "version": [3, 10, 9]}, "is Python 3.10.9"),
    "ancient": ({"version": [2, 7, 18], "kind": ""}, "is Python 2.7.18"),
    "another kind": ({**GOOD, "kind": "pypy"}, "is pypy 3.12.1"),
    "no numpy": ({**GOOD, "packages": ["pandas==2.1.1"]}, "numpy is not installed"),
    "no pandas": ({**GOOD, "packages": ["numpy==2.0"]}, "pandas is not installed"),
    "old pandas": ({**GOOD, "packages": ["numpy==1.26.4", "Pandas==1.5.3"]}, "has pandas 1.5.3"),
    "odd pandas": ({**GOOD, "packages": ["numpy==1.26.4", "pandas==unknown"]}, "has pandas unknown"),
}
"""What a program may answer, and what the error says of it."""
NONE = {
    "ends badly": ("echo no such thing >&2; exit 3", "no such thing"),
    "says nothing": ("exit 3", "exit status 3"),
    "says something else": ("echo hello", "hello"),
    "answers with a number": ("echo 5", "none that a Python gives"),
    "answers without a version": ("echo '{\"version\": []}'", "none that a Python gives"),
    "writes without end": ("exec yes", ""),
    "hangs": ("exec sleep 60", "said nothing in 1 seconds"),
}
BARE = """
import importlib, importlib.abc, importlib.util, pkgutil, sys
allowed = {"authoring", "numpy", "pandas", "dateutil", "six", "pytz", "tzdata"} | sys.stdlib_module_names
class Fence(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in allowed and not name.startswith("_"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Fence())
import authoring.sandbox.inside.zygote
import authoring.sandbox.inside as inside
for module in pkgutil.walk_packages(inside.__path__, inside.__name__ + "."):
    importlib.import_module(module.name)
from authoring import validators
for module in pkgutil.walk_packages(validators.__path__, validators.__name__ + "."):
    importlib.import_module(module.name)
from authoring.sandbox.inside.warm_up import rehearse
rehearse()
"""
LEAK = """
import sys
from pathlib import Path
import authoring, leak
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
sandbox = LocalSandbox(Path(sys.executable))
with sandbox.session() as session:
    run = session.run("import leak", limits=Limits())
print(Path(authoring.__file__).parents[1], run.error.type)
"""


def program(path: Path, script: str) -> Path:
    """Write a program that is no Python."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", UNFIT)
def test_unfit_interpreter_is_refused(name: str, tmp_path: Path) -> None:
    """One that is too old, of another kind, or lacks a package is told apart, with what to do."""
    answer, words = UNFIT[name]
    path = program(tmp_path / "python", f"cat <<'END'\n{json.dumps(answer)}\nEND")

    with pytest.raises(UsageError) as caught:
        LocalSandbox(path)

    assert words in caught.value.message
    assert str(path) in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("name", NONE)
def test_program_that_is_no_interpreter_is_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a program does when it is asked, the answer comes in time and in words."""
    script, words = NONE[name]
    monkeypatch.setattr(interpreter, "MAX_ANSWER_TIME", 1.0 if name == "hangs" else 30.0)
    start = time.monotonic()

    with pytest.raises(UsageError, match="is no Python interpreter that works") as caught:
        interpreter_at(program(tmp_path / "python", script))

    assert words in caught.value.message
    assert time.monotonic() - start < 50


@pytest.mark.parametrize("path", ["nothing/here", "/etc/passwd", "no-such-program", "."])
def test_path_without_a_program_is_refused(path: str) -> None:
    """What cannot be started is no interpreter; a folder gets a hint of its own."""
    with pytest.raises(UsageError, match="there is no Python interpreter at") as caught:
        interpreter_at(Path(path))

    assert ("bin/python" in caught.value.hint.partition("environment")[2]) is (path == ".")


def test_program_that_the_kernel_refuses_is_told(tmp_path: Path) -> None:
    """A file that may be executed but is no program is an error in words."""
    path = tmp_path / "python"
    path.write_bytes(b"\0\1\2")
    path.chmod(0o755)

    with pytest.raises(UsageError, match="it cannot be started"):
        interpreter_at(path)


def test_interpreter_of_the_tool_can_be_named() -> None:
    """Named by its path it has the same fingerprint as when none is named, and its link is not followed."""
    ours, by_path = running_interpreter(), interpreter_at(Path(sys.executable))

    assert by_path.path == os.path.abspath(sys.executable)  # noqa: PTH100 - links must stay as they are
    assert (by_path.version, by_path.machine, by_path.packages) == (
        ours.version,
        ours.machine,
        ours.packages,
    )
    assert LocalSandbox(Path(sys.executable)).fingerprint == LocalSandbox().fingerprint


def test_environment_of_another_interpreter_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment in which the tool runs is not passed on, and programs beside the interpreter are found first."""
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere")
    by_path = interpreter_at(Path(sys.executable))

    assert "VIRTUAL_ENV" not in by_path.environment
    assert by_path.environment["PATH"].split(os.pathsep)[0] == str(Path(by_path.path).parent)


@pytest.mark.exhaustive
def test_packages_of_the_tool_do_not_leak(tmp_path: Path) -> None:
    """What lies beside this package, as in an ordinary installation, is not importable in a cell."""
    site = tmp_path / "site-packages"
    site.mkdir()
    (site / "authoring").symlink_to(Path(authoring.__file__).parent)
    (site / "leak.py").write_text("")
    environment = {**os.environ, "PYTHONPATH": str(site)}
    output = subprocess.run(
        [sys.executable, "-c", LEAK], env=environment, cwd=tmp_path, check=True, capture_output=True, text=True
    )

    assert output.stdout.split() == [str(site), "ModuleNotFoundError"]


def test_sandbox_side_needs_numpy_and_pandas_only() -> None:
    """All that runs inside is imported, and judges, where nothing else is installed."""
    environment = {"PYTHONPATH": str(Path(authoring.__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", BARE], env=environment, check=True)


def test_cells_run_in_the_interpreter_that_was_named() -> None:
    """A cell sees that interpreter, and the fingerprint and the versions are those of it."""
    other_python = os.environ.get("AUTHORING_OTHER_PYTHON", sys.executable)
    sandbox = LocalSandbox(Path(other_python))
    with sandbox.session() as session:
        value = session.run("import sys, pandas\n[sys.executable, pandas.__version__]", limits=Limits()).value
    versions = dict(sandbox.versions(["pandas"]))
    sandbox.close()

    assert value is not None
    assert value.text == repr([os.path.abspath(other_python), versions["pandas"]])  # noqa: PTH100 - as above
    assert f"python {versions['python']} " in sandbox.fingerprint


@pytest.mark.parametrize(
    "metadata",
    [
        "Metadata-Version: 2.4\nName: Some.Package\nVersion: 1.0rc1\nSummary: words\n\nName: another\n",
        "Metadata-Version: 2.1\nSummary: words\nVersion: 2\nName: late\n",
        "Metadata-Version: 2.1\nName: folded\nVersion: 3\n  .1\nSummary: words\n",
        "metadata-version: 2.1\nname: small\nversion: 4\n\n",
        "Metadata-Version: 1.0\r\nName: returns\r\nVersion: 5\r\n\r\n",
    ],
)
def test_metadata_say_the_same_however_they_are_read(tmp_path: Path, metadata: str) -> None:
    """Name and version of a distribution are those that Python's own reader finds, usual or odd."""
    folder = tmp_path / "some-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_bytes(metadata.encode())
    distribution = importlib.metadata.Distribution.at(folder)

    assert installed_version(distribution) == f"{distribution.name}=={distribution.version}"
