"""Two environments in one: what the second would do differently is written into its text, cell by cell.

Everything runs in a real sandbox; real environments are compared in tests/cli/test_env.py.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from authoring.gate.environment_drift.comparison import compare_environments
from authoring.gate.environment_drift.reference_runs import ReferenceRun, run_references
from authoring.records.environment import Environment, SetDrift
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

LIMITS = Limits(max_time=20)
ONE = Environment(name="one", python="3.11.7", packages=(("numpy", "1.26.4"), ("pandas", "2.1.1")))
OTHER = Environment(name="other", python="3.11.7", packages=(("numpy", "1.26.4"), ("pandas", "3.1.1")))
Compare = Callable[..., SetDrift]


@pytest.fixture(scope="session")
def local() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


def text_of(*cells: str, validators: str = "") -> str:
    """Return a set whose first cell is context, and the others problems."""
    head = f'"""\nquestion: q\n{validators}"""\n'
    return "\n".join(f"# %%\n{'' if number == 0 else head}{code}\n" for number, code in enumerate(cells))


@pytest.fixture
def went(local: LocalSandbox) -> Callable[..., tuple[ReferenceRun, ...]]:
    """Return a function that runs the references of cells."""

    def run(
        *cells: str, validators: str = "", limits: Limits = LIMITS, inputs: tuple[Path, ...] = ()
    ) -> tuple[ReferenceRun, ...]:
        return run_references(text_of(*cells, validators=validators), inputs=inputs, limits=limits, sandbox=local)

    return run


@pytest.fixture
def compare(went: Callable[..., tuple[ReferenceRun, ...]]) -> Compare:
    """Return a function that compares cells with the same cells, but for those that are given by their index."""

    def compared(*cells: str, validators: str = "", **other: str) -> SetDrift:
        changed = [other.get(f"_{number}", code) for number, code in enumerate(cells)]
        runs = [went(*cells, validators=validators), went(*changed, validators=validators)]
        return compare_environments("s", text_of(*cells, validators=validators), (ONE, OTHER), runs)

    return compared
