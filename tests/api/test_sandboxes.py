"""Which environment cells run in: what a word means, and who is asked where nobody names one."""

import shutil
from pathlib import Path

import pytest

from authoring.api.sandboxes import THIS_INTERPRETER, choose_environment, default_environment
from authoring.errors import BenchmarkError, UsageError
from authoring.workspace import Workspace


def test_words_mean_environments(bare: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A lock of the workspace comes before a file of the same name; a path, a version and `here` mean themselves."""
    monkeypatch.chdir(tmp_path)
    for path in (tmp_path / "old", bare.root / "environments" / "old.lock", tmp_path / "other.lock"):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    python = shutil.which("python3")

    assert choose_environment(THIS_INTERPRETER, bare).lock is None
    assert choose_environment("3.12", bare).python == "3.12"
    assert choose_environment("old", bare).lock == bare.root / "environments" / "old.lock"
    assert choose_environment("other.lock", bare).lock == Path("other.lock")
    assert choose_environment(str(python), bare).python == python


def test_benchmark_comes_before_the_workspace(bare: Workspace) -> None:
    """What a benchmark says of itself holds wherever it is run; without it the workspace's settings hold."""
    (bare.root / "authoring.toml").write_text('[environment]\npython = "3.12"\n')
    workspace = Workspace(bare.root)

    assert default_environment(workspace).python == "3.12"
    assert default_environment(None).name == THIS_INTERPRETER
    (bare.root / "problemsets" / "_manifest.yaml").write_text("name: b\nversion: 1\nenvironment: {lock: e.lock}\n")
    assert default_environment(workspace).lock == bare.root / "problemsets" / "e.lock"
    assert default_environment(workspace).is_foreign


def test_relative_paths_are_the_workspaces(bare: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Settings mean the same from whatever folder the command is given."""
    (bare.root / "authoring.toml").write_text(
        '[environment]\npython = ".venv/bin/python"\nlock = "environments/e.lock"\n'
    )
    monkeypatch.chdir(tmp_path)
    choice = default_environment(Workspace(bare.root))

    assert choice.python == str(bare.root / ".venv/bin/python")
    assert choice.lock == bare.root / "environments/e.lock"
    assert not choice.is_foreign


def test_benchmarks_that_differ_do_not_run_together(tmp_path: Path) -> None:
    """One sandbox has one environment."""
    for name, python in (("a", "3.11"), ("b", "3.12")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "_manifest.yaml").write_text(
            f'name: {name}\nversion: 1\nenvironment: {{python: "{python}"}}\n'
        )

    assert default_environment(None, [tmp_path / "a"]).python == "3.11"
    with pytest.raises(UsageError, match="name different environments"):
        default_environment(None, [tmp_path / "a", tmp_path / "b"])


@pytest.mark.parametrize(
    "environment",
    [
        '{python: "bin/python"}',
        '{python: "/usr/bin/python3"}',
        "{lock: ../e.lock}",
        "{lock: /e.lock}",
        "{uv: x}",
        "[x]",
    ],
)
def test_benchmark_names_no_program(tmp_path: Path, environment: str) -> None:
    """A benchmark of a stranger cannot have a program of its own started outside of the sandbox."""
    (tmp_path / "_manifest.yaml").write_text(f"name: b\nversion: 1\nenvironment: {environment}\n")
    with pytest.raises(BenchmarkError, match="environment"):
        default_environment(None, [tmp_path])
