"""Notebooks for students ask and tell no answer; those with answers run in Jupyter's own kernel and give the same."""

import base64
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import nbformat
import pytest

from authoring.dseal import parse
from authoring.dseal.diagnostic import Severity
from authoring.evaluation.player import SetPlayer, play
from authoring.formats.base.port import ExportOptions
from authoring.formats.jupyter.export import export
from authoring.records.bundle import AdmittedSet, Bundle, FileContent, TranslatedQuestion, Translation
from authoring.records.evidence import CellRun, ErrorView, FigureView, Limits, Outcome, ValueView
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.exports import write_export
from tests.exports import exported

ROOT = Path(__file__).parents[3]
KERNEL = Path(__file__).parent / "kernel.py"
OPTIONS = ExportOptions(name="b", version="1")
TEXT = '''# %%
import matplotlib.pyplot as plt
import pandas as pd

table = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  How many rows has `table`? *All* of them, <b>even</b> those of $5 and $6.
execution:
  forbid_names: [sorted, max]
"""
zebra = len(table)
zebra

# %%
"""
question: Draw `x`.
validator:
  template: empty
"""
_ = table.plot(title="unseen")

# %%
"""
question: Show the rows.
"""
table.assign(gnu_column=zebra)
'''
META = "name: small\nseed:\n  title: Small [data]\n  url: https://example.org/t\n  licence: CC0-1.0\n"
SMALL = AdmittedSet(name="small", text=TEXT, inputs=(FileContent(path="t.csv", content=b"x\n1\n2\n"),), meta=META)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bundle]:
    """Export the small set."""
    data = tmp_path_factory.mktemp("data") / "t.csv"
    data.write_bytes(b"x\n1\n2\n")
    with closing(LocalSandbox()) as sandbox:
        player = SetPlayer(sandbox, Limits(), lambda _: [data])
        yield exported("jupyter", [SMALL], play=player)


def notebook(bundle: Bundle, path: str) -> Any:
    """Return a notebook of an export."""
    content = next(file.content for file in bundle.files if file.path == path)
    return nbformat.reads(content.decode(), nbformat.NO_CONVERT)  # type: ignore[no-untyped-call]  # nbformat is annotated in parts


def scripted(*runs: CellRun | None) -> Any:
    """Play what is given, up to the first that is None."""

    def played(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        del problemset, cells
        return tuple(run for run in runs if run is not None)

    return played


def fine(**fields: Any) -> CellRun:
    """Return a run that ended well."""
    return CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, **fields)


def ran(file: Path) -> dict[str, Any]:
    """Run a notebook in Jupyter's kernel."""
    process = subprocess.run([sys.executable, KERNEL, file], capture_output=True, text=True, check=False)
    assert process.returncode == 0, process.stderr[-2_000:]
    outputs: dict[str, Any] = json.loads(process.stdout)
    return outputs


@pytest.mark.exhaustive
def test_both_folders_stand_for_themselves(bundle: Bundle) -> None:
    """Notebook, page and data are in either; what is handed to students has nothing else in it."""
    assert [file.path for file in bundle.files] == [
        "answers/small/inputs/t.csv",
        "answers/small/small-solved.html",
        "answers/small/small-solved.ipynb",
        "notebooks/small/inputs/t.csv",
        "notebooks/small/small.html",
        "notebooks/small/small.ipynb",
        "export.json",
    ]


@pytest.mark.exhaustive
def test_students_are_told_no_answer(bundle: Bundle) -> None:
    """No line of a reference, no output and no picture is in what students get; questions and context are."""
    student = [file for file in bundle.files if file.path.startswith("notebooks/small/small.")]

    assert len(student) == 2
    for file in student:
        text = file.content.decode()
        assert [
            word for word in ("zebra", "unseen", "gnu_column", 'src="data:', '"outputs": [\n') if word in text
        ] == []
        assert "read_csv" in text
        assert "Show the rows." in text


@pytest.mark.exhaustive
def test_an_empty_answer_says_which_it_is(bundle: Bundle) -> None:
    """Each problem has its own cell, and its error names it; what must not be used is said."""
    cells = notebook(bundle, "notebooks/small/small.ipynb").cells

    assert [cell.source for cell in cells if cell.source.startswith("raise")] == [
        f'raise NotImplementedError("Question {number} has no answer yet")' for number in (1, 2, 3)
    ]
    assert "Not to be used: `sorted`, `max`" in cells[2].source


