"""One running sandbox for all tests of this folder, and quick limits.

The environment variable AUTHORING_OTHER_PYTHON names another interpreter for that sandbox. AUTHORING_TEST_IMAGE names
a container image in which this very version is installed (guides/isolation.md), for tests that are skipped without one.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession
from authoring.sandbox.remote.command import CommandSandbox
from authoring.sandbox.remote.container import ContainerSandbox


@pytest.fixture(autouse=True)
def common_zygotes() -> None:
    """Borrow no processes from other tests: the sandbox's own tests are about these processes."""


@pytest.fixture(scope="session")
def local() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    other_python = os.environ.get("AUTHORING_OTHER_PYTHON")
    sandbox = LocalSandbox(Path(other_python) if other_python else None)
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="session")
def elsewhere() -> Iterator[CommandSandbox]:
    """Share one far side, which is another process of this machine."""
    sandbox = CommandSandbox([sys.executable, "-m", "authoring.sandbox.remote.server"])
    yield sandbox
    sandbox.close()


@pytest.fixture(scope="session")
def contained() -> Iterator[ContainerSandbox]:
    """Share one container."""
    image = os.environ.get("AUTHORING_TEST_IMAGE")
    if not image:
        pytest.skip("AUTHORING_TEST_IMAGE names no container image")
    sandbox = ContainerSandbox(image)
    yield sandbox
    sandbox.close()


@pytest.fixture
def session(local: LocalSandbox) -> Iterator[LocalSession]:
    """Open a fresh session."""
    with local.session() as opened:
        yield opened


@pytest.fixture
def limits() -> Limits:
    """Return limits that a test can wait for."""
    return Limits(max_time=20, max_memory=600, max_output=10_000, max_file=1_000_000)
