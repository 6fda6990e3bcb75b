"""A task package holds each problem that can be judged, what judges it, and nothing that differs from time to time."""

import io
import json
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions, Player
from authoring.formats.base.registry import nothing_played, prepare
from authoring.formats.inspect.export import export
from authoring.formats.inspect.program import program
from authoring.records.bundle import AdmittedSet, Bundle, FileContent, Translation
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

TEXT = '''# %%
import pandas as pd
import left_out_here

# %%
"""
question: |
  How many rows has `t`? Give a whole number.
execution:
  max_time: 3
  forbid_names: [len]
validator:
  result:
"""

t = pd.read_csv("inputs/t.csv")

t.shape[0]

# %%
"""
question: What is the sum of `x`?
validator:
  results:
"""

t["x"].sum()

# %%
"""
question: What is the mean of `x`?
"""

t["x"].mean()

# %%
"""
validator:
  result:
"""

1
'''
META = """
name: small
seed: {title: Small table, url: https://example.org/t, licence: CC0-1.0}
problems:
- {number: 1, level: hard, knowledge: [reading files, counting]}
"""
OPTIONS = ExportOptions(name="bench", version="3", tool="dseal-authoring 0")


def small(text: str = TEXT) -> AdmittedSet:
    """Return a small set with one table."""
    return AdmittedSet(name="small", text=text, inputs=(FileContent(path="t.csv", content=b"x\n1\n2\n"),), meta=META)


def bundle_of(*problemsets: AdmittedSet, options: ExportOptions = OPTIONS, play: Player = nothing_played) -> Bundle:
    """Return the package."""
    return export(problemsets or (small(),), options=options, play=play)


def files_of(bundle: Bundle) -> dict[str, bytes]:
    """Return contents by path."""
    return {file.path: file.content for file in bundle.files}


def samples_of(bundle: Bundle) -> list[dict[str, Any]]:
    """Return the lines of the dataset."""
    return [json.loads(line) for line in files_of(bundle)["dataset.jsonl"].splitlines()]


def test_package_is_whole() -> None:
    """Task, samples, data, judge and containers; the task is our own module as it stands."""
    files = files_of(bundle_of())

    assert sorted(files) == [
        *("Dockerfile", "README.md", "_meta/small.yaml", "benchmark.json", "compose.yaml", "data/small/t.csv"),
        *("dataset.jsonl", "judge.pyz", "requirements.txt", "task.py"),
    ]
    assert "| small | 2 | [Small table](https://example.org/t) | CC0-1.0 |" in files["README.md"].decode()
    assert json.loads(files["benchmark.json"])["dialect"] == "dseval"


def test_sample_says_what_judges() -> None:
    """A sample is the question, the reference, and the state before: every cell, of problems that are not asked too."""
    first, last = samples_of(bundle_of())

    assert (first["id"], last["id"]) == ("small/1", "small/3")
    assert first["input"] == "How many rows has `t`? Give a whole number."
    assert first["target"] == 't = pd.read_csv("inputs/t.csv")\n\nt.shape[0]'
    about = first["metadata"]
    assert (about["level"], about["knowledge"], about["files"]) == ("hard", ["reading files", "counting"], ["t.csv"])
    assert (about["max_time"], about["forbid_names"], about["validator"]) == (3, ["len"], {"result": None})
    assert [cell["forbid_names"] for cell in last["metadata"]["cells"]] == [[], ["len"], []]
    assert last["metadata"]["cells"][2]["code"] == 't["x"].sum()'
    assert last["metadata"]["level"] == "unrated"


def test_what_cannot_be_asked_is_told() -> None:
    """A problem without a question and one without a working validator are errors, with file, line and problem."""
    findings = {finding.code: finding for finding in bundle_of().findings}

    assert sorted(findings) == ["DS741", "DS742", "DS743"]
    assert (findings["DS741"].path, findings["DS741"].line) == ("small.py", 38)
    assert (findings["DS742"].path, findings["DS742"].problem) == ("small.py", 2)
    assert "results" in findings["DS742"].message
    assert findings["DS743"].severity == "note"


