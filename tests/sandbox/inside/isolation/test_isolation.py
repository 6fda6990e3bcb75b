"""The probe says of each layer whether it works; that layers hold is proven by the hostile list and by test_limits."""

import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest

import authoring
from authoring.sandbox.inside.isolation import probe
from authoring.sandbox.inside.isolation.restrictions import FilesystemRules, Restrictions, restrict
from authoring.sandbox.inside.isolation.rootfs import LINKS, SYSTEM, SYSTEM_SETTINGS, WRITTEN_FILES
from authoring.sandbox.inside.isolation.workdir import SANDBOX_ROOT
from authoring.sandbox.inside.kernel import LINUX
from authoring.sandbox.isolation import seccomp
from authoring.sandbox.isolation.detection import PROBE, landlock_folder

pytestmark = pytest.mark.skipif(not LINUX, reason="the layers are Linux's")


def test_every_layer_has_an_answer() -> None:
    """A layer works, or the system's own words say why not; trying changes nothing for the process that tries."""
    folder = str(Path(authoring.__file__).parent)
    outputs = [
        subprocess.run(
            [sys.executable, "-S", "-P", "-c", PROBE, folder, ""],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(2)
    ]
    answers = json.loads(outputs[0])

    assert answers.keys() == {*probe.NAMESPACES, "read-only root", "no new privileges", "capabilities dropped"}
    assert all(isinstance(reason, str) for reason in answers.values())
    assert outputs[0] == outputs[1]


def tried(landlock: str, program: bytes) -> dict[str, str]:
    """Return what the probe says of a package landlockpy in this folder, and of a filter."""
    command = [sys.executable, "-S", "-P", "-c", PROBE, str(Path(authoring.__file__).parent), landlock]
    output = subprocess.run(command, input=program, capture_output=True, check=True).stdout
    return {name: reason for name, reason in json.loads(output).items() if name in {"seccomp", "Landlock"}}


WORDS_ONLY = """
from types import SimpleNamespace
class AccessFS(int):
    def __class_getitem__(cls, name): return 1
    def __new__(cls, value): return int.__new__(cls, value)
class Scope: ABSTRACT_UNIX_SOCKET, SIGNAL = 1, 2
AccessFS.READ_FILE = AccessFS.WRITE_FILE = 1
class Ruleset:
    def __init__(self, **_): pass
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def allow_path(self, *_): pass
    def restrict(self): pass
"""
"""A package that takes every rule and keeps none."""


def test_walls_that_do_not_hold_are_found(tmp_path: Path) -> None:
    """A package or a filter that promises and does not hold back is seen before anything is trusted to it."""
    package = tmp_path / "landlockpy"
    package.mkdir()
    (package / "__init__.py").write_text(WORDS_ONLY)
    # One instruction of BPF: allow.
    found = tried(str(package), struct.pack("=HBBI", 0x06, 0, 0, 0x7FFF0000))

    assert found == {
        "Landlock": "it is taken, and a file outside of its rules can be reached all the same",
        "seccomp": "it is taken, and personality can be called all the same",
    }


def test_package_that_is_another_one_is_found(tmp_path: Path) -> None:
    """A package without the names that are used is a reason, and so is a filter that the kernel does not take."""
    (tmp_path / "__init__.py").write_text("")
    found = tried(str(tmp_path), b"12345678")

    assert "has no attribute" in found["Landlock"]
    assert found["seccomp"]


@pytest.mark.skipif(bool(seccomp.reason_unavailable()), reason="there is no libseccomp")
def test_walls_that_are_installed_hold() -> None:
    """The packages of this installation pass."""
    assert set(tried(landlock_folder(), seccomp.program(isolated=True)).values()) == {""}


def test_nothing_of_a_person_is_in_sight() -> None:
    """The root that is built shows programs and settings of the system, no home, and users that it makes up."""
    shown = [*SYSTEM, *SYSTEM_SETTINGS, *WRITTEN_FILES]

    assert not any(path.startswith(("/home", "/root", "/etc/shadow", "/var", "/run", "/tmp")) for path in shown)  # noqa: S108
    assert "/etc/passwd" in WRITTEN_FILES
    assert "/etc/passwd" not in SYSTEM_SETTINGS
    assert all(target.startswith(("/proc/self/", f"{SANDBOX_ROOT}/")) for target in LINKS.values())


def test_without_layers_nothing_is_restricted() -> None:
    """Where a machine gives none, a session starts all the same, under limits alone."""
    bare = Restrictions()
    restrict(bare, FilesystemRules(bare, "/nowhere"))
