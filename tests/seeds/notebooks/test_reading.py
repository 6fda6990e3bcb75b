"""Notebooks of every format come out as the same cells; what is none is told, and never raises."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from authoring.seeds.notebooks.notebook import Notebook
from authoring.seeds.notebooks.reading import MOST_OF_CELL, MOST_OF_KIND, read_notebook
from tests.examples import examples
from tests.seeds.notebooks.shapes import NAMES, TEXTS, code, markdown, notebook

CASES = Path(__file__).parents[2] / "cases" / "notebooks" / "read"


def outline(read: Notebook) -> str:
    """Return all that was understood of a notebook, for people."""
    lines = [f"{read.original or 'nothing'}, {read.language or 'no language'}"]
    for cell in read.cells:
        tags = f" tags: {', '.join(cell.tags)}" if cell.tags else ""
        attached = f" attachments: {cell.attachments}" if cell.attachments else ""
        lines.append(f"--- {cell.number} {cell.kind}{tags}{attached}")
        lines += cell.source.split("\n") if cell.source else []
        for output in cell.outputs:
            lines += [f">>> {output.kind} {' '.join(output.media)}".rstrip(), *output.text.split("\n")]
    for found in read.findings:
        lines.append(f"=== {found.code} {found.severity} line {found.line}: {found.message} ({found.hint})")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", sorted(path.name for path in CASES.iterdir()))
def test_every_kind_of_notebook(name: str, golden: Callable[[str, str], None]) -> None:
    """Formats 1 to 4, scripts, Markdown, other languages and broken files: cells, or a finding that says why not."""
    golden(f"notebooks/outlines/{name}.txt", outline(read_notebook((CASES / name).read_bytes().decode(), name)))


def test_all_formats_say_the_same() -> None:
    """The four formats hold one notebook: whoever reads it need not know how it was kept."""
    code_of = {
        name: [
            line for cell in read_notebook((CASES / name).read_text(), name).code for line in cell.source.split("\n")
        ]
        for name in ("first.ipynb", "second.ipynb", "fourth.ipynb")
    }

    assert code_of["first.ipynb"] == code_of["second.ipynb"]
    assert code_of["first.ipynb"][:2] == code_of["fourth.ipynb"][1:3]


def test_the_text_decides_where_no_name_does() -> None:
    """A digest is made from text alone: a notebook, a script and Markdown are told apart by what stands in them."""
    assert read_notebook(notebook(code("x = 1"))).original == "nbformat 4"
    assert read_notebook("# %%\nx = 1\n").original == "script of cells"
    assert read_notebook("x = 1\ny = 2\n").original == "Python script"
    assert read_notebook("# Rivers\n\nProse.\n").original == "Markdown"
    assert read_notebook("{x} is a set of prose").original == "Markdown"
    assert not read_notebook("---\noutput: html_document\n---\n").readable


def test_a_language_is_what_the_kernel_says() -> None:
    """A kernel with a name of its own is Python's unless it says otherwise; what it says is shown, whatever it is."""
    for metadata, language in (
        ({}, "python"),
        ({"kernelspec": {"name": "conda-root-py"}}, "python"),
        ({"kernelspec": {"name": "my-rivers"}}, "python"),
        ({"language_info": {"name": "ipython"}}, "python"),
        ({"kernelspec": {"name": "ir"}}, "r"),
        ({"kernelspec": {"name": "irkernel-free"}}, "python"),
        ({"kernelspec": {"name": "julia-1.10"}}, "julia"),
        ({"language_info": {"name": "C++"}}, "c++"),
        ({"kernelspec": {"language": ["python"]}}, "python"),
    ):
        read = read_notebook(notebook(code("x = 1"), metadata=metadata))
        assert (read.language, read.readable) == (language, language == "python"), metadata
    cells = [{"cell_type": "code", "input": "1", "language": "julia", "outputs": []}]
    assert read_notebook(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}]})).language == "julia"


def test_what_is_too_large_is_left_empty_and_told() -> None:
    """A cell of megabytes is data; it is not parsed, and the others are read."""
    read = read_notebook(notebook(code("x = 1"), code("y = " + "1" * MOST_OF_CELL), markdown("w " * MOST_OF_CELL)))
    assert [cell.source for cell in read.cells] == ["x = 1", "", ""]
    assert [found.code for found in read.findings] == ["DS933", "DS933"]
    many = read_notebook(notebook(*[code("x = 1\n" * 30_000)] * 12))
    assert sum(len(cell.source) for cell in many.cells) <= MOST_OF_KIND
    assert [found.code for found in many.findings] == ["DS933"]
    assert read_notebook(" " * 20_000_001).findings[0].code == "DS931"


def test_pictures_inside_of_prose_are_no_prose() -> None:
    """A picture written into Markdown would be a megabyte of letters."""
    read = read_notebook(notebook(markdown(f"# Rivers\n![map](data:image/png;base64,{'A' * 500_000})\nlong")))

    assert read.cells[0].source == "# Rivers\n(image)\nlong"
    assert read.cells[0].attachments == 1


@pytest.mark.exhaustive
@settings(max_examples=examples(150), deadline=None)
@given(TEXTS, NAMES)
def test_any_text_gives_cells_or_a_finding(text: str, name: str) -> None:
    """Nothing a file holds raises; where there is no code, a finding says so, and all text can be written."""
    read = read_notebook(text, name)

    assert read.code or read.findings
    assert read.readable or not read.cells
    assert [cell.number for cell in read.cells] == sorted({cell.number for cell in read.cells})
    for cell in read.cells:
        assert "\r" not in cell.source
        (cell.source + "".join(output.text for output in cell.outputs)).encode()


@pytest.mark.parametrize("text", ["[" * 100_000, '{"cells":' * 50_000, '{"nbformat":4,"cells":[],"a":' + "[" * 990])
def test_nesting_is_no_way_out(text: str) -> None:
    """What is nested too deep to be read is told like anything else."""
    assert read_notebook(text).findings
    assert not read_notebook(text, "a.ipynb").readable


def test_nbformat_waits_until_a_notebook_is_read() -> None:
    """What drafting and taking in import at their start costs no start-up: nbformat brings a schema checker along."""
    modules = ("drafting.prompts.notebook", "drafting.duplicates.detection", "seeds.intake", "api.findings.codes")
    loads = f"import sys, {', '.join(f'authoring.{module}' for module in modules)}"
    subprocess.run([sys.executable, "-c", f"{loads}\nassert 'nbformat' not in sys.modules"], check=True)
