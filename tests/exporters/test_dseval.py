"""What we export, DSEval's own code loads and finds correct."""

import json
import subprocess
from pathlib import Path

import pytest

from authoring.dseal import Severity, parse
from authoring.errors import ExportError
from authoring.exporters.dseval import export
from authoring.records import AdmittedSet, FileContent
from authoring.workspace import Workspace

ROOT = Path(__file__).parents[2]
EVALUATE = ROOT / "tests" / "cases" / "dseval_peer" / "evaluate.py"

TEXT = '''# %%
import pandas as pd
t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  How many rows has `t`? Give a whole number.
"""
len(t)
'''


def problemset(text: str = TEXT) -> AdmittedSet:
    """Return a small set with one table."""
    return AdmittedSet(name="small", text=text, inputs=(FileContent(path="t.csv", content=b"x\n1\n2\n"),))


def test_export_holds_manifest_text_and_data() -> None:
    """An export is the manifest, the unchanged text, and the data, sorted by path."""
    bundle = export([problemset()], name="b", version="1")

    assert [file.path for file in bundle.files] == ["_inputs/small/t.csv", "_manifest.yaml", "small.py"]
    assert bundle.files[1].content == b"name: b\nversion: '1'\n"
    assert bundle.files[2].content == TEXT.encode()


def test_paper_spelling_is_exported_as_dseval_reads_it() -> None:
    """DSEval's released code does not know `query`."""
    bundle = export([problemset(TEXT.replace("question:", "query:"))], name="b", version="1")

    assert bundle.files[2].content == TEXT.encode()


def test_export_is_reproducible() -> None:
    """The same sets give the same bytes."""
    assert export([problemset()], name="b", version="1") == export([problemset()], name="b", version="1")


def test_nothing_to_export_is_an_error() -> None:
    """An empty benchmark is never written."""
    with pytest.raises(ExportError, match="no admitted problem set"):
        export([], name="b", version="1")


def test_broken_set_is_not_exported() -> None:
    """A set that DSEval would misread stops the export, and the place is named."""
    with pytest.raises(ExportError, match=r"small\.py:\d+: "):
        export([problemset(TEXT.replace("question:", "qestion:"))], name="b", version="1")


def test_validator_that_dseval_lacks_is_not_exported() -> None:
    """DSEval would stop at a validator of ours; the export stops first, and says where."""
    text = TEXT.replace("whole number.\n", "whole number.\nvalidator:\n  answer_in_source:\n")
    with pytest.raises(ExportError, match=r"small\.py:10: DSEval 0\.0\.1 has no validator") as caught:
        export([problemset(text)], name="b", version="1")
    assert "'result'" in caught.value.hint


def test_dialect_is_kept_and_noted() -> None:
    """DSEval reads name and version only: the dialect stands in the manifest for us, and a note says so."""
    bundle = export([problemset()], name="b", version="1", dialect="strict")

    assert bundle.files[1].content == b"name: b\nversion: '1'\ndialect: strict\n"
    assert [(finding.code, finding.path, finding.severity) for finding in bundle.findings] == [
        ("DS701", "_manifest.yaml", Severity.NOTE)
    ]
    assert export([problemset()], name="b", version="1").findings == ()


@pytest.mark.slow
def test_dseval_finds_every_exported_problem_correct(dseval_python: Path, tmp_path: Path) -> None:
    """The repository's own benchmark, exported: DSEval's loader takes it, its loop judges every reference CORRECT."""
    workspace = Workspace(ROOT)
    sets = [workspace.read_problemset(name) for name in workspace.problemsets()]
    bundle = export(sets, name="b", version="1")
    workspace.write_bundle(tmp_path / "out", bundle)
    command = [dseval_python, EVALUATE, tmp_path / "out", tmp_path / "run"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    verdicts = json.loads(done.stdout.splitlines()[-1])

    assert {(name, index) for name, index, _, _ in verdicts} == {
        (one.name, problem.number) for one in sets for _, problem in parse(one.text).problems
    }
    assert [verdict for verdict in verdicts if verdict[2] != "CORRECT"] == []
