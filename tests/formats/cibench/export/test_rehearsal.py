"""Steps can run twice in a row: a reference takes up what the step before it has kept."""

from tests.formats.cibench.export.conftest import ExportCase, Exporting
from tests.formats.cibench.export.test_steps import problem

CONTEXT = "# %%\nimport pandas as pd\n"
READ = problem("Read `inputs/t.csv` into `t` and count.", 't = pd.read_csv("inputs/t.csv")\nlen(t)')


def test_step_that_drops_a_column_is_mended(exported: Exporting) -> None:
    """Run a second time it would fail; the kept copy makes it run, and nothing else changes."""
    drop = problem("Drop `city` and name the others.", 't = t.drop(columns=["city"])\nt.columns.tolist()')
    tree = exported(ExportCase(text=CONTEXT + READ + drop))

    assert tree.bundle.findings == ()
    assert tree.steps[0].code.endswith("from copy import deepcopy\n\nbefore_step_2 = deepcopy(t)")
    assert tree.steps[1].code.startswith("t = deepcopy(before_step_2)\n\nt = t.drop(")
    assert tree.steps[1].printed == "name, mass\n"


def test_step_that_can_run_twice_stays_as_it_is(exported: Exporting) -> None:
    """A step that overwrites a column by the same values needs no copy."""
    repeatable = problem("Make `name` upper case and show it.", 't["name"] = t["name"].str.upper()\nt["name"].tolist()')
    steps = exported(ExportCase(text=CONTEXT + READ + repeatable)).steps

    assert [step.code for step in steps if "deepcopy" in step.code] == []


def test_fault_that_shows_later_is_mended_where_it_is(exported: Exporting) -> None:
    """Two steps append to one list; only a later one shows it, and both get copies."""
    text = (
        CONTEXT
        + problem("Make a list.", "seen = []\n10")
        + problem("Remember 1.", "seen.append(1)\n11")
        + problem("Remember 2.", "seen.append(2)\n12")
        + problem("What is seen?", "seen")
    )
    tree = exported(ExportCase(text=text))

    assert tree.bundle.findings == ()
    assert [step.code.startswith("seen = deepcopy(before_step_") for step in tree.steps] == [False, True, True, False]
    assert tree.steps[-1].printed == "answer: 1, 2 ;\n"


def test_random_numbers_go_on_from_the_copy(exported: Exporting) -> None:
    """A generator of an earlier step is kept as well."""
    text = (
        CONTEXT
        + problem("Make a generator.", "import random\n\nrng = random.Random(0)\n10")
        + problem("Draw.", "rng.random()")
    )
    tree = exported(ExportCase(text=text))

    assert tree.bundle.findings == ()
    assert tree.steps[1].code.startswith("rng = deepcopy(before_step_2)")


def test_unseeded_step_is_found_and_the_others_are_left_alone(exported: Exporting) -> None:
    """What differs each time is no fault of the steps before it, and those behind it are still looked at."""
    text = (
        CONTEXT
        + READ
        + problem("Draw.", "import random\n\nrandom.random()")
        + problem("Drop `city` and name the others.", 't = t.drop(columns=["city"])\nt.columns.tolist()')
    )
    tree = exported(ExportCase(text=text))

    assert [(finding.code, finding.problem) for finding in tree.bundle.findings] == [("DS715", 2)]
    assert ["before_step_3" in step.code for step in tree.steps] == [False, True, True]


def test_first_step_has_nobody_who_keeps(exported: Exporting) -> None:
    """What the first step changes, it has made itself; if it differs all the same, that is a finding."""
    text = CONTEXT + problem("Draw.", "import random\n\nrandom.random()") + problem("Count.", "10")

    assert exported(ExportCase(text=text)).codes == ["DS715"]