@pytest.mark.exhaustive
def test_title_tells_where_the_data_come_from(bundle: Bundle) -> None:
    """Students and readers of answers see the source and the licence, as the set's provenance has them."""
    for path, head in (
        ("notebooks/small/small.ipynb", "# Small \\[data\\]\n"),
        ("answers/small/small-solved.ipynb", "# Small \\[data\\]: answers\n"),
    ):
        text = notebook(bundle, path).cells[0].source
        assert text.startswith(head)
        assert "Data: https://example.org/t\n\nLicence of the data: CC0-1.0" in text
        assert ("Review: which of " in text) is path.startswith("answers")


def test_answers_show_what_they_give(bundle: Bundle) -> None:
    """Values, tables and pictures stand under the code, numbered."""
    cells = notebook(bundle, "answers/small/small-solved.ipynb").cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    picture = code[2].outputs[0]

    assert [cell.execution_count for cell in code] == [1, 2, 3, 4]
    assert code[1].outputs[0].data == {"text/plain": "2"}
    assert picture.data["text/plain"] == "<Figure size 640x480 with 1 Axes>"
    assert base64.b64decode(picture.data["image/png"]).startswith(b"\x89PNG")
    assert "gnu_column" in code[3].outputs[0].data["text/html"]


def test_pages_show_what_is_written(bundle: Bundle) -> None:
    """A page of HTML shows questions and pictures, and runs nothing that a question says."""
    page = next(file.content.decode() for file in bundle.files if file.path.endswith("small-solved.html"))

    assert "&lt;b&gt;even&lt;/b&gt;" in page
    assert "*All* of them" in page
    assert "<title>small-solved</title>" in page
    assert 'src="data:image/png;base64,' in page


@pytest.mark.exhaustive
def test_kernel_runs_to_the_first_empty_answer_and_answers_to_the_end(bundle: Bundle, tmp_path: Path) -> None:
    """Jupyter's own kernel stops in the student's notebook at question 1; answers give there what the file shows."""
    write_export(tmp_path / "out", bundle)
    student = ran(tmp_path / "out/notebooks/small/small.ipynb")
    solved = ran(tmp_path / "out/answers/small/small-solved.ipynb")
    cells = notebook(bundle, "answers/small/small-solved.ipynb").cells
    stored = [cell.outputs for cell in cells if cell.cell_type == "code"]

    assert student["error"] == "NotImplementedError: Question 1 has no answer yet"
    assert solved["error"] == ""
    assert [_without_stderr(outputs) for outputs in solved["outputs"]] == [
        _without_stderr(outputs) for outputs in stored
    ]


@pytest.mark.exhaustive(most=2)
@pytest.mark.parametrize("name", Workspace(ROOT).problemsets())
def test_sets_of_the_repository_run_in_a_kernel(name: str, tmp_path: Path) -> None:
    """Each admitted set is a notebook whose answers Jupyter's own kernel gives again, text by text."""
    workspace = Workspace(ROOT)
    problemset = workspace.read_problemset(name)
    with closing(LocalSandbox()) as sandbox:
        player = SetPlayer(sandbox, workspace.settings.limits, workspace.problemset_inputs)
        exported_bundle = export([problemset], options=OPTIONS, play=player)
    write_export(tmp_path / "out", exported_bundle)
    cells = notebook(exported_bundle, f"answers/{name}/{name}-solved.ipynb").cells
    solved = ran(tmp_path / f"out/answers/{name}/{name}-solved.ipynb")

    assert [finding for finding in exported_bundle.findings if finding.severity is Severity.ERROR] == []
    assert solved["error"] == ""
    assert [_without_stderr(outputs) for outputs in solved["outputs"]] == [
        _without_stderr(cell.outputs) for cell in cells if cell.cell_type == "code"
    ]


def _without_stderr(outputs: Any) -> list[Any]:
    """Return what outputs show, but for pictures' bytes, which name the program in a kernel, and their texts."""
    records = [dict(output) for output in outputs if output.get("name") != "stderr"]
    for output in records:
        if "image/png" in output.get("data", {}):
            output["data"] = {**output["data"], "image/png": ""}
    return records


