"""Problems become steps by what is judged of them."""

import base64
import io

import pytest
from PIL import Image

from tests.formats.cibench.export.conftest import ExportCase, Exporting, Tree

CONTEXT = '# %%\nimport matplotlib.pyplot as plt\nimport pandas as pd\n\n# %%\nt = pd.read_csv("inputs/t.csv")\n'


def problem(question: str, code: str, validator: str = "") -> str:
    """Return a problem as DSEAL."""
    block = f"validator:\n{validator}" if validator else ""
    return f'\n# %%\n"""\nquestion: {question}\n{block}"""\n\n{code}\n'


def tree_of(exported: Exporting, question: str, code: str, validator: str = "") -> Tree:
    """Export a set of one problem."""
    return exported(ExportCase(text=CONTEXT + problem(question, code, validator)))


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize(
    ("code", "validator", "step_type"),
    [
        ("u = t.dropna()", "  namespace_check:\n    u:\n", "exec"),
        ("u = t.dropna()\nlen(u)", "  namespace_check:\n    u:\n", "num"),
        ("u = t.dropna()\nlen(u)", "  template: basic\n  namespace_check:\n    u:\n", "exec"),
        ("def f():\n    return 1", "  table_test:\n    function_name: f\n    test_cases: [[]]\n", "exec"),
        ("print(22)", "  template: basic\n  stream:\n", "num"),
        ("print('twenty two')", "  template: basic\n  stream:\n", "text"),
        ("plt.plot([1, 2])\nplt.show()", "  vis:\n", "vis"),
        ("plt.plot([1, 2])", "  vis:\n", "vis"),
        ("plt.plot([1, 2])\nplt.show()", "  template: basic\n", "vis"),
        ("plt.plot([1, 2])\nplt.show()\n17", "", "num"),
        ("display = t.plot.bar()\ndisplay", "  template: basic\n", "vis"),
    ],
)
def test_what_is_judged_decides(code: str, validator: str, step_type: str, exported: Exporting) -> None:
    """A variable alone has only to be made; a value is printed; a figure is drawn; what is printed stays."""
    tree = tree_of(exported, "What?", code, validator)

    assert set(tree.codes) <= {"DS728"}
    assert [step.step_type for step in tree.steps] == [step_type]
    assert len(tree.steps[0].outputs) == (step_type != "exec")


@pytest.mark.parametrize(
    ("code", "validator", "message", "hint"),
    [
        ("u = 1", "  namespace_check:\n    u:\n", "`namespace_check`", "It asks only whether the step runs."),
        ("u = 1\nu", "  namespace_check:\n    u:\n  result:\n", "`namespace_check`", "It compares the output alone."),
        ("1.5", "  or:\n    result:\n      atol: 0.1\n", "the options of `result`", "It compares the output alone."),
        ("print(22)", "  stream:\n  result:\n", "`result`", "It compares the output alone."),
    ],
)
def test_what_else_a_problem_is_judged_by_is_told(
    code: str, validator: str, message: str, hint: str, exported: Exporting
) -> None:
    """Nothing of a problem gets lost without a word; what a right output satisfies by itself needs none."""
    [finding] = tree_of(exported, "What?", code, validator).bundle.findings

    assert (finding.code, finding.hint) == ("DS728", hint)
    assert finding.message == f"CIBench does not judge problem 1 by {message}"


@pytest.mark.parametrize(("code", "demanded"), [("print('a b')", False), ("print('a\\nb')", True)])
def test_lines_are_asked_for_at_once(code: str, *, demanded: bool, exported: Exporting) -> None:
    """The question says how to print a text of several lines: CIBench compares the first block of output."""
    [step] = tree_of(exported, "What?", code, "  template: basic\n  stream:\n").steps

    assert ("by one call of `print`" in step.question) is demanded


def test_print_before_the_answer_is_left_out(exported: Exporting) -> None:
    """The notebook shows the answer alone."""
    tree = tree_of(exported, "How many rows?", 'print("counting")\nlen(t)')

    assert tree.bundle.findings == ()
    assert tree.steps[0].printed == "answer: 3 ;\n"


