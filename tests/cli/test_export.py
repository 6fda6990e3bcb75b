"""``authoring export``: admitted sets leave as a benchmark folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.formats.base.registry import EXPORTERS
from authoring.workspace import Workspace
from tests.admitted_sets import put_set
from tests.exports import manifest_in

Cli = Callable[..., Any]
PLOT = '''# %%
"""
question: Draw a line from (0, 0) to (1, 1).
validator:
  template: intact
  vis:
"""
import matplotlib.pyplot as plt
plt.plot([0, 1], [0, 1])
'''


@pytest.fixture
def admitted(cli: Cli, drafted: Workspace) -> Workspace:
    """Return a workspace with one admitted set."""
    assert cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root).code == 0
    return drafted


@pytest.mark.exhaustive
def test_writes_a_benchmark(cli: Cli, admitted: Workspace, tmp_path: Path, problem_text: str) -> None:
    """Manifest, set and data stand in the folder; the next command proves the export."""
    answer = cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root)

    assert answer.code == 0
    assert (tmp_path / "out" / "penguins.py").read_text() == problem_text
    assert (tmp_path / "out" / "_inputs" / "penguins" / "penguins.csv").is_file()
    assert answer.out.splitlines()[-1] == f"next: authoring run {tmp_path}/out"


@pytest.mark.exhaustive
def test_export_can_be_proved(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """The command that is named next works on what was written."""
    cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root)

    assert cli("run", tmp_path / "out").code == 0


@pytest.mark.exhaustive
def test_json(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """The answer lists sets and files."""
    exported = cli("export", "dseval", tmp_path / "out", "penguins", "--workspace", admitted.root, "--json").json

    assert exported["problemsets"] == ["penguins"]
    assert exported["files"] == [
        "_inputs/penguins/penguins.csv",
        "_manifest.yaml",
        "_meta/penguins.yaml",
        "penguins.py",
        "export.json",
    ]
    assert exported["findings"] == []


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("target", "name", "hint"),
    [("dsevl", "penguins", f"formats: {', '.join(EXPORTERS)}"), ("dseval", "pengins", "did you mean penguins?")],
)
def test_slips(cli: Cli, admitted: Workspace, tmp_path: Path, target: str, name: str, hint: str) -> None:
    """A misspelt format or set is answered with what there is, and nothing is written."""
    answer = cli("export", target, tmp_path / "out", name, "--workspace", admitted.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (2, f"hint: {hint}")
    assert not (tmp_path / "out").exists()


def test_nothing_admitted(cli: Cli, drafted: Workspace, tmp_path: Path) -> None:
    """Without an admitted set there is nothing to export."""
    answer = cli("export", "dseval", tmp_path / "out", "--workspace", drafted.root)

    assert answer.code == 9
    assert "authoring admit NAME" in answer.err


@pytest.mark.exhaustive
def test_foreign_folder_is_left_alone(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """A folder that no export wrote is not touched."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()

    assert cli("export", "dseval", tmp_path / "mine", "--workspace", admitted.root).code == 3
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


@pytest.fixture
def with_plot(admitted: Workspace) -> Workspace:
    """Return a workspace whose second set DSEval cannot judge."""
    put_set(admitted, "plot", PLOT)
    return admitted


@pytest.mark.exhaustive
def test_what_cannot_be_said_is_shown_before_anything_is_written(
    cli: Cli, with_plot: Workspace, tmp_path: Path
) -> None:
    """The finding stands there with file, line and code, the hint names the option, and no folder is made."""
    answer = cli("export", "dseval", tmp_path / "out", "--workspace", with_plot.root)

    assert answer.code == 9
    assert "plot.py:6:" in answer.err
    assert "DS702" in answer.err
    assert answer.err.splitlines()[-1].endswith("To let it pass: --allow DS702")
    assert not (tmp_path / "out").exists()


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("allow", [["--allow", "DS702"], ["--allow", "ds702,DS701"], ["--allow", "unknown-to-dseval"]])
def test_a_finding_is_let_pass(cli: Cli, with_plot: Workspace, tmp_path: Path, allow: list[str]) -> None:
    """By code, by name, or several with commas: what was let pass is a note, and stands in the manifest."""
    answer = cli("export", "dseval", tmp_path / "out", *allow, "--workspace", with_plot.root)

    assert answer.code == 0
    assert "(let pass)" in answer.out
    assert "DS702" in manifest_in((tmp_path / "out" / "export.json").read_text()).allowed
    assert not (tmp_path / "out" / "plot.py").exists()


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--allow", "DS312"], "is no finding of an export"),
        (["--allow", "DS999"], "DS999"),
        (["--language", "zh"], "dseval has no language zh"),
        (["--suite", "template"], "dseval has no suite template"),
    ],
)
def test_options_that_make_no_sense(
    cli: Cli, admitted: Workspace, tmp_path: Path, options: list[str], word: str
) -> None:
    """A finding that cannot pass, and a language or kind of tree that the format does not have, are told at once."""
    answer = cli("export", "dseval", tmp_path / "out", *options, "--workspace", admitted.root)

    assert answer.code == 2
    assert word in answer.err
    assert not (tmp_path / "out").exists()


@pytest.mark.exhaustive
def test_folder_is_looked_at_first(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """A folder that may not be replaced is refused before a cell runs."""
    (tmp_path / "thesis.txt").touch()
    put_set(admitted, "broken", "# %%\nraise SystemExit\n")
    answer = cli("export", "jupyter", tmp_path, "--workspace", admitted.root)

    assert answer.code == 3
    assert "DS" not in answer.err


def test_formats_are_listed(cli: Cli) -> None:
    """--list shows every format with what it is, in no workspace."""
    answer = cli("export", "--list")

    assert answer.code == 0
    lines = {line.split()[0]: line for line in answer.out.splitlines() if line.split()}
    assert [name for name, known in EXPORTERS.items() if known.summary.split()[1] not in lines.get(name, "")] == []


@pytest.mark.exhaustive
def test_second_export_replaces_the_first(cli: Cli, with_plot: Workspace, tmp_path: Path) -> None:
    """An export goes over an earlier one, and not over one that a person has changed since."""
    out = tmp_path / "out"
    assert cli("export", "dseval", out, "--allow", "DS702", "--workspace", with_plot.root).code == 0
    assert cli("export", "dseval", out, "penguins", "--workspace", with_plot.root).code == 0
    (out / "penguins.py").write_text("# %%\nmine = 1\n")
    answer = cli("export", "dseval", out, "penguins", "--workspace", with_plot.root)

    assert answer.code == 3
    assert "was changed since it was exported" in answer.err
    assert (out / "penguins.py").read_text() == "# %%\nmine = 1\n"
