"""Folders of OpenCompass: what is found in them, what is left out and told, and which files are read."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.errors import BenchmarkError, ResultsError, UsageError
from authoring.formats.cibench.opencompass import (
    find_predictions,
    open_tree,
    picture_reader,
    read_dataset,
    refuse_strange_pictures,
)
from tests.formats.cibench.score.made import NOTEBOOKS, write_tree


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree on disk."""
    return write_tree(tmp_path / "cibench_dataset")


def place(folder: Path, *paths: str) -> Path:
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


@pytest.mark.parametrize("make", [lambda folder: folder, lambda folder: place(folder, "pandas/a.ipynb"), Path.mkdir])
def test_what_is_no_tree(tmp_path: Path, make: Callable[[Path], object]) -> None:
    """A folder that is not there, is empty, or holds something else."""
    make(tmp_path / "x")
    with pytest.raises(BenchmarkError, match="x: "):
        open_tree(tmp_path / "x")


def test_files_find_their_datasets(tree: Path, tmp_path: Path) -> None:
    """Oracle runs are about the same notebooks; parts come together; the rest is told."""
    run = place(
        tmp_path / "run",
        "predictions/model/cibench_generation_oracle/pandas.json",
        "predictions/model/cibench_template/matplotlib_1.json",
        "predictions/model/cibench_template/matplotlib_0.json",
        "predictions/model/cibench_template/tmp_matplotlib.json",
        "predictions/model/mmlu/history.json",
        "results/model/cibench_generation_oracle/pandas.json",
    )
    found, notes = find_predictions(run, open_tree(tree))

    assert [(one.name, one.dataset, [part.name for part in one.parts]) for one in found] == [
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
    file = place(tmp_path, "cibench_generation/pandas.json") / "cibench_generation" / "pandas.json"
    found, notes = find_predictions(file, open_tree(tree))

    assert [one.name for one in found] == ["cibench_generation/pandas"]
    assert notes == ("no predictions of cibench_template/matplotlib, cibench_template_chinese/sklearn",)


def test_the_folder_of_a_suite_is_enough(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named from outside, and as the folder one stands in."""
    suite = place(tmp_path / "run", "cibench_generation/pandas.json") / "cibench_generation"
    monkeypatch.chdir(suite)

    for named in (suite, Path()):
        [found], _ = find_predictions(named, open_tree(tree))
        assert found.name == "cibench_generation/pandas"


def test_whole_files_come_before_parts(tree: Path, tmp_path: Path) -> None:
    """As in OpenCompass; the parts are told."""
    run = place(tmp_path / "run", "cibench_generation/pandas.json", "cibench_generation/pandas_0.json")
    [found], notes = find_predictions(run, open_tree(tree))

    assert [part.name for part in found.parts] == ["pandas.json"]
    assert "pandas_0.json was left out: there is a whole file" in notes[0]


@pytest.mark.parametrize(
    ("paths", "error", "said"),
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
def test_what_is_no_run(tree: Path, tmp_path: Path, paths: tuple[str, ...], error: type[Exception], said: str) -> None:
    """Nothing there, other files, a part that is missing, two models in one folder."""
    with pytest.raises(error, match=said):
        find_predictions(place(tmp_path / "run", *paths), open_tree(tree))


def test_pictures_are_found_where_they_were_brought(tmp_path: Path) -> None:
    """By their whole path, by their last part in a folder that is named, beside the results; that folder first."""
    run, brought = place(tmp_path / "run", "fig.png"), place(tmp_path / "brought", "other.png")
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
    run, other = place(tmp_path / "run", "a.png"), place(tmp_path / "other", "b.png")
    (run / "link.png").symlink_to(other / "b.png")

    refuse_strange_pictures(["a.png", str(run / "a.png"), "missing.png"], run, None)
    refuse_strange_pictures([str(other / "b.png")], run, other)
    for path in (str(other / "b.png"), "link.png", "../other/b.png"):
        with pytest.raises(UsageError, match="outside the results"):
            refuse_strange_pictures([path], run, None)
