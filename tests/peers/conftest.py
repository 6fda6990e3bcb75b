"""Where the other projects' code is: one environment each, below the folder that AUTHORING_PEERS names."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Peer = Callable[[str], Path]
"""Gives the interpreter of a peer by its name, and skips the test where there is none."""


@pytest.fixture(scope="session")
def peer(pytestconfig: pytest.Config) -> Peer:
    """Return what finds a peer's interpreter; ``make test-peers`` installs them and says where."""

    def find(name: str) -> Path:
        folder = os.environ.get("AUTHORING_PEERS")
        if not folder:
            pytest.skip(
                f"needs the peer {name}: run make test-peers, or set AUTHORING_PEERS to the folder of its parts"
            )
        python = pytestconfig.invocation_params.dir / folder / name / "bin" / "python"
        if not python.exists():
            pytest.skip(f"there is no peer {name}: {python} is missing")
        return python

    return find
