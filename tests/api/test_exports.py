"""Exports without a terminal: the report is what ``authoring export`` prints, and a refusal comes before its error."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.exports import ExportRequest, RefusedExport, export, export_command, list_formats
from authoring.errors import ExportError, UsageError
from authoring.records.decision import Admission
from authoring.records.provenance import provenance_text
from authoring.workspace import Workspace
from tests.admitted_sets import meta_of, put_set
from tests.api.listener import Listener
from tests.cli.test_export import PLOT

Cli = Callable[..., Any]
SUM = '# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n'


@pytest.fixture
def admitted(bare: Workspace) -> Workspace:
    """Return a workspace with one admitted set."""
    put_set(bare, "sums", SUM)
    return bare


def test_the_report_is_what_is_printed(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """Into the same folder twice: the same files, the same findings."""
    report = export(admitted, ExportRequest("dseval", tmp_path / "out"))

    assert (
        report.model_dump(mode="json")
        == cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root, "--json").json
    )
    assert report.problemsets == ("sums",)
    assert report.next_step == f"authoring run {tmp_path / 'out'}"


def test_another_format_is_refused_at_once(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """It is said what stands there, before anything is played, and the way out works; an unknown format comes first."""
    export(admitted, ExportRequest("dseval", tmp_path / "out"))
    refusal = cli("export", "huggingface", tmp_path / "out", "--workspace", admitted.root, "--json")

    assert refusal.code == 3
    assert "holds another export, dseval of the benchmark benchmark (en, sums)" in refusal.err
    with pytest.raises(UsageError, match="no format is called desval"):
        export(admitted, ExportRequest("desval", tmp_path / "out"))
    report = export(admitted, ExportRequest("huggingface", tmp_path / "out", replace=True))
    assert report.format == "huggingface"


@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("scipy.stats", "authoring export cibench DIR study"),
        ("sklearn", "authoring export cibench DIR study --suite template"),
        ("statistics", "authoring export cibench DIR study --allow DS723"),
        ("", "authoring export dseval DIR"),
    ],
)
def test_experiments_are_handed_on_as_notebooks(admitted: Workspace, module: str, command: str) -> None:
    """The command that is proposed names a suite that has the module, or lets pass that none has; other sets stay."""
    seed = f"module-{module.replace('.', '-')}" if module else "study"
    meta = meta_of("study", SUM)
    meta["seed"] |= {"name": seed, "source": f"module:{module}" if module else "made"}
    admission = Admission(name="study", text=SUM, meta=provenance_text(meta), inputs=())
    admitted.write_admission(admission, ())

    assert export_command(admitted, ["study"]) == command
    assert export_command(admitted, ["study", "sums"]) == "authoring export dseval DIR"
    assert export_command(admitted, ["absent"]) == "authoring export dseval DIR"


def test_a_refused_export_is_reported(admitted: Workspace, tmp_path: Path) -> None:
    """What the format cannot say is reported with all its findings; nothing is written."""
    put_set(admitted, "plots", PLOT)
    listener = Listener()

    with pytest.raises(ExportError, match="DS702"):
        export(admitted, ExportRequest("dseval", tmp_path / "out"), reporter=listener)
    (refused,) = listener.parts
    assert isinstance(refused, RefusedExport)
    assert refused.findings[0].code == "DS702"
    assert not (tmp_path / "out").exists()
    assert export(admitted, ExportRequest("dseval", tmp_path / "out", allow=("DS702, DS701",))).problemsets


def test_slips_are_refused(admitted: Workspace, tmp_path: Path) -> None:
    """A set, a format or a code that is none is a user's mistake."""
    for request, message in (
        (ExportRequest("dseval", tmp_path / "out", ("sum",)), "no admitted problem set is called sum"),
        (ExportRequest("desval", tmp_path / "out"), "no format is called desval"),
        (ExportRequest("dseval", tmp_path / "out", allow=("DS101",)), "is no finding of an export"),
    ):
        with pytest.raises(UsageError, match=message):
            export(admitted, request)


def test_formats_are_listed() -> None:
    """Those that are only imported are no formats of an export."""
    names = [line.name for line in list_formats()]

    assert {"cibench", "dseval", "jupyter"} <= set(names)
    assert "csv" not in names


def test_cells_of_the_reference_alone_go_to_no_foreign_program(admitted: Workspace, tmp_path: Path) -> None:
    """What no answer may see is exported to `dseval` alone, which is evaluated here; all else is refused at once."""
    path = admitted.problemset_path("sums")
    meta = path.parent / "_meta" / "sums.yaml"
    meta.parent.mkdir(exist_ok=True)
    meta.write_text(provenance_text({**meta_of("sums", path.read_text()), "reference_cells": [1]}))

    for target in ("inspect", "jupyter", "huggingface", "dabench", "cibench"):
        with pytest.raises(ExportError, match="no way to keep the cells in `reference_cells` from answers"):
            export(admitted, ExportRequest(target, tmp_path / target))
        assert not (tmp_path / target).exists()
    export(admitted, ExportRequest("dseval", tmp_path / "dseval"))
    exported = yaml.safe_load((tmp_path / "dseval" / "_meta" / "sums.yaml").read_text())
    assert exported["reference_cells"] == [1]
