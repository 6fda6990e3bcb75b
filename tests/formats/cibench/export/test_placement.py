"""Data files of all sets stand in one folder, and code and questions name them there."""

import pytest

from authoring.dseal.parse import parse
from authoring.formats.cibench.export.placement import (
    PlacedFiles,
    folder_of,
    has_unmoved_paths,
    modules_by_problem,
    place_files,
    placed_files,
    with_moved_paths,
)
from authoring.records.bundle import AdmittedSet, FileContent
from tests.formats.cibench.export.test_steps import problem

PLACED = PlacedFiles({"t.csv": "data/t.csv", "a b/u.csv": "data/a b/u.csv"})

RENAMED = PlacedFiles({"t.csv": "data/small/t.csv"})


def admitted(name: str, **files: bytes) -> AdmittedSet:
    """Return a set with files; a double underscore in a key is a full stop."""
    inputs = tuple(FileContent(path=path.replace("__", "."), content=content) for path, content in files.items())
    return AdmittedSet(name=name, text="", inputs=inputs)


def test_files_keep_their_names() -> None:
    """Two sets may share a file; it stands there once."""
    places = place_files([admitted("one", t__csv=b"x"), admitted("two", t__csv=b"x", u__csv=b"y")])

    assert places["one"].paths == {"t.csv": "data/t.csv"}
    assert places["two"].paths == {"t.csv": "data/t.csv", "u.csv": "data/u.csv"}


def test_different_files_of_one_name_are_kept_apart() -> None:
    """Each has its own below a folder called like its set, also where the names differ in case only."""
    sets = [admitted("one", t__csv=b"x"), admitted("two", T__csv=b"y", u__csv=b"z")]
    places = place_files(sets)

    assert places["one"].paths == {"t.csv": "data/one/t.csv"}
    assert places["two"].paths == {"T.csv": "data/two/T.csv", "u.csv": "data/u.csv"}
    assert [file.path for file in placed_files(sets[0], places["one"])] == ["datasources/data/one/t.csv"]


def test_file_called_like_a_set_makes_room() -> None:
    """A file and a folder cannot have one name."""
    assert place_files([admitted("one", two=b"x"), admitted("two")])["one"].paths == {"two": "data/one/two"}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('pd.read_csv("inputs/t.csv")', 'pd.read_csv("data/t.csv")'),
        ("pd.read_csv('./inputs/t.csv')", "pd.read_csv('data/t.csv')"),
        ('open("inputs/a b/u.csv")', 'open("data/a b/u.csv")'),
        ("Read `inputs/t.csv` first.", "Read `data/t.csv` first."),
        ("Read inputs/t.csv.", "Read data/t.csv."),
        ('Path("inputs") / "t.csv"', 'Path("data") / "t.csv"'),
        ('f"inputs/{name}.csv"', 'f"data/{name}.csv"'),
        ("my_inputs/t.csv", "my_inputs/t.csv"),
        ("inputs/t.csv2", "inputs/t.csv2"),
    ],
)
def test_paths_are_moved(text: str, written: str) -> None:
    """Whole paths only, in code as in questions."""
    assert with_moved_paths(text, PLACED) == written


def test_renamed_file_is_named_anew() -> None:
    """Code and question name the file where it stands."""
    assert with_moved_paths('open("inputs/t.csv")', RENAMED) == 'open("data/small/t.csv")'


@pytest.mark.parametrize(
    ("code", "placed", "stays"),
    [
        ('open("inputs/t.csv")', PLACED, False),
        ('open("inputs/t.csv")', RENAMED, False),
        ('f"inputs/{name}.csv"', PLACED, False),
        ('f"inputs/{name}.csv"', RENAMED, True),
        ('Path("inputs") / "t.csv"', PLACED, False),
        ('Path("inputs") / "t.csv"', RENAMED, True),
        ('os.listdir("inputs")', PLACED, True),
        ('glob("inputs/*.csv")', PLACED, True),
        ('Path("inputs").iterdir()', PLACED, True),
        ('inputs = "model"\nprint("the inputs/outputs")', PLACED, False),
        ('os.listdir(".")', PLACED, False),
    ],
)
def test_what_cannot_be_moved_is_seen(code: str, placed: PlacedFiles, *, stays: bool) -> None:
    """Listing the folder shows other files there, and made-up names do not know of renamed ones."""
    assert has_unmoved_paths(code, placed) == stays


# Each set has its folder, and each step the modules that it uses.

PLAIN = "# %%\nimport numpy as np\nimport pandas as pd\n"

PANDAS = problem("Read.", 't = pd.read_csv("inputs/t.csv")') + problem("Count.", "len(t)")


@pytest.mark.parametrize(
    ("extra", "suite", "seed", "folder"),
    [
        ("", "generation", "", "pandas"),
        (problem("Test.", "from scipy import stats\n\nstats.ttest_1samp(t, 0)"), "generation", "", "scipy"),
        (problem("Fit.", "from sklearn.svm import SVC\n\nSVC().fit(t, t)"), "template", "", "sklearn"),
        (problem("Fit.", "from sklearn.svm import SVC\n\nSVC().fit(t, t)"), "generation", "", "pandas"),
        (problem("Show.", "import cv2\n\ncv2.imread('x')"), "generation", "", "opencv"),
        ("", "generation", "module-torch", "pytorch"),
        ("", "generation", "module-scipy-stats", "scipy"),
        ("", "generation", "module-polars", "polars"),
        ("", "generation", "penguins", "pandas"),
    ],
)
def test_folder_is_that_of_the_seed_or_of_most_problems(extra: str, suite: str, seed: str, folder: str) -> None:
    """A third of the problems makes a set one about a module, if the suite has it; else it is one about pandas."""
    assert folder_of(parse(PLAIN + PANDAS + extra), suite=suite, seed=seed) == folder


def test_steps_name_what_they_use() -> None:
    """The folder's module counts where a variable was made with it; plain Python needs none."""
    text = (
        PLAIN
        + PANDAS
        + problem("Draw.", "from scipy import stats\n\nstats.ttest_1samp(t, 0)")
        + problem("Write a function.", "def f(x):\n    return x")
        + problem("Sum.", "np.sum([1, 2])")
        + problem("Time.", "import math\n\nmath.pi")
    )
    modules = modules_by_problem(parse(text), folder="pandas")

    assert [" & ".join(modules) or "none" for modules in modules.values()] == [
        "pandas", "pandas", "pandas & scipy", "none", "numpy", "none",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "modules"),
    [
        ("Use pandas.", ("pandas",)),
        ("With scipy.stats, test whether the mean of `t` is 0.", ("scipy",)),
        ("Using NumPy and `scipy`, give the mean.", ("numpy", "scipy")),
        ("Use scikit-learn. Answer with a pandas DataFrame.", ("sklearn",)),
        ("Call OpenCV on `t`.", ("opencv",)),
        ("Give the mean of `pandas_t` as a pandas Series.", ("scipy", "pandas")),
        ("Give the mean.", ("scipy", "pandas")),
    ],
)
def test_question_decides_the_modules(question: str, modules: tuple[str, ...]) -> None:
    """What a question says to use stands behind it, whatever its variables come from; else what its code uses."""
    text = PLAIN + problem("Read.", "from scipy import stats\n\nt = stats.norm.rvs(size=9, random_state=1)")
    text += problem(question, "pd.Series(t).mean()")

    assert modules_by_problem(parse(text), folder="scipy")[2] == modules