@pytest.mark.exhaustive
def test_a_chain_ends_where_it_breaks(tmp_path: Path) -> None:
    """A cell that fails is an error of the export; let pass, what comes before it is asked and nothing else."""
    (tmp_path / "t.csv").write_text("x\n1\n")
    text = (
        TEXT.replace("import left_out_here\n", "").replace('t["x"].sum()', "1 / 0").replace("  results:", "  result:")
    )
    with closing(LocalSandbox()) as sandbox:
        play = SetPlayer(sandbox=sandbox, limits=Limits(), inputs_of=lambda _: [tmp_path / "t.csv"])
        bundle = bundle_of(small(text), play=play)

    assert [sample["id"] for sample in samples_of(bundle)] == ["small/1"]
    failure = next(finding for finding in bundle.findings if finding.code == "DS744")
    assert (failure.path, failure.problem, failure.message) == (
        *("small.py", 2),
        "the reference of problem 2 does not run to its end",
    )


def test_a_set_without_problems_is_an_error() -> None:
    """There is nothing to ask, and nobody lets that pass."""
    bundle = prepare("inspect", [small("# %%\n1\n")], options=OPTIONS, play=nothing_played, allowed=("DS741", "DS742"))

    assert [
        (finding.code, finding.severity, finding.path) for finding in bundle.findings if finding.severity == "error"
    ] == [("DS108", "error", "small.py")]


def test_package_is_reproducible() -> None:
    """The same sets give the same bytes; the zip names no time and is not compressed."""
    assert bundle_of() == bundle_of()
    with zipfile.ZipFile(io.BytesIO(files_of(bundle_of())["judge.pyz"])) as judge:
        assert {entry.date_time for entry in judge.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert {entry.compress_type for entry in judge.infolist()} == {zipfile.ZIP_STORED}


def test_versions_are_those_of_the_sandbox(tmp_path: Path) -> None:
    """The image gets the packages that the references ran with; what is not there is told and not pinned."""
    (tmp_path / "t.csv").write_text("x\n1\n")
    with closing(LocalSandbox()) as sandbox:
        play = SetPlayer(sandbox=sandbox, limits=Limits(), inputs_of=lambda _: [tmp_path / "t.csv"])
        bundle = bundle_of(small(TEXT), play=play)
    lines = files_of(bundle)["requirements.txt"].decode().splitlines()

    assert [line.partition("==")[0] for line in lines] == ["left_out_here", "numpy", "pandas"]
    assert all(line.partition("==")[2] for line in lines[1:])
    assert [finding.message for finding in bundle.findings if finding.code == "DS743"] == [
        "the version of left_out_here is not known where references run"
    ]


def test_program_needs_no_package_of_ours(tmp_path: Path) -> None:
    """The judge holds every module it imports, and nothing that a target environment may lack."""
    (tmp_path / "judge.pyz").write_bytes(program())
    with zipfile.ZipFile(tmp_path / "judge.pyz") as judge:
        modules = [name.removesuffix(".py").replace("/", ".") for name in judge.namelist() if "__" not in name]
    code = f"""
import sys
sys.path = [sys.argv[1], *(place for place in sys.path if "site-packages" in place or "python3" in place)]
for name in ("pydantic", "yaml", "jinja2", "rich", "typer"):
    sys.modules[name] = None
import importlib
for name in {modules!r}:
    assert importlib.import_module(name).__file__.startswith(sys.argv[1]), name
from authoring.validators import build
build({{"result": None, "stream": None, "namespace_check": {{"x": None}}}}, "dseval")
"""
    command = [sys.executable, "-I", "-c", code, str(tmp_path / "judge.pyz")]
    process = subprocess.run(command, check=False, capture_output=True, text=True)

    assert process.returncode == 0, process.stderr
    assert len(modules) > 60


def test_translated_questions() -> None:
    """In another language each question is the reviewed translation; one that is missing is an error."""
    options = ExportOptions(name="bench", version="3", language="zh")
    translation_fields = {
        "number": 3,
        "original": "What is the mean of `x`?",
        "text": "`x` 的平均值是多少",
        "reviewer": "Ada",
    }
    translation = Translation.model_validate({"language": "zh", "questions": [translation_fields]})
    bundle = bundle_of(small().model_copy(update={"translations": (translation,)}), options=options)

    assert samples_of(bundle)[1]["input"] == "`x` 的平均值是多少"
    assert [finding.problem for finding in bundle.findings if finding.code == "DS771"] == [1]


def test_registry_knows_it() -> None:
    """The format is offered under its name, with a manifest."""
    bundle = prepare("inspect", [small()], options=OPTIONS, play=nothing_played, allowed=("DS741", "DS742"))

    assert bundle.files[-1].path == "export.json"
    assert {finding.severity for finding in bundle.findings} == {"note"}
