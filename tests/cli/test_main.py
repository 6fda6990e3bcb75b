"""The command line as a whole: help, exit codes, errors, start-up."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from authoring.cli.main import app, run_command
from authoring.workspace import Workspace

ROOT = Path(__file__).parents[2]
VERBS = (
    "",
    "init",
    "migrate",
    "trust",
    "seed",
    "seed add",
    "seed show",
    "seed list",
    "seed check",
    "seed search",
    "seed update",
    "seed versions",
    "seed notebooks",
    "seed digest",
    "seed describe",
    "seed edit",
    "seed rename",
    "seed remove",
    "pilot",
    "set",
    "set remove",
    "set rename",
    "set reopen",
    "drafts",
    "drafts show",
    "drafts edit",
    "drafts rename",
    "drafts remove",
    "drafts reopen",
    "seed invent",
    "topics",
    "draft",
    "lint",
    "explain",
    "check",
    "run",
    "review",
    "revise",
    "admit",
    "export",
    "status",
    "demo",
    "doctor",
    "serve",
    "evaluate",
    "stats",
    "env",
    "env lock",
    "env create",
    "env check",
    "env list",
    "env remove",
    "results",
    "results show",
    "results compare",
    "score",
    "score cibench",
    "score dabench",
    "score mlbench",
    "import",
    "import notebook",
    "import functions",
    "import csv",
    "import cibench",
    "import dseval",
    "import mlbench",
    "import results",
    "models",
    "models check",
    "models list",
    "learn",
    "translate",
    "report",
    "report yield",
    "report rubric",
    "report spending",
)
GROUPS = {"", "env", "seed", "results", "import", "models", "report", "score", "set", "drafts"}
HEAVY = {
    "pandas",
    "numpy",
    "openai",
    "kaggle",
    "requests",
    "nbformat",
    "pydantic",
    "sklearn",
    "scipy",
    "yaml",
    "jsonschema",
    "jinja2",
}


def program(
    *arguments: str, stdout: int = subprocess.PIPE, cwd: Path | None = None, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with the project in its path."""
    path = os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", "")))
    env = {**os.environ, "PYTHONPATH": path, **(more or {})}
    command = [sys.executable, *arguments]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, env=env, cwd=cwd, check=False)


@pytest.mark.parametrize("verb", VERBS)
def test_help(verb: str, cli: Callable[..., Any], golden: Callable[[str, str], None]) -> None:
    """Every verb says what it does, with an example; its words change only on purpose."""
    answer = cli(*verb.split(), "--help")

    assert answer.code == 0
    assert verb in GROUPS or f"Example: authoring {verb}" in answer.out
    golden(f"cli/{verb.replace(' ', '-') or 'authoring'}.txt", answer.out)


def test_every_verb_is_tested() -> None:
    """A new verb has to stand in the list above, or its help goes unread."""
    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}

    groups = {group.typer_instance.info.name for group in app.registered_groups if group.typer_instance}

    assert names | groups == {verb.split()[0] for verb in VERBS if verb}


def test_help_imports_nothing_heavy() -> None:
    """Help comes before anything that takes time to import."""
    told = program("-X", "importtime", "-m", "authoring", "--help")
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in told.stderr.splitlines()}

    assert told.returncode == 0
    assert "typer" in imported
    assert imported & HEAVY == set()


def test_no_arguments_show_help(cli: Callable[..., Any]) -> None:
    """Whoever types the bare name learns what there is."""
    assert cli().out == cli("--help").out


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["evalute"], "error: no such command 'evalute'", "hint: did you mean 'evaluate'?"),
        (["lint"], "error: missing argument 'PATH...'", "hint: see: authoring lint --help"),
        (["lint", "x.py", "--jso"], "error: no such option: --jso", "hint: did you mean --json?"),
        (["lint", "none.py"], "error: none.py: no such file or folder", "hint: name a DSEAL file"),
        (
            ["explain", "empty-questio"],
            "error: no finding is called empty-questio",
            "hint: did you mean empty-question?",
        ),
        (["run"], "error: nothing to run", "hint: name drafts, sets or files, or say --all"),
    ],
)
def test_usage(arguments: list[str], message: str, hint: str, cli: Callable[..., Any]) -> None:
    """What cannot be meant ends with 2, one line that says what, and one that says what instead."""
    answer = cli(*arguments)

    assert (answer.code, answer.out) == (2, "")
    assert answer.err.splitlines()[0].startswith(message)
    assert answer.err.splitlines()[1].startswith(hint)


