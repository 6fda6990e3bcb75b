"""What `authoring.api.imports` returns is what the verbs of ``authoring import`` print with ``--json``."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.imports.cibench import import_cibench
from authoring.api.imports.dseval import DsevalImportOptions, import_dseval
from authoring.api.imports.files import ImportOptions, import_csv, import_functions, import_notebook
from authoring.api.imports.results import import_results
from authoring.errors import DraftError, UsageError, WorkspaceError
from authoring.workspace import Workspace
from tests.cli.test_import_ import LINES
from tests.formats.cibench.import_.test_import_ import CASES as EXPERIMENTS
from tests.formats.cibench.import_.test_import_ import notebook_of

Cli = Callable[..., Any]
BENCHMARK = Path(__file__).parents[1] / "cases" / "importers" / "benchmark"
FUNCTION = '''def area(radius: float) -> float:
    """Return three times the square of the radius.

    >>> area(1.0)
    3.0
    """
    return 3 * radius**2
'''
PAIRS = "question,answer\nHow much is 1 + 1?,1 + 1\nHow much is 2 * 3?,2 * 3\n"
NOTEBOOK = "# Sums\n\n### Question 1. How much is 1 + 1?\n\n```python\n1 + 1\n```\n"


@pytest.mark.exhaustive
def test_files_become_drafts(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A file of functions, of pairs, or a notebook gives the state of the run that the verb prints."""
    for verb, name, text, importer in (
        (("import", "functions"), "circles.py", FUNCTION, import_functions),
        (("import", "csv"), "pairs.csv", PAIRS, import_csv),
        (("import", "notebook"), "sums.md", NOTEBOOK, import_notebook),
    ):
        file = tmp_path / name
        file.write_text(text)
        state = importer(bare, file, ImportOptions(licence="MIT"))
        printed = cli(*verb, file, "--licence", "MIT", "--workspace", bare.root, "--json")

        assert state.model_dump(mode="json") == printed.json, name
        assert bare.read_seed(file.stem).licence == "MIT"


def test_a_file_without_problems_is_an_error(bare: Workspace, tmp_path: Path) -> None:
    """Nothing is written of a file that makes no problem."""
    (tmp_path / "empty.py").write_text("x = 1\n")

    with pytest.raises(DraftError, match="no function makes a problem"):
        import_functions(bare, tmp_path / "empty.py")
    assert bare.seeds() == ()


@pytest.mark.slow
def test_a_tree_becomes_drafts(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Done again, a tree gives the same report."""
    path = tmp_path / "tree" / "cibench_template" / "pandas" / "words.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(notebook_of(yaml.safe_load((EXPERIMENTS / "words.yml").read_text("utf-8"))), "utf-8")
    tree = import_cibench(bare, tmp_path / "tree")
    printed = cli("import", "cibench", tmp_path / "tree", "--workspace", bare.root, "--json")

    assert tree.model_dump(mode="json") == printed.json
    assert tree.exit_code == printed.code


@pytest.mark.exhaustive
def test_a_benchmark_is_checked(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """A check needs no workspace; drafts do, and options that contradict each other are refused."""
    folder = tmp_path / "small"
    shutil.copytree(BENCHMARK, folder)
    options = DsevalImportOptions(("shops",), check=True)
    checked = import_dseval(folder, options, workspace=bare)
    arguments = ("--set", "shops", "--check", "--workspace", bare.root, "--json")

    assert checked.model_dump(mode="json") == cli("import", "dseval", folder, *arguments).json
    assert bare.runs() == ()
    with pytest.raises(WorkspaceError):
        import_dseval(folder, DsevalImportOptions(("shops",)), workspace=None)
    with pytest.raises(UsageError, match="takes a reason"):
        import_dseval(folder, DsevalImportOptions(admit=True), workspace=bare)


def test_results_are_put_in_order(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """Results stand below submissions/ in the workspace; without one they are only summed up."""
    file = tmp_path / "agent.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    imported = import_results(file, workspace=bare)

    assert imported.model_dump(mode="json") == cli("import", "results", file, "--workspace", bare.root, "--json").json
    assert import_results(file) == imported.model_copy(update={"written": ""})
