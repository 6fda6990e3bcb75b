"""A played cell leaves the outputs in a notebook that Jupyter's own kernel would have left."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
import yaml
from nbformat import validate
from nbformat.v4 import new_code_cell, new_notebook

from authoring.evaluation.player import play
from authoring.formats.base.notebook_outputs import cell_id, is_table, outputs_of
from authoring.records.evidence import CellRun, ErrorView, FigureView, Limits, Outcome, ValueView
from authoring.sandbox.client.local import LocalSandbox

CASES = Path(__file__).parents[2] / "cases" / "exporters" / "jupyter"
KERNEL = Path(__file__).parents[1] / "jupyter" / "kernel.py"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Open one sandbox for all."""
    with closing(LocalSandbox()) as opened:
        yield opened


def plain_outputs(outputs: list[Any]) -> list[dict[str, Any]]:
    """Return outputs as they can be compared: a picture's bytes name the program, and errors are coloured."""
    plain: list[dict[str, Any]] = json.loads(json.dumps(outputs))
    for output in plain:
        output.pop("traceback", None)
        if "image/png" in output.get("data", {}):
            output["data"]["image/png"] = ""
    return [output for output in plain if output.get("name") != "stderr"]


@pytest.mark.exhaustive
def test_outputs_are_those_of_a_kernel(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Every case gives in the sandbox what it gives in ipykernel, but for standard error and colours of errors."""
    cells = yaml.safe_load((CASES / "cells.yml").read_text())
    file = tmp_path / "cells.ipynb"
    file.write_text(json.dumps(new_notebook(cells=[new_code_cell(cell) for cell in cells])))  # type: ignore[no-untyped-call]  # nbformat is annotated in parts

    ran = subprocess.run([sys.executable, KERNEL, file, "on"], capture_output=True, text=True, check=True)
    real = [plain_outputs(outputs) for outputs in json.loads(ran.stdout)["outputs"]]
    runs = play(cells, inputs=(), limits=Limits(), sandbox=sandbox)
    ours = [plain_outputs(outputs_of(run, count=number)) for number, run in enumerate(runs, start=1)]

    assert dict(zip(cells, ours, strict=True)) == dict(zip(cells, real, strict=True))


def test_addresses_are_taken_out() -> None:
    """Where an object lies differs from run to run, so it is not told; a number that looks alike is."""
    value = ValueView(
        type="list", text="[<a.B object at 0x7f6a5a643690>, '0x7f6a5a643690']", html="&lt;B at 0x7f6a5a64&gt;"
    )
    run = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, stream="<f at 0xdeadbeef> at 0xdeadbeef\n", value=value)

    assert [output.get("text") or output["data"] for output in outputs_of(run)] == [
        "<f> at 0xdeadbeef\n",
        {"text/plain": "[<a.B>, '0x7f6a5a643690']", "text/html": "&lt;B&gt;"},
    ]


def test_a_cut_value_is_shown_as_far_as_it_goes() -> None:
    """A text without its end is no expression, and stays as it is."""
    run = CellRun(
        outcome=Outcome.OK, seconds=0, peak_memory=0, value=ValueView(type="list", text="[1, 2", truncated=True)
    )

    assert outputs_of(run, count=3)[0]["data"] == {"text/plain": "[1, 2"}


def test_every_kind_of_output_is_valid() -> None:
    """A cell that prints, shows, draws and fails is one that nbformat accepts."""
    run = CellRun(
        outcome=Outcome.ERROR,
        seconds=0,
        peak_memory=0,
        stream="both",
        stdout="out",
        value=ValueView(type="int", text="1"),
        figures=(FigureView(width=2, height=1, axes=0, png="aGk="), FigureView(width=1, height=1, axes=0)),
        error=ErrorView(type="E", message="m", traceback="a\nb"),
    )
    outputs = outputs_of(run, count=1)
    cell = new_code_cell("x", id=cell_id("a", 1), outputs=outputs, execution_count=1)  # type: ignore[no-untyped-call]  # as above

    validate(new_notebook(cells=[cell]))  # type: ignore[no-untyped-call]  # as above
    assert [output["output_type"] for output in outputs] == ["stream", "execute_result", "display_data", "error"]


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<script>alert(1)</script>",
        '<table onclick="x()"></table>',
        '<table><tr><td><img src="http://a.b/c"></td></tr></table>',
        "<table><tr><td>1</td></tr></table><iframe></iframe>",
        "<style>div {background: url(http://a.b/c)}</style><table></table>",
        "<style>@import 'x';</style>",
        '<div style="background: URL (x)"></div>',
        "<table",
        "<table <script>>",
        "<!-- x --><table></table>",
        '<td style="a" href="b"></td>',
    ],
)
def test_html_that_is_no_table_of_pandas_is_left_out(html: str) -> None:
    """Code that has pandas draw something else brings no script, address or picture into a page."""
    value = ValueView(type="pandas.DataFrame", text="x", html=html)
    run = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, value=value)

    assert outputs_of(run)[0]["data"] == {"text/plain": "x"}


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a<b": ["<script>", "url(x)", "&", None], "b": [1, 2, 3, 4]}),
        pd.DataFrame(columns=["a"]),
        pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("x", "a"), ("x", "b")])),
        pd.DataFrame({"n": range(200)}, index=pd.MultiIndex.from_product([range(2), range(100)])),
        pd.DataFrame([range(60)]),
    ],
)
def test_every_frame_is_a_table(frame: pd.DataFrame) -> None:
    """Whatever is in its cells and however it is indexed, a frame is shown as pandas draws it."""
    assert is_table(frame._repr_html_())  # type: ignore[operator]


def test_ids_hang_on_what_is_given_and_nothing_else() -> None:
    """Equal parts give equal ids; parts do not run into each other."""
    assert cell_id("a", 1) == cell_id("a", 1)
    assert len({cell_id("a", 1), cell_id("a1"), cell_id("a", 2), cell_id("a", "1", "")}) == 4
