"""Verifying a text outside a run."""

from pathlib import Path

from authoring.api.verification import verify
from authoring.records.evidence import Limits
from authoring.sandbox.fake import FakeSandbox


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
