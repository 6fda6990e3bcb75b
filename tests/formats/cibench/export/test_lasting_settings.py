"""Settings that a set leaves changed are found by playing it, where other notebooks stand behind it in its folder."""

from dataclasses import replace

import pytest

from authoring.dseal.diagnostic import Diagnostic
from authoring.formats.cibench.export.lasting_settings import later_notebooks
from tests.formats.cibench.export.conftest import ExportCase, Exporting
from tests.formats.cibench.export.test_steps import problem

CONTEXT = "# %%\nimport numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\n"
COUNT = problem("What is 2 + 40?", "2 + 40")
SEED = "module-pandas"
"""That of all sets here, so that they share a folder, whatever they name."""
PRINT = problem("Print 42.", "print(42)", "  template: basic\n  stream:\n")
DRAW = problem("Draw a line.", "plt.plot([1, 2])\nplt.show()", "  vis:\n")
BEHIND = ExportCase(text=CONTEXT + COUNT + PRINT + DRAW, name="smaller", seed=SEED)


def findings_of(exported: Exporting, code: str, *later: ExportCase) -> list[Diagnostic]:
    """Return what is said of a set that runs a piece of code, with others in the export."""
    text = CONTEXT + COUNT + problem("What is 3 + 40?", f"{code}\n3 + 40")
    return list(exported(ExportCase(text=text, seed=SEED), *later).bundle.findings)


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("code", "message"),
    [
        ('pd.set_option("display.precision", 2)', "pandas' display.precision"),
        (
            "pd.options.display.max_rows = 7\npd.options.display.width = 70",
            "pandas' display.max_rows and display.width",
        ),
        ("np.set_printoptions(precision=3)", "numpy's precision"),
        ('import os\n\nos.chdir("/")', "the working directory"),
        ('plt.rcParams["figure.dpi"] = 150', "matplotlib's figure.dpi"),
        (
            'plt.rcParams.update({"axes.grid": True, "axes.titlesize": 9, "font.size": 20, "lines.linewidth": 3})',
            "matplotlib's axes.grid, axes.titlesize, font.size and 1 more",
        ),
    ],
)
def test_lasting_setting_is_found_where_it_is_made(code: str, message: str, exported: Exporting) -> None:
    """Each kind of setting has its name, and the finding stands at the cell behind which it differs."""
    [finding] = findings_of(exported, code, BEHIND)

    assert (finding.code, finding.problem) == ("DS730", 2)
    assert finding.message == f"the set changes {message} for a notebook behind it"


@pytest.mark.exhaustive
def test_themes_of_seaborn_are_settings_of_matplotlib(exported: Exporting) -> None:
    """They are told, however the module is called."""
    pytest.importorskip("seaborn")
    [finding] = findings_of(exported, "import seaborn as sb\n\nsb.set()", BEHIND)

    assert "changes matplotlib's axes." in finding.message
    assert "plt.style.context" in finding.hint


@pytest.mark.exhaustive
def test_settings_of_several_kinds_make_one_finding(exported: Exporting) -> None:
    """It stands where the first of them is made, in a cell that asks nothing, and counts the notebooks."""
    text = f"{CONTEXT}\n# %%\nnp.set_printoptions(precision=3)\n{COUNT}" + problem(
        "What is 1 + 41?", 'plt.rcParams["axes.grid"] = True\n1 + 41'
    )
    [finding] = exported(ExportCase(text=text, seed=SEED), BEHIND, replace(BEHIND, name="zebras")).bundle.findings

    assert finding.message == "the set changes matplotlib's axes.grid and numpy's precision for 2 notebooks behind it"
    assert text.split("\n")[finding.line - 1] == "np.set_printoptions(precision=3)"


