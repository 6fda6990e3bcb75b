"""A pilot over the real client: the findings, what is asked and paid, outages, kills, and what is refused."""

import pytest

from authoring.api.evaluation.pilot import pilot
from authoring.workspace import Workspace
from tests.api.evaluation.pilot_scene import CODES, EXPECTED, Cohort, request_for, with_set
from tests.llm.server import LoopbackServer


@pytest.fixture
def workspace(bare: Workspace) -> Workspace:
    """Return a workspace with a set whose problems show one sign each."""
    return with_set(bare)


def test_each_sign_is_found_where_it_is(workspace: Workspace) -> None:
    """Solvers of known strength give exactly the expected findings, one a problem, and none about a clean one."""
    cohort = Cohort(CODES, {"How many kinds of `species` are there?": "3"})
    with LoopbackServer(cohort) as server:
        report = pilot(request_for(server, workspace))

    for problem in report.record.problems:
        print(
            problem.number,
            problem.value,
            [(c.outcome.value, c.answers, c.value) for c in problem.clusters],
            problem.needs_data,
            [(b.variant.value, b.is_right) for b in problem.blind],
            problem.statistics,
        )
    for f in report.record.findings:
        print(f.code, f.severity.value, f.problem, f.message, "|", f.hint)
    assert {finding.problem: finding.code for finding in report.record.findings} == EXPECTED
