"""Where a fork would hang, a branch is a fresh session in which the same cells ran again."""

from collections.abc import Iterator

import pytest

from authoring.dseal.model import Json
from authoring.errors import SandboxError
from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.client.session import LocalSession

pytestmark = pytest.mark.slow
LIMITS = Limits(max_time=20)
TABLE = (
    "import polars as pl\nt = pl.DataFrame({'a': range(50_000)})\nn = t.lazy().filter(pl.col('a') > 9).collect().height"
)
USE = "t.lazy().filter(pl.col('a') > n - 1).collect().height"
FUNCTION = "def f(x):\n    return t.lazy().filter(pl.col('a') > x).collect().height"
TEST: dict[str, Json] = {"table_test": {"function_name": "f", "test_cases": [[1], [7]]}}


@pytest.fixture
def origin(local: LocalSandbox) -> Iterator[LocalSession]:
    """Open a session that used polars."""
    if "polars" not in {name for name, _ in local.versions(["polars"])}:
        pytest.skip("polars is not installed for the interpreter of the sandbox")
    with local.session(modules=["polars"]) as session:
        session.run(TABLE, limits=LIMITS)
        yield session


def test_branch_has_the_state(origin: LocalSession) -> None:
    """What was computed is there, random states are where they were, and files are."""
    origin.run("import random\n_ = random.random()\nopen('mine', 'w').close()", limits=LIMITS)
    origin.separate()
    expression = f"{USE}, random.random(), __import__('os').path.exists('mine')"
    with origin.branch() as branch, branch.branch() as twig:
        observed = [session.run(expression, limits=LIMITS).value for session in (twig, branch, origin)]

    assert [value.text.startswith("(10, ") and value.text.endswith(", True)") for value in observed if value] == [
        True
    ] * 3
    assert len({value.text for value in observed if value}) == 1


def test_branch_is_a_session_of_its_own(origin: LocalSession) -> None:
    """What a branch does, its origin does not see, and a branch that dies takes nothing with it."""
    with origin.branch() as branch:
        branch.run("n = 5", limits=LIMITS)
        dead = branch.run("import os\nos._exit(1)", limits=LIMITS)
        with pytest.raises(SandboxError, match="cannot branch"):
            branch.branch()

    after = origin.run("n", limits=LIMITS).value
    assert dead.outcome is Outcome.KILLED
    assert after is not None
    assert after.text == "49990"


@pytest.mark.parametrize(("change", "correct"), [("> x", "yes"), (">= x", "no")])
def test_functions_are_judged(origin: LocalSession, change: str, correct: str) -> None:
    """Functions that use such a package are called and judged, without waiting for threads that are not there."""
    with origin.branch() as branch:
        origin.prepare(TEST)
        origin.run(FUNCTION, limits=LIMITS)
        branch.run(FUNCTION.replace("> x", change), limits=LIMITS)
        judgement = origin.judge(branch)

    assert judgement.correct == correct
