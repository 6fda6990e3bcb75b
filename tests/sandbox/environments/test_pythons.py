"""Interpreters are found by version and by path, and nothing is downloaded."""

import os
import platform
import sys
from pathlib import Path

import pytest

from authoring.errors import PackagesError
from authoring.sandbox.environments.pythons import find_python, running_python


@pytest.mark.parametrize("wanted", ["", platform.python_version(), ".".join(platform.python_version_tuple()[:2])])
def test_own_interpreter_comes_first(wanted: str) -> None:
    """Where it has the version that is wanted, no other is looked for."""
    assert find_python(wanted) == running_python()
    assert running_python().path == sys.executable


def test_path_is_kept_as_it_is(tmp_path: Path) -> None:
    """An environment's interpreter is a link, and means the environment."""
    link = tmp_path / "python"
    link.symlink_to(sys.executable)

    assert find_python(str(link)).path == str(link)
    assert find_python(str(link)).version == platform.python_version()


def test_version_is_found_on_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first program of that name which has the version; those that stand for nothing are passed over."""
    for name, text in (("stands-for-none", "exit 127"), ("other", "echo 3.98.1"), ("wanted", "echo 3.99.2")):
        (tmp_path / name).mkdir()
        program = tmp_path / name / "python3.99"
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / item) for item in ("stands-for-none", "other", "wanted")))

    assert find_python("3.99").path == str(tmp_path / "wanted" / "python3.99")
    assert find_python("3.99.2").version == "3.99.2"
    with pytest.raises(PackagesError, match=r"no Python 3\.99\.3 is installed"):
        find_python("3.99.3")


def test_interpreters_of_pyenv_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they lie, whatever its stand-ins on the search path stand for at the moment."""
    program = tmp_path / "versions" / "3.99.0" / "bin" / "python3.99"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\necho 3.99.0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))

    assert find_python("3.99").path == str(program)


@pytest.mark.parametrize("wanted", ["/bin/false", "/bin/echo", "/", "no/such/python"])
def test_what_is_no_python_is_told(wanted: str) -> None:
    """A program that is none, a folder, and nothing."""
    with pytest.raises(PackagesError, match="there is no Python interpreter at"):
        find_python(wanted)
