"""``authoring run``: drafts, admitted sets and files are proved; a reference that fails fails the command."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.fixture
def file(tmp_path: Path, problem_text: str) -> Path:
    """Return a problem set beside its data, outside any workspace."""
    (tmp_path / "sets" / "_inputs" / "penguins").mkdir(parents=True)
    (tmp_path / "sets" / "_inputs" / "penguins" / "penguins.csv").write_text("species,mass\nAdelie,3750\nGentoo,5000\n")
    path = tmp_path / "sets" / "penguins.py"
    path.write_text(problem_text)
    return path


def test_file_needs_no_workspace(cli: Cli, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any DSEAL file with its data beside it can be proved."""
    monkeypatch.chdir(file.parent)
    answer = cli("run", "penguins.py")

    assert answer.code == 0
    assert answer.out.startswith("penguins.py: ran in ")
    assert answer.out.count("correct") == 3


def test_failing_reference_fails_the_command(cli: Cli, file: Path) -> None:
    """A reference that raises is shown with its finding and makes the exit code 1."""
    file.write_text(file.read_text().replace('penguins["mass"].mean()', 'penguins["mass"].mean() / 0 * int("x")'))
    answer = cli("run", file)

    assert answer.code == 1
    assert " error " in answer.out
    assert "not run" in answer.out
    assert answer.out.splitlines()[-1].startswith("next: authoring explain DS4")


def test_draft_is_proved(cli: Cli, drafted: Workspace) -> None:
    """A draft is run afresh with its seed's data."""
    proofs = cli("run", "penguins", "--workspace", drafted.root, "--json").json

    assert [proof["name"] for proof in proofs] == ["penguins"]
    assert [cell["judgement"]["correct"] for cell in proofs[0]["evidence"]["dry_run"]["cells"][1:]] == ["yes"] * 3


def test_admitted_draft_is_one_text(cli: Cli, drafted: Workspace) -> None:
    """--all proves a draft and the set it became once, because they are the same text."""
    cli("admit", "penguins", "--yes", "--reviewer", "ada", "--workspace", drafted.root)

    assert len(cli("run", "--all", "--workspace", drafted.root, "--json").json) == 1


def test_lint_errors_are_not_run(cli: Cli, file: Path) -> None:
    """A text with lint errors is shown with them and is not run."""
    file.write_text(file.read_text().replace("question:", "questoin:", 1))
    answer = cli("run", file)

    assert answer.code == 1
    assert "not run: lint found errors" in answer.out


def test_name_of_nothing(cli: Cli, drafted: Workspace) -> None:
    """A misspelt name is answered with the one that is there."""
    answer = cli("run", "penguin", "--workspace", drafted.root)

    assert (answer.code, answer.err.splitlines()[-1]) == (2, "hint: did you mean penguins?")


@pytest.mark.parametrize(("manifest", "code"), [("", 1), ("dialect: strict\n", 0)])
def test_manifest_chooses_the_dialect(cli: Cli, file: Path, manifest: str, code: int) -> None:
    """NaN does not equal itself for DSEval, so its reference refuses itself; in the strict dialect it does."""
    file.write_text(file.read_text().replace('penguins["mass"].mean()', 'float("nan")'))
    (file.parent / "_manifest.yaml").write_text(f"name: birds\nversion: 1\n{manifest}")

    assert cli("run", file).code == code


def test_inputs_in_a_folder_are_inputs(cli: Cli, file: Path) -> None:
    """A set's input files may stand in folders, as one of DSEval's published sets has them; none is left out."""
    data = file.parent / "_inputs" / file.stem / "by year" / "first half.csv"
    data.parent.mkdir(parents=True)
    data.write_text("a,b\n1,2\n3,4\n")
    file.write_text(
        '# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: How many rows has the table?\nvalidator:\n  result:\n"""\n'
        'len(pd.read_csv("inputs/by year/first half.csv"))\n'
    )

    answer = cli("run", file, "--json")

    assert answer.code == 0, answer
    inputs = answer.json[0]["evidence"]["dry_run"]["inputs"]
    assert [each["name"] for each in inputs] == ["by year/first half.csv", "penguins.csv"]
