"""Exercise notebooks become problem sets by rule; every rule has a case, every case a golden result."""

import re
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.api.verification import verify
from authoring.dseal.diagnostic import Severity
from authoring.dseal.parse import parse
from authoring.formats.base.exercises.codes import CODES
from authoring.formats.exercises.import_ import import_exercises
from authoring.records.draft import ImportedSet
from authoring.records.evidence import Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.notebooks.notebook import CellKind, Notebook, NotebookCell
from authoring.seeds.notebooks.reading import read_notebook
from tests.examples import examples

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "importers" / "exercises"
NAMES = sorted(path.name for path in CASES.iterdir() if path.suffix in {".py", ".ipynb"})
FILES = ("shops.csv", "my shops.csv", "tips.csv", "penguins.csv", "prices.csv")
WITHOUT_PROBLEMS = {"unanswered.py"}


def made_of(name: str) -> ImportedSet:
    """Return what a case becomes."""
    return import_exercises(read_notebook((CASES / name).read_text("utf-8"), name), files=FILES)


def rendering_of(imported: ImportedSet) -> str:
    """Return a set with its findings, for a person to read."""
    findings = [f"{item.code} {item.severity} {item.problem or '-'} {item.message}" for item in imported.findings]
    needs = ", ".join(imported.needs) or "nothing"
    return "\n".join([imported.text, "=" * 120, *findings, f"needs {needs}", ""])


@pytest.mark.parametrize("name", NAMES)
def test_rules(name: str, golden: Callable[[str, str], None]) -> None:
    """Each case shows one group of rules: text, findings and missing files are as a person has read them."""
    golden(f"importers/exercises/{name.rpartition('.')[0]}.txt", rendering_of(made_of(name)))


