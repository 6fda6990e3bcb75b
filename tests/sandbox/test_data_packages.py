"""Whoever writes code for a sandbox is told what it can import."""

from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.data_packages import PACKAGES, data_packages
from authoring.sandbox.fake import FakeSandbox


def test_packages_stand_in_a_row() -> None:
    """Python comes first; what is not there is not named."""
    sandbox = FakeSandbox(installed={"python": "3.13.1", "pandas": "3.0.0", "numpy": "2.4.0"})

    assert data_packages(sandbox) == "Python 3.13.1, numpy 2.4.0, pandas 3.0.0"


def test_the_sandbox_is_asked(local: LocalSandbox) -> None:
    """The names are those that code imports."""
    named = data_packages(local).split(", ")

    assert named[0].startswith("Python 3.")
    assert {name.partition(" ")[0] for name in named[1:]} <= set(PACKAGES)
    assert {"pandas", "numpy"} <= {name.partition(" ")[0] for name in named}
