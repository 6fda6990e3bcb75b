"""The workers of a cluster are what a workspace's settings ask for, or are not asked at all."""

from pathlib import Path

import pytest

from authoring.api.trust import CodeOrigin
from authoring.api.workers import open_workers
from authoring.api.workspaces import open_workspace
from authoring.errors import UsageError
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from tests.api.executors.machines import machines_in
from tests.trusting import allow_all


@pytest.mark.parametrize(
    ("empty", "chosen", "name"),
    [
        ("command = []", 'command = ["ssh", "far", "authoring"]', "sandbox.command"),
        ('container = ""', 'container = "python:3.12"', "sandbox.container"),
    ],
)
def test_what_this_machine_makes_is_of_no_use_there(bare: Workspace, empty: str, chosen: str, name: str) -> None:
    """Told before anybody looks for the cluster."""
    path = bare.root / "authoring.toml"
    path.write_text(path.read_text().replace(empty, chosen))
    workspace = allow_all(open_workspace(bare.root))
    refused = pytest.raises(UsageError, match=f"--cluster cannot follow {name}")
    with refused, open_workers(workspace, "tcp://127.0.0.1:1"):
        pytest.fail("it was let in")


@pytest.mark.exhaustive
def test_facts_are_those_of_the_workers_sandboxes(tmp_path: Path) -> None:
    """On this machine they are this machine's."""
    here = LocalSandbox()
    with machines_in(tmp_path, workers=1) as machines, open_workers(None, machines.address, code=CodeOrigin()) as there:
        assert there.fingerprint == here.fingerprint
        assert there.versions(("numpy", "pandas")) == here.versions(("numpy", "pandas"))
    here.close()
