"""The tree as a whole: folders, languages, several sets, the repository's own problems."""

import ast
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from authoring.dseal.parse import parse
from authoring.errors import UsageError
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions, Player
from authoring.formats.cibench.export.tree import export
from authoring.records.bundle import AdmittedSet, TranslatedQuestion, Translation
from authoring.records.evidence import CellRun
from authoring.sandbox.port import Sandbox
from authoring.workspace import Workspace
from tests.formats.cibench.export.conftest import ExportCase, Exporting, Tree
from tests.formats.cibench.export.test_steps import problem

ROOT = Path(__file__).parents[4]
WORKSPACE = Workspace(ROOT)
SMALL = (
    "# %%\nimport pandas as pd\n\n# %%\nlimit = 5\n"
    + problem("Read `inputs/t.csv` into `t`. How many rows has it?", 't = pd.read_csv("inputs/t.csv")\n\nlen(t)')
    + problem("What is the mean `mass`?", 't["mass"].mean() / 3')
    + problem(
        "Make `heavy`, the rows above `limit`.", 'heavy = t[t["mass"] > limit]', "  namespace_check:\n    heavy:\n"
    )
    + problem("Draw `mass` by `name`.", 't.plot.bar(x="name", y="mass")', "  vis:\n")
)


def translated(text: str, questions: Sequence[str]) -> Translation:
    """Return reviewed translations of all questions of a set."""
    pairs = zip(parse(text).problems, questions, strict=True)
    return Translation(
        language="zh",
        questions=tuple(
            TranslatedQuestion(number=problem.number, original=problem.question, text=question, reviewer="Ada")
            for (_, problem), question in pairs
        ),
    )