def test_errors_are_json_too(cli: Callable[..., Any]) -> None:
    """A program that asked for JSON gets its errors as JSON, on standard error."""
    answer = cli("lint", "none.py", "--json")

    assert (answer.code, answer.out) == (2, "")
    assert json.loads(answer.err)["error"]["exit_code"] == 2


def test_no_workspace(cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a workspace a verb says so, and how to make one."""
    monkeypatch.chdir(tmp_path)
    answer = cli("status")

    assert answer.code == 3
    assert answer.err == f"error: {tmp_path}: no workspace here or above\nhint: make one with: authoring init DIR\n"


def test_named_folder_is_no_workspace(cli: Callable[..., Any], tmp_path: Path) -> None:
    """--workspace never falls back to another workspace."""
    assert cli("status", "--workspace", tmp_path).code == 3


def test_broken_settings(cli: Callable[..., Any], bare: Workspace) -> None:
    """A slip in authoring.toml is named with the key that was meant."""
    (bare.root / "authoring.toml").write_text("[limits]\nmax_tme = 3\n")
    answer = cli("run", "--all", "--workspace", bare.root)

    assert answer.code == 3
    assert "limits.max_tme: unknown key\nhint: did you mean max_time?" in answer.err

    assert "authoring.toml: limits.max_tme: unknown key" in cli("status", "--workspace", bare.root).out


def test_unknown_seed(cli: Callable[..., Any], seeded: Workspace) -> None:
    """A misspelt seed is answered with the one that is there."""
    answer = cli("draft", "pengins", "--workspace", seeded.root)

    assert (answer.code, answer.err) == (4, "error: no seed is called pengins\nhint: did you mean penguins?\n")


def test_unforeseen_error_is_our_bug(bare: Workspace) -> None:
    """What nobody foresaw ends with 70, one line, and a file that holds the traceback and the versions."""
    broken = "import sys; sys.modules['authoring.api.status'] = None; from authoring.cli.main import main; main()"
    done = program("-c", broken, "status", cwd=bare.root, more={"TMPDIR": str(bare.root)})
    (report,) = bare.root.glob("authoring-bug-*.log")

    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.splitlines()[0] == "error: this is a bug in authoring (ModuleNotFoundError)"
    assert str(report) in done.stderr
    assert "Traceback" in report.read_text()
    assert "python 3" in report.read_text()


def test_what_the_system_refuses_is_no_bug(cli: Callable[..., Any], tmp_path: Path) -> None:
    """A path that cannot be written is the user's to mend."""
    (tmp_path / "file").touch()
    answer = cli("init", tmp_path / "file" / "bench")

    assert answer.code == 3
    assert "Not a directory" in answer.err


def test_head_may_hang_up() -> None:
    """Whoever stops reading ends the program without a traceback."""
    reading, writing = os.pipe()
    os.close(reading)
    done = program("-m", "authoring", "explain", "--json", stdout=writing)
    os.close(writing)

    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("authoring draft pe", {"penguins"}),
        ("authoring seed show ", {"penguins"}),
        ("authoring review pe", {"penguins"}),
        ("authoring run p", {"penguins"}),
        ("authoring explain DS20", {f"DS20{number}" for number in range(1, 10)}),
        ("authoring export d", {"dabench", "dseval"}),
        ("authoring dr", {"draft", "drafts"}),
    ],
)
def test_shell_completion(words: str, expected: set[str], drafted: Workspace) -> None:
    """The shell completes verbs, names of the workspace, codes and formats."""
    more = {"_AUTHORING_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = program("-m", "authoring", cwd=drafted.root, more=more)

    assert done.stderr == ""
    assert set(done.stdout.split()) <= expected
    assert set(done.stdout.split())


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version` prints the installed version and nothing else."""
    assert run_command(["--version"]) == 0
    assert capsys.readouterr().out.strip() == version("dseal-authoring")
