"""The measurement of imports works, and counts what it says it counts."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from bench.importing.__main__ import main

CASES = Path(__file__).parent / "cases" / "importers" / "exercises"


@pytest.mark.exhaustive
def test_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Every notebook has its row; a set whose references all run is told from one without its data."""
    checkout, peer = tmp_path / "checkout" / "01_Sums" / "Old", tmp_path / "peer"
    checkout.mkdir(parents=True)
    peer.mkdir()
    shutil.copy(CASES / "old_format.ipynb", checkout)
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "### Step 1. Read the shops and call them `shops`"},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": "shops = open('x.csv')"},
    ]
    document = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [*cells, *cells]}
    (tmp_path / "checkout" / "missing.ipynb").write_text(json.dumps(document))
    (peer / "01-sums-old.py").write_text('# %%\n"""\nquestion: Add 1 and 2\nvalidator:\n  stream:\n"""\n\nprint(3)\n')
    written = tmp_path / "found.json"
    monkeypatch.setattr(
        sys, "argv", ["bench", "notebooks", str(tmp_path / "checkout"), "--peer", str(peer), "--json", str(written)]
    )

    main()

    found = json.loads(written.read_text())
    rows = {Path(row["name"]).name: row for rows in found["rows"].values() for row in rows}
    assert (rows["old_format.ipynb"]["problems"], rows["old_format.ipynb"]["ran"]) == (1, 1)
    assert rows["missing.ipynb"]["problems"] == 0
    assert found["peers"] == [{"name": "01-sums-old", "question": "Add 1 and 2", "ours": "result", "theirs": "stream"}]
    assert "all references run: 1 of 1" in capsys.readouterr().out
