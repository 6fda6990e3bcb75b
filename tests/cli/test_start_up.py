"""Start-up: what a verb loads before it does its work."""

import subprocess
import sys
from pathlib import Path

import pytest
import typer

from authoring.cli.main import app
from authoring.cli.start_up import needed_part

DATA_LIBRARIES = {"numpy", "pandas", "matplotlib", "sklearn", "pyarrow"}
NOTEBOOKS = {"nbformat", "nbconvert", "jupyter_client"}
NETWORK = {"openai", "httpx", "requests", "urllib.request", "kaggle", "distributed"}
DRAFTERS = {
    "authoring.api.pipeline",
    "authoring.api.models",
    "authoring.drafting.drafter",
    "authoring.llm.models.openai.client",
    "authoring.seeds.notebooks.cleaning",
}
RULES = {"authoring.dseal.rules.registry", "authoring.gate.alignment.registry", "authoring.formats.base.registry"}
SANDBOX = {"authoring.sandbox.client.local", "authoring.sandbox.remote.command", "authoring.gate.dry_run"}
ALWAYS = {*DATA_LIBRARIES, *NOTEBOOKS, *NETWORK, *DRAFTERS, "textual"}
RECORDS = {"pydantic", "yaml", "jsonschema", "authoring.workspace"}
VERBS = {
    "--help": {*ALWAYS, *RULES, *SANDBOX, *RECORDS, "markdown_it", "rich.traceback"},
    "run --help": {*ALWAYS, *RULES, *SANDBOX, "yaml", "jsonschema", "authoring.workspace"},
    "status": {*ALWAYS, *RULES, *SANDBOX},
    "status --json": {*ALWAYS, *RULES, *SANDBOX},
    "trust": {*ALWAYS, *RULES, *SANDBOX},
    "seed list": {*ALWAYS, "authoring.gate.dry_run"} - {"authoring.seeds.notebooks.cleaning"},
    "lint SET": {*ALWAYS, *SANDBOX} - {"authoring.gate.dry_run"},
    "migrate --check": {*ALWAYS, *RULES, *SANDBOX},
    # No set is run here, so that only what the verb itself loads counts.
    "run --all": {*ALWAYS, "authoring.api.executors.cluster"},
    "evaluate SET --solver reference": {
        *ALWAYS,
        "jsonschema",
        "authoring.api.evaluation.error_modes",
        "authoring.evaluation.rate_comparison",
        "authoring.formats.cibench.export.tree",
        "authoring.formats.cibench.score.opencompass",
    }
    - {"authoring.api.models", "authoring.llm.models.openai.client", "urllib.request"},
    "check --all": {*ALWAYS, "authoring.api.decisions", "authoring.evaluation.pilot.draft_solve"},
}
"""What each verb must not have loaded when it ends."""
PROGRAM = """
import sys
from authoring.cli.main import run_command
run_command(sys.argv[2:])
print(sorted(set(sys.argv[1].split(",")) & sys.modules.keys()), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with an admitted set and no record of its origin."""
    from authoring.workspace import Workspace  # noqa: PLC0415 - not for the processes that are looked at

    root = tmp_path_factory.mktemp("workspace")
    workspace, _ = Workspace.create(root)
    workspace.problemset_path("sums").write_text(
        '# %%\n"""\nquestion: What is 1 + 1?\nvalidator:\n  result: {}\n"""\n\n1 + 1\n'
    )
    return root


def loaded(code: str, heavy: set[str], *arguments: str, cwd: Path) -> str:
    """Return which of the modules a program has loaded when it ends."""
    command = [sys.executable, "-c", code, ",".join(sorted(heavy)), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    return ended.stderr.splitlines()[-1]


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_loads_only_what_it_works_with(verb: str, folder: Path) -> None:
    """Heavy libraries, and rooms that have no part in a verb, are not imported by it."""
    arguments = verb.replace("SET", "problemsets/sums.py").split()
    assert loaded(PROGRAM, VERBS[verb], *arguments, cwd=folder) == "[]"


def test_importing_the_package_loads_nothing(folder: Path) -> None:
    """A program pays for the functions it uses, and not for the others."""
    code = "import sys, authoring; print([m for m in sys.modules if m in sys.argv[1].split(',')], file=sys.stderr)"
    heavy = {*ALWAYS, *RULES, *SANDBOX, *RECORDS, "authoring.errors", "authoring.records", "authoring.api"}
    assert loaded(code, heavy, cwd=folder) == "[]"


VERBS_AND_GROUPS = sorted(typer.main.get_group(app).commands)


def test_a_command_line_is_built_of_the_verb_that_it_names() -> None:
    """Of every verb and group that the whole has, the part is that one alone; for all else it is the whole."""
    for name in VERBS_AND_GROUPS:
        assert [*typer.main.get_group(needed_part(app, [name, "--help"])).commands] == [name]
    for words in (["no-such-verb"], ["--version"], []):
        assert needed_part(app, words) is app


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_of_all_verbs_is_that_of_the_whole(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Parameters that are not built are not missed in the list of all verbs."""
    texts = []
    for command_line in (app, needed_part(app, [word])):
        command_line([word], prog_name="authoring", standalone_mode=False)
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert all(f" {name} " in texts[0] for name in VERBS_AND_GROUPS if name != "serve")


def test_a_shell_that_completes_words_sees_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says its words in the environment, and no arguments."""
    monkeypatch.setenv("_AUTHORING_COMPLETE", "complete_bash")
    assert needed_part(app, ["--help"]) is app
