"""``authoring export``: admitted sets leave as a benchmark folder."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.fixture
def admitted(cli: Cli, drafted: Workspace) -> Workspace:
    """Return a workspace with one admitted set."""
    assert cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root).code == 0
    return drafted


def test_writes_a_benchmark(cli: Cli, admitted: Workspace, tmp_path: Path, problem_text: str) -> None:
    """Manifest, set and data stand in the folder; the next command proves the export."""
    answer = cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root)

    assert answer.code == 0
    assert (tmp_path / "out" / "penguins.py").read_text() == problem_text
    assert (tmp_path / "out" / "_inputs" / "penguins" / "penguins.csv").is_file()
    assert answer.out.splitlines()[-1] == f"next: authoring run {tmp_path}/out"


def test_export_can_be_proved(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """The command that is named next works on what was written."""
    cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root)

    assert cli("run", tmp_path / "out").code == 0


def test_json(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """The answer lists sets and files."""
    exported = cli("export", "dseval", tmp_path / "out", "penguins", "--workspace", admitted.root, "--json").json

    assert exported["problemsets"] == ["penguins"]
    assert exported["files"] == ["_inputs/penguins/penguins.csv", "_manifest.yaml", "penguins.py"]


@pytest.mark.parametrize(
    ("target", "name", "hint"),
    [("dsevl", "penguins", "formats: dseval"), ("dseval", "pengins", "did you mean penguins?")],
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


def test_foreign_folder_is_left_alone(cli: Cli, admitted: Workspace, tmp_path: Path) -> None:
    """A folder that no export wrote is not touched."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()

    assert cli("export", "dseval", tmp_path / "mine", "--workspace", admitted.root).code == 3
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]
