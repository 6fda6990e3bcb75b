"""Which sandbox is made for what is asked for."""

import sys
from contextlib import closing

import pytest

from authoring.errors import SandboxError, UsageError
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.registry import SANDBOXES, SandboxRequest, make_sandbox
from authoring.sandbox.remote.command import CommandSandbox
from authoring.sandbox.remote.container import ContainerSandbox


@pytest.mark.parametrize(
    ("demand", "name", "kind"),
    [
        (SandboxRequest(), "local", LocalSandbox),
        (SandboxRequest(container="image"), "container", ContainerSandbox),
        (SandboxRequest(command=("ssh", "host")), "command", CommandSandbox),
    ],
)
def test_demand_names_one_sandbox(
    demand: SandboxRequest, name: str, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked for decides, and making a sandbox starts nothing."""
    monkeypatch.setattr("authoring.sandbox.remote.container.installed_engine", lambda: "/bin/podman")
    with closing(make_sandbox(demand)) as sandbox:
        assert (demand.kind, type(sandbox)) == (name, kind)
    assert set(SANDBOXES) == {"local", "container", "command"}


def test_two_places_are_refused() -> None:
    """Code cannot run in two places."""
    with pytest.raises(UsageError):
        make_sandbox(SandboxRequest(container="image", command=("ssh", "host")))


def test_level_that_is_not_reached_is_refused() -> None:
    """A far side that gives less than is demanded is not used, and the error names both levels."""
    weak = "from functools import partial\nfrom authoring.sandbox.remote import server\n"
    weak += "from authoring.records.protection import Level\n"
    weak += "server.LocalSandbox = partial(server.LocalSandbox, maximum_level=Level.LIMITS)\nserver.main()"
    demand = SandboxRequest(minimum_level=Level.LANDLOCK, command=(sys.executable, "-c", weak))
    with closing(make_sandbox(demand)) as sandbox, pytest.raises(SandboxError) as caught:
        sandbox.session()

    assert "landlock" in caught.value.message
    assert "limits" in caught.value.message
    assert caught.value.hint