@pytest.mark.parametrize("name", NAMES)
def test_set_is_dseal(name: str) -> None:
    """What an import gives parses without an error, and has an origin for each problem."""
    imported = made_of(name)
    problemset = parse(imported.text)

    assert len(problemset.problems) == len(imported.origins)
    assert {origin.origin for origin in imported.origins} <= {"import:notebook"}
    if name not in WITHOUT_PROBLEMS:
        assert [finding for finding in problemset.diagnostics if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("name", NAMES)
def test_findings_point_at_their_problems(name: str) -> None:
    """A finding about a problem stands on the line of that problem's question."""
    imported = made_of(name)
    lines = {
        problem.number: problem.positions[(problem.question_key,)].line for _, problem in parse(imported.text).problems
    }

    assert {item.line for item in imported.findings if item.problem is None} <= {1}
    assert [item for item in imported.findings if item.problem and item.line != lines[item.problem]] == []


def test_nothing_to_judge_is_an_error() -> None:
    """A notebook for students to fill in makes no set, and says why."""
    imported = made_of("unanswered.py")

    assert imported.text == ""
    assert [finding.code for finding in imported.findings if finding.severity is Severity.ERROR] == ["DS949"]


def test_refused_notebook_says_why() -> None:
    """What is wrong with the notebook itself stands before what follows from it."""
    imported = import_exercises(read_notebook("{", "broken.ipynb"), files=())

    assert [finding.code for finding in imported.findings if finding.severity is Severity.ERROR] == ["DS931", "DS949"]


def test_cell_that_cannot_stand_alone_costs_no_other() -> None:
    """Code that would end its own cell is left out and told of; the problems after it stand."""
    cells = [
        NotebookCell("code", 'text = """\n# %%\n"""\nn = 3', 1),
        NotebookCell("markdown", "### Step 1. What is 2 times 3, plus `n`?", 2),
        NotebookCell("code", "2 * 3 + n", 3),
        NotebookCell("markdown", "### Step 2. What is 2 times 7?", 4),
        NotebookCell("code", "2 * 7", 5),
    ]
    imported = import_exercises(Notebook(tuple(cells), "python"), files=())

    assert len(imported.origins) == 2
    assert "DS947" in {finding.code for finding in imported.findings}


def test_import_is_repeatable() -> None:
    """The same notebook gives the same set."""
    assert [made_of(name) for name in NAMES] == [made_of(name) for name in NAMES]


@pytest.mark.exhaustive
def test_references_run(tmp_path: Path) -> None:
    """What needs no file that is missing runs, twice, and its validators accept it."""
    table = tmp_path / "shops.csv"
    table.write_text("town;kind;price;sold\nRome;bakery;$2.5;3\nOslo;bakery;$3.5;9\nLima;books;$9;2\nBern;books;;4\n")
    (tmp_path / "tips.csv").write_text("tip,total,day,sex\n1,10,Sun,F\n4,20,Sat,M\n5,30,Sat,F\n")
    sets = ["steps", "several", "written_data", "drawing", "chance", "repeated", "functions", "given_in_question"]
    with closing(LocalSandbox()) as sandbox:
        for name in sets:
            text = made_of(f"{name}.py").text
            files = [path for path in sorted(tmp_path.iterdir()) if f"inputs/{path.name}" in text]
            evidence = verify(text, files, limits=Limits(), sandbox=sandbox)

            assert evidence.dry_run is not None, name
            assert {item.run.outcome for item in evidence.dry_run.cells} == {Outcome.OK}, name
            assert [finding.message for finding in evidence.errors] == [], name


KINDS: tuple[CellKind, ...] = ("code", "markdown", "raw")
PIECES = (
    *(
        "### Step 1. Add a column",
        "**Q2.** Plot it",
        "3) Sort `df`",
        "Solution",
        "```python\ndf = 1\n```",
        "![x](y.png)",
    ),
    *("import pandas as pd", "df = pd.read_csv('https://a.org/x.csv')", "df.head()", "print(f'a {df}')", "%%time\ndf"),
    *(
        "def f(x):\n    return x",
        "df['a'] = 1; df",
        "for x in df:\n    print(x)",
        '"""text"""',
        "# %%",
        "x = '''",
        "del df",
    ),
    *(
        "df.plot()",
        "np.random.rand(3)",
        "with open(r'C:\\x.txt') as f:\n    y = f",
        "a, *b = df",
        "x: int",
        "\ud800",
        "\0",
    ),
)
CELLS = st.tuples(st.sampled_from(KINDS), st.lists(st.sampled_from(PIECES) | st.text(max_size=20), max_size=3))


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(CELLS, max_size=8))
def test_any_notebook_gives_a_set_or_says_why(cells: list[tuple[CellKind, list[str]]]) -> None:
    """Whatever stands in a notebook, there is a set that parses, or an error among the findings; never an exception."""
    numbered = [NotebookCell(kind, "\n".join(parts), number) for number, (kind, parts) in enumerate(cells, start=1)]

    imported = import_exercises(Notebook(tuple(numbered), "python"), files=("x.csv",))

    assert len(parse(imported.text).problems) == len(imported.origins)
    assert bool(imported.origins) is not any(finding.code == "DS949" for finding in imported.findings)


@pytest.mark.parametrize("name", ["_x", "class", "None", "by", "x y", "df", "print"])
def test_name_in_a_question(name: str) -> None:
    """Whatever a question calls by a name, the set can be read, and the rules come to an end."""
    cells = (NotebookCell("markdown", f"### Step 1. Make a Series called {name}", 1), NotebookCell("code", "df.a", 2))

    imported = import_exercises(Notebook(cells, "python"), files=())

    assert [finding for finding in parse(imported.text).diagnostics if finding.severity is Severity.ERROR] == []
    assert len(imported.origins) == 1


LONG = 150_000


@pytest.mark.parametrize(
    "piece", ["[", "![", "<img ", "### ", "\n", "```\n", "3) ", "assign ", "# ", "http://", "(", "> "]
)
def test_hostile_text_costs_little(piece: str) -> None:
    """No text makes the rules slow, however it repeats itself."""
    text = (piece * LONG)[:LONG]
    cells = (
        NotebookCell("markdown", f"### Step 1. Add {text}", 1),
        NotebookCell("code", "a = 1", 2),
        NotebookCell("markdown", text, 3),
        NotebookCell("code", "b = a", 4),
    )
    begin = time.process_time()

    import_exercises(Notebook(cells, "python"), files=())

    assert time.process_time() - begin < 20


@pytest.mark.parametrize("code", sorted(CODES))
def test_code_stands_in_the_guide(code: str) -> None:
    """Whoever reads the guide meets every code of an import."""
    assert re.search(rf"\b{code}\b", (ROOT / "guides" / "importing.md").read_text("utf-8"))
