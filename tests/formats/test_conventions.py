"""Every format says the conventions of a set where those who answer are sure to read them."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from authoring.dseal import parse
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, nothing_played, prepare
from authoring.records.bundle import AdmittedSet, FileContent, TranslatedQuestion, Translation
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

TEXT = '''# %%
# Conventions:
# - New tables are numbered from 0.
# - Equal values stand in ascending order of their labels.
import pandas as pd

t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  How many rows has `t`?
"""

len(t)

# %%
"""
question: |
  What is the largest `x` of `t`?
"""

int(t["x"].max())
'''


def _lines(content: bytes) -> list[dict[str, str]]:
    return [json.loads(line) for line in content.decode().splitlines()]


def _markdown(content: bytes) -> Iterator[str]:
    for cell in json.loads(content)["cells"]:
        if cell["cell_type"] == "markdown":
            yield "".join(cell["source"])


SHOWN: Mapping[str, Callable[[Mapping[str, bytes]], Iterator[str]]] = {
    "dseval": lambda files: (question.question for _, question in parse(files["small.py"].decode()).problems),
    "cibench": lambda files: (
        text for path, content in files.items() if path.endswith(".ipynb") for text in _markdown(content)
    ),
    "dabench": lambda files: (
        f"{row['question']}\n{row['constraints']}" for row in _lines(files["da-dev-questions.jsonl"])
    ),
    "inspect": lambda files: (row["input"] for row in _lines(files["dataset.jsonl"])),
    "huggingface": lambda files: (row["question"] for row in _lines(files["data/problems.jsonl"])),
    "jupyter": lambda files: _markdown(files["notebooks/small/small.ipynb"]),
}
"""What those who answer are shown of each format, a text a question."""


def a_set(*translations: Translation) -> AdmittedSet:
    """Return a set with two conventions and two questions."""
    return AdmittedSet(
        name="small",
        text=TEXT,
        inputs=(FileContent(path="t.csv", content=b"x\n1\n2\n"),),
        meta="name: small\nseed: {name: t, title: T, licence: CC0-1.0}\n",
        translations=translations,
    )


def test_every_format_says_them(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    """With each question, or once where all of them are read together; the golden file shows each format's way."""
    table = tmp_path / "t.csv"
    table.write_bytes(b"x\n1\n2\n")
    texts = []
    with closing(LocalSandbox()) as sandbox:
        play = SetPlayer(sandbox, Limits(), lambda _: (table,))
        for target in sorted(EXPORTERS):
            bundle = prepare(
                target, [a_set()], options=ExportOptions(name="b", version="1"), play=play, allowed=EXPORT_CODES
            )
            shown = "\n--\n".join(SHOWN[target]({file.path: file.content for file in bundle.files}))
            assert "numbered from 0" in shown
            texts.append(f"== {target}\n{shown}\n")

    golden("exporters/conventions.txt", "\n".join(texts))


def test_no_comment_is_left_where_each_question_holds_them() -> None:
    """DSEval's text states nothing twice, and its context still reads the data."""
    bundle = prepare("dseval", [a_set()], options=ExportOptions(name="b", version="1"), play=nothing_played)
    text = next(file.content.decode() for file in bundle.files if file.path == "small.py")

    assert parse(text).conventions == ()
    assert parse(text).runnable[0].code.startswith("import pandas as pd")


@pytest.mark.parametrize("target", ["huggingface", "inspect", "jupyter"])
def test_a_translation_holds_them(target: str) -> None:
    """What is translated is the question with the conventions behind it, so that a changed convention is seen."""
    question = TranslatedQuestion(number=1, original="How many rows has `t`?", text="多少行?", reviewer="Ada")
    stale = a_set(Translation(language="zh", questions=(question,)))

    bundle = prepare(target, [stale], options=ExportOptions(name="b", version="1", language="zh"), play=nothing_played)

    assert "DS773" in {finding.code for finding in bundle.findings}
