"""One running sandbox for all tests of this folder, and quick limits."""

from collections.abc import Iterator

import pytest

from authoring.records import Limits
from authoring.sandbox.local import LocalSandbox
from authoring.sandbox.local_session import LocalSession


@pytest.fixture(scope="session")
def local() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    sandbox = LocalSandbox()
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
