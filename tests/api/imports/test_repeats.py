"""Problems that stand in several sets are told when sets are linted, checked or imported together."""

from pathlib import Path

from authoring.api.checks import check_sets
from authoring.api.findings.lint import lint_files
from authoring.api.imports.dseval import DsevalImportOptions, import_dseval
from authoring.workspace import Workspace

CELL = '# %%\n"""\nquestion: |\n  {0}\n"""\n{1}\n\n'
FIRST = CELL.format(
    "How many prime numbers are below 1000?", "sum(all(n % d for d in range(2, n)) for n in range(2, 1000))"
)
AGAIN = CELL.format(
    "Count the prime numbers below 1000.", "sum(all(m % k for k in range(2, m)) for m in range(2, 1000))"
)


def test_what_stands_in_two_sets_is_told(tmp_path: Path, bare: Workspace) -> None:
    """Lint, a check and an import name the same problem, and a selection of codes is kept to."""
    (tmp_path / "first.py").write_text(FIRST)
    (tmp_path / "second.py").write_text(AGAIN)
    (tmp_path / "_manifest.yaml").write_text("name: own\nversion: '1'\n")
    files = [tmp_path / "first.py", tmp_path / "second.py"]
    linted = lint_files(files, select=["DS229"])
    bare.problemset_path("known").write_text(FIRST)
    (checked,) = check_sets([str(files[1])], parts=["alignment"], workspace=bare.root)
    imported = import_dseval(tmp_path, DsevalImportOptions(check=True), workspace=None)

    assert [(finding.code, finding.path, finding.problem) for finding in linted] == [("DS229", str(files[1]), 1)]
    assert lint_files(files, select=["DS1"]) == ()
    assert [finding.message for finding in checked.findings if finding.code == "DS229"] == [
        "problem 1 asks the same as problem 1 of known"
    ]
    codes = {report.name: [finding.code for finding in report.findings] for report in imported.sets}
    assert ("DS229" in codes["first"], "DS229" in codes["second"]) == (False, True)
