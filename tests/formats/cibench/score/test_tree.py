"""Notebooks are read as OpenCompass' loader reads them."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import BenchmarkError
from authoring.formats.cibench.score.records import Experiment, Tag
from authoring.formats.cibench.score.tree import MOST_CELLS, read_experiment
from tests.formats.cibench.score.made import STEPS, Json, display, notebook, picture, stream, value


def read(book: object, dataset: str = "cibench_generation/pandas") -> Experiment:
    """Read a notebook."""
    return read_experiment(json.dumps(book), dataset=dataset, path="a.ipynb", where="t/a.ipynb")


def untyped(*outputs: Json) -> tuple[Tag, str | None]:
    """Return what a cell with such outputs gives, where no metadata says it."""
    [step] = read(notebook((("exec", "Q", "x", list(outputs)),), typed=False)).steps
    return step.tag, step.output


def test_questions_lose_their_thought_and_gain_their_modules() -> None:
    """The suffix is glued on without a space, in the language of the folder; a thought leaves the question."""
    english, chinese = read(notebook(STEPS)), read(notebook(STEPS), "cibench_template_chinese/pandas")

    assert english.questions[3] == "Draw the masses.Please use pandas and numpy modules."
    assert chinese.questions[3] == "Draw the masses.请用 pandas 和 numpy 模块."
    assert english.codes[1] == "print(df['mass'].mean())"
    assert english.typed


def test_kinds_come_from_outputs_where_nothing_says_them() -> None:
    """A figure wins; else the last value or printed text; anything else is nothing."""
    png = display(picture())

    assert untyped(stream("a"), png) == (Tag.VIS, png["data"]["image/png"])
    assert untyped(stream("a\n"), value("b"), stream("c", "stderr")) == (Tag.GENERAL, "b")
    assert untyped(value("b"), stream("a\nc")) == (Tag.GENERAL, "a\nc")
    assert untyped({"output_type": "display_data", "data": {"text/html": ""}}, png)[0] is Tag.VIS
    assert untyped() == (Tag.EXEC, None)
    assert untyped({"output_type": "error", "ename": "E", "evalue": "", "traceback": []}) == (Tag.EXEC, None)


def test_the_longer_list_is_cut() -> None:
    """Kinds and answers are walked together, as far as the shorter list goes."""
    book = notebook(STEPS[:3])
    book["metadata"] = {"modules": ["pandas"] * 5, "step_types": ["exec", "num", "text", "vis", "num"]}

    assert [step.tag for step in read(book).steps] == ["exec", "num", "text"]


def with_metadata(**metadata: Any) -> Json:
    """Return a notebook that says something of its steps."""
    return {**notebook(STEPS[:2]), "metadata": metadata}


@pytest.mark.parametrize(
    ("book", "said"),
    [
        ([], "is no notebook"),
        ({}, "has no 'cells'"),
        ({"cells": []}, "has no 'metadata'"),
        ({"cells": [{"cell_type": "code", "source": ""}], "metadata": {}}, "has no 'outputs'"),
        (with_metadata(modules=["a"], step_types=["num", "num"]), "modules has 1 entries, and metadata.step_types 2"),
        (with_metadata(step_types=["general"]), "'general'; known are exec, num, text, vis"),
        (notebook((("vis", "Q", "x", [display(picture()), display(picture())]),)), "something more behind its figure"),
        (notebook((("exec", "Q", "x", []),) * (MOST_CELLS // 2 + 1)), "more than 1000 cells"),
    ],
)
def test_what_opencompass_would_not_load_is_refused(book: object, said: str) -> None:
    """It would stop there too; the file is named."""
    with pytest.raises(BenchmarkError, match=f"t/a.ipynb: .*{said}"):
        read(book)


KEYS = ("cells", "metadata", "cell_type", "source", "outputs", "output_type", "data", "text", "name", "step_types")
WORDS = st.sampled_from([*KEYS, "code", "markdown", "stream", "stdout", "display_data", "image/png", "num", "modules"])
DOCUMENTS = st.recursive(
    st.none() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=15,
)


@given(DOCUMENTS, st.lists(DOCUMENTS, max_size=3), DOCUMENTS)
def test_any_json_is_read_or_refused(document: object, cells: list[object], metadata: object) -> None:
    """Nothing that stands in a file raises anything else."""
    for book in (document, {"cells": cells, "metadata": metadata}):
        with contextlib.suppress(BenchmarkError):
            read(book)


def test_broken_json_is_refused() -> None:
    """Half a file, and one nested too deep, are named and not raised over."""
    for text in ('{"cells": [', "[" * 100_000):
        with pytest.raises(BenchmarkError, match=r"t/a\.ipynb"):
            read_experiment(text, dataset="s/m", path="a.ipynb", where="t/a.ipynb")
