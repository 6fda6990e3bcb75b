"""The probe says of each layer whether it works; that layers hold is proven by the hostile list and by test_limits."""

import json
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
from authoring.sandbox.isolation.detection import PROBE

pytestmark = pytest.mark.skipif(not LINUX, reason="the layers are Linux's")


def test_every_layer_has_an_answer() -> None:
    """A layer works, or the system's own words say why not; trying changes nothing for the process that tries."""
    folder = str(Path(authoring.__file__).parent)
    outputs = [
        subprocess.run(
            [sys.executable, "-S", "-P", "-c", PROBE, folder], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    answers = json.loads(outputs[0])

    assert answers.keys() == {*probe.NAMESPACES, "read-only root", "no new privileges", "capabilities dropped"}
    assert all(isinstance(reason, str) for reason in answers.values())
    assert outputs[0] == outputs[1]


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
