"""Each set has its folder, and each step the modules that it uses."""

import pytest

from authoring.dseal.parse import parse
from authoring.formats.cibench.export.modules import entry, folder_of, modules_by_problem
from tests.formats.cibench.export.test_conversion import problem

PLAIN = "# %%\nimport numpy as np\nimport pandas as pd\n"
PANDAS = problem("Read.", 't = pd.read_csv("inputs/t.csv")') + problem("Count.", "len(t)")


@pytest.mark.parametrize(
    ("more", "suite", "seed", "folder"),
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
def test_folder_is_that_of_the_seed_or_of_most_problems(more: str, suite: str, seed: str, folder: str) -> None:
    """A third of the problems makes a set one about a module, if the suite has it; else it is one about pandas."""
    assert folder_of(parse(PLAIN + PANDAS + more), suite=suite, seed=seed) == folder


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
    found = modules_by_problem(parse(text), folder="pandas")

    assert [entry(modules, otherwise="none") for modules in found.values()] == [
        "pandas", "pandas", "pandas & scipy", "none", "numpy", "none",
    ]  # fmt: skip
