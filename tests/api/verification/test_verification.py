"""Verifying a text outside a run."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from authoring.api.verification import earlier_result, verify, verify_job
from authoring.dseal import Diagnostic
from authoring.gate.dry_run_findings import check_dry_run
from authoring.records.evidence import DryRun, Limits
from authoring.records.job import Job, SandboxRequirements
from authoring.sandbox.fake import FakeSandbox
from authoring.sandbox.worker_cache import identity_of
from authoring.workspace.cache import RunCache

TEXT = '# %%\n"""\nquestion: How much is one and one?\n"""\n1 + 1\n'


def test_set_with_too_large_inputs_is_not_run(tmp_path: Path) -> None:
    """The gate says so before anything is copied; as much as is allowed runs."""
    (tmp_path / "t.csv").write_text("x\n1\n")
    text = (
        '# %%\nimport pandas as pd\nt = pd.read_csv("inputs/t.csv")\n\n# %%\n"""\nquestion: How many?\n"""\n\nlen(t)\n'
    )
    outcomes = []
    for limit in (3, 4):
        sandbox = FakeSandbox()
        evidence = verify(text, [tmp_path / "t.csv"], limits=Limits(max_inputs=limit), sandbox=sandbox)
        outcomes.append(("DS410" in {finding.code for finding in evidence.errors}, len(sandbox.ran)))
        assert (evidence.dry_run is None) is (limit == 3)

    assert outcomes == [(True, 0), (False, 4)]


def test_findings_are_worked_out_anew_only_where_they_may_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of one text, run and program are recalled as they were; another question or another run has others."""
    weighed: list[str] = []

    def check(text: str, run: DryRun, limits: Limits) -> Sequence[Diagnostic]:
        weighed.append(text)
        return check_dry_run(text, run, limits)

    monkeypatch.setattr("authoring.api.verification.check_dry_run", check)
    cache, sandbox = RunCache(tmp_path / "run"), FakeSandbox()
    job = Job(name="sums", text=TEXT, requirements=SandboxRequirements(identity=identity_of(sandbox)))
    first = verify_job(job, sandbox=sandbox)
    assert first.dry_run
    cache.put(job.key, first.dry_run)
    # Now a text of the same run, and the first one again.
    other = job.model_copy(update={"text": TEXT.replace("one and one", "1 and 1")})
    results = [earlier_result(asked, cache) for asked in (job, job, other, job, other)]
    cache.put(job.key, first.dry_run)
    again = earlier_result(job, cache)

    assert weighed == [TEXT, TEXT, other.text, TEXT]
    assert [result and result.evidence for result in results[:2]] == [first, first]
    assert again
    assert again.evidence == first
