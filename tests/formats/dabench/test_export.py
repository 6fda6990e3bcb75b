"""Questions of DABench stand on their own, and what is right by our references is right by InfiAgent's rules."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal import Severity, parse
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions
from authoring.formats.dabench.answers import NoAnswerError, UnwritableError, answers_of
from authoring.formats.dabench.export import chains_of, concepts_of, export, level_of
from authoring.formats.dabench.score import read_labels, read_questions, read_responses, score_dabench
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace

ROOT = Path(__file__).parents[3]
OPTIONS = ExportOptions(name="bench", version="1")
TEXT = '''# %%
import pandas as pd

# %%
"""
question: Read `inputs/t.csv` into `t`. How many rows has it?
validator:
  result:
  namespace_check:
    t:
"""

t = pd.read_csv("inputs/t.csv")

len(t)

# %%
limit = 1

# %%
"""
question: Show the rows of `t` with `x` over `limit`.
"""

t[t["x"] > limit]

# %%
"""
question: What is the mean of `x` in `t`, and which word comes first in `y`?
execution:
  forbid_names: [limit]
"""

(t["x"].mean() / 3, t["y"].iloc[0])

# %%
"""
question: How many rows of `t` have `x` over `limit`?
validator:
  result:
    ignore_dtypes: true
"""

int((t["x"] > limit).sum())

# %%
"""
question: Make `u` of the file `inputs/u.csv`, and count both tables' rows together.
"""

u = pd.read_csv("inputs/u.csv")

len(t) + len(u)

# %%
"""
question: Divide 1 by 0 and by the first `x`.
"""

t["x"].iloc[0] / 0 + [][0]

# %%
"""
question: What is the first `x` of `t` divided by the one that is not there?
"""

t["x"].iloc[0] / float("nan")

# %%
"""
question: Draw `x`.
validator:
  template: intact
  namespace_check:
    t:
"""

len(t) + 1

# %%
"""
validator:
  result:
"""

1
'''
META = """
problems:
- {number: 1, level: hard, knowledge: [reading files, counting]}
- {number: 3, knowledge: [correlation]}
"""
FILES = (FileContent(path="t.csv", content=b"x,y\n1,a\n2,b\n"), FileContent(path="u.csv", content=b"z\n1\n"))


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Return a sandbox."""
    with closing(LocalSandbox()) as opened:
        yield opened


