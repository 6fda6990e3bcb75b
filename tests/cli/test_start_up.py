"""Start-up: what a verb loads before it does its work."""

import subprocess
import sys
from pathlib import Path

import pytest

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
    "--help": {*ALWAYS, *RULES, *SANDBOX, *RECORDS},
    "run --help": {*ALWAYS, *RULES, *SANDBOX, "yaml", "jsonschema", "authoring.workspace"},
    "status": {*ALWAYS, *RULES, *SANDBOX},
    "status --json": {*ALWAYS, *RULES, *SANDBOX},
    "trust": {*ALWAYS, *RULES, *SANDBOX},
    "seed list": {*ALWAYS, "authoring.gate.dry_run"} - {"authoring.seeds.notebooks.cleaning"},
    "lint SET": {*ALWAYS, *SANDBOX} - {"authoring.gate.dry_run"},
    "migrate --check": {*ALWAYS, *RULES, *SANDBOX},
    # No set is run here, so that only what the verb itself loads counts.
    "run --all": {*ALWAYS, "authoring.api.executors.cluster"},
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
        '# %%\n"""\nquestion: What is 1 + 1?\nvalidator:\n  result_check: {}\n"""\n\n1 + 1\n'
    )
    return root


def loaded(code: str, heavy: set[str], *arguments: str, cwd: Path) -> str:
    """Return which of the modules a program has loaded when it ends."""
    command = [sys.executable, "-c", code, ",".join(sorted(heavy)), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, cwd=cwd)
    return ended.stderr.splitlines()[-1]


@pytest.mark.exhaustive(sample=3)
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
