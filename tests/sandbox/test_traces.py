"""Every answer starts from the same world: what one answer leaves is nothing that another one notices."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.records.evidence import CellRun, Limits
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.inside.kernel import LINUX
from tests.conftest import CASES

TRACES: list[dict[str, str]] = yaml.safe_load((CASES / "sandbox" / "traces.yaml").read_text())
LIMITS = Limits(max_time=5, max_memory=400)

pytestmark = pytest.mark.skipif(not LINUX, reason="elsewhere there is nothing that parts two sessions")


@pytest.fixture(scope="module", params=Level)
def sandbox(request: pytest.FixtureRequest) -> Iterator[LocalSandbox]:
    """Share one sandbox for each level that this machine gives."""
    opened = LocalSandbox(maximum_level=request.param)
    if opened.protection.level is not request.param:
        pytest.skip(f"this machine gives {opened.protection.level}")
    yield opened
    opened.close()


def outcome(run: CellRun) -> str:
    """Return what a cell gave, in words."""
    if run.error is not None:
        return f"{run.error.type}: {run.error.message}"
    return run.value.text if run.value is not None else run.detail


@pytest.mark.exhaustive(sample=4, most=40)
@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace["name"])
def test_no_answer_notices_another(trace: dict[str, Any], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """An answer finds the same whether or not another one ran before it, and so does the session of the references."""
    if not sandbox.protection.level.at_least(Level(trace["from"])):
        pytest.skip(f"promised from {trace['from']} on")
    table = tmp_path / "table.csv"
    table.write_text("a,b\n1,2\n3,4\n")
    with sandbox.session(inputs=[table]) as references:
        references.run(trace.get("context", "0"), limits=LIMITS)
        observed = []
        # All forked beforehand, as an evaluation does: the states before its problems wait until they are answered.
        branches = [references.branch() for _ in range(3)]
        for branch, code in zip(branches, (trace["notice"], trace["leave"], trace["notice"]), strict=True):
            branch.confine()
            observed.append(outcome(branch.run(code, limits=LIMITS)))
            branch.close()
        observed.append(outcome(references.run(trace["notice"], limits=LIMITS)))
    before, _, after, in_references = observed

    assert (after, in_references) == (before, before)
