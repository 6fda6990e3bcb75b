"""Every export survives answers that try to score without solving, as far as its format has a score."""

import base64
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml

from authoring.dseal import parse
from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import FORMATS
from authoring.formats.cibench.score.steps import _contains
from authoring.formats.dabench.score import read_labels, read_responses, score_dabench
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import Limits
from authoring.records.results import EvaluationOptions, Submission
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.benchmark import read_benchmark

CASES = Path(__file__).parents[1] / "cases" / "cheating" / "exports.yml"
ANSWERS: list[dict[str, str]] = yaml.safe_load(CASES.read_text(encoding="utf-8"))["answers"]
SAMPLED = {"a constant", "the judge replaced"}
TEXT = '''# %%
import pandas as pd
t = pd.read_csv("inputs/t.csv")
X, labels = [[1.0], [2.0], [4.0]], [10.5, 20.0, 41.0]

# %%
"""
question: What is the sum of `x`?
"""
t["x"].sum()

# %%
"""
question: Which is the last word of `y`?
"""
t["y"].iloc[-1]

# %%
"""
question: Show the rows of `t` with `x` over 1.6.
"""
t[t["x"] > 1.6]

# %%
"""
question: Store the largest `x` as `total`.
validator:
  template: intact
  namespace_check: {total: }
"""
total = t["x"].max()

# %%
"""
question: Define `f`, which triples a number and adds one.
validator:
  template: intact
  table_test: {function_name: f, test_cases: [[1], [2.5]]}
"""
def f(x): return 3 * x + 1

# %%
"""
question: Fit `model`, with `predict`, to `X`.
validator:
  template: intact
  model: {model_name: model, inputs_name: X, labels_name: labels, metric_type: rmse, tolerance: 0.1}
"""
class Model:
    def predict(self, X): return [10 * x for x, in X]
model = Model()

# %%
"""
question: Print `x`, one to a line.
validator:
  template: intact
  stream:
"""
print(*t["x"], sep="\\n")
'''
META = "name: small\nseed: {title: Small, url: 'https://example.org/t', licence: CC0-1.0}\n"
TABLE = FileContent(path="t.csv", content=b"x,y\n1.5,p\n2.0,q\n4.0,q\n")
SET = AdmittedSet(name="small", text=TEXT, inputs=(TABLE,), meta=META)
NUMBERS = [problem.number for _, problem in parse(TEXT).problems]


class Cheat:
    """Answers every problem alike."""

    name = "cheat"
    looks = sees_reference = False
    simultaneous = 1

    def __init__(self, code: str) -> None:
        self._code = code

    def imports(self, problemset: str) -> tuple[str, ...]:  # noqa: ARG002 - the protocol's
        """Name nothing."""
        return ()

    def close(self) -> None:
        """Hold nothing."""

    def solve(self, task: Any, scratchpad: Any) -> Submission:
        """Give the code."""
        del scratchpad
        return Submission(problemset=task.problemset, index=task.index, code=self._code)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Return the sandbox."""
    with closing(LocalSandbox()) as local:
        yield local


def _bundle(name: str, sandbox: LocalSandbox, dialect: str = "dseval") -> Bundle:
    export = FORMATS[name].export
    assert export is not None
    options = ExportOptions(name="bench", version="1", dialect="strict" if dialect == "strict" else "dseval")
    with TemporaryDirectory() as folder:
        table = Path(folder) / TABLE.path
        table.write_bytes(TABLE.content)
        play = SetPlayer(sandbox=sandbox, limits=Limits(max_time=30), inputs_of=lambda _: [table])
        return export((SET,), options=options, play=play)


def _written(bundle: Bundle, folder: Path) -> Path:
    for file in bundle.files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder


def _tried(sampled: set[str]) -> list[Any]:
    return [
        pytest.param(
            answer, id=answer["name"], marks=() if answer["name"] in sampled else pytest.mark.exhaustive(most=9)
        )
        for answer in ANSWERS
    ]


@pytest.mark.parametrize("answer", _tried(SAMPLED))
def test_dseval(answer: dict[str, str], sandbox: LocalSandbox, tmp_path: Path) -> None:
    """An exported benchmark, read as DSEval reads it and judged here, gives no such answer a problem."""
    benchmark = read_benchmark(_written(_bundle("dseval", sandbox), tmp_path))
    options = EvaluationOptions(max_time=5)

    result = evaluate_set(
        benchmark.sets[0], dialect="dseval", solver=Cheat(answer["code"]), options=options, sandbox=sandbox
    )

    right = {p.index for p in result.problems if p.verdict is not None and p.verdict.value == "CORRECT"}
    # DSEval takes an array of pandas that is not empty for equal to any text: guides/dialects.md.
    assert right <= ({NUMBERS[1]} if answer["name"] == "an array that is true" else set())
    assert len(result.problems) == len(NUMBERS)
    assert result.root_causes == ()


@pytest.fixture(scope="module")
def task(sandbox: LocalSandbox, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an exported task; answers are judged in copies of it, for some of them write there."""
    return _written(_bundle("inspect", sandbox, "strict"), tmp_path_factory.mktemp("task"))


