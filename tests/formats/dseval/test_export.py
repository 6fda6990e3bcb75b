"""What we export, DSEval's own code loads and finds correct."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.dseal import Severity, parse
from authoring.errors import ExportError
from authoring.records.bundle import AdmittedSet, FileContent
from authoring.validators.flags import STRICT_FLAGS
from authoring.workspace import Workspace
from authoring.workspace.exports import write_export
from tests.exports import exported

ROOT = Path(__file__).parents[3]
EVALUATE = ROOT / "tests" / "cases" / "dseval_peer" / "evaluate.py"
CASES = ROOT / "tests" / "cases" / "exporters" / "dseval"
SCHEMA = ROOT / "authoring" / "dseal" / "schema" / "dseal.schema.json"
OURS = {"answer_in_source", "vis"}
"""Validators that DSEval does not have."""

TEXT = '''# %%
import pandas as pd
t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  How many rows has `t`? Give a whole number.
"""
len(t)
'''
PLOT = '''
# %%
"""
question: |
  Draw `x` of `t` as a line.
validator:
  template: intact
  or:
    vis:
"""
"""Not a docstring."""
u = t["x"].plot()

# %%
"""
question: |
  How many lines has `u`? Give a whole number.
"""
len(u.lines)
'''


def problemset(text: str = TEXT, name: str = "small") -> AdmittedSet:
    """Return a small set with one table."""
    return AdmittedSet(name=name, text=text, inputs=(FileContent(path="t.csv", content=b"x\n1\n2\n"),))


def contents(*sets: AdmittedSet, allowed: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the files of an export, all but its own manifest, by path."""
    bundle = exported("dseval", sets, allowed=allowed)
    return {file.path: file.content.decode() for file in bundle.files if file.path != "export.json"}


def verdicts(python: Path, folder: Path) -> list[tuple[str, int, str]]:
    """Return what DSEval's loop says of each problem's own reference: set, number, verdict."""
    command = [python, EVALUATE, folder, folder.parent / "run"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)

    assert process.returncode == 0, process.stderr
    return [(name, index, verdict) for name, index, verdict, _ in json.loads(process.stdout.splitlines()[-1])]


def test_export_holds_manifest_text_and_data() -> None:
    """An export is the manifest, the unchanged text, and the data."""
    assert contents(problemset()) == {
        "_inputs/small/t.csv": "x\n1\n2\n",
        "_manifest.yaml": "name: b\nversion: '1'\n",
        "small.py": TEXT,
    }


def test_what_is_known_of_a_set_stands_beside_it() -> None:
    """Provenance goes into _meta/, and nothing of it into the set's file."""
    files = contents(problemset().model_copy(update={"meta": "name: small\nrevision: 3\n"}))

    assert files["_meta/small.yaml"] == "name: small\nrevision: 3\n"
    assert files["small.py"] == TEXT


def test_paper_spelling_is_exported_as_dseval_reads_it() -> None:
    """DSEval's released code does not know `query`."""
    assert contents(problemset(TEXT.replace("question:", "query:")))["small.py"] == TEXT


def test_broken_set_is_not_exported() -> None:
    """A set that DSEval would misread stops the export, the place is named, and nobody can let it pass."""
    broken = problemset(TEXT.replace("question:", "qestion:"))
    with pytest.raises(ExportError, match=r"small\.py:\d+: DS1\d\d ") as caught:
        exported("dseval", [broken], allowed=["DS702"])
    assert "--allow" not in caught.value.hint


@pytest.mark.parametrize("validator", sorted(OURS))
def test_validator_that_dseval_lacks_is_not_exported(validator: str) -> None:
    """DSEval would stop at a validator of ours; the export stops first, and says where."""
    text = TEXT.replace("whole number.\n", f"whole number.\nvalidator:\n  {validator}:\n")
    with pytest.raises(ExportError, match=rf"small\.py:10: DS702 .* '{validator}'") as caught:
        exported("dseval", [problemset(text)])
    assert "--allow DS702" in caught.value.hint


@pytest.mark.parametrize("flag", sorted(STRICT_FLAGS))
@pytest.mark.parametrize("form", ["  result:\n    {}: true", "  namespace_check:\n    t:\n      {}: true"])
def test_flag_of_the_strict_dialect_is_not_exported(flag: str, form: str) -> None:
    """DSEval's matcher would stop at a flag that it does not know."""
    text = TEXT.replace("whole number.\n", f"whole number.\nvalidator:\n{form.format(flag)}\n")
    with pytest.raises(ExportError, match=rf"DS702 .* '{flag}'"):
        exported("dseval", [problemset(text)])


def test_problem_that_is_let_pass_becomes_context() -> None:
    """Its code still runs, a text at its start included, and the problems around it are asked as they were."""
    text = contents(problemset(TEXT + PLOT), allowed=("DS702",))["small.py"]
    parsed = parse(text)

    assert parsed.diagnostics == ()
    assert [problem.question.split("?")[0] for _, problem in parsed.problems] == [
        "How many rows has `t`",
        "How many lines has `u`",
    ]
    assert '"""Not a docstring."""\nu = t["x"].plot()' in parsed.cells[2].code
    assert text.startswith(TEXT)


def test_set_that_asks_nothing_is_left_out() -> None:
    """DSEval gets no set without a problem, and nothing that belongs to one."""
    only = TEXT.replace("whole number.\n", "whole number.\nvalidator:\n  vis:\n")

    assert list(contents(problemset(only), problemset(name="other"), allowed=("DS702",))) == [
        "_inputs/other/t.csv",
        "_manifest.yaml",
        "other.py",
    ]


def test_dialect_is_kept_and_noted() -> None:
    """DSEval reads name and version only: the dialect stands in the manifest for us, and a note says so."""
    bundle = exported("dseval", [problemset()], dialect="strict")
    manifest = next(file for file in bundle.files if file.path == "_manifest.yaml")

    assert manifest.content == b"name: b\nversion: '1'\ndialect: strict\n"
    assert [(finding.code, finding.path, finding.severity) for finding in bundle.findings] == [
        ("DS701", "_manifest.yaml", Severity.NOTE)
    ]
    assert exported("dseval", [problemset()]).findings == ()


def _keys(schema: object) -> Iterator[str]:
    """Yield every key that the schema of the language names."""
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties":
                yield from value
            yield from _keys(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _keys(value)


def test_cases_show_every_construct() -> None:
    """Each key of the language that DSEval may read, and each template, stands in a case that DSEval judges below."""
    text = "".join(path.read_text(encoding="utf-8") for path in CASES.glob("*.py"))
    keys = {*_keys(json.loads(SCHEMA.read_text())), "template: empty", "template: basic", "template: intact"}
    vis_options = {"titles", "labels", "limits", "legend", "colors", "ticks", "tolerance", "similarity", "figure"}

    assert {
        key for key in keys - OURS - STRICT_FLAGS - vis_options if f"{key}:" not in text and f" {key}" not in text
    } == set()


@pytest.mark.exhaustive
def test_dseval_finds_every_construct_correct(dseval_python: Path, tmp_path: Path) -> None:
    """All validators, options, templates, limits and forms: DSEval reads each as we do and finds it right."""
    sets = [problemset(path.read_text(encoding="utf-8"), path.stem) for path in sorted(CASES.glob("*.py"))]
    write_export(tmp_path / "out", exported("dseval", sets))

    assert verdicts(dseval_python, tmp_path / "out") == [
        (problemset.name, problem.number, "CORRECT")
        for problemset in sets
        for _, problem in parse(problemset.text).problems
    ]


@pytest.mark.exhaustive
def test_dseval_finds_every_exported_problem_correct(dseval_python: Path, tmp_path: Path) -> None:
    """The repository's own benchmark, exported: DSEval's loader takes it, its loop judges every reference CORRECT."""
    workspace = Workspace(ROOT)
    sets = [workspace.read_problemset(name) for name in workspace.problemsets()]
    bundle = exported("dseval", sets, allowed=["DS702"])
    workspace.write_bundle(tmp_path / "out", bundle)
    texts = {Path(file.path).stem: file.content.decode() for file in bundle.files if file.path.endswith(".py")}

    expected = {(name, problem.number) for name, text in texts.items() for _, problem in parse(text).problems}
    verdict_lines = verdicts(dseval_python, tmp_path / "out")

    assert {(name, number) for name, number, _ in verdict_lines} == expected
    assert [verdict for verdict in verdict_lines if verdict[2] != "CORRECT"] == []
