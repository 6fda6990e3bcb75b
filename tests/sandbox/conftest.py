"""One running sandbox for all tests of this folder, and quick limits.

The environment variable AUTHORING_OTHER_PYTHON names another interpreter for that sandbox.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.records import Limits
from authoring.sandbox.local import LocalSandbox
from authoring.sandbox.local_session import LocalSession


@pytest.fixture(scope="session")
def local() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    other = os.environ.get("AUTHORING_OTHER_PYTHON")
    sandbox = LocalSandbox(Path(other) if other else None)
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