@pytest.mark.exhaustive(most=2)
@pytest.mark.parametrize(
    ("code", "reached"),
    [
        ('pd.set_option("display.precision", 2)', [PRINT]),
        ("np.set_printoptions(precision=3)", [PRINT]),
        ('plt.rcParams["axes.grid"] = True', [DRAW]),
        ('pd.set_option("mode.copy_on_write", "warn")', [COUNT, PRINT, DRAW]),
        ('import os\n\nos.chdir("/")', [COUNT, PRINT, DRAW]),
    ],
)
def test_only_notebooks_that_show_it_count(code: str, reached: list[str], exported: Exporting) -> None:
    """Values are printed by formats of the export's own, so what sets how code prints or draws reaches no others."""
    for number, text in enumerate((COUNT, PRINT, DRAW)):
        findings = findings_of(exported, code, replace(BEHIND, text=CONTEXT + text, name=f"smaller{number}"))

        assert [finding.code for finding in findings] == ["DS730"] * (text in reached)


@pytest.mark.exhaustive(most=2)
@pytest.mark.parametrize(
    "code",
    [
        'plt.rcParams["figure.figsize"] = (4, 3)',
        'plt.rcParams["savefig.dpi"] = 300',
        'pd.set_option("display.precision", 2)\npd.reset_option("display.precision")',
        'with plt.style.context("ggplot"), pd.option_context("display.precision", 2):\n    pass',
        "frame = pd.DataFrame({'x': [1, 2]})\nframe.plot(style='--')\nplt.close()",
    ],
)
def test_harmless_setting_is_not_found(code: str, exported: Exporting) -> None:
    """Sizes of figures are set anew by the export, and what is set back does not last."""
    assert findings_of(exported, code, BEHIND) == []


@pytest.mark.exhaustive(sample=1, most=2)
@pytest.mark.parametrize(
    "later",
    [
        replace(BEHIND, name="before"),
        replace(BEHIND, seed="module-scipy"),
        replace(BEHIND, text=CONTEXT + problem("How?", "1 / 0")),
    ],
    ids=["before it", "in another folder", "without a notebook"],
)
def test_set_with_nothing_behind_it_is_not_told(later: ExportCase, exported: Exporting) -> None:
    """What comes before it, or elsewhere, or not at all, is not changed by it."""
    findings = findings_of(exported, 'plt.style.use("ggplot")', later)

    assert [finding for finding in findings if finding.code == "DS730"] == []


def test_set_alone_in_its_folder_is_not_told(exported: Exporting) -> None:
    """There is nobody to change anything for."""
    assert findings_of(exported, 'plt.style.use("ggplot")') == []


@pytest.mark.exhaustive(most=2)
@pytest.mark.parametrize(
    "code",
    [
        'import builtins\n\nbuiltins.print = lambda *said: __import__("sys").stdout.write("[" * 9999)',
        'import sys\n\nsys.modules["matplotlib"] = sys.modules["numpy"] = 3',
        'import sys\n\nsys.modules["json"] = sys.modules["zlib"] = None',
        'pd.options = type("Endless", (), {"__getattr__": lambda self, name: self, "__dir__": lambda self: ["x"]})()',
        'class Word(str):\n    __repr__ = None\n\n\ndict.__setitem__(plt.rcParams, "font.family", Word("x"))',
    ],
)
def test_session_that_lies_ends_nothing(code: str, exported: Exporting) -> None:
    """What is told in the set's session is untrusted: what cannot be read is passed over, and the files are there."""
    text = CONTEXT + COUNT + problem("What is 3 + 40?", f"plt.rc\n3 + 40\n{code}", "  template: basic\n")
    tree = exported(ExportCase(text=text, seed=SEED), BEHIND)

    assert len(tree.notebooks) == 2
    assert set(tree.codes) <= {"DS711", "DS714", "DS715"}


def test_loader_sorts_by_the_names_of_files() -> None:
    """A hyphen comes before the dot of the ending, so `a-b` runs before `a`."""
    folders = {"a": "pandas", "a-b": "pandas", "ab": "pandas", "b": "scipy"}

    assert later_notebooks(folders) == {"a-b": ("a", "ab"), "a": ("ab",), "ab": (), "b": ()}