def test_a_failed_answer_is_an_error_with_its_place() -> None:
    """A reference that raises, and every cell behind one that ended the session, are told; files are complete."""
    failed = CellRun(
        outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=ErrorView(type="KeyError", message="'x'", traceback="")
    )
    killed = CellRun(outcome=Outcome.TIMEOUT, seconds=0, peak_memory=0)
    exported_bundle = export([SMALL], options=OPTIONS, play=scripted(fine(), failed, killed))

    assert [
        (finding.code, finding.path, finding.line, finding.problem, finding.message)
        for finding in exported_bundle.findings
    ] == [
        ("DS751", "small.py", 14, 1, "the reference of problem 1 raised KeyError"),
        ("DS751", "small.py", 23, 2, "the reference of problem 2 ended with: timeout"),
        ("DS751", "small.py", 29, 3, "the reference of problem 3 was not reached"),
    ]
    assert len(exported_bundle.files) == 6
    code = [
        cell for cell in notebook(exported_bundle, "answers/small/small-solved.ipynb").cells if cell.cell_type == "code"
    ]
    assert [len(cell.outputs) for cell in code] == [0, 1, 0, 0]


def test_what_is_cut_is_told() -> None:
    """A value or picture that is not shown in full is a note."""
    cut = ValueView(type="str", text="abc", truncated=True)
    large = FigureView(width=1, height=1, axes=1, sha256="0" * 64)
    exported_bundle = export(
        [SMALL], options=OPTIONS, play=scripted(fine(), fine(value=cut), fine(figures=(large,)), fine())
    )

    assert [
        (finding.code, finding.severity, finding.problem, finding.message) for finding in exported_bundle.findings
    ] == [
        ("DS752", "note", 1, "the value of the reference of problem 1 is shown up to 3 characters"),
        ("DS752", "note", 2, "a picture of the reference of problem 2 is too large to be shown"),
    ]


def test_broken_cells_are_told_under_their_own_codes() -> None:
    """A cell that cannot be read is no question, and not passed over in silence."""
    broken = SMALL.model_copy(update={"text": TEXT + '\n# %%\n"""\nquestion: [\n"""\n1\n'})
    exported_bundle = export([broken], options=OPTIONS, play=scripted(*[fine()] * 4))

    assert [(finding.code[:3], finding.path, finding.severity) for finding in exported_bundle.findings] == [
        ("DS1", "small.py", "error")
    ]


def test_questions_of_another_language_are_the_reviewed_translations() -> None:
    """Chinese notebooks have Chinese words around Chinese questions; a missing translation is an error."""
    asked = parse(TEXT).problems[0][1].question
    question = TranslatedQuestion(number=1, original=asked, text="`table` 有多少行?", reviewer="Ada", model="")
    problemset = SMALL.model_copy(update={"translations": (Translation(language="zh", questions=(question,)),)})
    options = ExportOptions(name="b", version="1", language="zh")
    exported_bundle = export([problemset], options=options, play=scripted(*[fine()] * 4))
    cells = notebook(exported_bundle, "notebooks/small/small.ipynb").cells

    assert cells[2].source.startswith("## 问题 1\n\n`table` 有多少行?\n\n不得使用:`sorted`")
    assert cells[3].source == 'raise NotImplementedError("问题 1 还没有答案")'
    assert [(finding.code, finding.problem) for finding in exported_bundle.findings] == [("DS771", 2), ("DS771", 3)]


def test_played_once_and_in_order() -> None:
    """The set's cells are played as they stand, context and references, and nothing else."""
    question: list[tuple[str, ...]] = []

    def noted(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        del problemset
        question.append(tuple(cells))
        return tuple(fine() for _ in cells)

    export([SMALL], options=OPTIONS, play=noted)

    assert question == [tuple(cell.code for cell in parse(TEXT).runnable)]


def test_played_frames_are_those_of_a_notebook() -> None:
    """Where no terminal is, a wide frame is folded and not cut; in DSEval's dialect it stays as DSEval shows it."""
    code = (
        "import pandas as pd\nwide = pd.DataFrame([range(18)], columns=[f'column {n}' for n in range(18)])\nprint(wide)"
    )
    with closing(LocalSandbox()) as sandbox:
        folded = play([code], inputs=(), limits=Limits(), sandbox=sandbox)[0].stream
        with sandbox.session() as session:
            cut = session.run(code, limits=Limits()).stream

    assert "column 9" in folded
    assert "column 9" not in cut
