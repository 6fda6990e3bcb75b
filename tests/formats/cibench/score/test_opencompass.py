"""Folders of OpenCompass: what is found in them, what is left out and told, and which files are read."""

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import BenchmarkError, ResultsError, UsageError
from authoring.formats.cibench.score.opencompass import (
    MOST_CELLS,
    find_predictions,
    open_tree,
    picture_reader,
    read_dataset,
    read_experiment,
    read_predictions,
    refuse_strange_pictures,
)
from authoring.formats.cibench.score.records import AgentAction, InterpreterOutput, ReferenceNotebook, Tag
from tests.formats.cibench.score.trees import (
    NOTEBOOKS,
    STEPS,
    Json,
    display,
    made_predictions,
    notebook,
    picture,
    stream,
    value,
    write_tree,
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree on disk."""
    return write_tree(tmp_path / "cibench_dataset")


def location(folder: Path, *paths: str) -> Path:
    """Make empty files below a folder."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("{}")
    return folder


def test_a_tree_and_the_folder_around_it(tree: Path) -> None:
    """Both are taken, and notebooks come as the loader walks: a folder's own files before its folders'."""
    for folder in (tree, tree.parent):
        opened = open_tree(folder)
        assert opened.datasets == tuple(sorted(NOTEBOOKS))
    (tree / "cibench_generation" / "pandas" / "z.ipynb.bak").write_bytes(
        (tree / "cibench_generation" / "pandas" / "a.ipynb").read_bytes()
    )

    books = read_dataset(open_tree(tree), "cibench_generation/pandas").experiments
    assert [book.path for book in books] == ["a.ipynb", "z.ipynb.bak", "b/c.ipynb"]


@pytest.mark.parametrize("make", [lambda folder: folder, lambda folder: location(folder, "pandas/a.ipynb"), Path.mkdir])
def test_what_is_no_tree(tmp_path: Path, make: Callable[[Path], object]) -> None:
    """A folder that is not there, is empty, or holds something else."""
    make(tmp_path / "x")
    with pytest.raises(BenchmarkError, match="x: "):
        open_tree(tmp_path / "x")


def test_files_find_their_datasets(tree: Path, tmp_path: Path) -> None:
    """Oracle runs are about the same notebooks; parts come together; the rest is told."""
    run = location(
        tmp_path / "run",
        "predictions/model/cibench_generation_oracle/pandas.json",
        "predictions/model/cibench_template/matplotlib_1.json",
        "predictions/model/cibench_template/matplotlib_0.json",
        "predictions/model/cibench_template/tmp_matplotlib.json",
        "predictions/model/mmlu/history.json",
        "results/model/cibench_generation_oracle/pandas.json",
    )
    predictions, notes = find_predictions(run, open_tree(tree))

    assert [
        (dataset_files.name, dataset_files.dataset, [part.name for part in dataset_files.parts])
        for dataset_files in predictions
    ] == [
        ("cibench_generation_oracle/pandas", "cibench_generation/pandas", ["pandas.json"]),
        ("cibench_template/matplotlib", "cibench_template/matplotlib", ["matplotlib_0.json", "matplotlib_1.json"]),
    ]
    assert [note.rpartition("/")[2] for note in notes] == [
        "tmp_matplotlib.json was left out: of a run that is not finished",
        "history.json was left out: no dataset of the tree",
        "sklearn",
    ]


def test_one_file_is_enough(tree: Path, tmp_path: Path) -> None:
    """A file in a folder named as its suite."""
    file = location(tmp_path, "cibench_generation/pandas.json") / "cibench_generation" / "pandas.json"
    predictions, notes = find_predictions(file, open_tree(tree))

    assert [dataset_files.name for dataset_files in predictions] == ["cibench_generation/pandas"]
    assert notes == ("no predictions of cibench_template/matplotlib, cibench_template_chinese/sklearn",)


def test_the_folder_of_a_suite_is_enough(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named from outside, and as the folder one stands in."""
    suite = location(tmp_path / "run", "cibench_generation/pandas.json") / "cibench_generation"
    monkeypatch.chdir(suite)

    for folder in (suite, Path()):
        [predictions], _ = find_predictions(folder, open_tree(tree))
        assert predictions.name == "cibench_generation/pandas"


def test_whole_files_come_before_parts(tree: Path, tmp_path: Path) -> None:
    """As in OpenCompass; the parts are told."""
    run = location(tmp_path / "run", "cibench_generation/pandas.json", "cibench_generation/pandas_0.json")
    [predictions], notes = find_predictions(run, open_tree(tree))

    assert [part.name for part in predictions.parts] == ["pandas.json"]
    assert "pandas_0.json was left out: there is a whole file" in notes[0]


@pytest.mark.parametrize(
    ("paths", "error", "message"),
    [
        ((), ResultsError, "no such file"),
        (("x.txt",), ResultsError, "holds no predictions of a dataset"),
        (("cibench_generation/pandas_1.json",), ResultsError, "pandas_0.json is missing"),
        (
            ("a/cibench_generation/pandas.json", "b/cibench_generation/pandas.json"),
            UsageError,
            "predictions of several runs",
        ),
    ],
)
def test_what_is_no_run(
    tree: Path, tmp_path: Path, paths: tuple[str, ...], error: type[Exception], message: str
) -> None:
    """Nothing there, other files, a part that is missing, two models in one folder."""
    with pytest.raises(error, match=message):
        find_predictions(location(tmp_path / "run", *paths), open_tree(tree))


def test_pictures_are_found_where_they_were_brought(tmp_path: Path) -> None:
    """By their whole path, by their last part in a folder that is named, beside the results; that folder first."""
    run, brought = location(tmp_path / "run", "fig.png"), location(tmp_path / "brought", "other.png")
    (brought / "fig.png").write_text("brought")
    absolute = str(run / "fig.png")

    assert picture_reader(run, None)(absolute) == b"{}"
    assert picture_reader(run, None)("fig.png") == b"{}"
    assert picture_reader(run, brought)(absolute) == b"brought"
    assert picture_reader(run, brought)("/elsewhere/output_images/other.png") == b"{}"
    assert picture_reader(run, brought)("/elsewhere/none.png") is None


def test_only_files_are_read(tmp_path: Path) -> None:
    """A pipe, a device, a folder and names that no path may have give nothing, at once."""
    os.mkfifo(tmp_path / "pipe")
    read = picture_reader(tmp_path, None)

    for path in ("pipe", "/dev/zero", ".", "a\0b", "x" * 100_000, "http://127.0.0.1:1/a.png"):
        assert read(path) is None


def test_strange_pictures_are_not_sent(tmp_path: Path) -> None:
    """What lies outside the run is refused, through a link too, until its folder is named."""
    run, elsewhere = location(tmp_path / "run", "a.png"), location(tmp_path / "other", "b.png")
    (run / "link.png").symlink_to(elsewhere / "b.png")

    refuse_strange_pictures(["a.png", str(run / "a.png"), "missing.png"], run, None)
    refuse_strange_pictures([str(elsewhere / "b.png")], run, elsewhere)
    for path in (str(elsewhere / "b.png"), "link.png", "../other/b.png"):
        with pytest.raises(UsageError, match="outside the results"):
            refuse_strange_pictures([path], run, None)


# Notebooks are read as OpenCompass' loader reads them.


def read(book: object, dataset: str = "cibench_generation/pandas") -> ReferenceNotebook:
    """Read a notebook."""
    return read_experiment(json.dumps(book), dataset=dataset, path="a.ipynb", location="t/a.ipynb")


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
    ("book", "message"),
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
def test_what_opencompass_would_not_load_is_refused(book: object, message: str) -> None:
    """It would stop there too; the file is named."""
    with pytest.raises(BenchmarkError, match=f"t/a.ipynb: .*{message}"):
        read(book)


KEYS = ("cells", "metadata", "cell_type", "source", "outputs", "output_type", "data", "text", "name", "step_types")

WORDS = st.sampled_from([*KEYS, "code", "markdown", "stream", "stdout", "display_data", "image/png", "num", "modules"])

DOCUMENTS = st.recursive(
    st.none() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=5),
    max_leaves=15,
)


@given(DOCUMENTS, st.lists(DOCUMENTS, max_size=3), DOCUMENTS)
def test_any_notebook_is_read_or_refused(document: object, cells: list[object], metadata: object) -> None:
    """Nothing that stands in a file raises anything else."""
    for book in (document, {"cells": cells, "metadata": metadata}):
        with contextlib.suppress(BenchmarkError):
            read(book)


def test_broken_json_is_refused() -> None:
    """Half a file, and one nested too deep, are named and not raised over."""
    for text in ('{"cells": [', "[" * 100_000):
        with pytest.raises(BenchmarkError, match=r"t/a\.ipynb"):
            read_experiment(text, dataset="s/m", path="a.ipynb", location="t/a.ipynb")


# Files of predictions: read leniently where the evaluator does not look, refused with their place where it stops.


def entry(*actions: object) -> Json:
    """Return the prediction of a notebook with one step."""
    return {"0": {"steps": [list(actions)], "origin_prompt": ["Q"]}}


def call(**changed: object) -> Json:
    """Return an action that went well."""
    return {"type": "IPythonInterpreter", "result": {"text": "t", "image_path": "p"}, "errmsg": None, **changed}


@pytest.mark.parametrize(
    ("action", "read"),
    [
        (call(), AgentAction(interpreter=True, failed=False, result=InterpreterOutput("t", "p"))),
        (call(errmsg="E", result=None), AgentAction(interpreter=True, failed=True, result=None)),
        (call(errmsg="", result={}), AgentAction(interpreter=True, failed=False, result=None)),
        (call(result={"text": 5}), AgentAction(interpreter=True, failed=False, result=InterpreterOutput(None, None))),
        (call(result="text"), AgentAction(interpreter=True, failed=False, result=InterpreterOutput(None, None))),
        ({"type": "FinishAction"}, AgentAction(interpreter=False, failed=False, result=None)),
    ],
)
def test_actions_are_read(action: Json, read: AgentAction) -> None:
    """An empty result is none; what is no object gives no text; other tools are not looked at."""
    [predicted] = read_predictions(json.dumps(entry(action)), location="p.json")

    assert predicted.steps == ((read,),)


def test_steps_without_a_question_are_cut() -> None:
    """The evaluator walks both lists together."""
    text = json.dumps({"0": {"steps": [[], [], []], "origin_prompt": ["a", "b"]}})

    assert [len(dataset_files.steps) for dataset_files in read_predictions(text, location="p")] == [2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"p.json:1:2: is no JSON"),
        ("[]", "is no JSON object"),
        ('{"1": {}}', "'0' is missing"),
        ('{"0": []}', "p.json: 0: is no JSON object"),
        ('{"0": {"steps": [[]]}}', "needs a list `steps` and a list `origin_prompt`"),
        (json.dumps(entry(5)), "p.json: 0: step 1, action 1: is no object with a `type`"),
        (json.dumps(entry({"type": "IPythonInterpreter", "result": None})), "has no `errmsg`"),
        ('{"0": {"steps": [5], "origin_prompt": ["Q"]}}', "step 1: is no list of actions"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_what_the_evaluator_would_stop_at_is_refused(text: str, message: str) -> None:
    """The place is named, down to the action."""
    with pytest.raises(ResultsError, match=message):
        read_predictions(text, location="p.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["0", "1", "steps", "origin_prompt", "type", "result", "errmsg", "text"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(document: object) -> None:
    """Nothing that stands in a file raises anything else."""
    with contextlib.suppress(ResultsError):
        read_predictions(json.dumps(document), location="p")


@given(st.integers(0, 10_000))
def test_whatever_an_agent_does_can_be_read(seed: int) -> None:
    """Predictions of every kind that the evaluator takes are taken."""
    predictions = made_predictions("cibench_generation/pandas", Random(seed), ("a.png",))

    assert len(read_predictions(json.dumps(predictions), location="p")) == len(predictions)
