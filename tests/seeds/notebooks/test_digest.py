"""Of a notebook a model is told what it asks, which operations and columns it uses, and what code gave."""

from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings

from authoring.drafting.prompts.notebook import digest_notebook
from authoring.seeds.notebooks.digest import digest_of
from authoring.seeds.notebooks.reading import read_notebook
from tests.examples import examples
from tests.seeds.notebooks.shapes import TEXTS, code, markdown, notebook

CASES = Path(__file__).parents[2] / "cases" / "notebooks"


def test_digest_of_a_notebook(golden: Callable[[str, str], None]) -> None:
    """The whole of what a prompt says, made from notebooks of each kind."""
    for name in ("read/fourth.ipynb", "read/third.ipynb", "read/percent.py", "read/prose.md", "dirty/kaggle.ipynb"):
        text = (CASES / name).read_text()
        golden(f"notebooks/digests/{Path(name).name}.txt", digest_notebook(text, columns=["level", "river"]) + "\n")


def test_questions_are_found_where_people_ask_them() -> None:
    """In headings, sentences, lists of tasks and comments; links, marks and code in prose are none."""
    text = notebook(
        markdown(
            "# Rivers\nLook around. **Which** river is [highest](http://a.b/c?d=e)? See http://a.b/c?x=1 for more."
        ),
        markdown("1. Compute the mean level of each river.\n2. That was easy.\n- Is there a flood in `may`?"),
        code("# How many days are there?\n# a remark\nlen(df)"),
        markdown("## What is missing?\n```\nis this prose?\n```"),
    )

    assert digest_of(read_notebook(text)).questions == (
        "Which river is highest?",
        "Compute the mean level of each river.",
        "Is there a flood in may?",
        "How many days are there?",
        "What is missing?",
    )


def test_operations_are_counted() -> None:
    """Imported functions by their whole name, wherever they were imported; methods of tables by their own."""
    text = notebook(
        code("import pandas as pd\nfrom sklearn.linear_model import LinearRegression as LR\ndf = pd.read_csv('a.csv')"),
        code("%time pd.merge(df, df).groupby('river')['level'].mean()\ndf.groupby('day').size()\nprint(df)"),
        code("LR().fit(df, y)\ndf['river'].str.upper()\n', '.join(names)\nnames.append('x')\nprint 'broken'"),
        code("LR().fit(df, y)\ndf['river'].str.upper()\n', '.join(names)\nnames.append('x')"),
    )

    assert digest_of(read_notebook(text)).operations == (
        ("fit", 2),
        ("groupby", 2),
        ("sklearn.linear_model.LinearRegression", 2),
        ("str.upper", 2),
        ("mean", 1),
        ("pandas.merge", 1),
        ("pandas.read_csv", 1),
        ("size", 1),
    )


def test_columns_are_those_of_the_seed() -> None:
    """Texts, attributes and words of queries that are columns; without columns, what stands in brackets."""
    text = notebook(
        code("df['level']\ndf.river\ndf.query('level > 3 and x > 1')\nd['path']\ndf.loc[:, ['day', 'level']]")
    )

    known = digest_of(read_notebook(text), ["level", "river", "day", "mean"]).columns
    assert known == (("level", 3), ("day", 1), ("river", 1))
    assert digest_of(read_notebook(text)).columns == (("level", 2), ("day", 1), ("path", 1))


def test_a_digest_is_clean() -> None:
    """A file that a person put there by hand was not cleaned before."""
    text = notebook(markdown("# Rivers\nAuthor: Ann Example"), code("token = 'k9Zq81Lmw0Pdx7'", "ann@rivers.org"))

    assert digest_notebook(text) == "# Rivers\n\ntoken = '<removed>'\n#> <mail address>"


def test_outputs_are_the_first_to_go() -> None:
    """Under a small budget the code of every cell stays as long as it can."""
    text = notebook(*[code(f"value_{cell} = 1", "one\ntwo\nthree") for cell in range(20)])
    digests = {most: digest_notebook(text, budget=most) for most in (1_000, 600, 400)}

    assert "#> three" in digests[1_000]
    assert "#> two" not in digests[600]
    assert "#>" not in digests[400]
    assert all(f"value_{cell}" in digest for cell in range(20) for digest in digests.values())


@settings(max_examples=examples(150), deadline=None)
@given(TEXTS)
def test_any_text_gives_a_digest_in_its_budget(text: str) -> None:
    """Nothing a file holds stops a draft."""
    assert len(digest_notebook(text, budget=500)) <= 500


def test_the_end_of_a_huge_notebook() -> None:
    """Of a notebook with hundreds of cells the digest shows where it ends, and no line of it twice."""
    cells = [code("import pandas as pd\ndf = pd.read_csv('a.csv')\ndf.head()", "a b\n1 2\n")]
    for number in range(400):
        cells.append(markdown(f"## Part {number}"))
        cells.append(code(f"df.head()\nplt.show()\nstep_{number} = df.groupby('river').level.mean()", "a b\n1 2\n"))
    cells.append(markdown("# Conclusion\nWhich river is the highest in the end?"))
    cells.append(code("print(df.level.idxmax())", "Elbe\n"))
    digest = digest_notebook(notebook(*cells), columns=["level", "river"])
    lines = [line for line in digest.splitlines() if line.strip() and line != "…"]

    assert len(digest) <= 6_000
    assert digest.rstrip().endswith(("print(df.level.idxmax())", "#> Elbe"))
    assert "Which river is the highest in the end?" in digest
    assert "import pandas as pd" in digest
    assert "further steps are left out" in digest
    assert [line for line in set(lines) if lines.count(line) > 1 and "cut" not in line] == []


def test_a_long_notebook_that_fits_stays_whole() -> None:
    """Repeated lines are no reason to leave anything out of a notebook whose steps all fit."""
    text = notebook(*(code(f"df.head()\nx_{number} = {number}") for number in range(20)))

    assert [step.lines for step in digest_of(read_notebook(text)).steps] == [
        ("df.head()", f"x_{number} = {number}") for number in range(20)
    ]


def test_long_cells_give_their_room_to_what_is_new() -> None:
    """Where lines have to go, those go that stand there already, and each cell shows more of what is its own."""
    usual = "plt.figure(figsize=(12, 6))\nsns.set_theme(style='whitegrid')\nplt.tight_layout()"
    text = notebook(*(code(f"{usual}\nx_{number} = df['a{number}'].mean()") for number in range(70)))
    digest = digest_notebook(text)

    assert digest.count("plt.tight_layout()") == 1
    assert all(f"x_{number} = df['a{number}'].mean()" in digest for number in range(70))
