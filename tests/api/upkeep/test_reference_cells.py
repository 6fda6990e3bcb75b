"""Cells of an admitted set are kept from answers by one command, which proves the set and records who decided."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.decisions import AdmissionResult
from authoring.api.exports import ExportRequest, export
from authoring.api.imports.dseval import DsevalImportOptions, import_dseval
from authoring.api.set_runs import run_sets
from authoring.api.upkeep.drafts import edit_draft
from authoring.api.upkeep.reference_cells import set_reference_cells
from authoring.api.upkeep.sets import reopen_set
from authoring.errors import BenchmarkError, ExportError, UsageError, WorkspaceError
from authoring.records.decision import Action
from authoring.records.provenance import provenance_text
from authoring.workspace import Workspace
from authoring.workspace.benchmark import read_benchmark
from authoring.workspace.journal import read_decisions
from tests.admitted_sets import meta_of, put_set
from tests.api.twins import settled, twin_of

TEXT = '''# %%
x = [1, 2]

# %%
y = [10, 20]

# %%
"""
question: Double `x` into `z`.
validator:
  namespace_check:
    z:
"""

z = [2 * number for number in x]
'''


@pytest.fixture
def strict(bare: Workspace) -> Workspace:
    """Return a workspace of the strict dialect with an admitted set of two context cells."""
    folder = bare.root / "problemsets"
    folder.mkdir(exist_ok=True)
    (folder / "_manifest.yaml").write_text("name: benchmark\nversion: 0.1.0\ndialect: strict\n")
    put_set(bare, "labels", TEXT)
    return bare


def mark(workspace: Workspace, *cells: int) -> AdmissionResult:
    """Have cells of the set hidden."""
    return set_reference_cells(workspace, "labels", cells, who="Bob", why="nobody looks up y")


def recorded(workspace: Workspace) -> object:
    """Return the cells that ``_meta`` names."""
    meta = yaml.safe_load((workspace.root / "problemsets" / "_meta" / "labels.yaml").read_text())
    return meta.get("reference_cells")


@pytest.mark.exhaustive
def test_cells_are_marked_and_unmarked(strict: Workspace, tmp_path: Path) -> None:
    """The text has the mark, ``_meta`` number and decision, and every hand-over takes the set; or none of it."""
    assert mark(strict, 2).admitted
    text = strict.problemset_path("labels").read_text()
    assert text == TEXT.replace("y = [", "# reference only\ny = [")
    assert recorded(strict) == [2]
    assert read_benchmark(strict.root / "problemsets").sets[0].reference_cells == (2,)
    last = read_decisions(strict.journal_path("labels"))[-1]
    assert (last.action, last.reviewer, last.reason) == (Action.ADMIT, "Bob", "nobody looks up y")
    assert {line.errors for line in run_sets(["labels"], workspace=strict.root).summaries} == {0}
    export(strict, ExportRequest("dseval", tmp_path / "out"))
    with pytest.raises(ExportError, match="no way to keep the cells") as refused:
        export(strict, ExportRequest("jupyter", tmp_path / "cells"))
    assert "authoring set reference-cells labels --none" in refused.value.hint

    with pytest.raises(UsageError, match="has these reference cells already: 2"):
        mark(strict, 2)
    assert mark(strict).admitted
    assert strict.problemset_path("labels").read_text() == TEXT
    assert recorded(strict) is None


@pytest.mark.exhaustive
def test_cell_that_answers_need_stays_open(strict: Workspace) -> None:
    """Where a reference needs the cell the set stays as it was, the finding is DS421, and other cells may be named."""
    before = strict.problemset_path("labels").read_text()
    result = mark(strict, 1)

    assert not result.admitted
    assert "DS421" in {finding.code for finding in result.findings}
    assert strict.problemset_path("labels").read_text() == before
    assert strict.admitted_set("labels").text == before
    assert mark(strict, 2).admitted


def test_only_context_cells_of_a_settled_set(strict: Workspace) -> None:
    """Problems and cells that are not there are refused, and so is a set whose draft somebody is changing."""
    for number in (0, 3, 4):
        with pytest.raises(UsageError, match=f"cell {number} is no context cell"):
            mark(strict, number)
    assert "labels" not in strict.runs()
    reopen_set(strict, "labels", who="Ada")
    edit_draft(strict, "labels", TEXT.replace("20", "21"), who="Ada")
    with pytest.raises(WorkspaceError, match="is being changed"):
        mark(strict, 2)


@pytest.mark.exhaustive
def test_cells_that_meta_alone_names_are_marked_by_the_same_command(strict: Workspace) -> None:
    """A number that somebody wrote into ``_meta`` by hand is no mark: a run refuses it, and the way out is the verb."""
    meta = strict.root / "problemsets" / "_meta" / "labels.yaml"
    meta.write_text(provenance_text({**meta_of("labels", TEXT), "reference_cells": [2]}))
    with pytest.raises(BenchmarkError, match="names cell 2 in `reference_cells`, and no mark") as refused:
        run_sets(["labels"], workspace=strict.root)
    assert "authoring set reference-cells labels 2" in refused.value.hint
    assert mark(strict, 2).admitted
    assert {line.errors for line in run_sets(["labels"], workspace=strict.root).summaries} == {0}


@pytest.mark.exhaustive
def test_marked_set_is_imported_with_its_marks(strict: Workspace, tmp_path: Path) -> None:
    """An exported set brings its reference cells along: they stand in its text."""
    mark(strict, 2)
    export(strict, ExportRequest("dseval", tmp_path / "out"))
    other, _ = Workspace.create(tmp_path / "other")
    import_dseval(tmp_path / "out", DsevalImportOptions(licence="MIT"), workspace=other)

    assert "# reference only" in (other.journal_path("labels")).read_text()


@pytest.mark.exhaustive
def test_admission_is_what_the_command_prints(cli: Callable[..., Any], strict: Workspace) -> None:
    """The record of the set that is admitted anew is the document of --json."""
    twin = twin_of(strict)
    result = mark(strict, 2)
    options = ("--reviewer", "Bob", "--why", "nobody looks up y", "--workspace", twin.root, "--json")
    printed = cli("set", "reference-cells", "labels", "2", *options).json

    assert result.admitted
    assert settled(result, strict) == settled(printed, twin)