def as_text(tree: Tree) -> str:
    """Return a tree as a page that a person can look through; pictures are left out."""
    lines: list[str] = []
    for path, steps in tree.notebooks.items():
        lines.append(f"=== {path}")
        for step in steps:
            lines += [f"--- {step.step_type}, {step.modules}", step.question, "...", step.code, f">>> {step.printed}"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


@pytest.mark.exhaustive
def test_english_notebook(exported: Exporting, golden: Callable[[str, str], None]) -> None:
    """What a solver is asked, and what the reference is, in English."""
    golden("exporters/cibench/small.en.txt", as_text(exported(ExportCase(text=SMALL))))


def test_chinese_notebook(exported: Exporting, golden: Callable[[str, str], None]) -> None:
    """Translated questions and our own sentences make one Chinese text; the code is the same."""
    questions = [
        "把 `inputs/t.csv` 读入 `t`。它有多少行？",  # noqa: RUF001 - Chinese punctuation
        "`mass` 的平均值是多少？",  # noqa: RUF001 - as above
        "生成 `heavy`。",
        "画出 `mass`。",
    ]
    request = ExportCase(text=SMALL, language="zh", translations=(translated(SMALL, questions),))
    golden("exporters/cibench/small.zh.txt", as_text(exported(request)))


def test_untranslated_question_is_found(exported: Exporting) -> None:
    """Each question without a translation is named, and stays English when that is let pass."""
    tree = exported(ExportCase(text=SMALL, language="zh"))

    assert [code for code in tree.codes if code != "DS728"] == ["DS771"] * 4
    assert "What is the mean" in tree.steps[1].question


def test_chinese_has_one_suite(exported: Exporting) -> None:
    """CIBench's configurations know no Chinese notebooks of the other."""
    with pytest.raises(UsageError, match="no suite generation in zh"):
        exported(ExportCase(text=SMALL, language="zh", suite="generation"))


@pytest.mark.exhaustive
def test_sets_share_one_data_folder(exported: Exporting) -> None:
    """Each set has its notebook; a file that both have stands there once."""
    tree = exported(ExportCase(text=SMALL), ExportCase(text=SMALL, name="other", suite="template"))

    assert [file.path for file in tree.bundle.files] == [
        "cibench_generation/pandas/other.ipynb",
        "cibench_generation/pandas/small.ipynb",
        "datasources/data/t.csv",
    ]


def test_first_question_names_all_files(exported: Exporting) -> None:
    """Paths of all files that are read stand at the start, as CIBench's rules want it."""
    text = (
        "# %%\nimport pandas as pd\n" + problem("Ten?", "10") + problem("Read it.", 'len(pd.read_csv("inputs/t.csv"))')
    )
    steps = exported(ExportCase(text=text)).steps

    assert steps[0].question.endswith("These data files belong to the session as well: `data/t.csv`.")
    assert "belong" not in steps[1].question


def test_folder_of_data_is_always_there(exported: Exporting) -> None:
    """CIBench's evaluator does not start without it."""
    tree = exported(ExportCase(text="# %%\nlimit = 5\n" + problem("Ten times?", "limit * 10"), inputs={}))

    assert [file.path for file in tree.bundle.files] == [
        "cibench_generation/pandas/small.ipynb",
        "datasources/data/README.txt",
    ]


def test_key_that_cannot_be_read_counts_as_absent(exported: Exporting) -> None:
    """It is a finding of its problem, which is asked all the same when that is let pass."""
    tree = exported(ExportCase(text=SMALL.replace("namespace_check:", "namespace_chek:")))
    [finding] = tree.bundle.findings

    assert (finding.code, finding.problem, finding.path) == ("DS727", 3, "small.py")
    assert len(tree.steps) == 4


def test_set_that_asks_nothing_is_found(exported: Exporting) -> None:
    """Context alone makes no notebook, and nobody lets that pass."""
    tree = exported(ExportCase(text="# %%\nlimit = 5\n"))

    assert tree.codes == ["DS108"]
    assert tree.notebooks == {}


def test_set_without_a_step_has_no_notebook(exported: Exporting) -> None:
    """The others are there, and so is the reason why it is not."""
    broken = "# %%\nlimit = 5\n" + problem("How?", "1 / 0")
    tree = exported(ExportCase(text=broken, name="broken"), ExportCase(text=SMALL))

    assert list(tree.notebooks) == ["cibench_generation/pandas/small.ipynb"]
    assert [finding.path for finding in tree.bundle.findings if finding.code == "DS711"] == ["broken.py"]


@pytest.mark.exhaustive
def test_thought_mark_is_taken_apart(exported: Exporting) -> None:
    """CIBench's loader cuts a question where a paragraph begins with that word."""
    text = SMALL.replace("question: Draw `mass` by `name`.", 'question: "Draw it.\\n\\nThought: by `name`."')

    assert "\n\nThought: " not in exported(ExportCase(text=text)).steps[-1].question
    assert "\nThought: by" in exported(ExportCase(text=text)).steps[-1].question


def test_notebooks_are_ascii(exported: Exporting) -> None:
    """CIBench opens them in the encoding of the machine."""
    text = SMALL.replace("Draw `mass`", "Draw “mass”")

    assert all(file.content.isascii() for file in exported(ExportCase(text=text)).bundle.files if "ipynb" in file.path)


@pytest.fixture(scope="module")
def player(sandbox: Sandbox) -> Player:
    """Play the repository's sets."""
    return SetPlayer(sandbox, WORKSPACE.settings.limits, WORKSPACE.problemset_inputs)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", WORKSPACE.problemsets())
def test_every_problem_of_the_repository_can_be_said(name: str, player: Player) -> None:
    """All become steps without an error: none is left out, and only those that show nothing have just to run."""
    problemset = WORKSPACE.read_problemset(name)
    bundle = export([problemset], options=ExportOptions(name="b", version="1"), play=player)
    [notebook] = [json.loads(file.content) for file in bundle.files if file.path.endswith(".ipynb")]
    problems = parse(problemset.text).problems
    silent = {problem.number for cell, problem in problems if not isinstance(ast.parse(cell.code).body[-1], ast.Expr)}
    kinds = notebook["metadata"]["step_types"]

    assert {finding.code for finding in bundle.findings} <= {"DS728", "DS737"}
    assert len(kinds) == len(problems)
    assert {number for number, kind in enumerate(kinds, start=1) if kind == "exec"} <= silent


@pytest.mark.exhaustive
def test_same_sets_give_the_same_bytes(player: Player) -> None:
    """Two exports, each with runs of its own, are one."""
    sets = [WORKSPACE.read_problemset(name) for name in WORKSPACE.problemsets()[:2]]
    played: list[Sequence[CellRun]] = []

    def play(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        runs = player(problemset, cells)
        played.append(runs)
        return runs

    options = ExportOptions(name="b", version="1")

    assert export(sets, options=options, play=play).files == export(sets[::-1], options=options, play=play).files
    assert len(played) >= 12
