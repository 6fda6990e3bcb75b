"""A real lock and a real environment, made with uv from the package index once for all tests that need one."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from authoring.errors import PackagesError
from authoring.records.environment import InstalledEnvironment
from authoring.sandbox.environments.lock import Lock, lock_text, parse_lock
from authoring.sandbox.environments.pythons import Python, running_python
from authoring.sandbox.environments.store import EnvironmentStore
from authoring.sandbox.environments.uv import Uv

OLD = ("pandas==2.1.1", "numpy==1.26.4")


@dataclass(frozen=True)
class Old:
    """Older versions than those of this project, for the same Python."""

    lock: Lock
    python: Python
    store: EnvironmentStore
    made: InstalledEnvironment

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self.store.folder_of(self.made)


@pytest.fixture(scope="session")
def uv_cache(pytestconfig: pytest.Config) -> Iterator[None]:
    """Have uv keep what it downloads from one test run to the next."""
    assert pytestconfig.cache is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UV_CACHE_DIR", str(pytestconfig.cache.mkdir("uv")))
        yield


@pytest.fixture(scope="session")
def old_text(uv_cache: None) -> str:
    """Return the text of a lock of older versions; skip where the package index is out of reach."""
    del uv_cache
    python = running_python()
    try:
        compiled = Uv.locate().compile(OLD, python=python.path, preferred_versions=())
    except PackagesError as error:
        if error.hint.startswith("see that the package index can be reached"):
            pytest.skip(f"no package index: {error.message}")
        raise
    return lock_text(python.minor, ("authoring", "env", "lock", "old", *OLD), compiled)


@pytest.fixture(scope="session")
def old(old_text: str, tmp_path_factory: pytest.TempPathFactory) -> Old:
    """Return an environment that was made; tests must not change it."""
    folder = tmp_path_factory.mktemp("environments")
    (folder / "old.lock").write_text(old_text)
    lock, python, store = parse_lock(old_text, folder / "old.lock"), running_python(), EnvironmentStore(folder / "made")
    return Old(lock, python, store, store.make(lock, python, uv=Uv.locate()))