@pytest.fixture(scope="module")
def bundle(sandbox: LocalSandbox, tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """Return the small set, exported."""
    folder = tmp_path_factory.mktemp("inputs")
    for file in FILES:
        (folder / file.path).write_bytes(file.content)
    play = SetPlayer(sandbox=sandbox, limits=Limits(), inputs_of=lambda _: sorted(folder.iterdir()))
    return export([AdmittedSet(name="small", text=TEXT, inputs=FILES, meta=META)], options=OPTIONS, play=play)


def files_of(bundle: Bundle) -> dict[str, str]:
    """Return texts by path."""
    return {file.path: file.content.decode() for file in bundle.files}


def lines_of(bundle: Bundle, name: str) -> list[dict[str, Any]]:
    """Return the objects of a file."""
    return [json.loads(line) for line in files_of(bundle)[name].splitlines()]


def test_files(bundle: Bundle) -> None:
    """Questions and labels stand line by line; of the tables those that a question names."""
    assert sorted(files_of(bundle)) == [
        "_meta/small.yaml",
        "da-dev-labels.jsonl",
        "da-dev-questions.jsonl",
        "da-dev-tables/small-t.csv",
    ]


def test_labels(bundle: Bundle) -> None:
    """Each label holds the names and values, as text; a question keeps its number whatever is left out."""
    assert lines_of(bundle, "da-dev-labels.jsonl") == [
        {"id": 1, "common_answers": [["answer", "2"]]},
        {"id": 3, "common_answers": [["answer_1", "0.5"], ["answer_2", "a"]]},
        {"id": 4, "common_answers": [["answer", "1"]]},
    ]


def test_question_stands_on_its_own(bundle: Bundle) -> None:
    """The steps an answer takes come before it, code that asks nothing as code; imports and other problems do not."""
    first, second, third = lines_of(bundle, "da-dev-questions.jsonl")

    assert first["question"] == (
        "The data are in the file small-t.csv. Read `small-t.csv` into `t`. How many rows has it?"
    )
    assert second["question"].splitlines()[1:] == [
        "1. Read `small-t.csv` into `t`. How many rows has it?",
        "",
        "Then answer this:",
        "What is the mean of `x` in `t`, and which word comes first in `y`?",
    ]
    assert "2. Run this code:\n   limit = 1\n" in third["question"]
    assert "Show the rows" not in third["question"]
    assert (first["level"], second["level"], third["level"]) == ("hard", "easy", "medium")
    assert first["concepts"] == ["Comprehensive Data Preprocessing", "Summary Statistics"]
    assert second["concepts"] == ["Correlation Analysis"]
    assert {line["file_name"] for line in (first, second, third)} == {"small-t.csv"}


def test_findings(bundle: Bundle) -> None:
    """What has no scalar answer, takes two tables, fails or cannot be written is an error; the rest of it a note."""
    codes = [(finding.code, finding.problem) for finding in bundle.findings]

    assert codes == [
        ("DS736", None),
        *(("DS735", 1), ("DS731", 2), ("DS735", 3), ("DS735", 4), ("DS733", 5)),
        *(("DS734", 6), ("DS732", 7), ("DS731", 8)),
    ]
    assert {finding.path for finding in bundle.findings} == {"small.py"}
    errors = {finding.code for finding in bundle.findings if finding.severity is Severity.ERROR}
    assert errors == {"DS731", "DS732", "DS733", "DS734", "DS736"}


def test_right_answers_score_one(bundle: Bundle) -> None:
    """By InfiAgent's rules the labels themselves are right in every way of counting, and other answers are wrong."""
    labels = files_of(bundle)["da-dev-labels.jsonl"]
    questions = read_questions(files_of(bundle)["da-dev-questions.jsonl"], location="questions")
    for spoilt, expected in (("", 1), ("0", 0)):
        said = [
            {
                "id": line["id"],
                "response": " ".join(
                    f"@{name}[{value}{spoilt or ''}1]" if spoilt else f"@{name}[{value}]"
                    for name, value in line["common_answers"]
                ),
            }
            for line in map(json.loads, labels.splitlines())
        ]
        responses = read_responses("\n".join(map(json.dumps, said)), location="responses")
        scores = score_dabench(read_labels(labels, location="labels"), responses, questions=questions)

        assert (scores.questions, scores.by_question) == (3, expected)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", Workspace(ROOT).problemsets())
def test_steps_are_enough(name: str, sandbox: LocalSandbox) -> None:
    """Who takes only the steps that a question names comes to the answer that the whole set comes to."""
    workspace = Workspace(ROOT)
    problemset = workspace.read_problemset(name)
    play = SetPlayer(sandbox=sandbox, limits=Limits(), inputs_of=workspace.problemset_inputs)
    cells = parse(problemset.text).runnable
    imports = [cell.code for cell in cells if cell.problem is None]
    runs = play(problemset, [cell.code for cell in cells])
    for cell, chain, run in zip(cells, chains_of(cells), runs, strict=True):
        try:
            whole = answers_of(run.value.text if run.value is not None else "")
        except (NoAnswerError, UnwritableError):
            continue
        steps = [step.code for step in chain.steps if step.problem is not None]
        value = play(problemset, [*imports, *steps, cell.code])[-1].value
        assert value is not None, cell.code
        assert answers_of(value.text) == whole


@pytest.mark.parametrize(
    ("responses", "steps", "level"),
    [("hard", 0, "hard"), ("", 1, "easy"), ("", 2, "medium"), ("", 4, "medium"), ("", 5, "hard")],
)
def test_level(responses: str, steps: int, level: str) -> None:
    """The author's word counts; else how many steps come first."""
    assert level_of(responses, steps) == level


def test_every_question_has_a_concept() -> None:
    """DABench counts by concept, so that a question without one would be left out."""
    assert concepts_of(()) == concepts_of(("something else",)) == ("Summary Statistics",)
    assert concepts_of(("train and test split", "outliers")) == ("Machine Learning", "Outlier Detection")
