"""A package outside the tree adds a member to every registry: no list is edited, and every command knows it."""

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from authoring.drafting.templates.format import read_template
from authoring.extensions import members, names, texts
from authoring.llm.models.registry import open_model
from authoring.llm.port import Request
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace

CASES = Path(__file__).parent / "cases" / "extension"
SET = '''# %%
"""
question: GIVE FIVE NUMBERS.
validator:
  example_length:
"""

[1, 2, 3, 4, 5]
'''


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the example package on the path, as installing it would."""
    monkeypatch.syspath_prepend(str(CASES))


@pytest.fixture
def environment() -> dict[str, str]:
    """Return the variables of a process that finds the example package."""
    return {**os.environ, "PYTHONPATH": str(CASES)}


def authoring(*arguments: object, environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program as a user of the example package does."""
    command = [sys.executable, "-m", "authoring", *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("installed")
def test_members_of_a_package_stand_behind_those_of_the_folder() -> None:
    """A folder's modules come first, sorted; an entry point adds a member under its own name."""
    rules = [name for name, _ in names("authoring.dseal.rules")]

    assert rules[-1] == "shouting_question"
    assert rules[:-1] == sorted(rules[:-1])
    assert members("authoring.dseal.mutation")["doubled_number"].SUMMARY == "gives the answer twice"
    assert [name for name, _ in texts("authoring.templates")] == ["example_rows"]


def test_two_members_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package cannot take the place of a member; whoever installs it is told which two collide."""
    folder = tmp_path / "rival-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: rival\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[authoring.dseal.rules]\nempty_question = rival.rule\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    with pytest.raises(ValueError, match=r"'empty_question'; the second is rival\.rule"):
        list(names("authoring.dseal.rules"))


@pytest.mark.exhaustive
def test_every_command_knows_the_members(tmp_path: Path, environment: dict[str, str]) -> None:
    """A rule finds, its code and the format's are explained, a source gives a seed, and a format is listed."""

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return authoring(*arguments, environment=environment, folder=tmp_path)

    (tmp_path / "set.py").write_text(SET)

    assert "EX001" in run("lint", "set.py", "--json").stdout
    assert [run("explain", code).returncode for code in ("EX001", "EX641", "EX701")] == [0, 0, 0]
    assert run("init", ".").returncode == 0
    assert run("seed", "add", "example:letters").returncode == 0
    assert "questions, one a line" in run("export", "--list").stdout


@pytest.mark.usefixtures("installed")
def test_template_of_a_package_is_drafted_from(tmp_path: Path) -> None:
    """A template of a package counts as one of the workspace, is read like one, and gives way to one of its name."""
    workspace, _ = Workspace.create(tmp_path)
    by_name = {template.name: template for template in workspace.templates()}
    (tmp_path / "templates" / "example_rows.py").write_text("of the workspace")
    replaced = {template.name: template.text for template in workspace.templates()}

    assert read_template(by_name["example_rows"]).header.title == "How many rows the example counts"
    assert replaced["example_rows"] == "of the workspace"


def test_validator_of_a_package_judges(environment: dict[str, str]) -> None:
    """A block may name a validator of a package; it judges wherever the package is installed."""
    code = """
from authoring.validators.base import Execution
from authoring.validators import build
validator = build({"example_length": None}, "dseval")
rest = {"source": "", "stream": "", "error": None, "error_text": "", "namespace": {}, "changes": {}}
items = [validator.collect(Execution(value=value, **rest), None) for value in ([1, 2], [3, 4], [5])]
verdicts = [validator.judge(items[0], items[1]), validator.judge(items[0], items[2])]
print(*(part.correct for verdict in verdicts for part in verdict.parts if part.category == "example_length"))
"""
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)

    assert run.stdout.split() == ["yes", "no"], run.stderr


def test_reading_and_alignment_rule_of_a_package_find(environment: dict[str, str]) -> None:
    """A kind of reading stands where its rank says, a rule where its code does, and both are asked like any other."""
    code = """
from authoring.dseal.readings import KINDS, readings
from authoring.gate.alignment.registry import RULES, align
print(list(KINDS)[-1], list(RULES)[-1])
print(readings("df.sort_values('a')", "List the rows of df by a.")[-1].code)
print(*(finding.code for finding in align(RULES["EX641"].INFO.bad)))
"""
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)

    assert run.stdout.splitlines() == ["example_order EX641", "df.sort_values('a', ascending=False)", "EX641"], (
        run.stderr
    )


@pytest.mark.usefixtures("installed")
def test_model_of_a_package_answers() -> None:
    """A prefix of a model's name that a package adds opens the model of the package, with what stands behind it."""
    with closing(open_model(ModelChoice(name="example:forty-two"), key=None)) as model:
        reply = model.complete(Request(purpose="sketch", subject="birds", messages=()))

    assert reply.text == "forty-two"


@pytest.mark.exhaustive
def test_solver_of_a_package_answers(tmp_path: Path, environment: dict[str, str]) -> None:
    """A solver of a package is asked for by its name, and its answers are judged like anybody's."""
    (tmp_path / "set.py").write_text(SET.replace("example_length", "result"))

    run = authoring("evaluate", "set.py", "--solver", "example", "--json", environment=environment, folder=tmp_path)

    assert run.returncode in {0, 1}, run.stderr
    assert json.loads(run.stdout)