@pytest.mark.exhaustive(most=4)
@pytest.mark.parametrize("answer", [pytest.param(answer, id=answer["name"]) for answer in ANSWERS])
def test_inspect(answer: dict[str, str], task: Path, tmp_path: Path) -> None:
    """The judge of an exported task, as a program of its own, gives no such answer a sample; strictly, not one."""
    folder = tmp_path / "task"
    shutil.copytree(task, folder)
    samples = [json.loads(line) for line in (folder / "dataset.jsonl").read_text().splitlines()]
    # A number and a model: what they are told by differs most.
    judged = [_judged(folder, samples[index], answer["code"], task) for index in (0, 5)]

    assert len(samples) == len(NUMBERS)
    assert "CORRECT" not in judged
    if answer["name"] == "files beside the question":
        # The way of judging is the right one: the reference itself passes.
        assert _judged(folder, samples[5], samples[5]["target"], task) == "CORRECT"


def _judged(folder: Path, sample: dict[str, Any], code: str, task: Path) -> str:
    """Judge code by a sample as the exported task does, without a container; the reference runs in `task` itself."""
    about = sample["metadata"]
    reference, body = _reference(task, json.dumps(sample))
    asks, evidence = body[: reference["asks"]], body[reference["asks"] :]
    request = {"validator": about["validator"], "asks": base64.b64encode(asks).decode(), "look": reference["look"]}
    ran, result = _run(folder, _job(folder, about) | {"code": code, "validator": None}, request)
    judge = {"validator": about["validator"], "dialect": "strict", "ended": ran["ended"], "outcome": ran["outcome"]}
    judge |= {"source": code, "reference": base64.b64encode(evidence).decode()}
    completed = _started(folder, "judge", {**judge, "submission": base64.b64encode(result).decode()})
    assert completed.returncode == 0, completed.stderr
    answer: dict[str, Any] = json.loads(completed.stdout)
    assert answer.get("verdict"), answer
    return str(answer["verdict"])


@cache
def _reference(folder: Path, sample: str) -> tuple[dict[str, Any], bytes]:
    """Run the reference of a sample, once for all answers."""
    about = json.loads(sample)["metadata"]
    job = _job(folder, about) | {"code": json.loads(sample)["target"], "validator": about["validator"]}
    return _run(folder, job, {})


def _job(folder: Path, about: dict[str, Any]) -> dict[str, Any]:
    """Return what the judge's program is told of the cells before a sample."""
    cells = [[cell["code"], cell["forbid_names"]] for cell in about["cells"]]
    limits = Limits(max_time=10).model_dump()
    job = {"cells": cells, "forbid_names": about["forbid_names"], "dialect": "strict", "modules": about["modules"]}
    work = folder / "work"
    (work / "inputs").mkdir(parents=True, exist_ok=True)
    (work / "inputs" / TABLE.path).write_bytes(TABLE.content)
    return job | {"limits": limits, "last_limits": limits, "root": str(work)}


def _run(folder: Path, job: object, request: object) -> tuple[dict[str, Any], bytes]:
    completed = _started(folder, "run", job, request)
    assert completed.returncode == 0, completed.stderr
    head, _, body = (folder / "out").read_bytes().partition(b"\n")
    answer: dict[str, Any] = json.loads(head)
    return answer, body


def _started(folder: Path, command: str, *parts: object) -> "subprocess.CompletedProcess[bytes]":
    texts = [json.dumps(part).encode() for part in parts]
    line: list[str | Path] = [sys.executable, folder / "judge.pyz", command, folder / "out"]
    given = b"".join(b"%011d\n" % len(text) + text for text in texts)
    return subprocess.run(line, input=given, capture_output=True, check=False, env={**os.environ})


def test_dabench(sandbox: LocalSandbox) -> None:
    """No such reply has a question right by InfiAgent's rules, and an unanswered question is no right one of all."""
    files = {file.path: file.content.decode() for file in _bundle("dabench", sandbox).files if "jsonl" in file.path}
    labels = read_labels(next(text for path, text in files.items() if "labels" in path), location="labels")
    names = [name for label in labels for name, _ in label.common_answers]
    for answer in ANSWERS:
        replies = {answer["reply"], *(answer["reply"].replace("@answer", f"@{name}") for name in names)}
        for reply in replies:
            lines = "\n".join(json.dumps({"id": label.id, "response": reply}) for label in labels)
            assert score_dabench(labels, read_responses(lines, location="replies")).by_question_of_all == 0, reply
    assert len(labels) >= 1


def test_cibench() -> None:
    """The words around a value keep an output that prints candidates from containing it; see guides/exporting.md."""
    expected = "answer: 6 ;"
    for output in ("", "6", "answer: 16 ;", " ".join(map(str, range(1000))), "answer: ", "answer: nan ;", "answer:"):
        assert _contains(output, expected) == 0


def test_formats_without_a_score_are_known() -> None:
    """Jupyter, Hugging Face, functions and CSV judge nobody, ML-Benchmark by `evaluate`; a new one is added above."""
    assert set(FORMATS) - {"dseval", "inspect", "dabench", "cibench"} == {
        *("jupyter", "huggingface", "functions", "csv", "exercises", "mlbench"),
    }


def test_question_notebook_holds_no_answer(sandbox: LocalSandbox) -> None:
    """The notebook of questions of an export for Jupyter has neither the references nor what they give."""
    files = {file.path: file.content.decode() for file in _bundle("jupyter", sandbox).files if ".ipynb" in file.path}
    questions = [text for path, text in files.items() if "answer" not in path and "solution" not in path]

    assert questions
    for text in questions:
        assert all(secret not in text for secret in ("iloc[-1]", "3 * x + 1", "10 * x", 'max()"', "7.5"))