def test_value_that_nobody_judges_is_not_shown(exported: Exporting) -> None:
    """A cell that only has to run ends without output, and its question asks for none."""
    [step] = tree_of(exported, "Make `u`.", "u = 1\nu", "  template: basic\n  namespace_check:\n    u:\n").steps

    assert step.code.endswith("u = 1\nu;")
    assert step.question.endswith("Make `u`.")


def test_picture_is_one_and_of_fixed_size(exported: Exporting) -> None:
    """Size and resolution stand in the code and in the question, and the picture has four channels."""
    [step] = tree_of(exported, "Draw a line.", "plt.plot([1, 2])\nplt.show()", "  vis:\n").steps
    [output] = step.outputs
    picture = Image.open(io.BytesIO(base64.b64decode(output["data"]["image/png"])))

    assert 'plt.rcParams.update({"figure.figsize": (6.4, 4.8), "figure.dpi": 100})' in step.code
    assert "The figure is 6.4 by 4.8 inches at 100 dots per inch." in step.question
    assert output["output_type"] == "display_data"
    assert picture.mode == "RGBA"
    assert abs(picture.width - 640) < 100


@pytest.mark.exhaustive
def test_size_of_the_reference_is_told(exported: Exporting) -> None:
    """A reference that sets its size keeps it; the question says it unless it did already."""
    code = "plt.figure(figsize=(4, 3), dpi=50)\nplt.plot([1, 2])\nplt.show()"
    [without_size] = tree_of(exported, "Draw a line.", code, "  vis:\n").steps
    [with_size] = tree_of(exported, "Draw a line, 4 by 3 inches.", code, "  vis:\n").steps

    assert "rcParams" not in without_size.code
    assert "The figure is 4 by 3 inches at 50 dots per inch." in without_size.question
    assert "The figure is" not in with_size.question


@pytest.mark.exhaustive
def test_dots_of_a_figure_or_a_file_hold_for_no_other(exported: Exporting) -> None:
    """The session's resolution stays the usual one: steps behind it that set their own size are drawn as before."""
    draw = "plt.figure(dpi=50)\nplt.plot([1, 2])\nplt.show()"
    code = "plt.plot([1, 2])\nplt.savefig('line.png', dpi=150)\nplt.show()"
    [drawn] = tree_of(exported, "Draw a line.", draw, "  vis:\n").steps
    [step] = tree_of(exported, "Draw a line.", code, "  vis:\n").steps

    assert '"figure.dpi": 100})' in drawn.code
    assert '"figure.dpi": 100})' in step.code
    assert "The figure is 6.4 by 4.8 inches at 50 dots per inch." in drawn.question
    assert "The figure is 6.4 by 4.8 inches at 100 dots per inch." in step.question


def test_imports_stay_and_other_context_is_told(exported: Exporting) -> None:
    """Context goes into the step behind it; code that a solver cannot guess stands in the question."""
    [step] = tree_of(exported, "How many rows?", "len(t)").steps

    assert step.code.startswith(
        'import matplotlib.pyplot as plt\nimport pandas as pd\n\nt = pd.read_csv("data/t.csv")\n'
    )
    assert '```python\nt = pd.read_csv("data/t.csv")\n```' in step.question
    assert "import" not in step.question


@pytest.mark.exhaustive
def test_pyplot_is_imported_where_it_was_not(exported: Exporting) -> None:
    """The size can be set although the set draws with pandas only."""
    text = '# %%\nimport pandas as pd\nt = pd.read_csv("inputs/t.csv")\n'
    [step] = exported(ExportCase(text=text + problem("Draw.", "t.plot.bar()", "  vis:\n"))).steps

    assert 'import matplotlib.pyplot as plt\n\nplt.rcParams.update({"figure.figsize"' in step.code
    assert step.code.endswith("t.plot.bar();")
