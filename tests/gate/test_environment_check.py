"""Modules are tried where they will be imported, and those that fail are told with who needs them."""

from collections.abc import Iterator

import pytest

from authoring.gate.environment_check import check_imports
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox


@pytest.fixture(scope="module")
def local() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


def test_missing_module_is_told_with_its_sets(local: LocalSandbox) -> None:
    """Each module that cannot be imported once, numpy and pandas always tried; what is there is no fault."""
    counts: list[tuple[int, int]] = []
    modules = {"json": ("a",), "no_such_module.part": ("a", "b"), "os.path": ("b",)}
    (fault,) = check_imports(
        modules, sandbox=local, limits=Limits(max_time=30), progress=lambda done, total: counts.append((done, total))
    )

    assert (
        fault.message == "no_such_module.part cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"
    )
    assert fault.sets == ("a", "b")
    assert counts == [(number, 5) for number in range(1, 6)]
