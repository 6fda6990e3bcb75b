"""The bench of templates drafts about every table of a folder, and tells what fits, what is used, and what is wrong."""

from pathlib import Path

import pytest

from authoring.records.draft import Draft, DraftWishes, ProblemOrigin, Template
from authoring.sandbox.client.local import LocalSandbox
from bench.templates import TEMPLATES, TableDraft, drafted, show, wishes_after

CASES = Path(__file__).parent / "cases" / "drafting" / "tables"


@pytest.mark.exhaustive
def test_drafts_are_measured() -> None:
    """A table gives a draft without a finding, whose templates all fit it; a file that is no table is told."""
    templates = tuple(Template(name=path.stem, text=path.read_text()) for path in sorted(TEMPLATES.glob("*.py")))
    sandbox = LocalSandbox()
    try:
        result = drafted(CASES / "odd-headers.csv", templates, sandbox, 0, DraftWishes())
        refusal = drafted(CASES.parent / "sketch.json", templates, sandbox, 0, DraftWishes())
    finally:
        sandbox.close()

    assert result.draft is not None
    assert result.findings == ()
    assert result.used <= result.fitting
    assert refusal.draft is None
    assert refusal.findings


def test_the_use_table_counts_tables(capsys: pytest.CaptureFixture[str]) -> None:
    """How often a template fits and is used, and how long its questions are, stands in its line, the usable first."""
    templates = (Template(name="rare", text=""), Template(name="common", text=""))
    cells = '# %%\n"""\nquestion: How many rows?\n"""\n\nlen(df)\n\n# %%\n"""\nquestion: Why not?\n"""\n\n1\n'
    origin = ProblemOrigin(origin="template:common", knowledge=("counting",))
    draft = Draft(name="set", seed="a", revision=1, text=cells, origins=(origin, origin))
    results = [
        TableDraft("a.csv", frozenset({"common", "rare"}), draft, 0.0, ("DS1 in problem 1: wrong",)),
        *(TableDraft(f"{number}.csv", frozenset({"common"}), None, 0.0, ()) for number in range(4)),
    ]

    show(results, templates)
    lines = capsys.readouterr().out.splitlines()

    assert [line.split() for line in lines[1:3]] == [["common", "5", "1", "2.5"], ["rare", "1", "0", "-"]]
    assert "2 templates, 1 fit 5 tables or more, 1 are used, 0 in as many" in lines
    assert wishes_after(results).used_templates == (("common", 2),)
    assert wishes_after(results).used_points == (("counting", 2),)
    assert "2 questions have 2.5 words on average" in lines
    assert "    DS1 in problem 1: wrong" in lines
